"""Reads letters in a child process: bytes to a Letter, and its lines to sections.

So one letter can use only limited time and memory, whatever it contains. The judge's own process
sees only the results.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from functools import lru_cache
from multiprocessing.reduction import ForkingPickler
from pickle import dumps, loads

from judge.child import AbsentError, Child, FailedError, HungError, Limits, LostError, StoppedError
from judge.commands import Known, Section, Vocabulary, games_named, read_letter
from judge.engine import Position, Variant
from judge.letter import Bounced, Ignored, Letter, Line, Overlong, Unread
from judge.mail import read_letter as read_mail
from judge.messages import Text
from judge.notation import Names, OrderReader, names_of, reader_for

# A person's letter takes some milliseconds and little memory. The longest that was seen, with a
# megabyte of quoted HTML, took half a second and 100 MB.
LIMITS = Limits(
    patience=timedelta(seconds=10),  # shorter than the store waits for a lock
    cpu=timedelta(seconds=1),
    memory=160 * 2**20,
)
# The system may end a process for reasons of its own, but hardly this many times in a row.
_TRIES = 3


class UnreadError(Exception):
    """A letter cannot be read, because of its content or of an error in the judge."""


class TooMuchError(UnreadError):
    """A letter needs more time or memory to read than any letter of a person."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason)
        self.reason = reason


class ReaderGoneError(Exception):
    """No letter can be read at the moment; the cause is not the letter."""


class ReaderSlowError(ReaderGoneError):
    """A letter was not read in time, perhaps only because the machine is busy."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A letter of a person, and the games that its lines may enter, in lower case."""

    letter: Letter
    games: tuple[str, ...]


MailRead = Opened | Ignored | Bounced | Overlong


@dataclass(frozen=True, slots=True)
class _Mail:
    raw: bytes = field(repr=False)
    recipient: str
    vocabulary: Vocabulary
    servers: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Lines:
    lines: tuple[Line, ...] = field(repr=False)
    subject: str
    known: Known
    unread: Unread


Question = _Mail | _Lines
Answer = MailRead | tuple[Section, ...]


class LetterReader:
    """Reads letters by `ask`, which gives the same answers as `answered` or raises an error.

    The errors of `ask` are those of `Child.ask`.
    """

    def __init__(self, ask: Callable[[Question], Answer]) -> None:
        self._ask = ask

    def start(self) -> None:
        """Start the process now, so that the first letter need not wait for it."""
        with suppress(ReaderGoneError):
            self.mail(b"", "", Vocabulary(frozenset(), frozenset()))

    def mail(
        self,
        raw: bytes,
        recipient: str,
        vocabulary: Vocabulary,
        servers: frozenset[str] = frozenset(),
    ) -> MailRead:
        """Return the content of a mail that was delivered to the address `recipient`.

        `servers` are our mail servers, whose verdicts about the sender count.

        Raises UnreadError if the mail cannot be read, ReaderGoneError if no mail can be read now.
        """
        found = self._answered(_Mail(raw, recipient, vocabulary, servers))
        assert not isinstance(found, tuple)
        return found

    def sections(self, letter: Letter, known: Known) -> tuple[Section, ...]:
        """Return the sections of a letter; raises the same errors as `mail`."""
        found = self._answered(_Lines(letter.lines, letter.subject, known, letter.unread))
        assert isinstance(found, tuple)
        return found

    def _answered(self, question: Question) -> Answer:
        reason = ""
        for _ in range(_TRIES):
            try:
                return self._ask(question)
            except HungError as hung:
                # Other letters are waiting, so there is no second attempt now.
                raise ReaderSlowError(str(hung)) from None
            except LostError as lost:
                reason = str(lost)
            except AbsentError as why:
                raise ReaderGoneError(str(why)) from None
            except StoppedError as why:
                raise TooMuchError(why.reason) from None
            except FailedError as why:
                raise UnreadError(str(why)) from None
        raise UnreadError(reason)


def reading_process() -> Child[Question, Answer]:
    """Return the process that reads letters, within `LIMITS`."""
    return Child(answered, LIMITS)


def answered(question: Question) -> Answer:
    """Return the answer to a question, worked out in the calling process."""
    match question:
        case _Mail(raw, recipient, vocabulary, servers):
            letter = read_mail(raw, recipient, servers)
            if not isinstance(letter, Letter):
                return letter
            bare = Known(vocabulary, letter.sender_name)
            if letter.notes is not None:
                return Opened(letter, (letter.notes,))
            return Opened(letter, games_named(letter.lines, bare))
        case _Lines(lines, subject, known, unread):
            return read_letter(lines, subject, known, unread).sections


# A board is the same for thousands of letters, and its compiled form is large. So an object that
# contains it is pickled as the bytes of its variant, and both processes cache these bytes.


def _order_reader(reader: OrderReader) -> tuple[Callable[..., OrderReader], tuple[object, ...]]:
    return _read_orders, (_packed(reader.variant), reader.position, reader.power)


def _read_orders(variant: bytes, position: Position, power: str | None) -> OrderReader:
    return reader_for(_unpacked(variant), position, power)


def _names(names: Names) -> tuple[Callable[..., Names], tuple[object, ...]]:
    return _named, (_packed(names.variant),)


def _named(variant: bytes) -> Names:
    return names_of(_unpacked(variant))


@lru_cache(maxsize=64)
def _packed(variant: Variant) -> bytes:
    return dumps(variant)


@lru_cache(maxsize=64)
def _unpacked(variant: bytes) -> Variant:
    found: Variant = loads(variant)
    return found


ForkingPickler.register(OrderReader, _order_reader)
ForkingPickler.register(Names, _names)
