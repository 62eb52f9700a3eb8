"""The parts that the chores work with, built once by `judge.app`.

One of them are the doors by which mail comes in: a phase is processed when all mail up to
its deadline is known to be kept, for every door.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, time, timedelta
from threading import Lock

from sqlalchemy import Connection, Engine

from judge.commands import Vocabulary, known_names
from judge.letter import Notice
from judge.mail import Outcome, Unshown, reply_token, token_digest
from judge.reader import LetterReader
from judge.render import Renderer
from judge.shipped import Variants
from judge.store import Opening, outbox, persons

JUDGE = "judge"  # the program with its listeners and its store, which need each other
MAILBOX = "mailbox"
# Between the arrival of a mail and its visibility: a listener hands it to another thread,
# and an IMAP server shows it when it is written.
SETTLING = timedelta(seconds=5)
# The tolerated difference between clocks of machines that share a store.
SLACK = timedelta(minutes=2)
# For so long after they differed two programs' clocks count as different.
_DOUBTED = timedelta(minutes=1)


class Doors:
    """What this program knows of its doors, by its `clock`.

    Hold `noting` while you note their state in the store. With `mailbox` an IMAP mailbox
    is a door too; it is open when it was looked into. A mail may take as long as
    `settling` from its arrival until it is visible.
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
        #: What the mailbox's server said last, if it cannot be reached.
        self.mailbox_answer = ""
        self._heard: dict[str, datetime] = {}
        self._looked: datetime | None = None
        self._differed: datetime | None = None

    @contextmanager
    def arriving(self) -> Iterator[datetime]:
        """Give the moment at which a mail has come; the block keeps it."""
        with self._lock:
            came = self._clock()
            self._coming.append(came)
        try:
            yield came
        finally:
            with self._lock:
                self._coming.remove(came)

    def leave_to_others(self) -> None:
        """Take no mail in this program; other programs note the doors."""
        with self._lock:
            self._left = True

    def refused(self) -> None:
        """Note that mail could not be kept: until now no door was open."""
        with self._lock:
            self._open_since = self._clock()

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Note, if the block ends well, that the mailbox was empty at its beginning."""
        began = self._clock()
        yield
        with self._lock:
            seen = began - self._settling
            since = seen if self._mailbox is None else self._mailbox.since
            self._mailbox = Opening(MAILBOX, since, seen)
            self.mailbox_answer = ""

    def unreachable(self, reason: str) -> None:
        """Note that the mailbox cannot be looked into, and why."""
        with self._lock:
            self._mailbox = None
            self.mailbox_answer = reason

    def hear(self, clocks: Mapping[str, datetime], now: datetime, silence: timedelta) -> None:
        """Compare the clocks of the other running programs with this one.

        Their last note may be as old as our last look, but no older than `silence`, after
        which a program counts as shut.
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
        """Return whether another running program has another time; either may be wrong."""
        with self._lock:
            differed = self._differed
        return differed is not None and abs(now - differed) <= _DOUBTED

    def openings(self, now: datetime) -> tuple[Opening, ...]:
        """Return since when each door is open, and until when all its mail is kept."""
        with self._lock:
            if self._left:
                return ()
            coming = min(self._coming, default=now)
            judge = Opening(JUDGE, self._open_since, min(coming, now) - self._settling)
            box = self._mailbox
        found = (judge,) if box is None else (judge, box)
        return tuple(one for one in found if one.since <= one.until)


@dataclass(frozen=True, slots=True)
class Judge:
    """The judge's parts and the few settings that the chores need."""

    store: Engine
    renderer: Renderer
    #: Reads the letters that are answered.
    reader: LetterReader
    #: Reads letters at the same time for the clock and for upkeep.
    glance: LetterReader
    #: Returns the digest of the content that a sender's domain signed, "" for none; None
    #: if signatures are not looked for.
    signed: Callable[[Unshown, datetime], str] | None
    #: Answers the letter of a number in a process of its own; LostError or StoppedError
    #: if the process died.
    alone: Callable[[int, datetime], None]
    #: Sends a mail: its bytes, its envelope sender, its recipient.
    send: Callable[[bytes, str, str], Outcome]
    #: Returns a PNG of a drawing, b"" if that cannot be painted.
    picture: Callable[[str], bytes]
    variants: Variants
    #: The only chance: a whole number, and a number from 0 to 1.
    seed: Callable[[], int]
    jitter: Callable[[], float]
    address: str
    name: str
    #: The keeper's address, "" for none.
    keeper: str
    doors: Doors
    #: A door that was not noted for so long was shut.
    outage: timedelta
    #: Within this time mail servers have tried again.
    redelivery: timedelta
    #: The provider's limits for all mail of the judge, 0 for none.
    mails_per_hour: int
    mails_per_day: int
    answers_per_hour: int
    press_per_hour: int
    games_per_day: int
    #: The earliest and latest time of day for the deadlines of new games.
    deadlines: tuple[time, time] | None
    #: Whether mail to the address with a tag behind a plus sign comes in.
    plus_addresses: bool
    #: Whether replies from addresses that are not on record are asked back.
    own_address: bool
    #: A letter that was kept before this may have killed the program before.
    started: datetime
    #: The mail servers whose verdicts about senders we trust.
    servers: frozenset[str]
    #: The secret key for tokens and Message-IDs.
    key: bytes = field(repr=False)
    #: The address of the web face, "" for none.
    web_url: str = ""


def post_notices(
    judge: Judge, connection: Connection, notices: Sequence[Notice], now: datetime
) -> None:
    """Put `notices` into the outbox and keep their reply addresses."""
    named = dict.fromkeys(one.reply_to for one in notices if one.reply_to is not None)
    places = persons.with_generations(connection, named)
    freed = [
        (one.reply_to, now + one.frees)
        for one in notices
        if one.frees is not None and one.reply_to is not None
    ]
    outbox.free_bundles(connection, freed)
    placed = [
        one if one.reply_to is None else replace(one, reply_to=places[one.reply_to])
        for one in notices
    ]
    outbox.put_notices(connection, placed, now)
    persons.keep_tokens(
        connection,
        [(token_digest(reply_token(judge.key, place)), place) for place in places.values()],
    )


def vocabulary(judge: Judge) -> Vocabulary:
    """Return the names of all powers and variants."""
    return known_names(judge.variants.powers(), judge.variants.names)
