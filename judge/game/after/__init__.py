"""What a fact makes of a game: the only place where one changes.

The store keeps the difference between the game before and the game after.
"""

from judge.game.after.filling import after_filling
from judge.game.after.orders import after_orders
from judge.game.after.places import places_renewed
from judge.game.after.press import after_press
from judge.game.after.table import after_table
from judge.game.events import Fact, FillingFact, OrderFact, PressFact, TableFact
from judge.game.model import Game

__all__ = ["after", "places_renewed"]


def after(game: Game, fact: Fact) -> Game:
    """Return `game` as `fact` leaves it."""
    if isinstance(fact, TableFact):
        return after_table(game, fact)
    if isinstance(fact, OrderFact):
        return after_orders(game, fact)
    if isinstance(fact, PressFact):
        return after_press(game, fact)
    if isinstance(fact, FillingFact):
        return after_filling(game, fact)
    return fact.applied(game)
