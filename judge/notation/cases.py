"""Cases: positions, orders and what is expected of them, as players write them.

`judge/notation/README.md` describes the form. A line begins with a word of the table
`_LINES`, or it is an order.
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
    """A line that cannot be understood, and what to do about it."""

    number: int
    line: str
    advice: Message


@dataclass(frozen=True, slots=True)
class Written:
    """A line of orders of one power, and the words for what is expected of them."""

    number: int
    power: str
    text: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CasePhase:
    """The orders of one phase; and what is expected after it, by power.

    A power that `after` or `owns` do not name is not looked at. `markers` says of some
    whether they are to lie on the board. `ending` are the winners, and who comes after
    them if that is told; it is empty when nobody is to have won.
    """

    phase: Phase
    orders: tuple[Written, ...]
    after: Mapping[str, tuple[Unit, ...]]
    owns: Mapping[str, tuple[int, ...]]
    ending: tuple[tuple[str, ...], ...] | None
    markers: Mapping[Marker, bool]


@dataclass(frozen=True, slots=True)
class Case:
    """A position, and the orders of one phase or of several in a row."""

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
    """Return the power of that name or adjective, or None."""
    return names_of(variant).powers.get("".join(words_of(text)))


def places_called(text: str, variant: Variant) -> tuple[tuple[str, ...], ...] | None:
    """Return the powers placed as in `France / Italy, Turkey`, or None if one is none.

    `nobody` is the winner of a game that goes on.
    """
    if text.strip().lower() == "nobody":
        return ()
    places = tuple(
        tuple(power_called(one, variant) or "" for one in place.split(","))
        for place in text.split("/")
    )
    return None if any("" in place for place in places) else places


def province_called(text: str, variant: Variant) -> int | None:
    """Return the province of that name, abbreviation or alias, or None."""
    found = find_exactly(words_of(text), names_of(variant))
    return found[0] if len(found) == 1 else None


def location_called(text: str, variant: Variant) -> int | None:
    """Return the province, or the coast of one as in `Spain/sc` or `SPA (SC)`."""
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
    """Return the marker as in `home of Lydia in Sardis`, or what is wrong with it."""
    match = _MARKER.fullmatch(text.strip())
    if match is None:
        return message("Write it as in `marker home of Lydia in Sardis`.")
    kind, power, place = match.groups()
    whose = power_called(power, variant) if power else None
    where = province_called(place, variant) if place else None
    if power and whose is None:
        return message("No power is called {name}.", name=power)
    if place and where is None:
        return message("No province is called {name}.", name=place)
    return Marker(kind.lower(), where, whose)


def marker_text(marker: Marker, variant: Variant) -> str:
    """Return how a marker is written: `home of Lydia in SAR`."""
    text = f"{marker.kind} of {marker.power}" if marker.power else marker.kind
    if marker.province is None:
        return text
    return f"{text} in {variant.geography.provinces[marker.province].abbreviation}"


def unit_called(text: str, power: str, variant: Variant) -> Unit | Message:
    """Return the unit of `power` as in `F Spain/sc`, or what is wrong with it."""
    letter, _, place = text.strip().partition(" ")
    kind = UnitKind.ARMY if letter in _DOUBLE else _KINDS.get(letter.upper())
    location = location_called(place, variant)
    if kind is None:
        return message("Begin a unit with A or F, as in A Paris.")
    if location is None:
        return message("No place is called {name}; use its whole name or abbreviation.", name=place)
    size = 2 if letter in _DOUBLE else 1
    unit = Unit(power, kind, location, size)
    return _placed(unit, variant) or unit


def _placed(unit: Unit, variant: Variant) -> Message | None:
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
    """Return the unit that an order begins with, or what is wrong with it."""
    words = text.split()
    tries = [
        unit_called(" ".join(words[:count]), power, variant) for count in range(len(words), 1, -1)
    ]
    units = [found for found in tries if isinstance(found, Unit)]
    if units:
        return units[0]
    if not tries:
        return message("Begin an order with its unit, as in A Paris H.")
    return tries[-1]


DislodgedUnit = tuple[Unit, int, tuple[int, ...] | None]
"""A unit, the province its attacker came from, and where it may go if that is told."""
_DISLODGED = re.compile(r"(.+?) from (.+?)(?: to (.*))?", re.IGNORECASE)


def units_listed(rest: str, variant: Variant) -> tuple[str, tuple[Unit, ...]] | Message:
    """Return the power and units of `France: A Paris, F Brest`, or what is wrong with it."""
    label, _, listed = rest.partition(":")
    power = power_called(label, variant)
    if power is None:
        return no_power(label, variant)
    units = [unit_called(one, power, variant) for one in _items(listed)]
    wrong = [unit for unit in units if isinstance(unit, Message)]
    if wrong:
        return wrong[0]
    return power, tuple(unit for unit in units if isinstance(unit, Unit))


def centers_listed(rest: str, variant: Variant) -> tuple[str, tuple[int, ...]] | Message:
    """Return the power and centers of `France: Paris, Spain`, or what is wrong with it."""
    label, _, listed = rest.partition(":")
    power = power_called(label, variant)
    if power is None:
        return no_power(label, variant)
    centers = places_listed(listed, variant)
    return centers if isinstance(centers, Message) else (power, centers)


def places_listed(listed: str, variant: Variant) -> tuple[int, ...] | Message:
    """Return the centers that are listed, or which one is none."""
    centers: list[int] = []
    for one in _items(listed):
        province = province_called(one, variant)
        if province is None or not variant.geography.centers >> province & 1:
            return message("No supply center is called {name}.", name=one)
        centers.append(province)
    return tuple(centers)


def dislodged_told(rest: str, variant: Variant) -> DislodgedUnit | Message:
    """Return the unit of `Italy: A Trieste from Vienna`, or what is wrong with it."""
    label, _, told = rest.partition(":")
    power = power_called(label, variant)
    match = _DISLODGED.fullmatch(told.strip())
    if power is None or match is None:
        return message("Write it as in `dislodged Italy: A Trieste from Vienna to Venice`.")
    unit = unit_called(match[1], power, variant)
    if isinstance(unit, Message):
        return unit
    origin = province_called(match[2], variant)
    retreats = None
    if match[3] is not None:
        retreats = [location_called(one, variant) for one in _items(match[3])]
    if origin is None or (retreats is not None and None in retreats):
        return message("Use whole names or abbreviations of places after `from` and `to`.")
    open_to = None if retreats is None else tuple(r for r in retreats if r is not None)
    return unit, origin, open_to


def dislodged_among(told: DislodgedUnit, units: Sequence[Unit], geography: Geography) -> Dislodged:
    """Return a dislodged unit with where it may go, worked out if that is not told."""
    unit, origin, retreats = told
    if retreats is None:
        return dislodged_by(origin, unit, units, geography)
    return Dislodged(unit, origin, retreats)


def no_power(label: str, variant: Variant) -> Message:
    """Return that no power has the name `label`, or that none was named."""
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
    """Return how a phase is written."""
    return message("Write a phase as S1901M, F1901R or W1901A.")


def _items(listed: str) -> list[str]:
    return [one.strip() for one in listed.split(",") if one.strip()]


_GAP = re.compile(r"\s{2,}|\t")
_OF_A_UNIT = re.compile(
    r"dislodged|disbands|(?:dislodged from|may retreat to|may not retreat to) .+"
)


def split_words(text: str) -> tuple[str, tuple[str, ...]]:
    """Return an order, and the words for its result that follow after a wide gap."""
    order, gap, tail = _rpartition(text.strip())
    words = tuple(word.strip() for word in tail.split(","))
    if gap and all(word in RESULTS or _OF_A_UNIT.fullmatch(word) for word in words):
        return order, words
    return text.strip(), ()


def _rpartition(text: str) -> tuple[str, str, str]:
    gaps = list(_GAP.finditer(text))
    if not gaps:
        return text, "", ""
    return text[: gaps[-1].start()], gaps[-1][0], text[gaps[-1].end() :]


def _did(*kinds: type[Order]) -> Callable[[Outcome], bool]:
    return lambda outcome: outcome.succeeded and isinstance(outcome.order, kinds)


def _ended(reason: Reason) -> Callable[[Outcome], bool]:
    return lambda outcome: outcome.reason is reason


RESULTS: Mapping[str, Callable[[Outcome], bool]] = {
    "moves": _did(Move),
    "retreats": _did(Retreat),
    "builds": _did(Build),
    "waives": _did(Waive),
    "succeeds": lambda outcome: outcome.succeeded,
    "fails": lambda outcome: not outcome.succeeded,
    "bounces": _ended(Reason.BOUNCED),
    "illegal": lambda outcome: outcome.reason.is_illegal,
    # `dislodged` is said of the unit, whatever became of its order.
    **{reason.value: _ended(reason) for reason in Reason if reason is not Reason.DISLODGED},
}

# These are also true of what cannot be read as an order.
UNREAD = frozenset({"fails", "illegal"})


@dataclass(slots=True)
class StageDraft:
    """The lines of one phase."""

    phase: Phase
    orders: list[Written] = field(default_factory=list)
    after: dict[str, tuple[Unit, ...]] = field(default_factory=dict)
    owns: dict[str, tuple[int, ...]] = field(default_factory=dict)
    ending: tuple[tuple[str, ...], ...] | None = None
    markers: dict[Marker, bool] = field(default_factory=dict)


@dataclass(slots=True)
class CaseDraft:
    """The lines of a case; `units` and `owners` are None until a line tells them.

    A dislodged unit comes with its attacker's origin and, if told, where it may go.
    """

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
        """Return the phase that is being told; the start of the variant at first."""
        if not self.stages:
            self.stages.append(StageDraft(self.variant.start.phase))
        return self.stages[-1]

    @property
    def first(self) -> StageDraft:
        """Return the phase in which the case begins."""
        return self.stages[0] if self.stages else self.stage

    @property
    def is_begun(self) -> bool:
        """Return whether a line has said anything that depends on the map."""
        told = self.units is not None or self.owners is not None or self.dislodged
        return bool(told or self.stages)


def finished(draft: CaseDraft) -> tuple[Case] | tuple[Misread, ...]:
    """Return the case, or all of its lines that cannot be understood."""
    units = _placed_units(draft)
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
                    dislodged_among(one, units, draft.variant.geography) for one in draft.dislodged
                ),
                markers=tuple(draft.markers or draft.variant.start.markers),
            ),
            stages=tuple(_stage(stage) for stage in draft.stages),
        ),
    )


def _placed_units(draft: CaseDraft) -> list[Unit]:
    """Return the units told; in a movement phase without any, those ordered."""
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


def _stage(draft: StageDraft) -> CasePhase:
    return CasePhase(
        phase=draft.phase,
        orders=tuple(draft.orders),
        after=MappingProxyType(draft.after),
        owns=MappingProxyType(draft.owns),
        ending=draft.ending,
        markers=MappingProxyType(draft.markers),
    )


_COMMENT = re.compile(r"(?:^|\s+)#.*")
_MAP_NAME = re.compile(r"[a-z0-9_-]+")
STANDARD = "standard"


def read_cases(
    text: str, variants: Callable[[str], Variant], board: str = STANDARD
) -> tuple[Case | Misread, ...]:
    """Return the cases of `text`; instead of a wrong one, its lines that are wrong.

    Text without a line `case` is one case without a name; without a line `map` it is
    on `board`. KeyError or OSError from `variants` means that there is no such map.
    """
    draft = CaseDraft(variants, variants(board))
    found: list[Case | Misread] = []
    empty = True
    for number, line in told_lines(text):
        if line.split()[0] == "case" and not empty:
            found.extend(finished(draft))
            draft = CaseDraft(variants, variants(board))
        empty = False
        advice = _read_line(draft, number, line)
        if advice is not None:
            draft.misreads.append(Misread(number, line, advice))
    return (*found, *finished(draft)) if not empty else ()


def told_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that say something, with their numbers and without comments."""
    for number, line in enumerate(text.splitlines(), 1):
        bare = _COMMENT.sub("", line).strip()
        if bare:
            yield number, bare


