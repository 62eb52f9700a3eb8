"""Cases: positions, orders and their expected results, in the words of players.

`judge/notation/README.md` describes the format. A line begins with a keyword of `_LINES`, or it is
an order.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from judge.engine import (
    BUILD_PLACES,
    Adjudication,
    Build,
    Declare,
    Dislodged,
    Geography,
    Marker,
    Move,
    Order,
    Outcome,
    Phase,
    PhaseKind,
    Position,
    Reason,
    Retreat,
    Rules,
    Unit,
    UnitKind,
    UnitOrder,
    Variant,
    Vote,
    Waive,
    adjudicate,
    dislodged_by,
    dislodgements,
    ending,
    power_of,
    with_choices,
)
from judge.messages import Message, message
from judge.notation.canonical import read_phase, write_unit
from judge.notation.names import find_exactly, names_of, words_of
from judge.notation.order import Ambiguous, Mistake, Unreadable
from judge.notation.read import read_line, reader_for
from judge.notation.sayings import read_saying


@dataclass(frozen=True, slots=True)
class Misread:
    """A line that cannot be understood, with advice how to write it."""

    number: int
    line: str
    advice: Message


@dataclass(frozen=True, slots=True)
class OrderLine:
    """An order line of one power, and the words for its expected result."""

    number: int
    power: str
    text: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CasePhase:
    """The orders of one phase, and the expected state after it."""

    phase: Phase
    orders: tuple[OrderLine, ...]
    #: The units and centers by power; powers that are not named are not checked.
    after: Mapping[str, tuple[Unit, ...]]
    owns: Mapping[str, tuple[int, ...]]
    #: The winners, and the further places if the case names them; empty if the game goes on, None
    #: if it is not checked.
    ending: tuple[tuple[str, ...], ...] | None
    #: Markers that must be on the board (true) or must not (false).
    markers: Mapping[Marker, bool]


@dataclass(frozen=True, slots=True)
class Case:
    """A position, and the orders of one phase or of several consecutive ones."""

    name: str
    title: str
    variant: Variant
    position: Position
    stages: tuple[CasePhase, ...]


_KINDS = {"A": UnitKind.ARMY, "ARMY": UnitKind.ARMY, "F": UnitKind.FLEET, "FLEET": UnitKind.FLEET}
_DOUBLE = frozenset(("A2", "a2"))
_MARKER = re.compile(r"(\w+)(?: of (.+?))?(?: in (.+))?", re.IGNORECASE)
_COAST = re.compile(r"(.*?) ?[/(] ?([^/()]+)\)?")


def power_called(text: str, variant: Variant) -> str | None:
    """Return the power with this name or adjective, or None."""
    return names_of(variant).powers.get("".join(words_of(text)))


def places_called(text: str, variant: Variant) -> tuple[tuple[str, ...], ...] | None:
    """Return the powers by final place: `France / Italy, Turkey` has a first and a second place.

    The result is None if a name is unknown, and empty for `nobody`: the game goes on.
    """
    if text.strip().lower() == "nobody":
        return ()
    places = tuple(
        tuple(power_called(name, variant) or "" for name in place.split(","))
        for place in text.split("/")
    )
    return None if any("" in place for place in places) else places


def province_called(text: str, variant: Variant) -> int | None:
    """Return the province with this name, abbreviation or alias, or None."""
    provinces = find_exactly(words_of(text), names_of(variant))
    return provinces[0] if len(provinces) == 1 else None


def location_called(text: str, variant: Variant) -> int | None:
    """Return the location with a name such as `Spain`, `Spain/sc` or `SPA (SC)`, or None."""
    match = _COAST.fullmatch(text.strip())
    if match is None:
        return province_called(text, variant)
    province = province_called(match[1], variant)
    if province is None:
        return None
    coast = names_of(variant).coasts.get("".join(words_of(match[2])))
    for location in variant.geography.coasts_of[province]:
        place = variant.geography.locations[location]
        if place.coast is not None and place.coast.code == coast:
            return location
    return None


def marker_called(text: str, variant: Variant) -> Marker | Message:
    """Return the marker for a text like `home of Lydia in Sardis`, or a message why it is wrong."""
    match = _MARKER.fullmatch(text.strip())
    if match is None:
        return message("Write it as in `marker home of Lydia in Sardis`.")
    kind, power, place = match.groups()
    owner = power_called(power, variant) if power else None
    province = province_called(place, variant) if place else None
    if power and owner is None:
        return message("No power is called {name}.", name=power)
    if place and province is None:
        return message("No province is called {name}.", name=place)
    return Marker(kind.lower(), province, owner)


def marker_text(marker: Marker, variant: Variant) -> str:
    """Return a marker as text: `home of Lydia in SAR`."""
    text = f"{marker.kind} of {marker.power}" if marker.power else marker.kind
    if marker.province is None:
        return text
    return f"{text} in {variant.geography.provinces[marker.province].abbreviation}"


def unit_called(text: str, power: str, variant: Variant) -> Unit | Message:
    """Return the unit of `power` for a text like `F Spain/sc`, or a message why it is wrong."""
    letter, _, place = text.strip().partition(" ")
    kind = UnitKind.ARMY if letter in _DOUBLE else _KINDS.get(letter.upper())
    location = location_called(place, variant)
    if kind is None:
        return message("Begin a unit with A or F, as in A Paris.")
    if location is None:
        return message("No place is called {name}; use its whole name or abbreviation.", name=place)
    size = 2 if letter in _DOUBLE else 1
    unit = Unit(power, kind, location, size)
    return _place_fault(unit, variant) or unit


def _place_fault(unit: Unit, variant: Variant) -> Message | None:
    """Return a message why no unit of this kind can be at the unit's location, or None."""
    geography = variant.geography
    province = geography.province_of[unit.location]
    name = geography.provinces[province].name
    if unit.kind is UnitKind.ARMY:
        fits = geography.armies >> province & 1 and unit.location == province
        return None if fits else message("No army can stand in {place}.", place=name)
    if not geography.fleets >> province & 1:
        return message("No fleet can stand in {place}.", place=name)
    coasts = geography.coasts_of[province]
    if coasts and unit.location == province:
        text = geography.locations[coasts[0]].text
        return message(
            "Say on which coast of {place} the fleet is, as in F {coast}.", place=name, coast=text
        )
    return None


