"""Orders of an adjustment phase."""

from judge.engine import Build, Disband, Terrain, UnitKind, Waive, supply_gaps
from judge.notation.mistakes import Trouble, Unreadable
from judge.notation.sentence.order_reader import (
    Alternatives,
    Elements,
    Reading,
    Sentence,
    location_of,
    own_unit,
    subject_of,
)
from judge.notation.words.elements import Action, Kind, Number, Place, Verb

_MOST_WAIVED = 34  # the centers of the standard board; nobody has more builds there


def adjustment_order(sentence: Sentence, elements: Elements) -> Reading:
    """Return what the elements build, remove or waive.

    In this phase `R` is remove. A unit without a verb is built or removed, whichever
    its power has to do.
    """
    if any(isinstance(one, Action) and one.verb is Verb.WAIVE for one in elements):
        return _waives(sentence, elements)
    subject = subject_of(sentence, elements)
    if isinstance(subject, Unreadable):
        return subject
    kind, place, rest = subject
    match rest:
        # As in `par Build Army`.
        case [Action(verb=Verb.BUILD) as verb, Kind() as built] if kind is None:
            return _adjustment(sentence, built, place, [verb])
        case _:
            return _adjustment(sentence, kind, place, rest)


def _adjustment(sentence: Sentence, kind: Kind | None, place: Place, rest: Elements) -> Reading:
    match rest:
        case []:
            return _by_need(sentence, kind, place)
        case [Action(verb=Verb.BUILD)]:
            return _build(sentence, kind, place)
        case [Action(verb=Verb.DISBAND | Verb.RETREAT)]:
            return _removal(sentence, kind, place)
        case [Action(verb=Verb.BUILD | Verb.DISBAND | Verb.RETREAT), *said]:
            return sentence.fault(Trouble.LEFT_OVER, said)
        case [Action() as verb, *_]:
            return sentence.fault(Trouble.WRONG_PHASE, [verb])
        case _:
            return sentence.fault(Trouble.LEFT_OVER, rest[:1])


def _waives(sentence: Sentence, elements: Elements) -> Reading:
    """Return one waive, or as many as `waive 2` says."""
    count = 1
    for one in elements:
        match one:
            case Action(verb=Verb.WAIVE | Verb.BUILD) | Kind() | Place():
                continue
            case Number(value=count) if 1 <= count <= _MOST_WAIVED:
                continue
            case _:
                return sentence.fault(Trouble.LEFT_OVER, [one])
    if sentence.power is None:
        return sentence.fault(Trouble.NO_POWER)
    return (Waive(sentence.power),) * count


def _by_need(sentence: Sentence, kind: Kind | None, place: Place) -> Reading:
    power = _builder(sentence, place)
    if power is None:
        return sentence.fault(Trouble.NO_VERB)
    reader = sentence.reader
    need = supply_gaps(reader.position, reader.variant)[power]
    if need > 0:
        return _build(sentence, kind, place)
    if need < 0:
        return _removal(sentence, kind, place)
    return sentence.fault(Trouble.NO_VERB)


def _builder(sentence: Sentence, place: Place) -> str | None:
    """Return whose order this is; the Master may leave it to the board."""
    if sentence.power is not None:
        return sentence.power
    unit = sentence.reader.units.get(place.province)
    return unit.power if unit else sentence.reader.position.owners[place.province]


def _removal(sentence: Sentence, kind: Kind | None, place: Place) -> Reading:
    unit = own_unit(kind, place, sentence, sentence.reader.units)
    return unit if isinstance(unit, Unreadable) else (Disband(unit),)


def _build(sentence: Sentence, kind: Kind | None, place: Place) -> Reading:
    """Return the build; kind or coast left out make a choice (DATC 4.C.3, 4.B.7)."""
    power = sentence.power or sentence.reader.position.owners[place.province]
    if power is None:
        return sentence.fault(Trouble.NO_POWER, [place])
    target = location_of(place, sentence)
    if isinstance(target, Unreadable):
        return target
    orders = tuple(
        Build(power, one, location, kind.size if kind else 1)
        for one in _kinds(sentence, kind, place)
        for location in _sites(sentence, one, target)
    )
    if len(orders) == 1:
        return orders
    return Alternatives(sentence.text([place]), orders)


def _kinds(sentence: Sentence, kind: Kind | None, place: Place) -> tuple[UnitKind, ...]:
    if kind:
        return (kind.kind,)
    match sentence.reader.geography.provinces[place.province].terrain:
        case Terrain.LAND | Terrain.IMPASSABLE:
            return (UnitKind.ARMY,)
        case Terrain.SEA:
            return (UnitKind.FLEET,)
        case Terrain.COAST:
            return (UnitKind.FLEET,) if place.coast else tuple(UnitKind)


def _sites(sentence: Sentence, kind: UnitKind, target: int) -> tuple[int, ...]:
    board = sentence.reader.geography
    province = board.province_of[target]
    if kind is UnitKind.ARMY:
        return (province,)
    coasts = board.coasts_of[province]
    return coasts if coasts and target == province else (target,)
