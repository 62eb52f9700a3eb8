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
    """Why a line cannot be adjudicated at all."""

    reason: str


@dataclass(frozen=True, slots=True)
class VariantTexts:
    """A variant with its texts.

    `powers` are by their names in small letters; `units` are those that can stand on
    the board, by power; `texts` are those of armies and of fleets, by location.
    """

    variant: Variant
    vocabulary: BoardVocabulary
    powers: Mapping[str, str]
    units: Mapping[str, Mapping[str, Unit]]
    texts: Mapping[UnitKind, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Setting:
    """Which variant a line is about, and with which rules; `builds` None is its own.

    `chosen` are choices of the variant's options, by name.
    """

    name: str
    convoy_fallback: bool
    builds: str | None
    chosen: tuple[tuple[str, str], ...] = ()


def setting_of(facts: Facts, board: str) -> Setting | BadRequest:
    """Return the variant that a line names, else `board`, and its rules."""
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
    options = {o.name: {c.name for c in o.choices} for o in variant.options}
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
    return _board(replace(variant, rules=rules))


def _board(variant: Variant) -> VariantTexts:
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
class Nameless:
    """An order of `power`; `wanted` is its unit, or its text where that says more."""

    power: str
    text: str
    wanted: str


def order_names(orders: Sequence[Nameless], taken: Collection[str]) -> list[str]:
    """Return a name for each order, none of them twice or among those `taken`.

    Of several orders of one power to one unit the last gets the name. A name that two
    powers want goes to neither, so it does not matter which of them is listed first.
    """
    names: dict[int, str] = {}
    claims: dict[str, list[int]] = {}
    for number, order in enumerate(orders):
        claims.setdefault(order.wanted, []).append(number)
    for wanted, numbers in claims.items():
        if wanted not in taken and len({orders[n].power for n in numbers}) == 1:
            names[numbers[-1]] = wanted
    used = {*taken, *names.values()}
    rest = [number for number in range(len(orders)) if number not in names]
    senders: dict[str, set[str]] = {}
    for number in rest:
        senders.setdefault(orders[number].text, set()).add(orders[number].power)
    for number in sorted(rest, key=lambda n: (orders[n].text, orders[n].power)):
        order = orders[number]
        names[number] = _free(order, used, alone=len(senders[order.text]) == 1)
        used.add(names[number])
    return [names[number] for number in range(len(orders))]


def _free(order: Nameless, used: Collection[str], *, alone: bool) -> str:
    """Return the text of the order, or with its power and a number if it must be."""
    if alone and order.text not in used:
        return order.text
    whole = f"{order.power} {order.text}"
    if whole not in used:
        return whole
    number = 2
    while f"{whole} ({number})" in used:
        number += 1
    return f"{whole} ({number})"


# The power and the text of an order as they came, and the order unless unreadable.
Given = tuple[str, str, Order | None]


@dataclass(frozen=True, slots=True)
class Question:
    """A position with orders; `spelling` is how the line writes the powers.

    `names` are what the units that stand are called, by province.
    """

    position: Position
    names: Mapping[int, str]
    given: tuple[Given, ...]
    spelling: Mapping[str, str]


# A power, how the line spells it, and what is listed of it. Tuples, as above, because
# there are many of them and a dataclass takes several times as long to make.
_Listed = tuple[str, str, list[str]]


def read_question(facts: Facts, board: VariantTexts) -> Question | BadRequest:
    """Return what a line asks, or why it cannot be answered."""
    listed: dict[str, list[_Listed]] = {}
    for name in ("units", "centers", "orders"):
        part = _listed(facts.get(name), name, board)
        if isinstance(part, BadRequest):
            return part
        listed[name] = part
    found = _position(facts, listed["units"], listed["centers"], board)
    if isinstance(found, BadRequest):
        return found
    position, names = found
    reader = canonical_reader(position, board.vocabulary)
    return Question(
        position=position,
        names=names,
        given=tuple(
            (power, text, read_canonical(text, power, reader))
            for power, _, texts in listed["orders"]
            for text in texts
        ),
        spelling=_spelling(facts, listed.values(), board),
    )


def _spelling(facts: Facts, listed: Iterable[list[_Listed]], board: VariantTexts) -> dict[str, str]:
    spelling = {power: spelled for part in listed for power, spelled, _ in part}
    dislodged = facts.get("dislodged")
    for text in dislodged if isinstance(dislodged, dict) else ():
        spelled, _ = _power_and_unit(text)
        if spelled.casefold() in board.powers:
            spelling.setdefault(board.powers[spelled.casefold()], spelled)
    return spelling


def _listed(value: object, name: str, board: VariantTexts) -> list[_Listed] | BadRequest:
    if value is None:
        return []
    if not isinstance(value, dict):
        return BadRequest(f"{name} must be an object with a list for each power")
    found: list[_Listed] = []
    for spelled, texts in value.items():
        power = board.powers.get(spelled.casefold())
        if power is None:
            return BadRequest(f"there is no power {spelled}")
        if texts is None:
            continue
        if not isinstance(texts, list) or not {str}.issuperset(map(type, texts)):
            return BadRequest(f"{name} of {spelled} must be a list of texts")
        found.append((power, spelled, texts))
    return found


def _position(
    facts: Facts, listed: list[_Listed], centers: list[_Listed], board: VariantTexts
) -> tuple[Position, dict[int, str]] | BadRequest:
    """Return the position, and what its units are called, by province."""
    text = facts.get("phase")
    phase = read_phase(text) if isinstance(text, str) else None
    if phase is None:
        return BadRequest("phase must be as S1901M, F1901R or W1901A")
    standing, owners = _units(listed, board), _owners(centers, board)
    if isinstance(standing, BadRequest):
        return standing
    if isinstance(owners, BadRequest):
        return owners
    markers = _markers(facts.get("markers"), board)
    if isinstance(markers, BadRequest):
        return markers
    units, names = standing
    retreating = phase.kind is PhaseKind.RETREAT
    dislodged = _dislodged(facts.get("dislodged") if retreating else {}, units, board)
    if isinstance(dislodged, BadRequest):
        return dislodged
    return Position(phase, units, owners, dislodged, markers), names


def _markers(value: object, board: VariantTexts) -> tuple[Marker, ...] | BadRequest:
    """Return the markers of a line; those of the variant's start if it has none."""
    if value is None:
        return board.variant.start.markers
    if not isinstance(value, list):
        return BadRequest("markers must be a list")
    found = []
    for one in value:
        marker = _marker(one, board)
        if marker is None:
            return BadRequest(f"{one!r} is no marker: kind, and perhaps place and power")
        found.append(marker)
    return tuple(found)


def _marker(value: object, board: VariantTexts) -> Marker | None:
    told = value if isinstance(value, dict) else {}
    kind, place, power = (told.get(key) for key in ("kind", "place", "power"))
    province = None if place is None else board.vocabulary.locations.get(str(place))
    whose = None if power is None else board.powers.get(str(power).casefold())
    unknown = (place is not None and province is None) or (power and whose is None)
    return None if unknown or not kind else Marker(str(kind), province, whose)


def _units(
    listed: Iterable[_Listed], board: VariantTexts
) -> tuple[tuple[Unit, ...], dict[int, str]] | BadRequest:
    """Return the units, and what they are called, by province."""
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
    if value is None:
        value = {}
    if not isinstance(value, dict):
        return BadRequest("dislodged must be an object with an entry for each unit")
    found: list[Dislodged] = []
    for text, told in value.items():
        one = _one_dislodged(text, told, units, board)
        if isinstance(one, BadRequest):
            return one
        found.append(one)
    return tuple(found)


def _one_dislodged(
    text: str, told: object, units: tuple[Unit, ...], board: VariantTexts
) -> Dislodged | BadRequest:
    """Return the unit that an entry tells of: where from, and where to if it says so.

    `"FRANCE A PAR": {"from": "BUR", "retreats": ["PIC"]}`, or shorter `"BUR"` alone.
    """
    geography = board.variant.geography
    spelled, place = _power_and_unit(text)
    unit = board.units.get(board.powers.get(spelled.casefold(), ""), {}).get(place)
    if unit is None:
        return BadRequest(f"dislodged: {text!r} is no unit as in 'FRANCE A PAR'")
    told = told if isinstance(told, dict) else {"from": told}
    origin = _places([told.get("from")], board)
    if origin is None:
        return BadRequest(f"dislodged: {text} must say where its attacker came from")
    attacker_from = geography.province_of[origin[0]]
    if told.get("retreats") is None:
        return dislodged_by(attacker_from, unit, units, geography)
    retreats = _places(told["retreats"], board)
    if retreats is None:
        return BadRequest(f"dislodged: the retreats of {text} must be a list of places")
    return Dislodged(unit, attacker_from, retreats)


def _power_and_unit(text: str) -> tuple[str, str]:
    """Return the two parts of `FRANCE A PAR`."""
    words = text.split()
    return " ".join(words[:-2]), " ".join(words[-2:]).upper()


def _places(texts: object, board: VariantTexts) -> tuple[int, ...] | None:
    """Return the locations that a list of texts names, or None if it does not."""
    if not isinstance(texts, list):
        return None
    known = board.vocabulary.locations
    places = [known.get(_plain(text)) for text in texts if isinstance(text, str)]
    found = tuple(place for place in places if place is not None)
    return found if len(found) == len(texts) else None


def _plain(text: str) -> str:
    return " ".join(text.upper().split())


# What can go wrong with an order, as JSON up to the units that caused it.
_FAILED = {reason: f': {{"ok": false, "reason": "{reason.value}", "by": [' for reason in Reason}
_SUCCEEDED = Reason.SUCCEEDED
_SUCCESS = ': {"ok": true, "reason": "succeeded", "by": []}'
_UNREADABLE = ': {"ok": false, "reason": "unreadable", "by": []}'
_ILLEGAL = frozenset(reason for reason in Reason if reason.is_illegal)
_NOT_OF_THE_UNIT = frozenset({Reason.FOREIGN_UNIT, Reason.REPLACED})


@dataclass(frozen=True, slots=True)
class _OrderWords:
    """What the orders of a line are called by.

    `units` are those that can be ordered, or cause something, and `standing` what they
    are called, by province.
    """

    units: Sequence[Unit]
    standing: Mapping[int, str]
    spelling: Mapping[str, str]
    province_of: Sequence[int]
    board: VariantTexts


def answer(question: Question, board: VariantTexts) -> str:
    """Return the members `after` and `results` of a line's answer, as JSON.

    The results are put together as text: to encode them would take the longest.
    """
    orders = [order for _, _, order in question.given if order is not None]
    adjudication = adjudicate(question.position, orders, board.variant)
    after = json.encode(_after(adjudication, question, board)).decode()
    members = ", ".join(_results(adjudication, question, board).values())
    return f'"after": {after}, "results": {{{members}}}'


def _after(adjudication: Adjudication, question: Question, board: VariantTexts) -> Facts:
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
        # A neutral may be new there: the line did not spell it.
        "units": {spelling.get(power, power): standing[power] for power in standing},
        "centers": centers,
        "dislodged": _dislodged_now(adjudication, question, board),
        "phase": str(after.phase),
    }
    if board.variant.rules.special:
        facts["markers"] = [_marker_facts(one, question, board) for one in after.markers]
    return facts


