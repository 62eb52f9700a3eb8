"""Read the elements of a sentence as an order: the power, the unit, the verb and its targets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import dropwhile

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
    """Why a line could not be read; the value is a short text for players."""

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
    """A line that cannot be read as an order, and the reason."""

    line: str
    #: The smallest part that was not understood.
    part: str
    reason: Trouble
    #: Words that `part` may have been meant to be.
    suggestion: tuple[str, ...] = ()
    #: Whole orders that could be sent instead.
    corrected: tuple[str, ...] = ()
    #: The unit that the line was about.
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A line with two or more meanings because of `part`."""

    line: str
    part: str
    #: Whole orders, one for each possible meaning; names of provinces if no order is possible.
    candidates: tuple[str, ...]


Mistake = Unreadable | Ambiguous


Elements = Sequence[Element]


@dataclass(frozen=True, slots=True)
class OrderReader:
    """All facts needed to read the orders of one power."""

    variant: Variant
    names: Names
    geography: Geography
    position: Position
    #: The power whose orders are read; None for the Master.
    power: str | None
    #: Units and dislodged units by province.
    units: Mapping[int, Unit]
    dislodged: Mapping[int, Unit]
    #: Locations by province and code of the coast.
    locations: Mapping[tuple[int, str | None], int]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One plain sentence, and the power that gives the order, if known."""

    line: str
    reader: OrderReader
    power: str | None

    def fault(self, reason: Trouble, elements: Elements = ()) -> Unreadable:
        """Return the line as unreadable because of `elements`, or as a whole."""
        part = self.text(elements) if elements else self.line
        return Unreadable(self.line, part, reason)

    def is_of_another(self, unit: Unit) -> bool:
        """Return whether the Master named another power than that of the unit."""
        named = self.power if self.reader.power is None else None
        return named is not None and named != unit.power

    def with_replaced(self, element: Element, text: str) -> str:
        """Return the line with an element replaced by `text`."""
        return f"{self.line[: element.start]}{text} {self.line[element.end :]}"

    def text(self, elements: Elements) -> str:
        """Return the part of the line that `elements` cover."""
        start = min(element.start for element in elements)
        return self.line[start : max(element.end for element in elements)]


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Several orders that a sentence can mean because of `part`."""

    part: str
    orders: tuple[Order, ...]


Reading = tuple[Order, ...] | Unreadable | Alternatives


def written(order: Order, reader: OrderReader) -> str:
    """Return an order in the judge's short form."""
    return write_order(order, reader.geography, reader.units)


def subject_of(
    sentence: Sentence, elements: Elements
) -> tuple[Kind | None, Place, Elements] | Unreadable:
    """Return the kind (if written) and place of the unit, and the elements after them."""
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
    """Return the location that a place names; a coast is ignored in a province without coasts.

    DATC 4.B.6: a needless coast does no harm.
    """
    reader = sentence.reader
    coast = place.coast if reader.geography.coasts_of[place.province] else None
    location = reader.locations.get((place.province, coast))
    if location is not None:
        return location
    texts = [
        reader.geography.locations[coast].text
        for coast in reader.geography.coasts_of[place.province]
    ]
    return replace(
        sentence.fault(Trouble.NO_SUCH_COAST, [place]),
        corrected=tuple(sentence.with_replaced(place, text) for text in texts),
    )


