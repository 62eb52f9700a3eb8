"""The doors by which mail comes in, and until when all that came is known to be kept.

A phase is processed when that is later than its deadline, for every door.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import Lock

from judge.store import Opening

JUDGE = "judge"  # the program with its listeners and its store: one is no use alone
MAILBOX = "mailbox"
# From the moment a mail counts as come until everybody can see it: a listener hands it
# to another thread, an IMAP server shows it when it is written.
SETTLING = timedelta(seconds=5)
# Machines that share a store differ by so much, and no mail waits noticeably for it.
SLACK = timedelta(minutes=2)
# So long the clocks of two programs count as different after they were seen to be.
_DOUBTED = timedelta(minutes=1)


class Doors:
    """What this program knows of its doors; `clock` is what it goes by.

    Who notes in the store how they stand holds `noting` meanwhile.

    With `mailbox` one is read, which is open when it was looked into. What comes may
    take as long as `settling` to be seen.
    """

    def __init__(
        self, clock: Callable[[], datetime], *, mailbox: bool, settling: timedelta = SETTLING
    ) -> None:
        self.names = (JUDGE, MAILBOX) if mailbox else (JUDGE,)
        self._clock = clock
        self._settling = settling
        self.noting = Lock()
        self._lock = Lock()
        self._coming: list[datetime] = []
        self._open_since = clock()
        self._left = False
        self._mailbox: Opening | None = None
        self._heard: dict[str, datetime] = {}
        self._looked: datetime | None = None
        self._differed: datetime | None = None

    @contextmanager
    def arriving(self) -> Iterator[datetime]:
        """Give the moment at which a mail has come; within the block it is kept."""
        with self._lock:
            came = self._clock()
            self._coming.append(came)
        try:
            yield came
        finally:
            with self._lock:
                self._coming.remove(came)

    def leave_to_others(self) -> None:
        """Take no mail in this program: whether a door is open other ones note."""
        with self._lock:
            self._left = True

    def refused(self) -> None:
        """Note that mail could not be kept: until now no door was open."""
        with self._lock:
            self._open_since = self._clock()

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Note, when the block ends well, that the mailbox was empty as it began."""
        began = self._clock()
        yield
        with self._lock:
            seen = began - self._settling
            since = seen if self._mailbox is None else self._mailbox.since
            self._mailbox = Opening(MAILBOX, since, seen)

    def unreachable(self) -> None:
        """Note that the mailbox cannot be looked into."""
        with self._lock:
            self._mailbox = None

    def hear(self, clocks: Mapping[str, datetime], now: datetime, silence: timedelta) -> None:
        """Compare the clocks of the other programs, those that go on, with this one.

        What another showed last may be as old as the look before this one, but no older
        than `silence`, after which it counts as shut.
        """
        with self._lock:
            age = min(now - (self._looked or now), silence)
            self._looked = now
            for run, clock in clocks.items():
                before = self._heard.get(run)
                self._heard[run] = clock
                alive = before is not None and clock != before
                if alive and not -SLACK <= now - clock <= age + SLACK:
                    self._differed = now

    def clocks_differ(self, now: datetime) -> bool:
        """Return whether another program that is alive goes by another clock.

        Nobody can tell then which of them is right.
        """
        with self._lock:
            differed = self._differed
        return differed is not None and abs(now - differed) <= _DOUBTED

    def openings(self, now: datetime) -> tuple[Opening, ...]:
        """Return since when each door is open, and until when all that came is kept."""
        with self._lock:
            if self._left:
                return ()
            coming = min(self._coming, default=now)
            judge = Opening(JUDGE, self._open_since, min(coming, now) - self._settling)
            box = self._mailbox
        found = (judge,) if box is None else (judge, box)
        return tuple(one for one in found if one.since <= one.until)
