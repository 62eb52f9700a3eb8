"""Positions, orders and results as JSON objects, for programs that use the engine."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import DecodeError, json

from judge.engine import (
    BUILD_PLACES,
    Adjudication,
    Build,
    Dislodged,
    Hold,
    Marker,
    Order,
    Outcome,
    PhaseKind,
    Position,
    Reason,
    Unit,
    UnitKind,
    UnitOrder,
    Variant,
    Waive,
    adjudicate,
    can_stand,
    dislodged_by,
    dislodgements,
    is_to_a_unit,
    possible_orders,
    power_of,
    with_choices,
)
from judge.notation.canonical import (
    BoardVocabulary,
    canonical_reader,
    read_canonical,
    read_phase,
    vocabulary_of,
    write_order,
    write_unit,
)

Facts = dict[str, object]
STANDARD = "standard"
_RULES = ("convoy_fallback", "builds")


@dataclass(frozen=True, slots=True)
class BadRequest:
    """The reason why a line of input cannot be adjudicated at all."""

    reason: str


@dataclass(frozen=True, slots=True)
class VariantTexts:
    """A variant with the texts of its powers, units and locations."""

    variant: Variant
    vocabulary: BoardVocabulary
    #: The powers by name in lower case.
    powers: Mapping[str, str]
    #: By power: the units that can be on the board, by text.
    units: Mapping[str, Mapping[str, Unit]]
    #: The texts of armies and of fleets, by location.
    texts: Mapping[UnitKind, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Setting:
    """The variant and the rules that a line names."""

    name: str
    convoy_fallback: bool
    #: None keeps the rule of the variant.
    builds: str | None
    #: The choices of the variant's options: (option, choice).
    chosen: tuple[tuple[str, str], ...] = ()


def setting_of(facts: Facts, board: str) -> Setting | BadRequest:
    """Return the variant and rules of a line; `board` is the default variant."""
    name = facts.get("map", board)
    rules = facts.get("rules", {})
    if not isinstance(name, str):
        return BadRequest("map must be a name")
    if not isinstance(rules, dict):
        return BadRequest("rules must be an object")
    fallback = rules.get("convoy_fallback", False)
    builds = rules.get("builds")
    others = {key: rules[key] for key in rules if key not in _RULES}
    chosen = tuple(sorted((key, str(choice)) for key, choice in others.items()))
    if not isinstance(fallback, bool):
        return BadRequest("convoy_fallback must be true or false")
    if builds is None or (isinstance(builds, str) and builds in BUILD_PLACES):
        return Setting(name, fallback, builds, chosen)
    return BadRequest(f"builds must be one of {', '.join(BUILD_PLACES)}")


def board_for(setting: Setting, variants: Callable[[str], Variant]) -> VariantTexts | BadRequest:
    """Return the variant of `setting` with its texts."""
    name = setting.name.lower()
    if not name.replace("-", "").replace("_", "").isalnum():
        return BadRequest(f"there is no map {setting.name}")
    try:
        variant = variants(name)
    except (KeyError, OSError):
        return BadRequest(f"there is no map {setting.name}")
    options = {o.name: {choice.name for choice in o.choices} for o in variant.options}
    for option, choice in setting.chosen:
        if option not in options:
            return BadRequest(f"there is no rule {option}")
        if choice not in options[option]:
            known = ", ".join(sorted(options[option]))
            return BadRequest(f"{option} must be one of {known}")
    variant = with_choices(variant, dict(setting.chosen))
    rules = replace(
        variant.rules,
        convoy_fallback=setting.convoy_fallback or variant.rules.convoy_fallback,
        builds=setting.builds or variant.rules.builds,
    )
    variant = replace(variant, rules=rules)
    geography = variant.geography
    vocabulary = vocabulary_of(variant)
    return VariantTexts(
        variant=variant,
        vocabulary=vocabulary,
        powers={power.name.casefold(): power.name for power in variant.sides},
        units={
            power: {text: unit for text, unit in units.items() if can_stand(unit, geography)}
            for power, units in vocabulary.units.items()
        },
        texts={
            kind: tuple(f"{kind.value} {place.text}" for place in geography.locations)
            for kind in UnitKind
        },
    )


@dataclass(frozen=True, slots=True)
class UnnamedOrder:
    """An order of `power` that still needs a name for the results.

    `preferred_name` is the text of its unit, or the text of the order if the unit is not clear.
    """

    power: str
    text: str
    preferred_name: str


def order_names(orders: Sequence[UnnamedOrder], taken: Collection[str]) -> list[str]:
    """Return a unique name for each order, none of them among `taken`.

    If a power has several orders to one unit, the last order gets the unit's name. A name that two
    powers want is given to neither, so that the sequence of powers in the input does not matter.
    """
    names: dict[int, str] = {}
    claims: dict[str, list[int]] = {}
    for number, order in enumerate(orders):
        claims.setdefault(order.preferred_name, []).append(number)
    for name, numbers in claims.items():
        if name not in taken and len({orders[n].power for n in numbers}) == 1:
            names[numbers[-1]] = name
    used = {*taken, *names.values()}
    rest = [number for number in range(len(orders)) if number not in names]
    senders: dict[str, set[str]] = {}
    for number in rest:
        senders.setdefault(orders[number].text, set()).add(orders[number].power)
    for number in sorted(rest, key=lambda n: (orders[n].text, orders[n].power)):
        order = orders[number]
        names[number] = _unique_name(order, used, alone=len(senders[order.text]) == 1)
        used.add(names[number])
    return [names[number] for number in range(len(orders))]


def _unique_name(order: UnnamedOrder, used: Collection[str], *, alone: bool) -> str:
    """Return the text of the order, with its power and a number if needed to make it unique."""
    if alone and order.text not in used:
        return order.text
    full_name = f"{order.power} {order.text}"
    if full_name not in used:
        return full_name
    number = 2
    while f"{full_name} ({number})" in used:
        number += 1
    return f"{full_name} ({number})"


# The power and text of an order in the input, and the order, or None if it cannot be read.
InputOrder = tuple[str, str, Order | None]


@dataclass(frozen=True, slots=True)
class Question:
    """The position and the orders of one line of input."""

    position: Position
    #: The texts of the units by province.
    names: Mapping[int, str]
    orders: tuple[InputOrder, ...]
    #: The powers as the line spells them.
    spelling: Mapping[str, str]


# A power, its spelling in the line, and the list for it. A tuple, because there are many, and a
# dataclass takes several times as long to build.
_Listed = tuple[str, str, list[str]]


def read_question(facts: Facts, board: VariantTexts) -> Question | BadRequest:
    """Return the question of a line, or why it cannot be answered."""
    listed: dict[str, list[_Listed]] = {}
    for name in ("units", "centers", "orders"):
        part = _listed(facts.get(name), name, board)
        if isinstance(part, BadRequest):
            return part
        listed[name] = part
    position_and_names = _position(facts, listed["units"], listed["centers"], board)
    if isinstance(position_and_names, BadRequest):
        return position_and_names
    position, names = position_and_names
    reader = canonical_reader(position, board.vocabulary)
    return Question(
        position=position,
        names=names,
        orders=tuple(
            (power, text, read_canonical(text, power, reader))
            for power, _, texts in listed["orders"]
            for text in texts
        ),
        spelling=_spelling(facts, listed.values(), board),
    )


def _spelling(facts: Facts, listed: Iterable[list[_Listed]], board: VariantTexts) -> dict[str, str]:
    """Return the powers as the line spells them."""
    spelling = {power: spelled for part in listed for power, spelled, _ in part}
    dislodged = facts.get("dislodged")
    for text in dislodged if isinstance(dislodged, dict) else ():
        spelled, _ = _power_and_unit(text)
        if spelled.casefold() in board.powers:
            spelling.setdefault(board.powers[spelled.casefold()], spelled)
    return spelling


def _listed(value: object, name: str, board: VariantTexts) -> list[_Listed] | BadRequest:
    """Return a member of the line with a list for each power, or why it is wrong."""
    if value is None:
        return []
    if not isinstance(value, dict):
        return BadRequest(f"{name} must be an object with a list for each power")
    lists: list[_Listed] = []
    for spelled, texts in value.items():
        power = board.powers.get(spelled.casefold())
        if power is None:
            return BadRequest(f"there is no power {spelled}")
        if texts is None:
            continue
        if not isinstance(texts, list) or not {str}.issuperset(map(type, texts)):
            return BadRequest(f"{name} of {spelled} must be a list of texts")
        lists.append((power, spelled, texts))
    return lists


def _position(
    facts: Facts, listed: list[_Listed], centers: list[_Listed], board: VariantTexts
) -> tuple[Position, dict[int, str]] | BadRequest:
    """Return the position, and the texts of its units by province, or why the line is wrong."""
    text = facts.get("phase")
    phase = read_phase(text) if isinstance(text, str) else None
    if phase is None:
        return BadRequest("phase must be as S1901M, F1901R or W1901A")
    placed_units, owners = _units(listed, board), _owners(centers, board)
    if isinstance(placed_units, BadRequest):
        return placed_units
    if isinstance(owners, BadRequest):
        return owners
    markers = _markers(facts.get("markers"), board)
    if isinstance(markers, BadRequest):
        return markers
    units, names = placed_units
    retreating = phase.kind is PhaseKind.RETREAT
    dislodged = _dislodged(facts.get("dislodged") if retreating else {}, units, board)
    if isinstance(dislodged, BadRequest):
        return dislodged
    return Position(phase, units, owners, dislodged, markers), names


def _markers(value: object, board: VariantTexts) -> tuple[Marker, ...] | BadRequest:
    """Return the markers of a line (by default those of the start), or why the line is wrong."""
    if value is None:
        return board.variant.start.markers
    if not isinstance(value, list):
        return BadRequest("markers must be a list")
    markers = []
    for item in value:
        marker = _marker(item, board)
        if marker is None:
            return BadRequest(f"{item!r} is no marker: kind, and perhaps place and power")
        markers.append(marker)
    return tuple(markers)


def _marker(value: object, board: VariantTexts) -> Marker | None:
    """Return the marker of a JSON value, or None."""
    fields = value if isinstance(value, dict) else {}
    kind, place, power = (fields.get(key) for key in ("kind", "place", "power"))
    province = None if place is None else board.vocabulary.locations.get(str(place))
    owner = None if power is None else board.powers.get(str(power).casefold())
    unknown = (place is not None and province is None) or (power and owner is None)
    return None if unknown or not kind else Marker(str(kind), province, owner)


def _units(
    listed: Iterable[_Listed], board: VariantTexts
) -> tuple[tuple[Unit, ...], dict[int, str]] | BadRequest:
    """Return the units, and their texts by province, or why the line is wrong."""
    province_of = board.variant.geography.province_of
    units: list[Unit] = []
    names: dict[int, str] = {}
    for power, _, texts in listed:
        known = board.units[power]
        for text in texts:
            name = text if text in known else _plain(text)
            unit = known.get(name)
            if unit is None:
                return BadRequest(f"no unit can be {text!r}")
            province = province_of[unit.location]
            if province in names:
                return BadRequest(f"two units would stand in the province of {text}")
            names[province] = name
            units.append(unit)
    return tuple(units), names


def _owners(listed: Iterable[_Listed], board: VariantTexts) -> tuple[str | None, ...] | BadRequest:
    """Return the owners of centers by province, or why the line is wrong."""
    geography = board.variant.geography
    owners: list[str | None] = [None] * len(geography.provinces)
    for power, _, texts in listed:
        for text in texts:
            center = board.vocabulary.locations.get(_plain(text), -1)
            if center < 0 or not geography.centers >> center & 1:
                return BadRequest(f"there is no center {text!r}")
            if owners[center] is not None:
                return BadRequest(f"the center {text} would have two owners")
            owners[center] = power
    return tuple(owners)


def _dislodged(
    value: object, units: tuple[Unit, ...], board: VariantTexts
) -> tuple[Dislodged, ...] | BadRequest:
    """Return the dislodged units, or why the line is wrong."""
    if value is None:
        value = {}
    if not isinstance(value, dict):
        return BadRequest("dislodged must be an object with an entry for each unit")
    dislodged: list[Dislodged] = []
    for text, entry in value.items():
        dislodged_unit = _one_dislodged(text, entry, units, board)
        if isinstance(dislodged_unit, BadRequest):
            return dislodged_unit
        dislodged.append(dislodged_unit)
    return tuple(dislodged)


def _one_dislodged(
    text: str, entry: object, units: tuple[Unit, ...], board: VariantTexts
) -> Dislodged | BadRequest:
    """Return the dislodged unit of an entry, or why the line is wrong.

    The entry is `"FRANCE A PAR": {"from": "BUR", "retreats": ["PIC"]}`, or `"FRANCE A PAR": "BUR"`.
    """
    geography = board.variant.geography
    spelled, place = _power_and_unit(text)
    unit = board.units.get(board.powers.get(spelled.casefold(), ""), {}).get(place)
    if unit is None:
        return BadRequest(f"dislodged: {text!r} is no unit as in 'FRANCE A PAR'")
    entry = entry if isinstance(entry, dict) else {"from": entry}
    origin = _places([entry.get("from")], board)
    if origin is None:
        return BadRequest(f"dislodged: {text} must say where its attacker came from")
    attacker_from = geography.province_of[origin[0]]
    if entry.get("retreats") is None:
        return dislodged_by(attacker_from, unit, units, geography)
    retreats = _places(entry["retreats"], board)
    if retreats is None:
        return BadRequest(f"dislodged: the retreats of {text} must be a list of places")
    return Dislodged(unit, attacker_from, retreats)


def _power_and_unit(text: str) -> tuple[str, str]:
    """Return power and unit of a text like `FRANCE A PAR`."""
    words = text.split()
    return " ".join(words[:-2]), " ".join(words[-2:]).upper()


def _places(texts: object, board: VariantTexts) -> tuple[int, ...] | None:
    """Return the locations in a list of texts, or None if one is unknown."""
    if not isinstance(texts, list):
        return None
    known = board.vocabulary.locations
    places = [known.get(_plain(text)) for text in texts if isinstance(text, str)]
    locations = tuple(place for place in places if place is not None)
    return locations if len(locations) == len(texts) else None


def _plain(text: str) -> str:
    """Return a text in upper case with single spaces."""
    return " ".join(text.upper().split())


# The result of a failed order as JSON, up to the units that caused it.
_FAILED = {reason: f': {{"ok": false, "reason": "{reason.value}", "by": [' for reason in Reason}
_SUCCEEDED = Reason.SUCCEEDED
_SUCCESS = ': {"ok": true, "reason": "succeeded", "by": []}'
_UNREADABLE = ': {"ok": false, "reason": "unreadable", "by": []}'
_ILLEGAL = frozenset(reason for reason in Reason if reason.is_illegal)
_NOT_OF_THE_UNIT = frozenset({Reason.FOREIGN_UNIT, Reason.REPLACED})


@dataclass(frozen=True, slots=True)
class _OrderWords:
    """The names for orders in the results of a line."""

    #: The units that can be ordered or cause something, and their texts by province.
    units: Sequence[Unit]
    standing: Mapping[int, str]
    spelling: Mapping[str, str]
    province_of: Sequence[int]
    board: VariantTexts


def answer(question: Question, board: VariantTexts) -> str:
    """Return the members `after` and `results` of the answer to a question, as JSON.

    The results are assembled as text, because encoding them would take the most time.
    """
    orders = [order for _, _, order in question.orders if order is not None]
    adjudication = adjudicate(question.position, orders, board.variant)
    after = json.encode(_after(adjudication, question, board)).decode()
    members = ", ".join(_results(adjudication, question, board).values())
    return f'"after": {after}, "results": {{{members}}}'


def _possible(question: Question, board: VariantTexts) -> str:
    """Return the member with the possible orders of each power, by unit, or by place for builds."""
    variant, position = board.variant, question.position
    geography = variant.geography
    standing = {geography.province_of[unit.location]: unit for unit in position.units}
    by_power: dict[str, dict[str, list[str]]] = {}
    for order in possible_orders(position, variant):
        power = power_of(order)
        of_power = by_power.setdefault(question.spelling.get(power, power), {})
        if isinstance(order, Build):
            subject = geography.locations[order.location].text
        elif isinstance(order, Waive):
            subject = "WAIVE"
        else:
            subject = write_unit(order.unit, geography)
        of_power.setdefault(subject, []).append(write_order(order, geography, standing))
    return f'"possible": {json.encode(by_power).decode()}'


def _after(adjudication: Adjudication, question: Question, board: VariantTexts) -> Facts:
    """Return the member `after` of the answer: the next position."""
    after, spelling = adjudication.after, question.spelling
    locations = board.variant.geography.locations
    standing: defaultdict[str, list[str]] = defaultdict(list)
    standing |= {power: [] for power in spelling}
    centers: dict[str, list[str]] = {spelled: [] for spelled in spelling.values()}
    for unit in after.units:
        standing[unit.power].append(_unit_text(unit, board))
    for place, power in enumerate(after.owners):
        if power is not None:
            centers[spelling[power]].append(locations[place].text)
    facts: Facts = {
        # A neutral power may be new on the board, so that the line did not spell it.
        "units": {spelling.get(power, power): standing[power] for power in standing},
        "centers": centers,
        "dislodged": _dislodged_now(adjudication, question, board),
        "phase": str(after.phase),
    }
    if board.variant.rules.special:
        facts["markers"] = [_marker_facts(m, question, board) for m in after.markers]
    return facts


def _marker_facts(marker: Marker, question: Question, board: VariantTexts) -> Facts:
    places, power = board.variant.geography.locations, marker.power
    place = {} if marker.province is None else {"place": places[marker.province].text}
    owner = {} if power is None else {"power": question.spelling.get(power, power)}
    return {"kind": marker.kind, **place, **owner}


def _dislodged_now(
    adjudication: Adjudication, question: Question, board: VariantTexts
) -> dict[str, Facts]:
    """Return the units dislodged in this phase, even those that could not retreat."""
    if question.position.phase.kind is not PhaseKind.MOVEMENT:
        return {}
    geography = board.variant.geography
    entries: dict[str, Facts] = {}
    for dislodged in dislodgements(adjudication, geography):
        unit = _unit_text(dislodged.unit, board)
        entries[f"{question.spelling[dislodged.unit.power]} {unit}"] = {
            "from": geography.locations[dislodged.attacker_from].text,
            "retreats": [geography.locations[place].text for place in dislodged.retreats],
        }
    return entries


def _results(adjudication: Adjudication, question: Question, board: VariantTexts) -> dict[str, str]:
    """Return the result of each order as a member of a JSON object, by name.

    The name is the text of the unit. If that name is taken, further orders to the same unit,
    illegal orders and unreadable orders are named by their own text.
    """
    line = _order_words(question, board)
    outcomes = iter(adjudication.outcomes)
    results: dict[str, str] = {}
    unnamed: list[tuple[InputOrder, Outcome | None]] = []
    for input_order in question.orders:
        outcome = None if input_order[2] is None else next(outcomes)
        if outcome is None or outcome.reason in _ILLEGAL:
            unnamed.append((input_order, outcome))
            continue
        name = _subject(outcome.order, line)
        if name in results:
            unnamed.append((input_order, outcome))
        else:
            results[name] = _member(f'"{name}"', outcome, line)
    fates = {_subject(outcome.order, line): outcome for outcome in outcomes}
    if unnamed:
        fates |= _dislodged_fates(adjudication, question, board)
        # A unit that was dislodged or removed needs its name for that result; bad orders to it are
        # named by their own text.
        harmed = (name for name, outcome in fates.items() if not outcome.succeeded)
        orders = []
        for (power, text, _), outcome in unnamed:
            unit_name = (
                _unit_of_text(text, power, line)
                if outcome is None
                else _unit_of_outcome(outcome, power, line)
            )
            orders.append(UnnamedOrder(line.spelling[power], text, unit_name or text))
        names = order_names(orders, {*results, *harmed})
        for name, (_, outcome) in zip(names, unnamed, strict=True):
            results[name] = _member(json.encode(name).decode(), outcome, line)
    for name, outcome in fates.items():
        results.setdefault(name, _member(f'"{name}"', outcome, line))
    return results


def _dislodged_fates(
    adjudication: Adjudication, question: Question, board: VariantTexts
) -> dict[str, Outcome]:
    """Return a failed hold for each dislodged unit, by name."""
    if question.position.phase.kind is not PhaseKind.MOVEMENT:
        return {}
    return {
        _unit_text(lost.unit, board): Outcome(
            Hold(lost.unit), Reason.DISLODGED, (lost.attacker_from,)
        )
        for lost in dislodgements(adjudication, board.variant.geography)
    }


def _member(name: str, outcome: Outcome | None, line: _OrderWords) -> str:
    """Return the result of an order as a member of a JSON object."""
    if outcome is None:
        return name + _UNREADABLE
    if outcome.reason is _SUCCEEDED:
        return name + _SUCCESS
    standing, places = line.standing, line.board.variant.geography.locations
    # The cause may be a garrison without a unit, which is named by its province.
    causes = [f'"{standing.get(place) or places[place].text}"' for place in outcome.by]
    return f"{name}{_FAILED[outcome.reason]}{', '.join(causes)}]}}"


def _order_words(question: Question, board: VariantTexts) -> _OrderWords:
    """Return the names for the orders given in this position."""
    position, province_of = question.position, board.variant.geography.province_of
    if position.phase.kind is not PhaseKind.RETREAT:
        return _OrderWords(position.units, question.names, question.spelling, province_of, board)
    units = [dislodged.unit for dislodged in position.dislodged]
    names = {province_of[unit.location]: _unit_text(unit, board) for unit in units}
    return _OrderWords(units, names, question.spelling, province_of, board)


def _owner(province: int, line: _OrderWords) -> str | None:
    """Return the power of the unit in `province`, or None if the province is empty."""
    units = (u for u in line.units if line.province_of[u.location] == province)
    return next((unit.power for unit in units), None)


def _unit_text(unit: Unit, board: VariantTexts) -> str:
    if unit.size > 1:
        return write_unit(unit, board.variant.geography)
    return board.texts[unit.kind][unit.location]


def _subject(order: Order, line: _OrderWords) -> str:
    """Return the name of an order: the text of its unit, or of the order itself."""
    if is_to_a_unit(order):
        unit = order.unit
        name = line.standing.get(line.province_of[unit.location])
        return name or _unit_text(unit, line.board)
    if isinstance(order, Waive):
        return f"{line.spelling[order.power]} WAIVE"
    if isinstance(order, Build):
        return line.board.texts[order.kind][order.location]
    return write_order(order, line.board.variant.geography)


def _unit_of_text(text: str, power: str, line: _OrderWords) -> str | None:
    """Return the text of the power's own unit with which an unreadable order begins, or None."""
    name = " ".join(text.upper().split()[:2])
    unit = line.board.units[power].get(name)
    if unit is None:
        return None
    place = line.province_of[unit.location]
    own = _owner(place, line) == power and line.standing[place] == name
    return name if own else None