def _marker_facts(marker: Marker, question: Question, board: VariantTexts) -> Facts:
    places, power = board.variant.geography.locations, marker.power
    place = {} if marker.province is None else {"place": places[marker.province].text}
    whose = {} if power is None else {"power": question.spelling.get(power, power)}
    return {"kind": marker.kind, **place, **whose}


def _dislodged_now(
    adjudication: Adjudication, question: Question, board: VariantTexts
) -> dict[str, Facts]:
    """Return the units just dislodged, those with nowhere to go among them."""
    if question.position.phase.kind is not PhaseKind.MOVEMENT:
        return {}
    geography = board.variant.geography
    found: dict[str, Facts] = {}
    for one in dislodgements(adjudication, geography):
        unit = _unit_text(one.unit, board)
        found[f"{question.spelling[one.unit.power]} {unit}"] = {
            "from": geography.locations[one.attacker_from].text,
            "retreats": [geography.locations[place].text for place in one.retreats],
        }
    return found


def _results(adjudication: Adjudication, question: Question, board: VariantTexts) -> dict[str, str]:
    """Return what became of each order, a member of a JSON object each, by its name.

    That is the unit; any order to it but the one that counts is called by its own text.
    """
    line = _line(question, board)
    outcomes = iter(adjudication.outcomes)
    results: dict[str, str] = {}
    late: list[tuple[Given, Outcome | None]] = []
    for given in question.given:
        outcome = None if given[2] is None else next(outcomes)
        if outcome is None or outcome.reason in _ILLEGAL:
            late.append((given, outcome))
            continue
        name = _subject(outcome.order, line)
        if name in results:
            late.append((given, outcome))
        else:
            results[name] = _member(f'"{name}"', outcome, line)
    fates = {_subject(outcome.order, line): outcome for outcome in outcomes}
    if late:
        fates |= _driven_out(adjudication, question, board)
        # A unit that came to harm is called so, whatever it was told in vain.
        harmed = (name for name, outcome in fates.items() if not outcome.succeeded)
        orders = [_nameless(given, outcome, line) for given, outcome in late]
        names = order_names(orders, {*results, *harmed})
        for name, (_, outcome) in zip(names, late, strict=True):
            results[name] = _member(json.encode(name).decode(), outcome, line)
    for name, outcome in fates.items():
        results.setdefault(name, _member(f'"{name}"', outcome, line))
    return results


