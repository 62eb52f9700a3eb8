"""Orders of a movement phase."""

from dataclasses import dataclass

from judge.engine import Convoy, Hold, Move, SupportHold, SupportMove, Unit, UnitKind
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
    wrong_kind,
)
from judge.notation.words.elements import Action, Kind, Nation, Place, Verb


@dataclass(frozen=True, slots=True)
class _Path:
    """Where a move goes, and the provinces on the way where they were written."""

    target: Place
    route: tuple[Place, ...]


def movement_order(sentence: Sentence, elements: Elements) -> Reading:
    """Return what the elements order a unit to do in a movement phase."""
    subject = subject_of(sentence, elements)
    if isinstance(subject, Unreadable):
        return subject
    kind, place, rest = subject
    unit = own_unit(kind, place, sentence, sentence.reader.units)
    if isinstance(unit, Unreadable):
        return unit
    if not rest:
        return sentence.fault(Trouble.NO_VERB, elements)
    return _deed(sentence, unit, rest)


def _deed(sentence: Sentence, unit: Unit, rest: Elements) -> Reading:
    match rest:
        case [Action(verb=Verb.HOLD)] | [Action(verb=Verb.MOVE), Action(verb=Verb.HOLD)]:
            return (Hold(unit),)
        # Some judges write T, which transports, for a convoy.
        case [Action(verb=Verb.MOVE) as verb, Kind(), *said] if _is_t(sentence, verb):
            return _convoy(sentence, unit, verb, rest[1:])
        case [Action(verb=Verb.SUPPORT) as verb, *said]:
            return _support(sentence, unit, verb, said)
        case [Action(verb=Verb.CONVOY) as verb, *said]:
            return _convoy(sentence, unit, verb, said)
        case [Action(verb=Verb.MOVE | Verb.BY) | Place(), *_]:
            return _move(sentence, unit, rest)
        case _:
            return _no_deed(sentence, rest)


def _is_t(sentence: Sentence, verb: Action) -> bool:
    return sentence.text([verb]).lower() == "t"


def _no_deed(sentence: Sentence, rest: Elements) -> Unreadable:
    match rest:
        case [Action(verb=Verb.HOLD), *said]:
            return sentence.fault(Trouble.LEFT_OVER, said)
        case [Action() as verb, *_]:
            return sentence.fault(Trouble.WRONG_PHASE, [verb])
        case _:
            return sentence.fault(Trouble.OUT_OF_PLACE, rest[:1])


def _move(sentence: Sentence, unit: Unit, rest: Elements) -> Reading:
    """Return a move; a written route is the intent to convoy (DATC 4.A.3, 4.A.6)."""
    direct, by = _without_convoy(rest)
    path = _path(sentence, direct)
    if isinstance(path, Unreadable):
        return path
    via = bool(by or path.route)
    if via and (unit.kind is UnitKind.FLEET or not _is_at_sea(sentence, by)):
        return sentence.fault(Trouble.NOT_A_ROUTE, by or path.route)
    target = location_of(path.target, sentence)
    if isinstance(target, Unreadable):
        return target
    if unit.kind is UnitKind.ARMY:
        return (Move(unit, path.target.province, via),)
    return _sail(sentence, unit, target, path.target)


def _sail(sentence: Sentence, unit: Unit, target: int, place: Place) -> Reading:
    """Return a fleet's move; one coast in reach is taken, of two none (DATC 4.B.2)."""
    board = sentence.reader.geography
    if not board.coasts_of[place.province] or target != place.province:
        return (Move(unit, target),)
    near = landings(place.province, board.fleet_edges[unit.location], board)
    if len(near) > 1:
        return Alternatives(sentence.text([place]), tuple(Move(unit, n) for n in near))
    return (Move(unit, near[0] if near else target),)


def _support(sentence: Sentence, unit: Unit, verb: Action, said: Elements) -> Reading:
    other = _other_unit(sentence, verb, said)
    if isinstance(other, Unreadable):
        return other
    place, kind, rest = other
    if not rest or _is_again(place, rest):
        return (SupportHold(unit, place.province),)
    path = _path(sentence, _without_convoy(rest)[0])
    if isinstance(path, Unreadable):
        return path
    target = location_of(path.target, sentence)
    if isinstance(target, Unreadable):
        return target
    if kind is UnitKind.ARMY:
        target = path.target.province
    return (SupportMove(unit, place.province, target),)


def _is_again(place: Place, rest: Elements) -> bool:
    """Return whether nothing follows but the same place: `mar Support par par`."""
    match rest:
        case [Place(province=province)]:
            return province == place.province
        case _:
            return False


