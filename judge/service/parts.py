"""The parts that the chores work with; `judge.app` builds them once.

Among them are the doors, the ways by which mail comes in. A phase is processed once all mail up to
its deadline is known to be stored, for every door.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, time, timedelta
from threading import Lock

from sqlalchemy import Connection, Engine

from judge.commands import Vocabulary, known_names
from judge.letter import Notice, bare_address
from judge.mail import Outcome, Unshown, head_without_keys, reply_token, token_digest
from judge.reader import LetterReader
from judge.render import Renderer
from judge.shipped import Variants
from judge.store import Opening, inbox, outbox, persons
from judge.troubles import Trouble

JUDGE = "judge"  # the program with its listeners and its store, as one door
MAILBOX = "mailbox"
# How long a mail may be invisible after its arrival: a listener hands it to another thread, and an
# IMAP server shows it when it is written.
SETTLING = timedelta(seconds=5)
# The tolerated difference between clocks of machines that share a store.
SLACK = timedelta(minutes=2)
# How long two clocks count as different after they differed.
_DOUBTED = timedelta(minutes=1)


class Doors:
    """The state of this program's doors, by its `clock`.

    Hold `noting` while you record that state in the store. With `mailbox` an IMAP mailbox is a door
    too; it is open when it was looked into. `settling` is the longest time from a mail's arrival
    until it is visible.
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
        #: The server's last answer, if the mailbox cannot be read.
        self.mailbox_answer = ""
        #: Why the store took no sign of life the last time.
        self.hindrance: Trouble | None = None
        self._heard: dict[str, datetime] = {}
        self._looked: datetime | None = None
        self._differed: datetime | None = None

    @contextmanager
    def arriving(self) -> Iterator[datetime]:
        """Yield the time of arrival of a mail, which the block stores."""
        with self._lock:
            came = self._clock()
            self._coming.append(came)
        try:
            yield came
        finally:
            with self._lock:
                self._coming.remove(came)

    def leave_to_others(self) -> None:
        """Take no mail in this program; other programs record the doors."""
        with self._lock:
            self._left = True

    def refused(self) -> None:
        """Record that mail could not be stored, so no door was open until now."""
        with self._lock:
            self._open_since = self._clock()

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Let the block read the mailbox. If it succeeds, all mail from before is surely stored."""
        began = self._clock()
        yield
        with self._lock:
            seen = began - self._settling
            since = seen if self._mailbox is None else self._mailbox.since
            self._mailbox = Opening(MAILBOX, since, seen)
            self.mailbox_answer = ""

    def unreachable(self, reason: str) -> None:
        """Record that the mailbox cannot be read, with the reason."""
        with self._lock:
            self._mailbox = None
            self.mailbox_answer = reason

    def hear(self, clocks: Mapping[str, datetime], now: datetime, silence: timedelta) -> None:
        """Compare the clocks of other running programs with this one.

        Their last record may be as old as our last look, but not older than `silence`: then a
        program does not run.
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
        """Return whether another running program has a different time; either may be wrong."""
        with self._lock:
            differed = self._differed
        return differed is not None and abs(now - differed) <= _DOUBTED

    def openings(self, now: datetime) -> tuple[Opening, ...]:
        """Return since when each door is open, and until when all mail through it is stored."""
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
    """The parts of the judge, and the few settings that the chores need."""

    store: Engine
    renderer: Renderer
    #: Reads the letters that are answered.
    reader: LetterReader
    #: A second reader, for the chores of the clock and of upkeep.
    glance: LetterReader
    #: Returns the digest of the content that a sender's domain signed, "" for none; None
    #: if signatures are not looked for.
    signed: Callable[[Unshown, datetime], str] | None
    #: Answers the letter with a number in a process of its own; raises LostError or StoppedError if
    #: the process died.
    alone: Callable[[int, datetime], None]
    #: Sends a mail: its bytes, its envelope sender, its recipient.
    send: Callable[[bytes, str, str], Outcome]
    #: Returns a PNG of a drawing, b"" if that cannot be painted.
    picture: Callable[[str], bytes]
    variants: Variants
    #: All randomness: a random whole number, and a random number from 0 to 1.
    seed: Callable[[], int]
    jitter: Callable[[], float]
    address: str
    name: str
    #: The keeper's address, "" for none.
    keeper: str
    doors: Doors
    #: A door without a record for this long counts as shut.
    outage: timedelta
    #: How long mail servers take at most to try again.
    redelivery: timedelta
    #: The provider's limits for all mail of the judge, 0 for none.
    mails_per_hour: int
    mails_per_day: int
    answers_per_hour: int
    press_per_hour: int
    games_per_day: int
    #: The earliest and latest time of day for the deadlines of new games.
    deadlines: tuple[time, time] | None
    #: Whether the judge gets mail to its address with a tag after a plus sign.
    plus_addresses: bool
    #: Whether replies from unknown addresses must be confirmed at the address on record.
    own_address: bool
    #: When this program started; an older letter may have killed the program before.
    started: datetime
    #: The mail servers that the judge trusts about whether a sender is authentic.
    servers: frozenset[str]
    #: The secret key from which tokens and Message-IDs are made.
    key: bytes = field(repr=False)
    #: The address of the web face, "" for none.
    web_url: str = ""


def post_notices(
    judge: Judge, connection: Connection, notices: Sequence[Notice], now: datetime
) -> None:
    """Put `notices` into the outbox, and store their reply addresses."""
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


def unread_copy(raw: bytes, recipient: str) -> inbox.Copy:
    """Return what stays stored of a letter that is not read: its headers, without secrets."""
    return inbox.Copy(head_without_keys(raw, recipient), bare_address(recipient))
