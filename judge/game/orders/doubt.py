"""Whether an order may be given by one who sees a part of the board only."""

from collections.abc import Iterator
from dataclasses import replace

from judge.engine import (
    Convoy,
    Geography,
    Order,
    PhaseKind,
    Position,
    Reason,
    SupportHold,
    SupportMove,
    Unit,
    UnitKind,
    check_order,
)
from judge.game.model import Game
from judge.game.vision.sight import UNSEEN, hidden_from, ordered_board


def check_as_seen(order: Order, power: str, game: Game) -> Reason | None:
    """Return why `power` may not give this order, as far as it sees, or None.

    What is possible with some unit in the dark is possible: a refusal would tell that
    there is none.
    """
    board = ordered_board(game, power)
    reason = check_order(order, power, board, game.variant)
    hidden = hidden_from(game, power)
    if reason is None or not hidden or board.phase.kind is not PhaseKind.MOVEMENT:
        return reason
    for imagined in _imagined(order, board, hidden, game.variant.geography):
        if check_order(order, power, imagined, game.variant) is None:
            return None
    return reason


def _imagined(
    order: Order, board: Position, hidden: int, geography: Geography
) -> Iterator[Position]:
    """Yield boards as they may be: fleets all over the dark, and the unit in question.

    That unit may be of either kind, a fleet on any coast.
    """
    place = _other_place(order)
    in_doubt = place is not None and hidden >> place & 1
    fleets = tuple(
        Unit(UNSEEN, UnitKind.FLEET, province)
        for province in geography.ferrying
        if hidden >> province & 1 and province != place
    )
    crowded = replace(board, units=(*board.units, *fleets))
    if place is None or not in_doubt:
        yield crowded
        return
    for kind, location in (
        (UnitKind.ARMY, place),
        *((UnitKind.FLEET, coast) for coast in geography.coasts_of[place] or (place,)),
    ):
        unit = Unit(UNSEEN, kind, location)
        yield replace(crowded, units=(*crowded.units, unit))


def _other_place(order: Order) -> int | None:
    """Return the province of the unit that an order helps."""
    match order:
        case SupportHold(supported=place) | SupportMove(supported=place):
            return place
        case Convoy(convoyed=place):
            return place
        case _:
            return None
