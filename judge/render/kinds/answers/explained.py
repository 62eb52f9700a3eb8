"""What the template of an explained order is told: who met, and who took part."""

from collections.abc import Iterator, Sequence

from judge.engine import (
    Aid,
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
    contest,
    power_of,
)
from judge.game import OrderExplained, is_blind, slot
from judge.messages import Text, all_of, message
from judge.render.facts.pages import Facts
from judge.render.facts.results import is_broken_on_river, reason_told, rule_sentences, told_phase
from judge.render.words import (
    NamedPosition,
    order_short,
    phase_text,
    place_short,
    unit_and_power,
    unit_of,
    unit_short,
)

_AIDS = {
    Aid.GARRISON: message("the garrison"),
    Aid.LAST_STAND: message("one more as it could not retreat"),
}


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
        "on_river": is_broken_on_river(phase, outcome),
        "ruled": _ruled(event, outcome),
        "strengths": [_strength_row(one, variant.geography) for one in met],
        "others": [
            (
                f"{order_short(one.order, board)} ({power_of(one.order)})",
                reason_told(phase, one) or message("done"),
            )
            for one in _concerned(event, outcome, met)
        ],
    }


def _ruled(event: OrderExplained, outcome: Outcome) -> tuple[Text, ...]:
    """Return what rules of the variant made of the place, and of where it went."""
    geography, order = event.game.variant.geography, outcome.order
    places = {slot(order, event.game), *outcome.by}
    if isinstance(order, Move | Retreat):
        places.add(geography.province_of[order.target])
    consequences = event.finished.adjudication.consequences
    return rule_sentences(
        [one for one in consequences if one.province in places], event.game.variant
    )


def _strength_row(one: Contender, geography: Geography) -> tuple[str | Text, Text]:
    place = place_short(one.province, geography)
    who = unit_and_power(one.unit, geography) if one.unit else ""
    helpers = [unit_and_power(helper, geography) for helper in one.helpers]
    aid = [] if one.aid is None else [_AIDS[one.aid]]
    told = message("strength {number}, alone", number=one.strength)
    if helpers or aid:
        told = message(
            "strength {number}, with {units}", number=one.strength, units=all_of([*helpers, *aid])
        )
    return who or message("garrison of {place}", place=place), told


def _concerned(
    event: OrderExplained, asked: Outcome, met: Sequence[Contender]
) -> Iterator[Outcome]:
    """Yield the other orders that had to do with the one asked about.

    Those are of the units that met, and of whoever helped, stopped or attacked one.
    """
    province_of = event.game.variant.geography.province_of
    home = slot(asked.order, event.game)
    places = {home, *asked.by, *_helped(asked.order)}
    places |= {one.province for one in met}
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