def _read_line(draft: CaseDraft, number: int, line: str) -> Message | None:
    word, _, rest = line.partition(" ")
    read = _LINES.get(word)
    if read is not None:
        return read(draft, rest.strip())
    return _order(draft, number, line)


def _order(draft: CaseDraft, number: int, line: str) -> Message | None:
    label, colon, rest = line.partition(":")
    if not colon and power_called(line, draft.variant):
        label, colon = line, ":"
    power = power_called(label, draft.variant) if colon else draft.power
    if power is None:
        return no_power(label if colon else "", draft.variant)
    draft.power = power
    text, words = split_words(rest if colon else line)
    if text:
        draft.stage.orders.append(Written(number, power, text, words))
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
    found = units_listed(rest, draft.variant)
    if isinstance(found, Message):
        return found
    _, units = found
    province_of = draft.variant.geography.province_of
    standing = draft.units or []
    taken = [province_of[unit.location] for unit in (*standing, *units)]
    if len(set(taken)) < len(taken):
        return message("Two units would stand in one province.")
    draft.units = [*standing, *units]
    return None


def _centers(draft: CaseDraft, rest: str) -> Message | None:
    found = centers_listed(rest, draft.variant)
    if isinstance(found, Message):
        return found
    power, centers = found
    owners = draft.owners or [None] * len(draft.variant.geography.provinces)
    for center in centers:
        owners[center] = power
    draft.owners = owners
    return None


