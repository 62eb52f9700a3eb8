"""Orders in the strict short notation of files and programs, and in the long form of mails.

`A PAR - BUR`, `A LON - BRE VIA`, `A PAR S A MAR - BUR`, `A PAR S A MAR`, `F ENG C A LON - BRE`, `A
PAR H`, `A PAR R BUR`, `A PAR D`, `F STP/NC B`, `WAIVE`; an army of double size is an `A2`. The long
form, `Army Paris -> Burgundy`, is only written. `judge.notation.read` reads orders as players write
them in letters.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from msgspec.structs import replace

from judge.engine import (
    Build,
    Convoy,
    Declare,
    Disband,
    Geography,
    Hold,
    Move,
    MovementOrder,
    Order,
    Phase,
    PhaseKind,
    Position,
    Retreat,
    Season,
    SupportHold,
    SupportMove,
    Unit,
    UnitKind,
    UnitOrder,
    Variant,
    Vote,
    Waive,
    is_to_a_unit,
    largest_army,
    power_of,
)
from judge.notation.sayings import read_saying, write_saying

# Number of parsed orders in the cache: among thousands of positions most orders recur.
_CACHE_SIZE = 1 << 15
NOBODY: Mapping[int, Unit] = MappingProxyType({})
_PHASE = re.compile(r"([SFW])(-?\d{1,5})([MRA])")


@dataclass(frozen=True, slots=True)
class _Places:
    locations: Mapping[str, int]
    province_of: Sequence[int]


@dataclass(frozen=True, slots=True)
class BoardVocabulary:
    """The texts of a board's locations, and for each power the texts of all possible units."""

    geography: Geography
    locations: Mapping[str, int]
    units: Mapping[str, Mapping[str, Unit]]
    #: Returns the order that a text means if a power writes it, or None. Its unit is the one that
    #: the text describes, whether or not it is on the board. The results are cached.
    parse: Callable[[str, str], Order | None]


@dataclass(frozen=True, slots=True)
class CanonicalReader:
    """A reader of orders in one position."""

    vocabulary: BoardVocabulary
    #: The units by province; if a province has two, the dislodged unit.
    standing: Mapping[int, Unit]
    #: Whether the position is that of a retreat phase.
    retreating: bool


def vocabulary_of(variant: Variant) -> BoardVocabulary:
    """Return the vocabulary of `variant`; it takes long, so callers should keep the result."""
    geography = variant.geography
    locations = {place.text: index for index, place in enumerate(geography.locations)}
    units = {
        power.name: {
            f"{_kind_letter(kind, size)} {text}": Unit(power.name, kind, location, size)
            for size in range(1, largest_army(variant) + 1)
            for kind in (UnitKind if size == 1 else (UnitKind.ARMY,))
            for text, location in locations.items()
        }
        for power in variant.sides
    }
    places = _Places(locations, geography.province_of)
    sides = {name.casefold(): name for name in units}

    @lru_cache(maxsize=_CACHE_SIZE)
    def parse(text: str, power: str) -> Order | None:
        label, colon, rest = text.partition(": ")
        side = sides.get(label.casefold()) if colon else None
        if side is not None:
            voted = parse(rest, side)
            return None if voted is None else Vote(power, voted)
        return _parse(text, power, units[power], places) or read_saying(text, power, variant)

    return BoardVocabulary(geography, locations, units, parse)


def canonical_reader(position: Position, vocabulary: BoardVocabulary) -> CanonicalReader:
    """Return the reader of canonical orders in `position`.

    In a province with two units an order is for the dislodged one.
    """
    province_of = vocabulary.geography.province_of
    standing = {province_of[unit.location]: unit for unit in position.units}
    for dislodged in position.dislodged:
        standing[province_of[dislodged.unit.location]] = dislodged.unit
    return CanonicalReader(vocabulary, standing, position.phase.kind is PhaseKind.RETREAT)


