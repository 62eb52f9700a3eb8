"""The letters that are not answered yet, by the games that may wait for them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import Connection, and_, bindparam, exists, or_, select, update

from judge.store.guards import unless_there
from judge.store.tables import LetterState, inbox, letter_games

_SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class UnlookedLetter:
    """A kept letter whose games are not known; `stumbled` if it was tried in vain."""

    number: int
    raw: bytes = field(repr=False)
    recipient: str
    sender: str
    stumbled: bool


@dataclass(frozen=True, slots=True)
class UnreadLetter:
    """A letter that was set aside, and is certain to be for a game."""

    number: int
    recipient: str
    sender: str
    arrived: datetime


@dataclass(frozen=True, slots=True)
class Span:
    """Which letters count: come since `begun`, by `closing`, kept since `kept`.

    A letter that was set aside counts if that happened after `told`.
    """

    begun: datetime
    closing: datetime
    kept: datetime
    told: datetime


_OPEN = inbox.c.state.in_((LetterState.NEW, LetterState.SET_ASIDE))
_TRIED = or_(inbox.c.state == LetterState.SET_ASIDE, inbox.c.attempts > 0)
_LOOKED = exists().where(letter_games.c.letter == inbox.c.number)
_CERTAIN = letter_games.c.certain
_UNLOOKED = (
    select(inbox)
    .where(_OPEN, ~_LOOKED, inbox.c.received > bindparam("kept"))
    .order_by(inbox.c.number)
)
_IN_TIME = and_(
    inbox.c.received > bindparam("kept"),
    inbox.c.arrived > bindparam("begun"),
    inbox.c.arrived < bindparam("end"),
)
_STILL_HOLDS = or_(inbox.c.state != LetterState.SET_ASIDE, inbox.c.aside > bindparam("told"))
_FOR_IT = _LOOKED.where(letter_games.c.game == bindparam("its_key"), or_(_CERTAIN, ~_TRIED))
_UNREAD = (
    select(inbox.c.number, inbox.c.recipient, inbox.c.sender, inbox.c.arrived)
    .where(
        inbox.c.state == LetterState.SET_ASIDE,
        _IN_TIME,
        _STILL_HOLDS,
        _LOOKED.where(letter_games.c.game == bindparam("its_key"), _CERTAIN),
    )
    .order_by(inbox.c.arrived, inbox.c.number)
)
_RELEASE = (
    update(letter_games)
    .where(
        letter_games.c.game == bindparam("its_key"),
        letter_games.c.letter.in_(bindparam("letters", expanding=True)),
    )
    .values(certain=False)
)
_WAITED_FOR = (
    select(inbox.c.number).where(_OPEN, _IN_TIME, _STILL_HOLDS, or_(~_LOOKED, _FOR_IT)).limit(1)
)


def unlooked_letters(connection: Connection, kept: datetime) -> tuple[UnlookedLetter, ...]:
    """Return the letters kept since then that wait, and whose games are not known."""
    rows = connection.execute(_UNLOOKED, {"kept": kept})
    return tuple(
        UnlookedLetter(
            number=row.number,
            raw=row.raw,
            recipient=row.recipient,
            sender=row.sender,
            stumbled=row.state is LetterState.SET_ASIDE or row.attempts > 0,
        )
        for row in rows
    )


def note_games(
    connection: Connection, letter: int, certain: Iterable[str], others: Iterable[str]
) -> None:
    """Note for which games a letter is, for some of them with certainty."""
    sure = {name.lower() for name in certain}
    rows = [
        {"letter": letter, "game": game, "certain": game in sure}
        for game in {"", *sure, *(name.lower() for name in others)}
    ]
    there = unless_there(letter_games, connection.dialect.name)
    connection.execute(there, rows)


def is_waited_for(connection: Connection, game: str, span: Span) -> bool:
    """Return whether a letter is unanswered that may be for `game`."""
    return connection.execute(_WAITED_FOR, _asked(game, span)).first() is not None


def unread_letters(connection: Connection, game: str, span: Span) -> tuple[UnreadLetter, ...]:
    """Return the letters that were set aside and hold `game`, the oldest first."""
    rows = connection.execute(_UNREAD, _asked(game, span))
    return tuple(UnreadLetter(*row) for row in rows)


def release(connection: Connection, game: str, letters: Iterable[int]) -> None:
    """Let `game` wait no longer for these letters that were set aside."""
    asked = {"its_key": game.lower(), "letters": tuple(letters)}
    connection.execute(_RELEASE, asked)


def _asked(game: str, span: Span) -> dict[str, object]:
    return {
        "its_key": game.lower(),
        "kept": span.kept,
        "told": span.told,
        "begun": span.begun,
        # The whole second of the deadline is in time.
        "end": span.closing.replace(microsecond=0) + _SECOND,
    }