def _convoy(sentence: Sentence, unit: Unit, verb: Action, said: Elements) -> Reading:
    other = _other_unit(sentence, verb, said)
    if isinstance(other, Unreadable):
        return other
    place, kind, rest = other
    if kind is UnitKind.FLEET and isinstance(said[0], Kind):
        return sentence.fault(Trouble.NOT_A_ROUTE, said[:1])
    if not rest:
        return sentence.fault(Trouble.NO_TARGET, [place])
    path = _path(sentence, _without_convoy(rest)[0])
    if isinstance(path, Unreadable):
        return path
    return (Convoy(unit, place.province, path.target.province),)


def _other_unit(
    sentence: Sentence, verb: Action, said: Elements
) -> tuple[Place, UnitKind | None, Elements] | Unreadable:
    """Return where a supported or convoyed unit is, its kind, and what follows.

    Its power may be left out or wrong (DATC 4.C.5, 4.C.6), and so may its coast.
    """
    after = _without_deed(said)
    after = after[1:] if after and isinstance(after[0], Nation) else after
    if not after:
        return sentence.fault(Trouble.NO_TARGET, [verb])
    subject = subject_of(sentence, after)
    if isinstance(subject, Unreadable):
        return subject
    kind, place, rest = subject
    unit = sentence.reader.units.get(place.province)
    if unit and (mistake := wrong_kind(kind, unit, sentence)):
        return mistake
    known = kind.kind if kind else unit.kind if unit else None
    return place, known, _without_hold(rest)


def _without_deed(said: Elements) -> Elements:
    """Return `Par - Bur` of `support move Par to Bur`, `Bur` of `support hold to Bur`.

    That is what other judges write.
    """
    match said:
        case [Action(verb=Verb.HOLD), Action(verb=Verb.MOVE), *rest]:
            return rest
        case [Action(verb=Verb.HOLD), *rest]:
            return rest
        case [Action(verb=Verb.MOVE), *rest] if any(map(_is_move, rest)):
            return rest
        case _:
            return said


def _without_hold(rest: Elements) -> Elements:
    """Return the rest of a support without the `holds`, or `to hold`, of the unit."""
    match rest:
        case [Action(verb=Verb.HOLD)]:
            return ()
        case [Action(verb=Verb.MOVE), Action(verb=Verb.HOLD)]:
            return ()
        case _:
            return rest


def _path(sentence: Sentence, rest: Elements) -> _Path | Unreadable:
    """Return the way `- Nth - Nwy` written in `rest`; the first dash may be missing."""
    places: list[Place] = []
    at = 0
    while at < len(rest):
        moves = 0
        while at < len(rest) and _is_move(rest[at]):
            at, moves = at + 1, moves + 1
        if at == len(rest):
            return sentence.fault(Trouble.NO_TARGET, rest[-1:])
        place = rest[at]
        if not isinstance(place, Place):
            return sentence.fault(Trouble.OUT_OF_PLACE, rest[at:])
        if places and not moves:
            return sentence.fault(Trouble.LEFT_OVER, rest[at:])
        places.append(place)
        at += 1
    if not places:
        return sentence.fault(Trouble.NO_TARGET)
    return _checked(sentence, _Path(places[-1], tuple(places[:-1])))


def _is_move(element: object) -> bool:
    return isinstance(element, Action) and element.verb is Verb.MOVE


def _checked(sentence: Sentence, path: _Path) -> _Path | Unreadable:
    for place in path.route:
        if not _is_at_sea(sentence, [place]):
            return sentence.fault(Trouble.NOT_A_ROUTE, [place])
    return path


def _is_at_sea(sentence: Sentence, elements: Elements) -> bool:
    """Return whether all places among them are such that a fleet there can convoy."""
    convoying = sentence.reader.geography.convoying
    places = (one for one in elements if isinstance(one, Place))
    return all(convoying >> place.province & 1 for place in places)


def _without_convoy(rest: Elements) -> tuple[Elements, Elements]:
    """Return `rest` without `via convoy`, or `via Nth, Nwg`; and those words.

    A `convoy` at the end is one too.
    """
    for start, element in enumerate(rest):
        is_last = start == len(rest) - 1
        verb = element.verb if isinstance(element, Action) else None
        if verb is Verb.BY or (verb is Verb.CONVOY and is_last):
            end = start + 1
            while end < len(rest) and _is_of_convoy(rest[end]):
                end += 1
            return (*rest[:start], *rest[end:]), rest[start:end]
    return rest, ()


def _is_of_convoy(element: object) -> bool:
    if isinstance(element, Action):
        return element.verb in {Verb.BY, Verb.CONVOY}
    return isinstance(element, Place) or _is_fleet(element)


def _is_fleet(element: object) -> bool:
    return isinstance(element, Kind) and element.kind is UnitKind.FLEET