def read_canonical(text: str, power: str, reader: CanonicalReader) -> Order | None:
    """Return the order of `power` in `text`, or None if it is no order.

    The order is for the power's unit in that province, whatever kind and coast the text names (DATC
    4.B.5, 4.C.2). In a retreat phase `-` means the same as `R`.
    """
    order = reader.vocabulary.parse(text, power)
    if not is_to_a_unit(order):
        return order
    if reader.retreating and isinstance(order, Move):
        order = Retreat(order.unit, order.target)
    province_of = reader.vocabulary.geography.province_of
    unit = reader.standing.get(province_of[order.unit.location])
    if unit is None or unit is order.unit or unit.power != power:
        return order
    return replace(order, unit=unit)


def write_order(order: Order, geography: Geography, standing: Mapping[int, Unit] = NOBODY) -> str:
    """Return `order` as text, without its power.

    The text names the kind of a supported unit if `standing` has the unit.
    """
    match order:
        case Waive():
            return "WAIVE"
        case Build():
            kind = _kind_letter(order.kind, order.size)
            return f"{kind} {geography.locations[order.location].text} B"
        case Vote():
            text = write_order(order.order, geography, standing)
            return f"{power_of(order.order)}: {text}"
        case Declare():
            return write_saying(order, geography)
        case _:
            action = _action(order, geography, standing)
            return f"{write_unit(order.unit, geography)} {action}"


@lru_cache(maxsize=_CACHE_SIZE)
def read_phase(text: str) -> Phase | None:
    """Return the phase with the short form `text`, such as `S1901M` or `W-272A`, or None."""
    match = _PHASE.fullmatch(text.strip().upper())
    if match is None or int(match[2]) == 0:
        return None
    return Phase(Season(match[1]), int(match[2]), PhaseKind(match[3]))


def write_unit(unit: Unit, geography: Geography) -> str:
    """Return `unit` as text, such as `F STP/SC`."""
    kind = _kind_letter(unit.kind, unit.size)
    return f"{kind} {geography.locations[unit.location].text}"


def _kind_letter(kind: UnitKind, size: int) -> str:
    """Return the letter of a kind of unit, with its size if that is not 1: `A2`."""
    return f"{kind.value}{size}" if size > 1 else kind.value


def _action(
    order: MovementOrder | Retreat | Disband, geography: Geography, standing: Mapping[int, Unit]
) -> str:
    """Return the text of an order after its unit."""
    locations = geography.locations
    match order:
        case Hold() | Disband():
            return "H" if isinstance(order, Hold) else "D"
        case Retreat():
            return f"R {locations[order.target].text}"
        case Move():
            return f"- {locations[order.target].text}{' VIA' if order.via else ''}"
        case SupportHold():
            return f"S {_unit_or_place(order.supported, geography, standing)}"
        case SupportMove():
            supported = _unit_or_place(order.supported, geography, standing)
            return f"S {supported} - {locations[order.target].text}"
        case Convoy():
            army = locations[order.convoyed].text
            return f"C A {army} - {locations[order.target].text}"


def _unit_or_place(province: int, geography: Geography, standing: Mapping[int, Unit]) -> str:
    """Return the unit in `province` as text, or the province if the unit is not known."""
    other = standing.get(province)
    if other is None:
        return geography.locations[province].text
    return write_unit(other, geography)


def _parse(text: str, power: str, units: Mapping[str, Unit], places: _Places) -> Order | None:
    """Return the order that `text` means if `power` writes it, or None."""
    words = text.upper().split()
    if len(words) < 3:
        return Waive(power) if words == ["WAIVE"] else None
    unit = units.get(f"{words[0]} {words[1]}")
    if unit is None:
        return None
    locations = places.locations
    match words[2:]:
        case ["H"]:
            return Hold(unit)
        case ["-", place] | ["-", place, "VIA"] if place in locations:
            return Move(unit, locations[place], via=len(words) == 5)
        case ["S", *operands]:
            return _support(unit, operands, places)
        case ["C", *operands]:
            order = _support(unit, operands, places)
            if isinstance(order, SupportMove):
                return Convoy(unit, order.supported, order.target)
        case ["R", place] if place in locations:
            return Retreat(unit, locations[place])
        case ["D"]:
            return Disband(unit)
        case ["B"]:
            return Build(unit.power, unit.kind, unit.location, unit.size)
        case _:
            pass
    return None