def unit_ordered(text: str, power: str, variant: Variant) -> Unit | Message:
    """Return the unit at the beginning of an order's text, or a message why it is wrong."""
    words = text.split()
    attempts = [
        unit_called(" ".join(words[:count]), power, variant) for count in range(len(words), 1, -1)
    ]
    units = [attempt for attempt in attempts if isinstance(attempt, Unit)]
    if units:
        return units[0]
    if not attempts:
        return message("Begin an order with its unit, as in A Paris H.")
    return attempts[-1]


DislodgedUnit = tuple[Unit, int, tuple[int, ...] | None]
"""A unit, the province of its attacker, and its possible retreats if the text names them."""
_DISLODGED = re.compile(r"(.+?) from (.+?)(?: to (.*))?", re.IGNORECASE)


def read_units(rest: str, variant: Variant) -> tuple[str, tuple[Unit, ...]] | Message:
    """Return power and units in `France: A Paris, F Brest`, or a message why it is wrong."""
    label, _, listed = rest.partition(":")
    power = power_called(label, variant)
    if power is None:
        return no_power(label, variant)
    units = [unit_called(item, power, variant) for item in _items(listed)]
    wrong = [unit for unit in units if isinstance(unit, Message)]
    if wrong:
        return wrong[0]
    return power, tuple(unit for unit in units if isinstance(unit, Unit))


def read_centers(rest: str, variant: Variant) -> tuple[str, tuple[int, ...]] | Message:
    """Return power and centers in `France: Paris, Spain`, or a message why it is wrong."""
    label, _, listed = rest.partition(":")
    power = power_called(label, variant)
    if power is None:
        return no_power(label, variant)
    centers = read_center_names(listed, variant)
    return centers if isinstance(centers, Message) else (power, centers)


def read_center_names(listed: str, variant: Variant) -> tuple[int, ...] | Message:
    """Return the centers in a list of names, or a message about a wrong name."""
    centers: list[int] = []
    for name in _items(listed):
        province = province_called(name, variant)
        if province is None or not variant.geography.centers >> province & 1:
            return message("No supply center is called {name}.", name=name)
        centers.append(province)
    return tuple(centers)


