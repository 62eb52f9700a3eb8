"""The alarm clock that wakes the chores; what is due stands in the store alone.

Nothing is lost while it is off, and each chore may be woken too often.
"""

import logging
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from threading import Event, Thread

from apscheduler.schedulers.background import BackgroundScheduler

log = logging.getLogger(__name__)

PATIENCE = timedelta(seconds=2)  # for chores that are running when we stop
_LOOK = 1.0  # seconds between two looks whether it is time to stop


class Alarm:
    """Wakes each of `chores` every `seconds`, and at once when it is rung for.

    A chore does one piece of work and returns whether there may be more, which it is
    woken for at once. Each has its thread, so that a slow mail server keeps no deadline
    waiting. A ring during a chore wakes it again afterwards. One that fails is logged,
    without values, and woken again.
    """

    def __init__(self, chores: Mapping[str, Callable[[], bool]], seconds: float) -> None:
        # At their usual level these logs hold two lines for every ring.
        logging.getLogger("apscheduler").setLevel(logging.WARNING)
        # The scheduler waits for a time of day, which may move away when a clock that
        # was wrong is set; a chore that hears no bell for so long wakes by itself.
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
        """Return whether every chore has its thread still."""
        return all(thread.is_alive() for thread in self._threads)

    def has(self, name: str) -> bool:
        """Return whether it wakes a chore called `name`."""
        return name in self._bells

    def ring(self, name: str) -> None:
        """Wake the chore called `name` now."""
        self._bells[name].set()

    def done(self, name: str) -> None:
        """Wake the chore called `name`, and return when it has done all there was."""
        rested = self._rested[name]
        rested.clear()
        self.ring(name)
        while not (self._stopping.is_set() or rested.wait(_LOOK)):
            pass

    def longest(self) -> timedelta:
        """Return for how long the chore is at its work that began first, or nothing."""
        now = time.monotonic()
        return timedelta(seconds=now - min(self._began.copy().values(), default=now))

    def stop(self) -> None:
        """Stop after the pieces of work that are being done.

        One that hangs on the network is left behind: every chore can be done again.
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
                log.error("chore failed", extra=failed)  # noqa: TRY400 - a traceback would print values
            finally:
                del self._began[name]
            if not bell.is_set():
                rested.set()
