"""The alarm clock that wakes the chores, of this program and of others on the same store.

Deadlines stand only in the store. No chore is lost while the alarm is off, and each may be
woken too often.
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
_LOOK = 1.0  # seconds between two looks whether it is time to stop


class Alarm:
    """Wakes each of `chores` every `seconds`, and at once when somebody rings for it.

    A chore does one piece of work and returns whether there may be more; then it is woken
    again at once. Each has its own thread, so that a slow mail server delays no deadline.
    A ring during a chore wakes it again afterwards. A failure is logged, without values,
    and the chore is woken again.
    """

    def __init__(self, chores: Mapping[str, Callable[[], bool]], seconds: float) -> None:
        # By default this log has two lines for every ring.
        logging.getLogger("apscheduler").setLevel(logging.WARNING)
        # The scheduler waits for a time of day, which moves when a wrong clock is set. A
        # chore that hears no bell for so long wakes by itself.
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
        """Return whether it wakes a chore called `name`."""
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
        """Return how long the longest running chore has been at its work, 0 if all rest."""
        now = time.monotonic()
        return timedelta(seconds=now - min(self._began.copy().values(), default=now))

    def stop(self) -> None:
        """Stop after the present pieces of work.

        A chore that hangs on the network is left behind: every chore can be done again.
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
                # The chore itself knows the cause and the mend, if anybody does.
                if notes := getattr(error, "__notes__", ()):
                    failed["cause"] = " ".join(notes)
                log.error("chore failed", extra=failed)  # noqa: TRY400 - a traceback would print values
            finally:
                del self._began[name]
            if not bell.is_set():
                rested.set()


_HANGS = timedelta(minutes=15)  # a letter in a process of its own takes at most ten


class Bells:
    """The alarm of this program and, once connected, the engine for other programs."""

    alarm: Alarm
    _engine: "Engine | None" = None

    def hang(self, chores: Mapping[str, Callable[[], bool]], seconds: float) -> None:
        """Let an alarm wake `chores` every so many seconds, and at each ring."""
        self.alarm = Alarm(chores, seconds)

    def connect(self, conninfo: str, schema: str, queues: Sequence[str]) -> None:
        """Let the programs on this PostgreSQL ring for each other's `queues`.

        The engine keeps its tables in `schema`.
        """
        # The engine takes time and memory to load, and most judges never need it.
        from judge.work.engine import Engine  # noqa: PLC0415 - see above

        self._engine = Engine(conninfo, schema, queues, self.alarm.done)

    def ring(self, name: str) -> None:
        """Wake the chore called `name` in this program, and in others."""
        if self.alarm.has(name):
            self.alarm.ring(name)
        if self._engine is not None:
            self._engine.ring(name)

    def work(self) -> bool:
        """Return whether no chore of this program has ended or hangs."""
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