def _driven_out(
    adjudication: Adjudication, question: Question, board: VariantTexts
) -> dict[str, Outcome]:
    """Return that units were dislodged, by their names, as if each had held."""
    if question.position.phase.kind is not PhaseKind.MOVEMENT:
        return {}
    return {
        _unit_text(one.unit, board): Outcome(Hold(one.unit), Reason.DISLODGED, (one.attacker_from,))
        for one in dislodgements(adjudication, board.variant.geography)
    }


def _member(name: str, outcome: Outcome | None, line: _OrderWords) -> str:
    if outcome is None:
        return name + _UNREADABLE
    if outcome.reason is _SUCCEEDED:
        return name + _SUCCESS
    standing, places = line.standing, line.board.variant.geography.locations
    # A garrison stands where no unit does; it is called by its province.
    causes = [f'"{standing.get(one) or places[one].text}"' for one in outcome.by]
    return f"{name}{_FAILED[outcome.reason]}{', '.join(causes)}]}}"


def _line(question: Question, board: VariantTexts) -> _OrderWords:
    """Return what the orders are called by that were given in this position."""
    position, province_of = question.position, board.variant.geography.province_of
    if position.phase.kind is not PhaseKind.RETREAT:
        return _OrderWords(position.units, question.names, question.spelling, province_of, board)
    units = [one.unit for one in position.dislodged]
    names = {province_of[unit.location]: _unit_text(unit, board) for unit in units}
    return _OrderWords(units, names, question.spelling, province_of, board)


