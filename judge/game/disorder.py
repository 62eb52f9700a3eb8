"""What the units of a power do that sends nothing, where a game is kind to it.

Elsewhere they hold, and those that are dislodged disband, as the rulebook has it.
"""

from judge.engine import Dislodged, PhaseKind, Retreat
from judge.game.clock.deadline import has_sent, nmr_of
from judge.game.model import Game, Nmr
from judge.game.orders.sheet import board_of


def sensible_retreats(game: Game) -> tuple[Retreat, ...]:
    """Return where dislodged units go whose powers have sent nothing, under `Nmr.CD`.

    Each goes to a center of its own power if it can, else to one of nobody's, else to
    the first place of the map; never two of them to one.
    """
    board = board_of(game)
    if nmr_of(game) is not Nmr.CD or board.phase.kind is not PhaseKind.RETREAT:
        return ()
    silent = {seat.power for seat in game.seats if not has_sent(seat)}
    province_of = game.variant.geography.province_of
    taken: set[int] = set()
    retreats = []
    for one in board.dislodged:
        free = [go for go in one.retreats if province_of[go] not in taken]
        if one.unit.power in silent and free:
            best = min(free, key=lambda go: _rank(province_of[go], one, game))
            taken.add(province_of[best])
            retreats.append(Retreat(one.unit, best))
    return tuple(retreats)


def _rank(province: int, one: Dislodged, game: Game) -> int:
    """Return how bad it is to go to a province, 0 for the best."""
    if not game.variant.geography.centers >> province & 1:
        return 2
    owner = board_of(game).owners[province]
    return 0 if owner == one.unit.power else 1 if owner is None else 3