def read_dislodged(rest: str, variant: Variant) -> DislodgedUnit | Message:
    """Return the unit in `Italy: A Trieste from Vienna`, or a message why it is wrong."""
    label, _, unit_text = rest.partition(":")
    power = power_called(label, variant)
    match = _DISLODGED.fullmatch(unit_text.strip())
    if power is None or match is None:
        return message("Write it as in `dislodged Italy: A Trieste from Vienna to Venice`.")
    unit = unit_called(match[1], power, variant)
    if isinstance(unit, Message):
        return unit
    origin = province_called(match[2], variant)
    retreats = None
    if match[3] is not None:
        retreats = [location_called(item, variant) for item in _items(match[3])]
    if origin is None or (retreats is not None and None in retreats):
        return message("Use whole names or abbreviations of places after `from` and `to`.")
    open_to = None if retreats is None else tuple(r for r in retreats if r is not None)
    return unit, origin, open_to


def dislodged_among(
    dislodged_unit: DislodgedUnit, units: Sequence[Unit], geography: Geography
) -> Dislodged:
    """Return a dislodged unit with its retreats.

    If it names no retreats, they are those that `units`, the units on the board, leave open.
    """
    unit, origin, retreats = dislodged_unit
    if retreats is None:
        return dislodged_by(origin, unit, units, geography)
    return Dislodged(unit, origin, retreats)


def no_power(label: str, variant: Variant) -> Message:
    """Return the message that no power has the name `label`, or that none was named."""
    if label:
        return message(
            "No power is called {name}; there are {powers}.",
            name=label.strip(),
            powers=tuple(power.name for power in variant.powers),
        )
    return message(
        "Say whose order it is, as in `{power}: A Paris H`.", power=variant.powers[0].name
    )


def bad_phase() -> Message:
    """Return the message that explains how to write a phase."""
    return message("Write a phase as S1901M, F1901R or W1901A.")


def _items(listed: str) -> list[str]:
    """Return the items of a list with commas."""
    return [item.strip() for item in listed.split(",") if item.strip()]


_GAP = re.compile(r"\s{2,}|\t")
_OF_A_UNIT = re.compile(
    r"dislodged|disbands|(?:dislodged from|may retreat to|may not retreat to) .+"
)


def split_words(text: str) -> tuple[str, tuple[str, ...]]:
    """Return an order and the words for its result, which follow after two or more spaces."""
    text = text.strip()
    gaps = list(_GAP.finditer(text))
    if gaps:
        words = tuple(word.strip() for word in text[gaps[-1].end() :].split(","))
        if all(word in RESULTS or _OF_A_UNIT.fullmatch(word) for word in words):
            return text[: gaps[-1].start()], words
    return text, ()


def _succeeded_as(*kinds: type[Order]) -> Callable[[Outcome], bool]:
    """Return a function: whether an outcome is the success of an order of one of these kinds."""
    return lambda outcome: outcome.succeeded and isinstance(outcome.order, kinds)


def _has_reason(reason: Reason) -> Callable[[Outcome], bool]:
    """Return a function: whether an outcome has this reason."""
    return lambda outcome: outcome.reason is reason


RESULTS: Mapping[str, Callable[[Outcome], bool]] = {
    "moves": _succeeded_as(Move),
    "retreats": _succeeded_as(Retreat),
    "builds": _succeeded_as(Build),
    "waives": _succeeded_as(Waive),
    "succeeds": lambda outcome: outcome.succeeded,
    "fails": lambda outcome: not outcome.succeeded,
    "bounces": _has_reason(Reason.BOUNCED),
    "illegal": lambda outcome: outcome.reason.is_illegal,
    # `dislodged` is tested on the unit, whatever the reason of its order is.
    **{reason.value: _has_reason(reason) for reason in Reason if reason is not Reason.DISLODGED},
}

# Results that an unreadable order has too.
UNREAD = frozenset({"fails", "illegal"})