def _dislodged(draft: CaseDraft, rest: str) -> Message | None:
    found = dislodged_told(rest, draft.variant)
    if isinstance(found, Message):
        return found
    draft.dislodged.append(found)
    return None


def _marker(draft: CaseDraft, rest: str) -> Message | None:
    marker = marker_called(rest, draft.variant)
    if isinstance(marker, Message):
        return marker
    draft.markers.append(marker)
    return None


def _expecting(*, there: bool) -> Callable[[CaseDraft, str], Message | None]:
    """Return what reads the marker that is to lie on the board afterwards, or not."""

    def read(draft: CaseDraft, rest: str) -> Message | None:
        marker = marker_called(rest, draft.variant)
        if isinstance(marker, Message):
            return marker
        draft.stage.markers[marker] = there
        return None

    return read


def _after(draft: CaseDraft, rest: str) -> Message | None:
    found = units_listed(rest, draft.variant)
    if isinstance(found, Message):
        return found
    draft.stage.after[found[0]] = found[1]
    return None


def _owns(draft: CaseDraft, rest: str) -> Message | None:
    found = centers_listed(rest, draft.variant)
    if isinstance(found, Message):
        return found
    draft.stage.owns[found[0]] = found[1]
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
    "marked": _expecting(there=True),
    "unmarked": _expecting(there=False),
    "after": _after,
    "owns": _owns,
    "winner": _winner,
}