def own_unit(
    kind: Kind | None, place: Place, sentence: Sentence, among: Mapping[int, Unit]
) -> Unit | Unreadable:
    """Return the ordered unit; if the province is empty, a unit as described.

    `among` are the units by province. A wrong coast does no harm (DATC 4.B.5).
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
    """Return the mistake that `unit` is not of the written kind, or None."""
    if kind is None or kind.kind is unit.kind:
        return None
    return replace(
        sentence.fault(Trouble.WRONG_KIND, [kind]),
        corrected=(sentence.with_replaced(kind, unit.kind.value),),
        unit=unit,
    )


def landings(province: int, mask: int, geography: Geography) -> tuple[int, ...]:
    """Return the locations of `province` that are in `mask`."""
    return tuple(n for n in bits(mask) if geography.province_of[n] == province)


_HELPING = {Verb.SUPPORT, Verb.CONVOY}


def from_origin(elements: Elements) -> Elements:
    """Return the elements of `to Bur from Par` in the sequence of `Par - Bur`.

    Elements with a `from` anywhere else are returned unchanged, and cannot be read as an order.
    """
    origins = [at for at, element in enumerate(elements) if isinstance(element, Origin)]
    if not origins:
        return elements
    at = origins[0]
    before, behind = elements[:at], elements[at + 1 :]
    # A supported or convoyed unit begins after the verb.
    helps = [at for at, e in enumerate(before) if isinstance(e, Action) and e.verb in _HELPING]
    cut = helps[-1] + 1 if helps else 0
    helped, goal = before[:cut], before[cut:]
    places = [element for element in goal if isinstance(element, Place)]
    unit, rest = _unit(behind)
    match places, unit:
        case [], _:
            return (*before, *behind)
        case [target], [*named, Place() as origin] if goal[-1] is target:
            whose = [element for element in goal if isinstance(element, Kind | Nation)]
            dash = Action(Verb.MOVE, target.start, target.start)
            return (*helped, *(whose or named), origin, dash, target, *rest)
        case [first, *_], [*_, Place(province=province)] if province == first.province:
            return (*before, *rest)
        case _:
            return elements


def _unit(elements: Elements) -> tuple[Elements, Elements]:
    """Return the elements of a unit (power, kind, place) at the beginning, and the rest."""
    for at, element in enumerate(elements):
        if isinstance(element, Place):
            return elements[: at + 1], elements[at + 1 :]
        if not isinstance(element, Kind | Nation):
            break
    return (), elements


@dataclass(frozen=True, slots=True)
class _Path:
    """The target of a move, and the provinces of its route, if written."""

    target: Place
    route: tuple[Place, ...]


def movement_order(sentence: Sentence, elements: Elements) -> Reading:
    """Return the order for a movement phase that the elements form."""
    subject = subject_of(sentence, elements)
    if isinstance(subject, Unreadable):
        return subject
    kind, place, rest = subject
    unit = own_unit(kind, place, sentence, sentence.reader.units)
    if isinstance(unit, Unreadable):
        return unit
    if not rest:
        return sentence.fault(Trouble.NO_VERB, elements)
    return _order_with_verb(sentence, unit, rest)


def _order_with_verb(sentence: Sentence, unit: Unit, rest: Elements) -> Reading:
    """Return the order of `unit` that the elements after it form."""
    match rest:
        case [Action(verb=Verb.HOLD)] | [Action(verb=Verb.MOVE), Action(verb=Verb.HOLD)]:
            return (Hold(unit),)
        # Some judges write T (transports) for a convoy.
        case [Action(verb=Verb.MOVE) as verb, Kind(), *_] if sentence.text([verb]) in {"T", "t"}:
            return _convoy(sentence, unit, verb, rest[1:])
        case [Action(verb=Verb.SUPPORT) as verb, *operands]:
            return _support(sentence, unit, verb, operands)
        case [Action(verb=Verb.CONVOY) as verb, *operands]:
            return _convoy(sentence, unit, verb, operands)
        case [Action(verb=Verb.MOVE | Verb.BY) | Place(), *_]:
            return _move(sentence, unit, rest)
        case [Action(verb=Verb.HOLD), *rest_of_line]:
            return sentence.fault(Trouble.LEFT_OVER, rest_of_line)
        case [Action() as verb, *_]:
            return sentence.fault(Trouble.WRONG_PHASE, [verb])
        case _:
            return sentence.fault(Trouble.OUT_OF_PLACE, rest[:1])


def _move(sentence: Sentence, unit: Unit, rest: Elements) -> Reading:
    """Return a move; a written route shows the intent to convoy (DATC 4.A.3, 4.A.6)."""
    path_words, convoy_words = _without_convoy(rest)
    path = _path(sentence, path_words)
    if isinstance(path, Unreadable):
        return path
    via = bool(convoy_words or path.route)
    if via and (unit.kind is UnitKind.FLEET or not _is_at_sea(sentence, convoy_words)):
        return sentence.fault(Trouble.NOT_A_ROUTE, convoy_words or path.route)
    target = location_of(path.target, sentence)
    if isinstance(target, Unreadable):
        return target
    if unit.kind is UnitKind.ARMY:
        return (Move(unit, path.target.province, via),)
    return _sail(sentence, unit, Move, target, path.target)


def _sail(
    sentence: Sentence, unit: Unit, order: type[Move | Retreat], target: int, place: Place
) -> Reading:
    """Return a fleet's move or retreat to the location `target`, which `place` names.

    Without a coast it goes to the only one in reach (DATC 4.B.2). With two coasts in reach the
    result is a choice.
    """
    board = sentence.reader.geography
    if not board.coasts_of[place.province] or target != place.province:
        return (order(unit, target),)
    reachable = landings(place.province, board.fleet_edges[unit.location], board)
    if len(reachable) > 1:
        return Alternatives(sentence.text([place]), tuple(order(unit, n) for n in reachable))
    return (order(unit, reachable[0] if reachable else target),)


def _support(sentence: Sentence, unit: Unit, verb: Action, operands: Elements) -> Reading:
    """Return the support of a hold or of a move."""
    supported = _other_unit(sentence, verb, operands)
    if isinstance(supported, Unreadable):
        return supported
    place, kind, rest = supported
    match rest:
        # The supported place may be written twice, as in `mar Support par par`.
        case [] | [Place(province=place.province)]:
            return (SupportHold(unit, place.province),)
        case _:
            path = _path(sentence, _without_convoy(rest)[0])
    if isinstance(path, Unreadable):
        return path
    target = location_of(path.target, sentence)
    if isinstance(target, Unreadable):
        return target
    if kind is UnitKind.ARMY:
        target = path.target.province
    return (SupportMove(unit, place.province, target),)


def _convoy(sentence: Sentence, unit: Unit, verb: Action, operands: Elements) -> Reading:
    """Return the convoy of an army."""
    convoyed = _other_unit(sentence, verb, operands)
    if isinstance(convoyed, Unreadable):
        return convoyed
    place, kind, rest = convoyed
    if kind is UnitKind.FLEET and isinstance(operands[0], Kind):
        return sentence.fault(Trouble.NOT_A_ROUTE, operands[:1])
    if not rest:
        return sentence.fault(Trouble.NO_TARGET, [place])
    path = _path(sentence, _without_convoy(rest)[0])
    if isinstance(path, Unreadable):
        return path
    return (Convoy(unit, place.province, path.target.province),)


def _other_unit(
    sentence: Sentence, verb: Action, operands: Elements
) -> tuple[Place, UnitKind | None, Elements] | Unreadable:
    """Return the place and kind of a supported or convoyed unit, and the elements after it.

    Its power may be missing or wrong (DATC 4.C.5, 4.C.6), and so may its coast.
    """
    unit_words = _without_own_verb(operands)
    unit_words = unit_words[1:] if unit_words and isinstance(unit_words[0], Nation) else unit_words
    if not unit_words:
        return sentence.fault(Trouble.NO_TARGET, [verb])
    subject = subject_of(sentence, unit_words)
    if isinstance(subject, Unreadable):
        return subject
    kind, place, rest = subject
    unit = sentence.reader.units.get(place.province)
    if unit and (mistake := wrong_kind(kind, unit, sentence)):
        return mistake
    known_kind = kind.kind if kind else unit.kind if unit else None
    return place, known_kind, _without_hold(rest)


def _without_own_verb(operands: Elements) -> Elements:
    """Return `Par - Bur` of `support move Par to Bur`, `Bur` of `support hold to Bur`.

    Players of other judges write orders in this form.
    """
    match operands:
        case [Action(verb=Verb.HOLD), Action(verb=Verb.MOVE), *rest]:
            return rest
        case [Action(verb=Verb.HOLD), *rest]:
            return rest
        case [Action(verb=Verb.MOVE), *rest] if any(map(is_move, rest)):
            return rest
        case _:
            return operands


def _without_hold(rest: Elements) -> Elements:
    """Return the elements after a supported unit, without its own `holds` or `to hold`."""
    match rest:
        case [Action(verb=Verb.HOLD)] | [Action(verb=Verb.MOVE), Action(verb=Verb.HOLD)]:
            return ()
        case _:
            return rest


def _path(sentence: Sentence, rest: Elements) -> _Path | Unreadable:
    """Return the path of `- Nth - Nwy`; its first dash may be missing."""
    places: list[Place] = []
    at = 0
    while at < len(rest):
        moves = 0
        while at < len(rest) and is_move(rest[at]):
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
    *route, target = places
    for place in route:
        # Fleets can convoy only at sea.
        if not _is_at_sea(sentence, [place]):
            return sentence.fault(Trouble.NOT_A_ROUTE, [place])
    return _Path(target, tuple(route))


def is_move(element: object) -> bool:
    """Return whether an element is a dash, an arrow or a verb like `moves`."""
    return isinstance(element, Action) and element.verb is Verb.MOVE


def _is_at_sea(sentence: Sentence, elements: Elements) -> bool:
    """Return whether fleets can convoy in all places among the elements."""
    convoying = sentence.reader.geography.convoying
    places = (element for element in elements if isinstance(element, Place))
    return all(convoying >> place.province & 1 for place in places)


def _without_convoy(rest: Elements) -> tuple[Elements, Elements]:
    """Return `rest` without words like `via convoy` or `via Nth, Nwg`, and these words.

    A `convoy` at the end counts as well.
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
    """Return the order of a retreat phase that the elements form.

    An order to a unit that is not dislodged can be read too; the rules find it illegal.
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
    """Return the order of a dislodged unit that the elements after it form."""
    remaining = list(dropwhile(_is_going, rest))
    match remaining:
        case []:
            return sentence.fault(Trouble.NO_TARGET, rest)
        case [Action(verb=Verb.DISBAND)]:
            return (Disband(unit),)
        case [Place() as place]:
            return _landing(sentence, unit, place)
        case [Place(), *behind]:
            return sentence.fault(Trouble.LEFT_OVER, behind)
        case [Action() as verb, *_]:
            return sentence.fault(Trouble.WRONG_PHASE, [verb])
        case _:
            return sentence.fault(Trouble.OUT_OF_PLACE, remaining)


def _is_going(element: object) -> bool:
    return isinstance(element, Action) and element.verb in {Verb.MOVE, Verb.RETREAT}


def _landing(sentence: Sentence, unit: Unit, place: Place) -> Reading:
    """Return the retreat of a unit to a place; for an army the coast is ignored."""
    target = location_of(place, sentence)
    if isinstance(target, Unreadable):
        return target
    if unit.kind is UnitKind.ARMY:
        return (Retreat(unit, place.province),)
    return _sail(sentence, unit, Retreat, target, place)


_MOST_WAIVED = 34  # the number of centers on the standard board


def adjustment_order(sentence: Sentence, elements: Elements) -> Reading:
    """Return the order of an adjustment phase that the elements form.

    In this phase `R` means remove. A unit without a verb is built or removed, as the power needs.
    """
    if any(isinstance(element, Action) and element.verb is Verb.WAIVE for element in elements):
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
    """Return the build or removal that the verb in `rest` asks for."""
    match rest:
        case []:
            return _by_need(sentence, kind, place)
        case [Action(verb=Verb.BUILD)]:
            return _build(sentence, kind, place)
        case [Action(verb=Verb.DISBAND | Verb.RETREAT)]:
            return _removal(sentence, kind, place)
        case [Action(verb=Verb.BUILD | Verb.DISBAND | Verb.RETREAT), *behind]:
            return sentence.fault(Trouble.LEFT_OVER, behind)
        case [Action() as verb, *_]:
            return sentence.fault(Trouble.WRONG_PHASE, [verb])
        case _:
            return sentence.fault(Trouble.LEFT_OVER, rest[:1])


def _waives(sentence: Sentence, elements: Elements) -> Reading:
    """Return one waive, or several for `waive 2`."""
    count = 1
    for element in elements:
        match element:
            case Action(verb=Verb.WAIVE | Verb.BUILD) | Kind() | Place():
                continue
            case Number(value=count) if 1 <= count <= _MOST_WAIVED:
                continue
            case _:
                return sentence.fault(Trouble.LEFT_OVER, [element])
    if sentence.power is None:
        return sentence.fault(Trouble.NO_POWER)
    return (Waive(sentence.power),) * count


def _by_need(sentence: Sentence, kind: Kind | None, place: Place) -> Reading:
    """Return a build or a removal, as the power needs."""
    reader, power = sentence.reader, sentence.power
    if power is None:
        # The Master named no power, so the board tells it.
        unit = reader.units.get(place.province)
        power = unit.power if unit else reader.position.owners[place.province]
    if power is None:
        return sentence.fault(Trouble.NO_VERB)
    need = supply_gaps(reader.position, reader.variant)[power]
    if need > 0:
        return _build(sentence, kind, place)
    if need < 0:
        return _removal(sentence, kind, place)
    return sentence.fault(Trouble.NO_VERB)


def _removal(sentence: Sentence, kind: Kind | None, place: Place) -> Reading:
    """Return the removal of a unit."""
    unit = own_unit(kind, place, sentence, sentence.reader.units)
    return unit if isinstance(unit, Unreadable) else (Disband(unit),)


def _build(sentence: Sentence, kind: Kind | None, place: Place) -> Reading:
    """Return the build, or a choice if kind or coast is missing (DATC 4.C.3, 4.B.7)."""
    power = sentence.power or sentence.reader.position.owners[place.province]
    if power is None:
        return sentence.fault(Trouble.NO_POWER, [place])
    target = location_of(place, sentence)
    if isinstance(target, Unreadable):
        return target
    orders = tuple(
        Build(power, unit_kind, location, kind.size if kind else 1)
        for unit_kind in _kinds(sentence, kind, place)
        for location in _sites(sentence, unit_kind, target)
    )
    if len(orders) == 1:
        return orders
    return Alternatives(sentence.text([place]), orders)


def _kinds(sentence: Sentence, kind: Kind | None, place: Place) -> tuple[UnitKind, ...]:
    """Return the kinds of unit that the build may mean."""
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
    """Return the locations that the build may mean."""
    board = sentence.reader.geography
    province = board.province_of[target]
    if kind is UnitKind.ARMY:
        return (province,)
    coasts = board.coasts_of[province]
    return coasts if coasts and target == province else (target,)


_FINAL_VERBS = {Verb.HOLD, Verb.DISBAND, Verb.BUILD}
_OPTIONAL_VERBS = {Verb.MOVE, Verb.RETREAT}


def orders_of(sentence: Sentence, elements: Elements) -> Reading:
    """Return the orders that the elements form in this phase, or why they form none."""
    phase = sentence.reader.position.phase.kind
    nation, rest = _nation(_arranged(from_origin(elements), phase))
    if nation:
        neutrals = {side.name for side in sentence.reader.variant.neutrals}
        if sentence.power not in {None, nation.power} and nation.power not in neutrals:
            return sentence.fault(Trouble.OTHER_POWER, [nation])
        sentence = replace(sentence, power=nation.power)
    if not rest:
        return sentence.fault(Trouble.EMPTY)
    if any(isinstance(element, Action) and element.verb is Verb.ALL for element in rest):
        return _orders_for_all(sentence, rest)
    match phase:
        case PhaseKind.MOVEMENT:
            return movement_order(sentence, rest)
        case PhaseKind.RETREAT:
            return retreat_order(sentence, rest)
        case PhaseKind.ADJUSTMENT:
            return adjustment_order(sentence, rest)


def _nation(elements: Elements) -> tuple[Nation | None, Elements]:
    """Return the power at the beginning, if any, and the other elements."""
    if elements and isinstance(elements[0], Nation):
        return elements[0], elements[1:]
    return None, elements


def _arranged(elements: Elements, phase: PhaseKind) -> Elements:
    """Return the elements with a verb like that of `build army Paris` after the unit."""
    nation, rest = _nation(elements)
    nation_words = [nation] if nation else []
    match rest:
        case [Action(verb=verb) as first, _, *_] if verb in _FINAL_VERBS:
            others = _arranged([*nation_words, *rest[1:]], phase)
            last = others[-1]
            ends_in_verb = isinstance(last, Action) and last.verb is verb
            return others if ends_in_verb else (*others, first)
        # In a movement phase `withdraw` means that a player cancels an order: no retreat.
        case [Action(verb=Verb.RETREAT), *_] if phase is PhaseKind.MOVEMENT:
            return elements
        case [Action(verb=verb) as first, _, *_] if verb in _OPTIONAL_VERBS:
            others = _arranged([*nation_words, *rest[1:]], phase)
            if phase is PhaseKind.ADJUSTMENT and not any(isinstance(o, Action) for o in others):
                return (*others, replace(first, verb=Verb.DISBAND))
            return others
        case _:
            return elements


def _orders_for_all(sentence: Sentence, elements: Elements) -> Reading:
    """Return the orders that `hold all`, `all fleets hold` or `waive all` stand for."""
    if sentence.power is None:
        return sentence.fault(Trouble.NO_POWER)
    verbs = {element.verb for element in elements if isinstance(element, Action)} - {Verb.ALL}
    kinds = {element.kind for element in elements if isinstance(element, Kind)}
    if len(elements) != 2 + len(kinds) or len(verbs) != 1:
        return sentence.fault(Trouble.OUT_OF_PLACE, elements)
    orders = _for_each(sentence, verbs.pop(), sentence.power)
    if orders is None:
        return sentence.fault(Trouble.WRONG_PHASE)
    chosen = tuple(
        order
        for order in orders
        if not kinds or (not isinstance(order, Waive) and order.unit.kind in kinds)
    )
    return chosen or sentence.fault(Trouble.NO_UNIT)


def _for_each(
    sentence: Sentence, verb: Verb, power: str
) -> tuple[Hold | Disband | Waive, ...] | None:
    """Return the orders of all units of `power`, or None if `verb` is of another phase."""
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
