"""The letters that are not answered yet, by the games that may wait for them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import Connection, and_, bindparam, exists, or_, select

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
class Span:
    """Which letters count: come since `begun`, by `closing`, kept since `kept`."""

    begun: datetime
    closing: datetime
    kept: datetime


_OPEN = inbox.c.state.in_((LetterState.NEW, LetterState.SET_ASIDE))
_TRIED = or_(inbox.c.state == LetterState.SET_ASIDE, inbox.c.attempts > 0)
_LOOKED = exists().where(letter_games.c.letter == inbox.c.number)
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
_FOR_IT = _LOOKED.where(
    letter_games.c.game == bindparam("its_key"),
    or_(letter_games.c.certain, ~_TRIED),
)
_WAITED_FOR = (
    select(inbox.c.number).where(_OPEN, _IN_TIME, or_(~_LOOKED, _FOR_IT)).limit(1)
)


def unlooked_letters(
    connection: Connection, kept: datetime
) -> tuple[UnlookedLetter, ...]:
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
    asked = {
        "its_key": game.lower(),
        "kept": span.kept,
        "begun": span.begun,
        # The whole second of the deadline is in time.
        "end": span.closing.replace(microsecond=0) + _SECOND,
    }
    return connection.execute(_WAITED_FOR, asked).first() is not None