@dataclass(frozen=True, slots=True)
class OrderResult:
    """The outcome of an order as it was written, or the mistake if it could not be read."""

    written: Written
    text: str
    result: Outcome | Mistake


@dataclass(frozen=True, slots=True)
class Played:
    """A phase that was played; `untold` became of units without orders."""

    stage: CasePhase
    position: Position
    told: tuple[OrderResult, ...]
    untold: tuple[Outcome, ...]
    adjudication: Adjudication


def play(case: Case) -> Iterator[Played]:
    """Yield the phases of `case`, each played on the board the one before left.

    A phase that is not the next one of the game ends the play.
    """
    position = case.position
    for stage in case.stages:
        if stage.phase != position.phase:
            return
        played = play_stage(stage, position, case.variant)
        yield played
        position = played.adjudication.after


def play_stage(stage: CasePhase, position: Position, variant: Variant) -> Played:
    """Play the orders of `stage` on the board of `position`.

    An order that cannot be read, or is to another power's unit, counts as not written.
    """
    read = [
        (written, one)
        for written in stage.orders
        for one in read_line(written.text, reader_for(variant, position, written.power))
    ]
    named = {_unit_of(one.result) for _, one in read if not one.of_the_rest}
    said = [
        (written, one.text, one.result)
        for written, one in read
        if not one.of_the_rest or _unit_of(one.result) not in named
    ]
    orders = [
        order
        for written, _, order in said
        if isinstance(order, Order) and power_of(order) == written.power
    ]
    adjudication = adjudicate(position, orders, variant)
    outcomes = iter(adjudication.outcomes)
    told = tuple(
        OrderResult(written, text, _result(order, written, outcomes))
        for written, text, order in said
    )
    return Played(stage, position, told, tuple(outcomes), adjudication)


def _unit_of(result: Order | Mistake) -> Unit | None:
    """Return the unit that is ordered, None where no unit is."""
    match result:
        case Build() | Waive() | Vote() | Declare() | Unreadable() | Ambiguous():
            return None
        case order:
            return order.unit


def _result(
    order: Order | Mistake, written: Written, outcomes: Iterator[Outcome]
) -> Outcome | Mistake:
    if isinstance(order, Mistake):
        return order
    if power_of(order) != written.power:
        return Outcome(order, Reason.FOREIGN_UNIT)
    return next(outcomes)


