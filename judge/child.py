"""A process beside this one, for work that may hang, die or want too much memory.

Whoever asks it waits no longer than its limits allow; it is replaced when it is gone.
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

# To start takes a second; on a machine that starts many things at once, many.
_BEGINNING = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Limits:
    """What one question may cost.

    `patience` is how long an answer is waited for, `cpu` how long it may be worked on,
    and `memory` are the bytes that the process may hold, all it needs to live included.
    None is no limit.
    """

    patience: timedelta
    cpu: timedelta | None = None
    memory: int | None = None


class AbsentError(Exception):
    """The process could not begin, for which no question is to blame."""


class LostError(Exception):
    """The process died or hung; nobody knows whether the question was to blame."""


class HungError(LostError):
    """The process did not answer in time, or the whole machine is slow."""


class StoppedError(Exception):
    """The question wanted more processor or memory than its limits allow."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason)
        self.reason = reason


class FailedError(Exception):
    """The work raised an exception; the text is where, and its name."""


@dataclass(frozen=True, slots=True)
class _Failed:
    """In place of an answer: what was raised, and whether memory ran out."""

    what: str
    memory: bool = False


class Child(Generic[Question, Answer]):
    """A process that answers questions by `work`, one at a time, whoever asks.

    It begins with the first question and stays for the next one.
    """

    def __init__(self, work: Callable[[Question], Answer], limits: Limits) -> None:
        self._work, self._limits = work, limits
        self._hired: tuple[BaseProcess, Connection] | None = None
        self._asking = Lock()

    def ask(self, question: Question) -> Answer:
        """Return the answer to `question`.

        Raises AbsentError, LostError, StoppedError or FailedError where there is none;
        after all but the last the next question begins another process.
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
        """End the process; the next question begins another."""
        if self._hired is not None:
            process, connection = self._hired
            self._hired = None
            connection.close()
            process.kill()
            process.join()
            process.close()

    def _connected(self) -> Connection:
        """Return the way to the process, which is started if there is none."""
        if self._hired is None:
            try:
                self._start()
            except (OSError, RuntimeError, LostError) as error:
                # A RuntimeError says that this program is about to end.
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
        """Return why the process is gone."""
        assert self._hired is not None
        process, _ = self._hired
        process.join()
        ended = process.exitcode
        self.close()
        if ended == -signal.SIGPROF:
            return StoppedError(message("it took too long"))
        return LostError(f"its process died ({ended})")


def _serve(connection: Connection, work: Callable[[Question], Answer], limits: Limits) -> None:
    """Answer what comes until the one who asks is gone; the first word is None."""
    # A terminal sends it to all processes; the one who asks tells us to stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if limits.memory is not None:
        # Data, not address space: what is mapped but not ours differs by machine.
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        ours = limits.memory if most < 0 else min(limits.memory, most)
        resource.setrlimit(resource.RLIMIT_DATA, (ours, most))
    seconds = 0.0 if limits.cpu is None else limits.cpu.total_seconds()
    gc.freeze()  # what is loaded by now is never garbage, and need not be looked at
    # Where the one who asks is gone nobody is left to be told of it.
    with suppress(EOFError, OSError):
        connection.send(None)
        while True:
            question: Question = connection.recv()
            # Unlike an alarm that Python must notice, SIGPROF ends any code, C as well.
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
    """Return where an error was raised and its name, without a value of any letter."""
    where = "".join(traceback.format_tb(error.__traceback__))
    return f"{where}{type(error).__name__}"
