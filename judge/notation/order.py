"""A sentence read as an order: whose it is, its verb, and what it tells the unit to do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from judge.engine import (
    Build,
    Convoy,
    Disband,
    Geography,
    Hold,
    Move,
    Order,
    PhaseKind,
    Position,
    Retreat,
    SupportHold,
    SupportMove,
    Terrain,
    Unit,
    UnitKind,
    Variant,
    Waive,
    bits,
    supply_gaps,
)
from judge.notation.canonical import write_order
from judge.notation.names import Names
from judge.notation.words import Action, Element, Kind, Nation, Number, Origin, Place, Verb


class Trouble(Enum):
    """Why a line could not be read; the value says it in a few words."""

    EMPTY = "nothing to read"
    TOO_LONG = "too long for an order"
    QUOTED = "quoted from another mail"
    SEVERAL = "more than one order"
    UNKNOWN = "not understood"
    LEFT_OVER = "too much after the order"
    OUT_OF_PLACE = "not where an order has it"
    NO_UNIT_NAMED = "no unit named"
    NO_VERB = "not said what to do"
    NO_TARGET = "not said where"
    NO_UNIT = "no unit there"
    WRONG_KIND = "the unit there is of the other kind"
    WRONG_PHASE = "not an order of this phase"
    OTHER_POWER = "not your power"
    NO_POWER = "not said for which power"
    NO_SUCH_COAST = "no such coast"
    NOT_A_ROUTE = "not a convoy route"
    QUALIFIED = "only an order without conditions, doubts or denials is taken"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A line that is no order; `part` is the smallest part not understood.

    `suggestion` holds words that may have been meant by `part`, `corrected` whole
    orders that could be sent instead, and `unit` is the unit that `part` got wrong.
    """

    line: str
    part: str
    reason: Trouble
    suggestion: tuple[str, ...] = ()
    corrected: tuple[str, ...] = ()
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A line with two or more meanings because of `part`.

    `candidates` are the whole orders with a possible meaning, that could be sent
    instead; or the names of provinces where with none of them the order is possible.
    """

    line: str
    part: str
    candidates: tuple[str, ...]


Mistake = Unreadable | Ambiguous


Elements = Sequence[Element]


@dataclass(frozen=True, slots=True)
class OrderReader:
    """All that reading one power's orders needs; the Master reads for no power.

    `units` stand on the board and `dislodged` must retreat, both by province;
    `locations` are by province and code of coast.
    """

    variant: Variant
    names: Names
    geography: Geography
    position: Position
    power: str | None
    units: Mapping[int, Unit]
    dislodged: Mapping[int, Unit]
    locations: Mapping[tuple[int, str | None], int]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One plain line to be read, and the power it is an order of, if known."""

    line: str
    reader: OrderReader
    power: str | None

    def fault(self, reason: Trouble, elements: Elements = ()) -> Unreadable:
        """Return that the line is unreadable because of `elements`, or as a whole."""
        part = self.text(elements) if elements else self.line
        return Unreadable(self.line, part, reason)

    def is_of_another(self, unit: Unit) -> bool:
        """Return whether the Master wrote this for another power than has the unit."""
        said = self.power if self.reader.power is None else None
        return said is not None and said != unit.power

    def instead(self, element: Element, text: str) -> str:
        """Return the line with `text` in the place of an element."""
        return f"{self.line[: element.start]}{text} {self.line[element.end :]}"

    def text(self, elements: Elements) -> str:
        """Return how `elements` are written in the line."""
        start = min(element.start for element in elements)
        return self.line[start : max(element.end for element in elements)]


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Several orders that a sentence can mean, because of `part`."""

    part: str
    orders: tuple[Order, ...]


Reading = tuple[Order, ...] | Unreadable | Alternatives


def written(order: Order, reader: OrderReader) -> str:
    """Return an order as the judge writes it in short."""
    return write_order(order, reader.geography, reader.units)


def subject_of(
    sentence: Sentence, elements: Elements
) -> tuple[Kind | None, Place, Elements] | Unreadable:
    """Return the kind, if written, and the place of a unit, and what follows."""
    match elements:
        case [Kind() as kind, Place() as place, *rest]:
            return kind, place, rest
        case [Place() as place, *rest]:
            return None, place, rest
        case [Action(verb=Verb.WAIVE | Verb.RETREAT) as verb, *_]:
            return sentence.fault(Trouble.WRONG_PHASE, [verb])
        case _:
            return sentence.fault(Trouble.NO_UNIT_NAMED, elements[:1])


def location_of(place: Place, sentence: Sentence) -> int | Unreadable:
    """Return the location a place names; a coast where there are none is ignored.

    DATC 4.B.6: a coast without meaning does no harm.
    """
    reader = sentence.reader
    coast = place.coast if reader.geography.coasts_of[place.province] else None
    location = reader.locations.get((place.province, coast))
    if location is not None:
        return location
    texts = [
        reader.geography.locations[one].text for one in reader.geography.coasts_of[place.province]
    ]
    return replace(
        sentence.fault(Trouble.NO_SUCH_COAST, [place]),
        corrected=tuple(sentence.instead(place, text) for text in texts),
    )


def own_unit(
    kind: Kind | None, place: Place, sentence: Sentence, among: Mapping[int, Unit]
) -> Unit | Unreadable:
    """Return the unit that is ordered; where none stands, the one that is described.

    A wrong coast of the unit does no harm (DATC 4.B.5).
    """
    unit = among.get(place.province)
    if unit and sentence.is_of_another(unit):
        return sentence.fault(Trouble.OTHER_POWER, [place])
    if unit:
        return wrong_kind(kind, unit, sentence) or unit
    if kind is None or sentence.power is None:
        return sentence.fault(Trouble.NO_UNIT, [place])
    coast = place.coast if kind.kind is UnitKind.FLEET else None
    locations = sentence.reader.locations
    location = locations.get((place.province, coast), place.province)
    return Unit(sentence.power, kind.kind, location)


def wrong_kind(kind: Kind | None, unit: Unit, sentence: Sentence) -> Unreadable | None:
    """Return that `unit` is of the other kind than was written, or None."""
    if kind is None or kind.kind is unit.kind:
        return None
    return replace(
        sentence.fault(Trouble.WRONG_KIND, [kind]),
        corrected=(sentence.instead(kind, unit.kind.value),),
        unit=unit,
    )


def landings(province: int, mask: int, geography: Geography) -> tuple[int, ...]:
    """Return the locations of `province` that are in `mask`."""
    return tuple(n for n in bits(mask) if geography.province_of[n] == province)


_HELP = {Verb.SUPPORT, Verb.CONVOY}


def from_origin(elements: Elements) -> Elements:
    """Return the elements in the order `Par - Bur`, without the `from`.

    Where it stands otherwise it stays, and the sentence is none.
    """
    found = [at for at, one in enumerate(elements) if isinstance(one, Origin)]
    if not found:
        return elements
    at = found[0]
    before, behind = elements[:at], elements[at + 1 :]
    cut = _behind_help(before)
    helped, goal = before[:cut], before[cut:]
    places = [one for one in goal if isinstance(one, Place)]
    unit, rest = _unit(behind)
    match places, unit:
        case [], _:
            return (*before, *behind)
        case [target], [*named, Place() as origin] if goal[-1] is target:
            whose = [one for one in goal if isinstance(one, Kind | Nation)]
            dash = Action(Verb.MOVE, target.start, target.start)
            return (*helped, *(whose or named), origin, dash, target, *rest)
        case [first, *_], [*_, Place(province=one)] if one == first.province:
            return (*before, *rest)
        case _:
            return elements


def _behind_help(elements: Elements) -> int:
    """Return where the unit begins that is supported or convoyed, or else ordered."""
    for at in reversed(range(len(elements))):
        one = elements[at]
        if isinstance(one, Action) and one.verb in _HELP:
            return at + 1
    return 0


def _unit(elements: Elements) -> tuple[Elements, Elements]:
    """Return the power, kind and place at the beginning, and what follows."""
    for at, one in enumerate(elements):
        if isinstance(one, Place):
            return elements[: at + 1], elements[at + 1 :]
        if not isinstance(one, Kind | Nation):
            break
    return (), elements


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
    is_fleet = isinstance(element, Kind) and element.kind is UnitKind.FLEET
    return is_fleet or isinstance(element, Place)


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
            if phase is PhaseKind.ADJUSTMENT and not any(isinstance(o, Action) for o in others):
                return (*others, replace(first, verb=Verb.DISBAND))
            return others
        case _:
            return elements


def _ends_in(elements: Elements, verb: Verb) -> bool:
    last = elements[-1]
    return isinstance(last, Action) and last.verb is verb


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
