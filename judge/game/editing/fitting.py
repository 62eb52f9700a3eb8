"""What of the orders that are stored does not fit a board that was changed."""

from collections.abc import Iterator
from dataclasses import replace

from judge.engine import Order, PhaseKind, Position
from judge.game.model import Game, Seat
from judge.game.orders.doubt import check_as_seen
from judge.game.orders.sheet import adjustments_of, board_of, used_up

Unfit = tuple[tuple[str, tuple[Order, ...]], ...]
"""Orders that fit no more, by power."""


def unfit_orders(game: Game, position: Position) -> Unfit:
    """Return the orders of this phase that mean nothing at `position`.

    In another phase that is all of them.
    """
    then = replace(game, position=position)
    new_phase = position.phase != board_of(game).phase
    found = (
        (seat.power, seat.orders if new_phase else tuple(_unfit(seat, then))) for seat in game.seats
    )
    return tuple((power, orders) for power, orders in found if orders)


def _unfit(seat: Seat, then: Game) -> Iterator[Order]:
    """Yield the orders of a seat that are not possible, or too many, in `then`."""
    possible = []
    for order in seat.orders:
        if check_as_seen(order, seat.power, then) is None:
            possible.append(order)
        else:
            yield order
    if board_of(then).phase.kind is not PhaseKind.ADJUSTMENT:
        return
    room = abs(adjustments_of(then, seat.power))
    for order in possible:
        room -= used_up(order)
        if room < 0:
            yield order