@dataclass(slots=True)
class StageDraft:
    """The lines read so far of one phase."""

    phase: Phase
    orders: list[OrderLine] = field(default_factory=list)
    after: dict[str, tuple[Unit, ...]] = field(default_factory=dict)
    owns: dict[str, tuple[int, ...]] = field(default_factory=dict)
    ending: tuple[tuple[str, ...], ...] | None = None
    markers: dict[Marker, bool] = field(default_factory=dict)


@dataclass(slots=True)
class CaseDraft:
    """The lines read so far of a case; `units` and `owners` are None until a line names them."""

    variants: Callable[[str], Variant]
    variant: Variant
    name: str = ""
    title: str = ""
    power: str | None = None
    units: list[Unit] | None = None
    owners: list[str | None] | None = None
    dislodged: list[DislodgedUnit] = field(default_factory=list)
    markers: list[Marker] = field(default_factory=list)
    stages: list[StageDraft] = field(default_factory=list)
    misreads: list[Misread] = field(default_factory=list)

    @property
    def stage(self) -> StageDraft:
        """Return the phase that is read now; at first it is the start of the variant."""
        if not self.stages:
            self.stages.append(StageDraft(self.variant.start.phase))
        return self.stages[-1]

    @property
    def first(self) -> StageDraft:
        """Return the first phase of the case."""
        return self.stages[0] if self.stages else self.stage

    @property
    def is_begun(self) -> bool:
        """Return whether a line that depends on the map was read."""
        has_position = self.units is not None or self.owners is not None or self.dislodged
        return bool(has_position or self.stages)


def finish_case(draft: CaseDraft) -> tuple[Case] | tuple[Misread, ...]:
    """Return the case, or all lines that could not be understood."""
    units = _units_at_start(draft)
    if draft.misreads:
        return tuple(sorted(draft.misreads, key=lambda misread: misread.number))
    owners = draft.owners or draft.variant.start.owners
    return (
        Case(
            name=draft.name,
            title=draft.title,
            variant=draft.variant,
            position=Position(
                phase=draft.first.phase,
                units=tuple(units),
                owners=tuple(owners),
                dislodged=tuple(
                    dislodged_among(unit, units, draft.variant.geography)
                    for unit in draft.dislodged
                ),
                markers=tuple(draft.markers or draft.variant.start.markers),
            ),
            stages=tuple(
                CasePhase(
                    phase=stage.phase,
                    orders=tuple(stage.orders),
                    after=MappingProxyType(stage.after),
                    owns=MappingProxyType(stage.owns),
                    ending=stage.ending,
                    markers=MappingProxyType(stage.markers),
                )
                for stage in draft.stages
            ),
        ),
    )


def _units_at_start(draft: CaseDraft) -> list[Unit]:
    """Return the units of the case; if a movement phase names none, they are the ordered units."""
    if draft.units is not None or draft.first.phase.kind is not PhaseKind.MOVEMENT:
        return draft.units or []
    units: dict[int, Unit] = {}
    for line in draft.first.orders:
        if read_saying(line.text, line.power, draft.variant):
            continue
        unit = unit_ordered(line.text, line.power, draft.variant)
        if isinstance(unit, Message):
            draft.misreads.append(Misread(line.number, line.text, unit))
            continue
        province = draft.variant.geography.province_of[unit.location]
        other = units.setdefault(province, unit)
        if other != unit:
            advice = message("Two units would stand there: say who does in lines with `units`.")
            draft.misreads.append(Misread(line.number, line.text, advice))
    return list(units.values())


_COMMENT = re.compile(r"(?:^|\s+)#.*")
_MAP_NAME = re.compile(r"[a-z0-9_-]+")
STANDARD = "standard"


def read_cases(
    text: str, variants: Callable[[str], Variant], board: str = STANDARD
) -> tuple[Case | Misread, ...]:
    """Return the cases of `text`; a case with mistakes is replaced by its wrong lines.

    Text without a line `case` is one case without a name. `board` is the variant of a case without
    a line `map`. `variants` raises KeyError or OSError if there is no such map.
    """
    draft = CaseDraft(variants, variants(board))
    cases: list[Case | Misread] = []
    is_empty = True
    for number, line in content_lines(text):
        if line.split()[0] == "case" and not is_empty:
            cases.extend(finish_case(draft))
            draft = CaseDraft(variants, variants(board))
        is_empty = False
        word, _, rest = line.partition(" ")
        read = _LINES.get(word)
        advice = read(draft, rest.strip()) if read else _order(draft, number, line)
        if advice is not None:
            draft.misreads.append(Misread(number, line, advice))
    return (*cases, *finish_case(draft)) if not is_empty else ()