def _support(unit: Unit, words: list[str], places: _Places) -> Order | None:
    if _begins_with_kind(words, places):
        words = words[1:]
    targets = [places.locations.get(word, -1) for word in words[::2]]
    if not targets or min(targets) < 0 or words[1::2] not in ([], ["-"]):
        return None
    supported = places.province_of[targets[0]]
    if len(words) == 1:
        return SupportHold(unit, supported)
    return SupportMove(unit, supported, targets[1]) if len(words) == 3 else None


def _begins_with_kind(words: list[str], places: _Places) -> bool:
    """Return whether the first word is `A` or `F`, or a word like `A2` followed by a place."""
    match words:
        case [("A" | "F"), *_]:
            return True
        case [word, place, *_]:
            return word[0] in "AF" and word[1:].isdecimal() and place in places.locations
        case _:
            return False


_KIND = {UnitKind.ARMY: "Army", UnitKind.FLEET: "Fleet"}


def location_name(location: int, geography: Geography) -> str:
    """Return the full name of a location: `Paris`, `St Petersburg (South Coast)`."""
    place = geography.locations[location]
    name = geography.provinces[place.province].name
    return f"{name} ({place.coast.name})" if place.coast else name


def unit_name(unit: Unit, geography: Geography) -> str:
    """Return the name of a unit with its place: `Fleet Spain (South Coast)`."""
    return f"{_kind_name(unit.kind, unit.size)} {location_name(unit.location, geography)}"


def long_order(order: Order, variant: Variant, position: Position) -> str:
    """Return the order in the form for mails; `read_order` can read it in the same phase.

    A supported or convoyed unit of another power is named with its nationality.
    """
    match order:
        case Disband() if position.phase.kind is PhaseKind.ADJUSTMENT:
            return f"Remove {unit_name(order.unit, variant.geography)}"
        case Build():
            place = location_name(order.location, variant.geography)
            return f"Build {_kind_name(order.kind, order.size)} {place}"
        case Waive():
            return "Waive a build"
        case Vote():
            side = variant.power(power_of(order.order)).adjective
            return f"{side}: {long_order(order.order, variant, position)}"
        case Declare():
            return write_saying(order, variant.geography)
        case _:
            unit = unit_name(order.unit, variant.geography)
            return f"{unit} {_long_action(order, variant, position)}"


def _kind_name(kind: UnitKind, size: int) -> str:
    """Return the name of a kind of unit: `Army`, `Double army`."""
    return f"Double {_KIND[kind].lower()}" if size > 1 else _KIND[kind]


def _long_action(order: UnitOrder, variant: Variant, position: Position) -> str:
    """Return the long form of an order after its unit."""
    board = variant.geography
    match order:
        case Hold() | Disband():
            return "HOLD" if isinstance(order, Hold) else "DISBAND"
        case Retreat():
            return f"-> {location_name(order.target, board)}"
        case Move():
            suffix = " via convoy" if order.via else ""
            return f"-> {location_name(order.target, board)}{suffix}"
        case SupportHold():
            return f"SUPPORT {_other_unit(order.unit, order.supported, variant, position)}"
        case SupportMove():
            other = _other_unit(order.unit, order.supported, variant, position)
            return f"SUPPORT {other} -> {location_name(order.target, board)}"
        case Convoy():
            other = _other_unit(order.unit, order.convoyed, variant, position)
            return f"CONVOY {other} -> {location_name(order.target, board)}"


def _other_unit(unit: Unit, province: int, variant: Variant, position: Position) -> str:
    """Return the name of another unit in an order, or of its province if there is no unit."""
    province_of = variant.geography.province_of
    units = {province_of[u.location]: u for u in position.units}
    other = units.get(province)
    if other is None:
        return location_name(province, variant.geography)
    name = unit_name(other, variant.geography)
    if other.power == unit.power:
        return name
    return f"{variant.power(other.power).adjective} {name}"