def _unit_of_outcome(outcome: Outcome, power: str, line: _OrderWords) -> str | None:
    """Return the name of the ordered unit, or None if there is no unit or a foreign one."""
    order = outcome.order
    if outcome.reason not in _ILLEGAL or outcome.reason in _NOT_OF_THE_UNIT:
        return None
    if not isinstance(order, Build | UnitOrder):
        return _subject(order, line)
    location = order.location if isinstance(order, Build) else order.unit.location
    owner = _owner(line.province_of[location], line)
    return _subject(order, line) if owner in (None, power) else None


Variants = Callable[[str], Variant]
Told = Callable[[Question, VariantTexts], str]
_ANSWERED = frozenset({"after", "results", "possible"})


def adjudicate_lines(
    lines: Iterable[str], variants: Variants, board: str = STANDARD, *, possible: bool = False
) -> Iterator[str]:
    """Yield an answer to each line, which is a JSON object: that object with `after` and `results`.

    With `possible` the answer has the orders that each power may give, and no results. `board` is
    the variant of a line without a `map`. A line that cannot be adjudicated is answered by an
    object with `error`.
    """
    told = _possible if possible else answer
    boards: dict[Setting, VariantTexts | BadRequest] = {}
    for line in lines:
        answer_line = _answer_line(line, boards, variants, board, told)
        if isinstance(answer_line, BadRequest):
            yield json.encode({"error": answer_line.reason}).decode()
        else:
            yield answer_line


def _answer_line(
    line: str,
    boards: dict[Setting, VariantTexts | BadRequest],
    variants: Variants,
    board: str,
    told: Told,
) -> str | BadRequest:
    """Return the answer to a line, or why there is none."""
    try:
        facts = json.decode(line)
    except (DecodeError, RecursionError, UnicodeEncodeError) as error:
        return BadRequest(f"not JSON: {error}")
    if not isinstance(facts, dict):
        return BadRequest("not a JSON object")
    setting = setting_of(facts, board)
    if isinstance(setting, BadRequest):
        return setting
    if setting not in boards:
        boards[setting] = board_for(setting, variants)
    texts = boards[setting]
    if isinstance(texts, BadRequest):
        return texts
    question = read_question(facts, texts)
    if isinstance(question, BadRequest):
        return question
    if not _ANSWERED.isdisjoint(facts):
        remaining = {key: facts[key] for key in facts if key not in _ANSWERED}
        line = json.encode(remaining).decode()
    return f"{line.strip().removesuffix('}')}, {told(question, texts)}}}"