def _owner(province: int, line: _OrderWords) -> str | None:
    """Return the power of the unit in `province`, None if it is empty."""
    there = (u for u in line.units if line.province_of[u.location] == province)
    return next((unit.power for unit in there), None)


def _unit_text(unit: Unit, board: VariantTexts) -> str:
    if unit.size > 1:
        return write_unit(unit, board.variant.geography)
    return board.texts[unit.kind][unit.location]


def _subject(order: Order, line: _OrderWords) -> str:
    if is_to_a_unit(order):
        unit = order.unit
        there = line.standing.get(line.province_of[unit.location])
        return there or _unit_text(unit, line.board)
    if isinstance(order, Waive):
        return f"{line.spelling[order.power]} WAIVE"
    if isinstance(order, Build):
        return line.board.texts[order.kind][order.location]
    return write_order(order, line.board.variant.geography)


def _nameless(given: Given, outcome: Outcome | None, line: _OrderWords) -> Nameless:
    power, text, _ = given
    wanted = _unit_meant(text, power, line) if outcome is None else _unit_told(outcome, power, line)
    return Nameless(line.spelling[power], text, wanted or text)


def _unit_meant(text: str, power: str, line: _OrderWords) -> str | None:
    """Return the power's own unit that an unreadable line begins with, if it does."""
    name = " ".join(text.upper().split()[:2])
    unit = line.board.units[power].get(name)
    if unit is None:
        return None
    place = line.province_of[unit.location]
    own = _owner(place, line) == power and line.standing[place] == name
    return name if own else None


