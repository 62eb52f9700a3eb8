"""A whole sentence of the phase: whose it is, its verb in place, and what it orders."""

from dataclasses import replace

from judge.engine import Disband, Hold, PhaseKind, UnitKind, Waive, supply_gaps
from judge.notation.mistakes import Trouble
from judge.notation.sentence.adjustment import adjustment_order
from judge.notation.sentence.movement import movement_order
from judge.notation.sentence.order_reader import Elements, Reading, Sentence
from judge.notation.sentence.origin import from_origin
from judge.notation.sentence.retreat import retreat_order
from judge.notation.words.elements import Action, Kind, Nation, Verb

_TO_THE_END = {Verb.HOLD, Verb.DISBAND, Verb.BUILD}
_LEFT_OUT = {Verb.MOVE, Verb.RETREAT}


def orders_of(sentence: Sentence, elements: Elements) -> Reading:
    """Return what the elements order in the phase, or why they order nothing."""
    phase = sentence.reader.position.phase.kind
    nation, rest = _nation(_arranged(from_origin(elements), phase))
    if nation:
        nobody = {side.name for side in sentence.reader.variant.neutrals}
        if sentence.power not in {None, nation.power} and nation.power not in nobody:
            return sentence.fault(Trouble.OTHER_POWER, [nation])
        sentence = replace(sentence, power=nation.power)
    if not rest:
        return sentence.fault(Trouble.EMPTY)
    if any(isinstance(one, Action) and one.verb is Verb.ALL for one in rest):
        return _orders_for_all(sentence, rest)
    match phase:
        case PhaseKind.MOVEMENT:
            return movement_order(sentence, rest)
        case PhaseKind.RETREAT:
            return retreat_order(sentence, rest)
        case PhaseKind.ADJUSTMENT:
            return adjustment_order(sentence, rest)


def _nation(elements: Elements) -> tuple[Nation | None, Elements]:
    if elements and isinstance(elements[0], Nation):
        return elements[0], elements[1:]
    return None, elements


def _arranged(elements: Elements, phase: PhaseKind) -> Elements:
    """Return the elements with the verb of `build army Paris` where others have it."""
    nation, rest = _nation(elements)
    before = [nation] if nation else []
    match rest:
        case [Action(verb=verb) as first, _, *_] if verb in _TO_THE_END:
            others = _arranged([*before, *rest[1:]], phase)
            return others if _ends_in(others, verb) else (*others, first)
        # Who withdraws an order of a movement phase takes it back.
        case [Action(verb=Verb.RETREAT), *_] if phase is PhaseKind.MOVEMENT:
            return elements
        case [Action(verb=verb) as first, _, *_] if verb in _LEFT_OUT:
            others = _arranged([*before, *rest[1:]], phase)
            removes = phase is PhaseKind.ADJUSTMENT and not _has_verb(others)
            return (*others, replace(first, verb=Verb.DISBAND)) if removes else others
        case _:
            return elements


def _ends_in(elements: Elements, verb: Verb) -> bool:
    last = elements[-1]
    return isinstance(last, Action) and last.verb is verb


def _has_verb(elements: Elements) -> bool:
    return any(isinstance(one, Action) for one in elements)


def _orders_for_all(sentence: Sentence, elements: Elements) -> Reading:
    """Return the orders of `hold all`, `all fleets hold` and `waive all`."""
    if sentence.power is None:
        return sentence.fault(Trouble.NO_POWER)
    verbs = {one.verb for one in elements if isinstance(one, Action)} - {Verb.ALL}
    kinds = {one.kind for one in elements if isinstance(one, Kind)}
    if len(elements) != 2 + len(kinds) or len(verbs) != 1:
        return sentence.fault(Trouble.OUT_OF_PLACE, elements)
    orders = _for_each(sentence, verbs.pop(), sentence.power)
    if orders is None:
        return sentence.fault(Trouble.WRONG_PHASE)
    told = tuple(order for order in orders if not kinds or _kind_of(order) in kinds)
    return told or sentence.fault(Trouble.NO_UNIT)


def _kind_of(order: Hold | Disband | Waive) -> UnitKind | None:
    return None if isinstance(order, Waive) else order.unit.kind


def _for_each(
    sentence: Sentence, verb: Verb, power: str
) -> tuple[Hold | Disband | Waive, ...] | None:
    reader = sentence.reader
    match reader.position.phase.kind, verb:
        case PhaseKind.MOVEMENT, Verb.HOLD:
            units = reader.units.values()
            return tuple(Hold(unit) for unit in units if unit.power == power)
        case PhaseKind.RETREAT, Verb.DISBAND:
            units = reader.dislodged.values()
            return tuple(Disband(unit) for unit in units if unit.power == power)
        case PhaseKind.ADJUSTMENT, Verb.WAIVE:
            spare = supply_gaps(reader.position, reader.variant)[power]
            return (Waive(power),) * max(spare, 1)
        case _:
            return None
