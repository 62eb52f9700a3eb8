"""What press a game allows: to whom, and who may write it when."""

from collections.abc import Iterator

from judge.engine import PhaseKind, bits
from judge.game.clock.deadline import has_sent, late_powers
from judge.game.model import ENTRANT, MASTER, OBSERVER, TUTOR, Game, PressLimit, PressRule
from judge.game.orders.sheet import board_of, has_orders_to_give
from judge.game.refusals import (
    LatePress,
    MinorPress,
    MustOrder,
    NoBroadcast,
    NoPartialPress,
    NoPress,
    ObserversSilent,
    Refusal,
    TouchPress,
)
from judge.game.seats import power_names


def why_forbidden(
    game: Game, sender: str, recipients: tuple[str, ...], *, broadcast: bool
) -> Refusal | None:
    """Return why the game does not allow press; the Master may be written to."""
    if sender == MASTER or recipients == (MASTER,):
        return None
    if sender == TUTOR and game.ending is None:
        return ObserversSilent()
    return _by_rule(game, sender, recipients, broadcast=broadcast) or _by_limits(
        game, sender, recipients, broadcast=broadcast
    )


def _by_rule(
    game: Game, sender: str, recipients: tuple[str, ...], *, broadcast: bool
) -> Refusal | None:
    match game.settings.press:
        case PressRule.NONE:
            return NoPress()
        case PressRule.BROADCAST:
            return None if broadcast else NoPartialPress()
        case PressRule.PARTIAL:
            return NoBroadcast() if _is_to_all(game, sender, recipients) else None
        case PressRule.FULL:
            return None


def _by_limits(
    game: Game, sender: str, recipients: tuple[str, ...], *, broadcast: bool
) -> Refusal | None:
    """Return what else forbids it: nothing before the start or after the end."""
    limits = game.settings.press_limits
    if sender == OBSERVER:
        return ObserversSilent() if PressLimit.OBSERVERS in limits else None
    if game.position is None or game.ending is not None:
        return None
    why = next(_hindrances(game, sender), None)
    if why is None and PressLimit.TOUCH in limits and not broadcast:
        return _out_of_touch(game, sender, recipients)
    return why


def _hindrances(game: Game, power: str) -> Iterator[Refusal]:
    """Yield why a power writes no press now, whoever it is for."""
    limits = game.settings.press_limits
    movement = board_of(game).phase.kind is PhaseKind.MOVEMENT
    if PressLimit.MINOR in limits and not movement:
        yield MinorPress()
    if PressLimit.ORDERS in limits and _owes_all(game, power):
        yield MustOrder()
    late = game.grace is not None and power in late_powers(game)
    if PressLimit.LATE in limits and late:
        yield LatePress()


def _is_to_all(game: Game, sender: str, recipients: tuple[str, ...]) -> bool:
    """Return whether all other powers get it, which makes it public as well."""
    others = set(power_names(game)) - {sender}
    return ENTRANT in recipients or (len(others) > 1 and others <= set(recipients))


def _owes_all(game: Game, power: str) -> bool:
    """Return whether a power has orders to give and has sent none yet."""
    seats = (seat for seat in game.seats if seat.power == power)
    return any(has_orders_to_give(game, power) and not has_sent(seat) for seat in seats)


def _out_of_touch(game: Game, sender: str, recipients: tuple[str, ...]) -> TouchPress | None:
    """Return whom a power may write to if some of these are no neighbors of it."""
    near = _neighbors(game, sender)
    powers = power_names(game)
    if all(role in near for role in recipients if role in powers):
        return None
    return TouchPress(tuple(power for power in powers if power in near))


def _neighbors(game: Game, power: str) -> set[str]:
    """Return the powers with a unit in a province next to one of `power`'s.

    Next to each other are provinces between which an army or a fleet can move.
    """
    position, board = board_of(game), game.variant.geography
    own, others = set[int](), dict[int, str]()
    for unit in position.units:
        province = board.province_of[unit.location]
        if unit.power == power:
            own.add(province)
        else:
            others[province] = unit.power
    beside = {
        reached
        for province in own
        for reached in (
            *bits(board.army_edges[province]),
            *(
                one
                for coast in (province, *board.coasts_of[province])
                for one in bits(board.fleet_reach[coast])
            ),
        )
    }
    return {others[province] for province in beside if province in others}