def _unit_told(outcome: Outcome, power: str, line: _OrderWords) -> str | None:
    """Return the unit that an order is to, unless another's stands there or none."""
    order = outcome.order
    if outcome.reason not in _ILLEGAL or outcome.reason in _NOT_OF_THE_UNIT:
        return None
    if not isinstance(order, Build | UnitOrder):
        return _subject(order, line)
    location = order.location if isinstance(order, Build) else order.unit.location
    owner = _owner(line.province_of[location], line)
    return _subject(order, line) if owner in (None, power) else None


Variants = Callable[[str], Variant]
_ANSWERED = frozenset({"after", "results"})


def adjudicate_lines(
    lines: Iterable[str], variants: Variants, board: str = STANDARD
) -> Iterator[str]:
    """Yield for each line, a JSON object, the same with `after` and `results`.

    One without a `map` is on `board`. A line that cannot be adjudicated is answered
    with an object that has `error`.
    """
    boards: dict[Setting, VariantTexts | BadRequest] = {}
    for line in lines:
        answered = _answered(line, boards, variants, board)
        if isinstance(answered, BadRequest):
            yield json.encode({"error": answered.reason}).decode()
        else:
            yield answered


def _answered(
    line: str, boards: dict[Setting, VariantTexts | BadRequest], variants: Variants, board: str
) -> str | BadRequest:
    facts = _facts(line)
    if isinstance(facts, BadRequest):
        return facts
    setting = setting_of(facts, board)
    if isinstance(setting, BadRequest):
        return setting
    if setting not in boards:
        boards[setting] = board_for(setting, variants)
    texts = boards[setting]
    return texts if isinstance(texts, BadRequest) else _with_answer(line, facts, texts)


def _with_answer(line: str, facts: Facts, board: VariantTexts) -> str | BadRequest:
    question = read_question(facts, board)
    if isinstance(question, BadRequest):
        return question
    if not _ANSWERED.isdisjoint(facts):
        kept = {key: facts[key] for key in facts if key not in _ANSWERED}
        line = json.encode(kept).decode()
    return f"{line.strip().removesuffix('}')}, {answer(question, board)}}}"


def _facts(line: str) -> Facts | BadRequest:
    try:
        facts = json.decode(line)
    except (DecodeError, RecursionError, UnicodeEncodeError) as error:
        return BadRequest(f"not JSON: {error}")
    return facts if isinstance(facts, dict) else BadRequest("not a JSON object")
