"""How somebody kept his games, as it was noted."""

from sqlalchemy import Connection, bindparam, select

from judge.game import Conduct
from judge.store.tables import conduct, games

_OF_PLAYER = (
    select(games.c.name, conduct)
    .join(games, games.c.number == conduct.c.game)
    .where(conduct.c.player == bindparam("its_player"))
    .order_by(conduct.c.number)
)


def conduct_of(connection: Connection, player: int) -> tuple[Conduct, ...]:
    """Return how a player kept his games, oldest first."""
    rows = connection.execute(_OF_PLAYER, {"its_player": player})
    return tuple(Conduct(row.name, row.power, row.phase, row.at, row.mark) for row in rows)
