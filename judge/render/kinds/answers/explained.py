"""What the template of an explained order is told: who met, and who took part."""

from collections.abc import Iterator, Sequence

from judge.engine import (
    Contender,
    Convoy,
    Geography,
    Move,
    MovementOrder,
    Order,
    Outcome,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    contest,
    power_of,
)
from judge.game import OrderExplained, is_blind, slot
from judge.messages import Text, all_of, message
from judge.render.facts.pages import Facts
from judge.render.facts.reasons import reason_told, told_phase
from judge.render.words import (
    NamedPosition,
    order_short,
    phase_text,
    unit_and_power,
    unit_of,
    unit_short,
)


def order_explained(event: OrderExplained) -> Facts:
    """Return what the template of an explained order may use."""
    variant, done, outcome = event.game.variant, event.finished, event.outcome
    board = NamedPosition(done.before, variant)
    when = {"told_phase": phase_text(done.phase, variant)}
    if outcome is None:
        own = [one for one in done.before.units if one.power == event.role]
        units = own or done.before.units
        lines = [f"EXPLAIN {unit_short(one, variant.geography)}" for one in units[:3]]
        return {**when, "order": "", "lines": lines, "phase_named": str(done.phase)}
    sighted = event.role if is_blind(event.game, event.role) else None
    phase = told_phase(done.before, done.adjudication, variant, sighted)
    unit = unit_of(outcome.order)
    # In the dark some who took part are out of sight.
    met: tuple[Contender, ...] = ()
    if unit is not None and sighted is None:
        met = contest(done.before, done.adjudication, unit, variant)
    return {
        **when,
        "order": order_short(outcome.order, board),
        "owner": power_of(outcome.order),
        "outcome": reason_told(phase, outcome),
        "reason": outcome.reason,
        "strengths": [_strength_row(one, variant.geography) for one in met],
        "others": [
            (
                f"{order_short(one.order, board)} ({power_of(one.order)})",
                reason_told(phase, one) or message("done"),
            )
            for one in _concerned(event, outcome, [one.unit for one in met])
        ],
    }


def _strength_row(one: Contender, geography: Geography) -> tuple[str, Text]:
    helpers = all_of([unit_and_power(helper, geography) for helper in one.helpers])
    told = message("strength {number}, alone", number=one.strength)
    if helpers:
        told = message(
            "strength {number}, with {units}", number=one.strength, units=helpers
        )
    return unit_and_power(one.unit, geography), told


def _concerned(
    event: OrderExplained, asked: Outcome, met: Sequence[Unit]
) -> Iterator[Outcome]:
    """Yield the other orders that had to do with the one asked about.

    Those are of the units that met, and of whoever helped, stopped or attacked one.
    """
    province_of = event.game.variant.geography.province_of
    home = slot(asked.order, event.game)
    places = {home, *asked.by, *_helped(asked.order)}
    places |= {province_of[unit.location] for unit in met}
    for one in event.finished.adjudication.outcomes:
        order = one.order
        if one is asked or not isinstance(order, MovementOrder | Retreat):
            continue
        comes = isinstance(order, Move | Retreat) and province_of[order.target] == home
        if comes or not places.isdisjoint((slot(order, event.game), *_helped(order))):
            yield one


def _helped(order: Order) -> tuple[int, ...]:
    """Return where the unit stands that is to be helped by a support or a convoy."""
    match order:
        case SupportHold(supported=place) | SupportMove(supported=place):
            return (place,)
        case Convoy(convoyed=place):
            return (place,)
        case _:
            return ()
