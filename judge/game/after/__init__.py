"""What a fact makes of a game: the only place where one changes.

The store keeps the difference between the game before and the game after.
"""

from judge.game.after.orders import after_orders
from judge.game.after.table import after_table
from judge.game.events import Fact, OrderFact, TableFact
from judge.game.model import Game

__all__ = ["after"]


def after(game: Game, fact: Fact) -> Game:
    """Return `game` as `fact` leaves it."""
    if isinstance(fact, TableFact):
        return after_table(game, fact)
    if isinstance(fact, OrderFact):
        return after_orders(game, fact)
    return fact.applied(game)
