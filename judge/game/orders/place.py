"""What of a game decides what the lines of a letter are."""

from judge.commands import Place, Role
from judge.game.model import MASTER, MONITOR, OBSERVER, STANDBY, TUTOR, Game
from judge.game.proxies.granted import granted_to
from judge.game.seats import power_names
from judge.game.vision.sight import ordered_board
from judge.notation import names_of, reader_for


def place_for(game: Game, role: str = "") -> Place:
    """Return the place of one who writes to `game` in `role`, "" for none.

    It holds the board as that one sees it, and of a player what was asked back.
    """
    if game.position is None:
        return Place(game.name, names_of(game.variant), _kind_of(role))
    if role not in power_names(game):
        board = reader_for(game.variant, game.position, None)
        return Place(game.name, board, _kind_of(role))
    board = reader_for(game.variant, ordered_board(game, role), role)
    lent = tuple(giver for giver, _ in granted_to(game, role))
    return Place(game.name, board, Role.PLAYER, game.seat(role).troubled, lent)


def _kind_of(role: str) -> Role:
    watching = dict.fromkeys((OBSERVER, TUTOR, STANDBY, MONITOR), Role.OBSERVER)
    kinds = {"": Role.STRANGER, MASTER: Role.MASTER, **watching}
    return kinds.get(role, Role.PLAYER)