def disappointments(case: Case) -> tuple[str, ...]:
    """Return what came out otherwise than `case` says, a sentence each."""
    played = tuple(play(case))
    found = [line for one in played for line in _of_stage(one, case.variant)]
    if len(played) < len(case.stages):
        reached = played[-1].adjudication.after.phase if played else case.position.phase
        expected = case.stages[len(played)].phase
        found.append(f"The phase {expected} was expected, but {reached} comes.")
    return tuple(found)


def _of_stage(played: Played, variant: Variant) -> Iterator[str]:
    for told in played.told:
        for word in told.written.words:
            if not is_so(word, told, played, variant):
                number, phase = told.written.number, played.stage.phase
                yield f"Line {number}, {phase}: {told.text}: not so: {word}."
    yield from _of_board(played, variant)


def is_so(word: str, told: OrderResult, played: Played, variant: Variant) -> bool:
    """Return whether `word` is true of an order and of its unit."""
    if word in RESULTS:
        if isinstance(told.result, Unreadable | Ambiguous):
            return word in UNREAD
        return RESULTS[word](told.result)
    unit = _unit_meant(told, variant)
    if word == "disbands":
        return unit in played.adjudication.disbanded
    mine = [one for one in _dislodged_in(played, variant) if one.unit == unit]
    return bool(mine) and _is_so_of(word, mine[0], variant)


def _unit_meant(told: OrderResult, variant: Variant) -> Unit | Message | None:
    """Return the unit that an order names, also where the rest of it cannot be read."""
    if isinstance(told.result, Unreadable | Ambiguous):
        return unit_ordered(told.text, told.written.power, variant)
    order = told.result.order
    return order.unit if isinstance(order, UnitOrder) else None


def _dislodged_in(played: Played, variant: Variant) -> tuple[Dislodged, ...]:
    """Return the units driven out in a movement phase; in a retreat phase, before it."""
    if played.position.phase.kind is PhaseKind.MOVEMENT:
        return dislodgements(played.adjudication, variant.geography)
    return played.position.dislodged


def _is_so_of(word: str, dislodged: Dislodged, variant: Variant) -> bool:
    for start, holds in _OF_DISLODGED.items():
        if word.startswith(start):
            place = location_called(word.removeprefix(start), variant)
            return place is not None and holds(dislodged, place)
    return word == "dislodged"


_OF_DISLODGED: Mapping[str, Callable[[Dislodged, int], bool]] = {
    "dislodged from ": lambda dislodged, place: dislodged.attacker_from == place,
    "may retreat to ": lambda dislodged, place: place in dislodged.retreats,
    "may not retreat to ": lambda dislodged, place: place not in dislodged.retreats,
}


def _of_board(played: Played, variant: Variant) -> Iterator[str]:
    stage, after, geography = played.stage, played.adjudication.after, variant.geography
    for power, units in stage.after.items():
        there = [unit for unit in after.units if unit.power == power]
        if set(there) != set(units):
            texts = ", ".join(write_unit(unit, geography) for unit in there)
            yield f"After {stage.phase} {power} has {texts or 'no units'}."
    for power, centers in stage.owns.items():
        owned = [n for n, owner in enumerate(after.owners) if owner == power]
        if set(owned) != set(centers):
            texts = ", ".join(geography.locations[place].text for place in owned)
            yield f"After {stage.phase} {power} owns {texts or 'no centers'}."
    for marker, expected in stage.markers.items():
        if (marker in after.markers) != expected:
            found = "is not" if expected else "is"
            text = marker_text(marker, variant)
            yield f"After {stage.phase} marker {text} {found} there."
    yield from _of_ending(played, variant)


def _of_ending(played: Played, variant: Variant) -> Iterator[str]:
    stage = played.stage
    if stage.ending is None:
        return
    ended = _ending(played.adjudication.after, stage, variant)
    if stage.ending != ended:
        who = " / ".join(map(", ".join, stage.ending or ended))
        won = "has not won" if stage.ending else "has won"
        yield f"After {stage.phase} {who} {won}."


def _ending(after: Position, stage: CasePhase, variant: Variant) -> tuple[tuple[str, ...], ...]:
    """Return who has won, with the places of others where the case tells them."""
    over = ending(after, variant)
    if over is None:
        return ()
    told = stage.ending is not None and len(stage.ending) > 1
    return over.places if told else (over.winners,)
