"""A child process for work that may hang, crash or need too much memory.

A caller waits for an answer no longer than the limits allow. A process that has ended is replaced.
"""

import gc
import resource
import signal
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock
from typing import Generic, TypeVar

from judge.messages import Text, message

Question = TypeVar("Question")
Answer = TypeVar("Answer")

# A process starts within a second, but needs longer while the whole machine starts.
_BEGINNING = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits for the work on one question; None means no limit.

    `patience` is the time that the caller waits, `cpu` the processor time, and `memory` the bytes
    that the whole process may use.
    """

    patience: timedelta
    cpu: timedelta | None = None
    memory: int | None = None


class AbsentError(Exception):
    """The process could not start; the question is not the cause."""


class LostError(Exception):
    """The process died or hung, perhaps because of the question."""


class HungError(LostError):
    """The process did not answer in time, perhaps because the whole machine is slow."""


class StoppedError(Exception):
    """The question needed more processor time or memory than the limits allow."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason)
        self.reason = reason


class FailedError(Exception):
    """The work raised an exception; the text has its traceback and its name, without values."""


@dataclass(frozen=True, slots=True)
class _Failed:
    """Sent instead of an answer: the exception as text, and whether memory ran out."""

    what: str
    memory: bool = False


class Child(Generic[Question, Answer]):
    """A process that answers questions with the function `work`.

    It starts with the first question and then stays. If several threads ask, it answers them one
    after another.
    """

    def __init__(self, work: Callable[[Question], Answer], limits: Limits) -> None:
        self._work, self._limits = work, limits
        self._hired: tuple[BaseProcess, Connection] | None = None
        self._asking = Lock()

    def ask(self, question: Question) -> Answer:
        """Return the answer to `question`.

        Raises AbsentError, LostError, StoppedError or FailedError if there is no answer. After
        FailedError the process goes on; after the others the next question starts another one.
        """
        with self._asking:
            answer = self._asked(question)
        if isinstance(answer, _Failed):
            if answer.memory:
                raise StoppedError(message("it wanted too much memory"))
            raise FailedError(answer.what)
        return answer

    def _asked(self, question: Question) -> Answer | _Failed:
        connection = self._connected()
        try:
            connection.send(question)
        except OSError:
            raise self._lost() from None
        answer = self._received(connection, self._limits.patience)
        if isinstance(answer, _Failed) and answer.memory:
            self.close()
        return answer

    def close(self) -> None:
        """End the process; the next question starts another one."""
        if self._hired is not None:
            process, connection = self._hired
            self._hired = None
            connection.close()
            process.kill()
            process.join()
            process.close()

    def _connected(self) -> Connection:
        """Return the connection to the process, which is started if there is none."""
        if self._hired is None:
            try:
                self._start()
            except (OSError, RuntimeError, LostError) as error:
                # Python raises RuntimeError for a new process while this program is ending.
                raise AbsentError(f"it did not begin: {error}") from None
        assert self._hired is not None
        return self._hired[1]

    def _start(self) -> None:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        words = (theirs, self._work, self._limits)
        process = context.Process(target=_serve, args=words, daemon=True)
        process.start()
        theirs.close()
        self._hired = process, ours
        self._received(ours, _BEGINNING)

    def _received(self, connection: Connection, patience: timedelta) -> Answer | _Failed:
        try:
            if connection.poll(patience.total_seconds()):
                answer: Answer | _Failed = connection.recv()
                return answer
        except (OSError, EOFError):
            raise self._lost() from None
        self.close()
        raise HungError("its process did not answer in time")

    def _lost(self) -> LostError | StoppedError:
        """Return the error that says why the process ended."""
        assert self._hired is not None
        process, _ = self._hired
        process.join()
        ended = process.exitcode
        self.close()
        if ended == -signal.SIGPROF:
            return StoppedError(message("it took too long"))
        return LostError(f"its process died ({ended})")


def _serve(connection: Connection, work: Callable[[Question], Answer], limits: Limits) -> None:
    """Answer questions until the connection ends; first send None, which says that it is ready."""
    # Ctrl-C in a terminal goes to all processes; only the parent process ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if limits.memory is not None:
        # The limit is on data, not on address space, because the size of shared mappings differs by
        # machine.
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        ours = limits.memory if most < 0 else min(limits.memory, most)
        resource.setrlimit(resource.RLIMIT_DATA, (ours, most))
    seconds = 0.0 if limits.cpu is None else limits.cpu.total_seconds()
    gc.freeze()  # the modules loaded by now are never garbage, so the collector can skip them
    # An error here means that the parent process is gone, so nobody needs to know of it.
    with suppress(EOFError, OSError):
        connection.send(None)
        while True:
            question: Question = connection.recv()
            # SIGPROF ends C code too. A signal with a Python handler waits until C code returns.
            signal.setitimer(signal.ITIMER_PROF, seconds)
            answer = _answered(work, question)
            connection.send(answer)
            signal.setitimer(signal.ITIMER_PROF, 0)


def _answered(work: Callable[[Question], Answer], question: Question) -> Answer | _Failed:
    try:
        return work(question)
    except MemoryError:
        return _Failed("MemoryError", memory=True)
    except Exception as error:  # noqa: BLE001 - the one who asks decides what follows
        return _Failed(described(error))


def described(error: BaseException) -> str:
    """Return an error's traceback and name, without its message, which may quote a letter."""
    where = "".join(traceback.format_tb(error.__traceback__))
    return f"{where}{type(error).__name__}"
