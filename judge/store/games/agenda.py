"""Which games there are, and which of them the clock wants."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, exists, func, or_, select, union, update

from judge.game import OPEN, Stage
from judge.store.tables import entrants, followers, games, seats

_PLACES = union(
    *(
        select(table.c.game).where(table.c.player == bindparam("its_player"))
        for table in (seats, entrants, followers)
    )
)
_OWN = (
    select(games.c.name)
    .where(games.c.number.in_(_PLACES), games.c.stage.in_(OPEN))
    .order_by(games.c.number)
)


class Turn(NamedTuple):
    """A game that the clock wants, since when, and its number in the store."""

    due: datetime
    number: int
    game: str


_DUE = games.c.due <= bindparam("now")
# A phase is over at its deadline or, if there is one, at the end of its grace.
_RUNS = or_(
    games.c.stage != Stage.ACTIVE,
    games.c.closed.is_not(None),
    games.c.deadline.is_(None),
    func.coalesce(games.c.grace, games.c.deadline) > bindparam("now"),
)
_NEXT = (
    select(games.c.due, games.c.number, games.c.name)
    .where(_DUE, or_(games.c.due <= bindparam("known"), _RUNS))
    .order_by(games.c.due, games.c.number)
    .limit(1)
    .with_for_update(skip_locked=True)
)
_LATER = _NEXT.where(
    games.c.due >= bindparam("since"),
    or_(games.c.due > bindparam("since"), games.c.number > bindparam("behind")),
)


def games_of(connection: Connection, player: int) -> tuple[str, ...]:
    """Return the names of the games in which a player has a place, while they last."""
    return tuple(connection.scalars(_OWN, {"its_player": player}))


def all_names(connection: Connection) -> tuple[str, ...]:
    """Return the names of all games there ever were."""
    return tuple(connection.scalars(select(games.c.name)))


def is_any_due(connection: Connection, now: datetime) -> bool:
    """Return whether the clock wants a game."""
    return connection.scalar(select(exists().where(_DUE)), {"now": now}) is True


def seize_next(
    connection: Connection, now: datetime, after: Turn | None, known: datetime
) -> Turn | None:
    """Return the game that the clock wants the longest, of those behind `after`.

    One that somebody else is changing is passed over; this one nobody else can change
    until the transaction ends. One whose phase is over waits if it is due later than
    all is `known` that came in. None if there is no more.
    """
    if after is None:
        row = connection.execute(_NEXT, {"now": now, "known": known}).first()
    else:
        behind = {"since": after.due, "behind": after.number}
        asked = {"now": now, "known": known} | behind
        row = connection.execute(_LATER, asked).first()
    return Turn(*row) if row else None


def hold_no_longer(connection: Connection, until: datetime) -> None:
    """Let the games that are held for longer go on at `until`."""
    later = update(games).where(games.c.held > until)
    connection.execute(later.values(held=until, due=until))


def wake_games_of(connection: Connection, player: int, now: datetime) -> None:
    """Let the clock look at the games of a player, whose reminders may be others."""
    later = update(games).where(games.c.number.in_(_PLACES), games.c.due > now)
    connection.execute(later.values(due=now), {"its_player": player})


def keep_wake(connection: Connection, game: str, wakes_at: datetime | None) -> None:
    """Keep when the clock next has something to do in the game."""
    connection.execute(update(games).where(games.c.key == game.lower()).values(due=wakes_at))
