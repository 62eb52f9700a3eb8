"""Reading a line: its position and its orders, or why it cannot be adjudicated."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from judge.engine import Dislodged, Marker, Order, PhaseKind, Position, Unit, dislodged_by
from judge.notation.canonical import canonical_reader, read_canonical, read_phase
from judge.notation.exchange.texts import BadRequest, Facts, VariantTexts

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