def content_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines with content, with their numbers and without comments."""
    for number, line in enumerate(text.splitlines(), 1):
        content = _COMMENT.sub("", line).strip()
        if content:
            yield number, content


def _order(draft: CaseDraft, number: int, line: str) -> Message | None:
    """Add an order line to the draft; return a message if it has a mistake."""
    label, colon, rest = line.partition(":")
    if not colon and power_called(line, draft.variant):
        label, colon = line, ":"
    power = power_called(label, draft.variant) if colon else draft.power
    if power is None:
        return no_power(label if colon else "", draft.variant)
    draft.power = power
    text, words = split_words(rest if colon else line)
    if text:
        draft.stage.orders.append(OrderLine(number, power, text, words))
    return None


def _case(draft: CaseDraft, rest: str) -> Message | None:
    draft.name, _, title = rest.partition(" ")
    draft.title = title.strip()
    return None


def _map(draft: CaseDraft, rest: str) -> Message | None:
    if draft.is_begun:
        return message("Put the map before all that depends on it.")
    name = rest.lower()
    unknown = message("There is no map called {name}.", name=rest)
    if not _MAP_NAME.fullmatch(name):
        return unknown
    try:
        draft.variant = draft.variants(name)
    except (KeyError, OSError):
        return unknown
    return None


def _rules(draft: CaseDraft, rest: str) -> Message | None:
    chosen = dict(name.split("=") for name in rest.split() if name.count("=") == 1)
    draft.variant = with_choices(draft.variant, chosen)
    rules: Rules = draft.variant.rules
    options = [
        f"{option.name}={choice.name}"
        for option in draft.variant.options
        for choice in option.choices
    ]
    for name in rest.split():
        kind, _, value = name.partition("=")
        if name == "convoy_fallback":
            rules = replace(rules, convoy_fallback=True)
        elif kind == "builds" and value in BUILD_PLACES:
            rules = replace(rules, builds=value)
        elif name not in options:
            places = [f"builds={place}" for place in BUILD_PLACES]
            return message(
                "There is no rule {name}; there are {known}.",
                name=name,
                known=("convoy_fallback", *places, *options),
            )
    draft.variant = replace(draft.variant, rules=rules)
    return None


def _phase(draft: CaseDraft, rest: str) -> Message | None:
    phase = read_phase(rest)
    if phase is None:
        return bad_phase()
    draft.stages.append(StageDraft(phase))
    draft.power = None
    return None


def _start(draft: CaseDraft, rest: str) -> Message | None:
    start = draft.variant.start
    draft.units, draft.owners = list(start.units), list(start.owners)
    return None


def _units(draft: CaseDraft, rest: str) -> Message | None:
    listed = read_units(rest, draft.variant)
    if isinstance(listed, Message):
        return listed
    _, units = listed
    province_of = draft.variant.geography.province_of
    earlier = draft.units or []
    provinces = [province_of[unit.location] for unit in (*earlier, *units)]
    if len(set(provinces)) < len(provinces):
        return message("Two units would stand in one province.")
    draft.units = [*earlier, *units]
    return None


def _centers(draft: CaseDraft, rest: str) -> Message | None:
    listed = read_centers(rest, draft.variant)
    if isinstance(listed, Message):
        return listed
    power, centers = listed
    owners = draft.owners or [None] * len(draft.variant.geography.provinces)
    for center in centers:
        owners[center] = power
    draft.owners = owners
    return None


def _dislodged(draft: CaseDraft, rest: str) -> Message | None:
    dislodged = read_dislodged(rest, draft.variant)
    if isinstance(dislodged, Message):
        return dislodged
    draft.dislodged.append(dislodged)
    return None


def _marker(draft: CaseDraft, rest: str) -> Message | None:
    marker = marker_called(rest, draft.variant)
    if isinstance(marker, Message):
        return marker
    draft.markers.append(marker)
    return None


def _marker_reader(*, expected: bool) -> Callable[[CaseDraft, str], Message | None]:
    """Return the reader of a line with a marker.

    The case expects that the marker is on the board, or (not `expected`) that it is not.
    """

    def read(draft: CaseDraft, rest: str) -> Message | None:
        marker = marker_called(rest, draft.variant)
        if isinstance(marker, Message):
            return marker
        draft.stage.markers[marker] = expected
        return None

    return read


def _after(draft: CaseDraft, rest: str) -> Message | None:
    listed = read_units(rest, draft.variant)
    if isinstance(listed, Message):
        return listed
    draft.stage.after[listed[0]] = listed[1]
    return None


def _owns(draft: CaseDraft, rest: str) -> Message | None:
    listed = read_centers(rest, draft.variant)
    if isinstance(listed, Message):
        return listed
    draft.stage.owns[listed[0]] = listed[1]
    return None


def _winner(draft: CaseDraft, rest: str) -> Message | None:
    draft.stage.ending = places_called(rest, draft.variant)
    return no_power(rest, draft.variant) if draft.stage.ending is None else None


_LINES: dict[str, Callable[[CaseDraft, str], Message | None]] = {
    "case": _case,
    "map": _map,
    "rules": _rules,
    "phase": _phase,
    "start": _start,
    "units": _units,
    "centers": _centers,
    "dislodged": _dislodged,
    "marker": _marker,
    "marked": _marker_reader(expected=True),
    "unmarked": _marker_reader(expected=False),
    "after": _after,
    "owns": _owns,
    "winner": _winner,
}


@dataclass(frozen=True, slots=True)
class OrderResult:
    """An order as it was written, with its outcome, or with the mistake if it could not be read."""

    written: OrderLine
    text: str
    result: Outcome | Mistake


@dataclass(frozen=True, slots=True)
class PlayedPhase:
    """The result of a phase of a case."""

    stage: CasePhase
    position: Position
    #: The results of the orders written.
    results: tuple[OrderResult, ...]
    #: The outcomes of units without orders.
    unordered: tuple[Outcome, ...]
    adjudication: Adjudication


def play(case: Case) -> Iterator[PlayedPhase]:
    """Yield the results of the phases of `case`, each played on the board after the one before.

    It stops before a phase of the case that is not the next phase of the game.
    """
    position = case.position
    for stage in case.stages:
        if stage.phase != position.phase:
            return
        played = play_stage(stage, position, case.variant)
        yield played
        position = played.adjudication.after


def play_stage(stage: CasePhase, position: Position, variant: Variant) -> PlayedPhase:
    """Return the result of the orders of `stage` on the board of `position`.

    An order that cannot be read, or is for another power's unit, counts as not written.
    """
    read_orders = [
        (written, read)
        for written in stage.orders
        for read in read_line(written.text, reader_for(variant, position, written.power))
    ]
    ordered = {_unit_of(read.result) for _, read in read_orders if not read.of_the_rest}
    records = [
        (written, read.text, read.result)
        for written, read in read_orders
        if not read.of_the_rest or _unit_of(read.result) not in ordered
    ]
    orders = [
        order
        for written, _, order in records
        if isinstance(order, Order) and power_of(order) == written.power
    ]
    adjudication = adjudicate(position, orders, variant)
    outcomes = iter(adjudication.outcomes)
    results = tuple(
        OrderResult(written, text, _result(order, written, outcomes))
        for written, text, order in records
    )
    return PlayedPhase(stage, position, results, tuple(outcomes), adjudication)


def _unit_of(result: Order | Mistake) -> Unit | None:
    """Return the ordered unit, or None if there is none."""
    match result:
        case Build() | Waive() | Vote() | Declare() | Unreadable() | Ambiguous():
            return None
        case order:
            return order.unit


def _result(
    order: Order | Mistake, written: OrderLine, outcomes: Iterator[Outcome]
) -> Outcome | Mistake:
    """Return the outcome of an order (the next of `outcomes` if it counted), or its mistake."""
    if isinstance(order, Mistake):
        return order
    if power_of(order) != written.power:
        return Outcome(order, Reason.FOREIGN_UNIT)
    return next(outcomes)


def unmet_expectations(case: Case) -> tuple[str, ...]:
    """Return a sentence for each result that differs from what `case` expects."""
    played = tuple(play(case))
    sentences = [line for phase in played for line in _unmet_of_phase(phase, case.variant)]
    if len(played) < len(case.stages):
        reached = played[-1].adjudication.after.phase if played else case.position.phase
        expected = case.stages[len(played)].phase
        sentences.append(f"The phase {expected} was expected, but {reached} comes.")
    return tuple(sentences)


def _unmet_of_phase(played: PlayedPhase, variant: Variant) -> Iterator[str]:
    """Yield the unmet expectations of one phase."""
    for result in played.results:
        for word in result.written.words:
            if not is_met(word, result, played, variant):
                number, phase = result.written.number, played.stage.phase
                yield f"Line {number}, {phase}: {result.text}: not so: {word}."
    yield from _unmet_of_board(played, variant)


def is_met(word: str, order_result: OrderResult, played: PlayedPhase, variant: Variant) -> bool:
    """Return whether the expectation `word` is true for an order and its unit."""
    if word in RESULTS:
        if isinstance(order_result.result, Unreadable | Ambiguous):
            return word in UNREAD
        return RESULTS[word](order_result.result)
    unit = _unit_named(order_result, variant)
    if word == "disbands":
        return unit in played.adjudication.disbanded
    if played.position.phase.kind is PhaseKind.MOVEMENT:
        all_dislodged = dislodgements(played.adjudication, variant.geography)
    else:
        # The units that have to retreat in this phase.
        all_dislodged = played.position.dislodged
    dislodged = next((lost for lost in all_dislodged if lost.unit == unit), None)
    if dislodged is None:
        return False
    for start, holds in _OF_DISLODGED.items():
        if word.startswith(start):
            place = location_called(word.removeprefix(start), variant)
            return place is not None and holds(dislodged, place)
    return word == "dislodged"


def _unit_named(order_result: OrderResult, variant: Variant) -> Unit | Message | None:
    """Return the unit of an order, even if the rest of the order cannot be read."""
    if isinstance(order_result.result, Unreadable | Ambiguous):
        return unit_ordered(order_result.text, order_result.written.power, variant)
    order = order_result.result.order
    return order.unit if isinstance(order, UnitOrder) else None


_OF_DISLODGED: Mapping[str, Callable[[Dislodged, int], bool]] = {
    "dislodged from ": lambda dislodged, place: dislodged.attacker_from == place,
    "may retreat to ": lambda dislodged, place: place in dislodged.retreats,
    "may not retreat to ": lambda dislodged, place: place not in dislodged.retreats,
}


def _unmet_of_board(played: PlayedPhase, variant: Variant) -> Iterator[str]:
    """Yield the unmet expectations of the board after a phase."""
    stage, after, geography = played.stage, played.adjudication.after, variant.geography
    for power, units in stage.after.items():
        present = [unit for unit in after.units if unit.power == power]
        if set(present) != set(units):
            texts = ", ".join(write_unit(unit, geography) for unit in present)
            yield f"After {stage.phase} {power} has {texts or 'no units'}."
    for power, centers in stage.owns.items():
        owned = [n for n, owner in enumerate(after.owners) if owner == power]
        if set(owned) != set(centers):
            texts = ", ".join(geography.locations[place].text for place in owned)
            yield f"After {stage.phase} {power} owns {texts or 'no centers'}."
    for marker, expected in stage.markers.items():
        if (marker in after.markers) != expected:
            state = "is not" if expected else "is"
            text = marker_text(marker, variant)
            yield f"After {stage.phase} marker {text} {state} there."
    yield from _unmet_of_ending(played, variant)


def _unmet_of_ending(played: PlayedPhase, variant: Variant) -> Iterator[str]:
    """Yield the unmet expectation of the end of the game."""
    stage = played.stage
    if stage.ending is None:
        return
    victory = ending(played.adjudication.after, variant)
    if victory is None:
        ended: tuple[tuple[str, ...], ...] = ()
    else:
        # The places after the winners count only if the case names them.
        ended = victory.places if len(stage.ending) > 1 else (victory.winners,)
    if stage.ending != ended:
        powers = " / ".join(map(", ".join, stage.ending or ended))
        verb = "has not won" if stage.ending else "has won"
        yield f"After {stage.phase} {powers} {verb}."
