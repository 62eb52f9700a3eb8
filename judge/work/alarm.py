"""The alarm clock that wakes the chores of this program and of others on the same store.

Deadlines are only in the store. So no work is lost while the alarm is off, and waking a chore too
often does no harm.
"""

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from threading import Event, Thread
from typing import TYPE_CHECKING

from apscheduler.schedulers.background import BackgroundScheduler

if TYPE_CHECKING:
    from judge.work.engine import Engine


log = logging.getLogger(__name__)

PATIENCE = timedelta(seconds=2)  # for chores that are running when we stop
_LOOK = 1.0  # seconds between two checks whether to stop


class Alarm:
    """Wakes each of `chores` every `seconds`, and immediately after `ring`.

    A chore does one piece of work and returns whether there may be more; if so, it is called again
    immediately. Each has its own thread, so that a slow mail server delays no deadline. After a
    `ring` during its work a chore is called again. A failure is logged, without values, and the
    chore is called again at the next tick.
    """

    def __init__(self, chores: Mapping[str, Callable[[], bool]], seconds: float) -> None:
        # By default this log has two lines for every ring.
        logging.getLogger("apscheduler").setLevel(logging.WARNING)
        # The scheduler waits for a time of day, which may be far off after a wrong clock is set. So
        # a chore wakes by itself after this many seconds without a bell.
        self._longest_sleep = 2 * seconds
        self._stopping = Event()
        self._began: dict[str, float] = {}
        self._bells = {name: Event() for name in chores}
        self._rested = {name: Event() for name in chores}
        self._threads = [
            Thread(target=self._serve, args=(name, chore), name=name, daemon=True)
            for name, chore in chores.items()
        ]
        self._scheduler = BackgroundScheduler(timezone="UTC")
        for name, bell in self._bells.items():
            # By default a job that is a second late is skipped instead of run.
            self._scheduler.add_job(
                bell.set,
                "interval",
                id=name,
                seconds=seconds,
                coalesce=True,
                max_instances=1,
                misfire_grace_time=None,
            )

    def start(self) -> None:
        """Start, and wake every chore once."""
        for thread in self._threads:
            thread.start()
        self._scheduler.start()
        for name in self._bells:
            self.ring(name)

    def is_whole(self) -> bool:
        """Return whether every chore still has its thread."""
        return all(thread.is_alive() for thread in self._threads)

    def has(self, name: str) -> bool:
        """Return whether this alarm has a chore called `name`."""
        return name in self._bells

    def ring(self, name: str) -> None:
        """Wake the chore called `name` now."""
        self._bells[name].set()

    def done(self, name: str) -> None:
        """Wake the chore called `name`, and return when all its work is done."""
        rested = self._rested[name]
        rested.clear()
        self.ring(name)
        while not (self._stopping.is_set() or rested.wait(_LOOK)):
            pass

    def longest(self) -> timedelta:
        """Return how long the chore that has run longest has been running, 0 if none runs."""
        now = time.monotonic()
        return timedelta(seconds=now - min(self._began.copy().values(), default=now))

    def stop(self) -> None:
        """Stop after the present pieces of work, without waiting long for them.

        A chore that hangs on the network is abandoned, because every chore can be repeated.
        """
        self._scheduler.shutdown()
        self._stopping.set()
        for name in self._bells:
            self.ring(name)
        for thread in self._threads:
            thread.join(PATIENCE.total_seconds())

    def _serve(self, name: str, chore: Callable[[], bool]) -> None:
        bell, rested = self._bells[name], self._rested[name]
        while not self._stopping.is_set():
            bell.wait(self._longest_sleep)
            bell.clear()
            if self._stopping.is_set():
                break
            self._began[name] = time.monotonic()
            try:
                if chore():
                    bell.set()
            except Exception as error:  # noqa: BLE001 - the next ring tries again
                failed = {"chore": name, "error": type(error).__name__}
                # The chore may have noted the cause and the remedy on its exception.
                if notes := getattr(error, "__notes__", ()):
                    failed["cause"] = " ".join(notes)
                log.error("chore failed", extra=failed)  # noqa: TRY400 - a traceback would print values
            finally:
                del self._began[name]
            if not bell.is_set():
                rested.set()


_HANGS = timedelta(minutes=15)  # longer than any work: a letter takes at most ten minutes


class Bells:
    """The alarm of this program and, after `connect`, the engine that wakes other programs."""

    alarm: Alarm
    _engine: "Engine | None" = None

    def hang(self, chores: Mapping[str, Callable[[], bool]], seconds: float) -> None:
        """Make the alarm that wakes `chores` every `seconds` and by `ring`; `ringing` starts it."""
        self.alarm = Alarm(chores, seconds)

    def connect(self, conninfo: str, schema: str, queues: Sequence[str]) -> None:
        """Make the engine by which programs that share this PostgreSQL wake each other's `queues`.

        The engine keeps its tables in `schema`.
        """
        # The engine needs time and memory to load, and most judges do not use it.
        from judge.work.engine import Engine  # noqa: PLC0415 - see above

        self._engine = Engine(conninfo, schema, queues, self.alarm.done)

    def ring(self, name: str) -> None:
        """Wake the chore called `name` in this program and, with an engine, in another one."""
        if self.alarm.has(name):
            self.alarm.ring(name)
        if self._engine is not None:
            self._engine.ring(name)

    def work(self) -> bool:
        """Return whether all chores of this program are well: none has ended, and none hangs."""
        return self.alarm.is_whole() and self.alarm.longest() < _HANGS

    @contextmanager
    def ringing(self) -> Iterator[None]:
        """Run the alarm and the engine while the block runs."""
        with ExitStack() as stack:
            self.alarm.start()
            stack.callback(self.alarm.stop)
            if self._engine is not None:
                self._engine.start()
                stack.callback(self._engine.stop)
            yield
