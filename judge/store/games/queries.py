"""What is asked of the store to load games."""

from sqlalchemy import ColumnElement, Select, Table, exists, func, or_, select

from judge.store import tables
from judge.store.among import Among, Which, among

_Query = Select[*tuple[object, ...]]


def _with_holders(table: Table, *told: ColumnElement[bool]) -> Among:
    """Return the query for rows of some games in order, each with who has the place.

    What is `told` of the game of a row stands there too.
    """
    people, addresses = tables.players.c, tables.addresses.c
    # A join of both in brackets is made of all people there are, by SQLite.
    holder = table.outerjoin(tables.players, people.number == table.c.player)
    of_mail = (addresses.player == people.number) & addresses.main
    kept = (people.number, people.name, people.zone, people.preferences)
    columns = [one.label("holder_" + one.name) for one in (*kept, addresses.address)]
    rows = (
        select(table, *columns, *told)
        .select_from(holder.outerjoin(tables.addresses, of_mail))
        .order_by(table.c.place)
    )
    return among(lambda which: rows.where(which(table.c.game)))


def _by_name(which: Which) -> _Query:
    # Who wants several locks them in one order, and so never waits in a circle.
    named = select(tables.games).where(which(tables.games.c.key))
    return named.order_by(tables.games.c.number)


BY_NAME = among(_by_name)
TO_CHANGE = among(lambda which: _by_name(which).with_for_update())
ALL = select(tables.games).order_by(tables.games.c.number)
FOLLOWERS = _with_holders(tables.followers)
ENTRANTS = _with_holders(tables.entrants)
PRESS_HELD = _with_holders(tables.held_press)
DIARY = _with_holders(tables.diary)
# Most games have none of these: their seats tell, so that nobody need ask.
SEATS = _with_holders(
    tables.seats,
    *(
        exists().where(rare.c.game == tables.seats.c.game).label(f"any_{rare.name}")
        for rare in (tables.entrants, tables.held_press, tables.diary)
    ),
)
# What counts, and what ROLL FORWARD brings back.
_SHOWN = or_(tables.phases.c.undone.is_(None), tables.phases.c.returns.is_(True))
PHASES = among(
    lambda which: (
        select(tables.phases)
        .where(which(tables.phases.c.game), _SHOWN)
        .order_by(tables.phases.c.number)
    )
)
PASTS = among(
    lambda which: (
        select(tables.phases, tables.games.c.key)
        .join_from(tables.phases, tables.games)
        .where(which(tables.games.c.key), _SHOWN)
        .order_by(tables.phases.c.number)
    )
)


def _last_phases(which: Which) -> _Query:
    newest = (
        select(func.max(tables.phases.c.number))
        .where(which(tables.phases.c.game), tables.phases.c.undone.is_(None))
        .group_by(tables.phases.c.game)
    )
    return select(tables.phases).where(tables.phases.c.number.in_(newest))


LAST_PHASES = among(_last_phases)
