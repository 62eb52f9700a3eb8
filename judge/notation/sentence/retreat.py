"""Orders of a retreat phase."""

from judge.engine import Disband, Retreat, Unit, UnitKind
from judge.notation.mistakes import Trouble, Unreadable
from judge.notation.sentence.order_reader import (
    Alternatives,
    Elements,
    Reading,
    Sentence,
    landings,
    location_of,
    own_unit,
    subject_of,
)
from judge.notation.words.elements import Action, Place, Verb


def retreat_order(sentence: Sentence, elements: Elements) -> Reading:
    """Return what the elements order a dislodged unit to do.

    A unit that is not dislodged is read too; that it need not retreat is for the rules.
    """
    subject = subject_of(sentence, elements)
    if isinstance(subject, Unreadable):
        return subject
    kind, place, rest = subject
    reader = sentence.reader
    among = reader.dislodged if place.province in reader.dislodged else reader.units
    unit = own_unit(kind, place, sentence, among)
    if isinstance(unit, Unreadable):
        return unit
    match rest:
        case []:
            return sentence.fault(Trouble.NO_VERB, elements)
        case [Action(verb=Verb.DISBAND), _, *_]:
            return sentence.fault(Trouble.LEFT_OVER, rest[1:])
        case _:
            return _retreat(sentence, unit, rest)


def _retreat(sentence: Sentence, unit: Unit, rest: Elements) -> Reading:
    said = list(rest)
    while said and _is_going(said[0]):
        said.pop(0)
    match said:
        case []:
            return sentence.fault(Trouble.NO_TARGET, rest)
        case [Action(verb=Verb.DISBAND)]:
            return (Disband(unit),)
        case [Place() as place]:
            return _landing(sentence, unit, place)
        case [Place(), *left]:
            return sentence.fault(Trouble.LEFT_OVER, left)
        case [Action() as verb, *_]:
            return sentence.fault(Trouble.WRONG_PHASE, [verb])
        case _:
            return sentence.fault(Trouble.OUT_OF_PLACE, said)


def _is_going(element: object) -> bool:
    return isinstance(element, Action) and element.verb in {Verb.MOVE, Verb.RETREAT}


def _landing(sentence: Sentence, unit: Unit, place: Place) -> Reading:
    """Return the retreat; of two coasts in reach none is taken (DATC 4.B.2)."""
    target = location_of(place, sentence)
    if isinstance(target, Unreadable):
        return target
    if unit.kind is UnitKind.ARMY:
        return (Retreat(unit, place.province),)
    board = sentence.reader.geography
    if target != place.province or not board.coasts_of[target]:
        return (Retreat(unit, target),)
    near = landings(target, board.fleet_edges[unit.location], board)
    if len(near) > 1:
        return Alternatives(sentence.text([place]), tuple(Retreat(unit, n) for n in near))
    return (Retreat(unit, near[0] if near else target),)
