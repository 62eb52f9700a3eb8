"""Which powers somebody would like who joined a game that has not begun."""

from judge.game.base import Refused
from judge.game.dealing import wishes_of
from judge.game.events import PowersPreferred
from judge.game.model import Game, Player
from judge.game.refusals import NoSuchPower
from judge.game.seats import power_names


def preferred(game: Game, player: Player, words: str) -> PowersPreferred | Refused:
    """Return which powers `player` would like, in turn; a star is for all the others.

    That takes the place of what he said before.
    """
    wishes = tuple(filter(None, wishes_of(words, game.variant)))
    if not wishes and not words.startswith("*"):
        return Refused("SET PREFERENCE", NoSuchPower(words, power_names(game)))
    return PowersPreferred(player, words, wishes)
