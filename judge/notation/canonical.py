"""Orders in the strict short notation of files and programs, both ways.

`A PAR - BUR`, `A LON - BRE VIA`, `A PAR S A MAR - BUR`, `A PAR S A MAR`,
`F ENG C A LON - BRE`, `A PAR H`, `A PAR R BUR`, `A PAR D`, `F STP/NC B`, `WAIVE`.
Letters come in the tolerant language of `judge.notation.read` instead.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from judge.engine.geography import Geography
from judge.engine.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from judge.engine.position import PhaseKind, Position, Unit, UnitKind
from judge.engine.variant import Variant

NOBODY: Mapping[int, Unit] = MappingProxyType({})
_KINDS = {"A": UnitKind.ARMY, "F": UnitKind.FLEET}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The texts of all locations of a board, and of all units there can be, by power."""

    locations: Mapping[str, int]
    units: Mapping[str, Mapping[str, Unit]]


@dataclass(frozen=True, slots=True)
class Scribe:
    """What reads the orders of one position; `standing` are units by province."""

    vocabulary: Vocabulary
    province_of: Sequence[int]
    standing: Mapping[int, Unit]
    retreating: bool


@lru_cache(maxsize=64)
def vocabulary_of(variant: Variant) -> Vocabulary:
    """Return the vocabulary of `variant`, compiled once."""
    locations = {
        location.text: index
        for index, location in enumerate(variant.geography.locations)
    }
    return Vocabulary(
        locations=locations,
        units={
            power.name: {
                f"{letter} {text}": Unit(power.name, kind, location)
                for letter, kind in _KINDS.items()
                for text, location in locations.items()
            }
            for power in variant.powers
        },
    )


def scribe_for(position: Position, variant: Variant) -> Scribe:
    """Return what reads canonical orders to the units of `position`.

    In a retreat phase these are the dislodged ones.
    """
    province_of = variant.geography.province_of
    standing = {province_of[unit.location]: unit for unit in position.units}
    for dislodged in position.dislodged:
        standing[province_of[dislodged.unit.location]] = dislodged.unit
    return Scribe(
        vocabulary=vocabulary_of(variant),
        province_of=province_of,
        standing=standing,
        retreating=position.phase.kind is PhaseKind.RETREAT,
    )


def read_canonical(text: str, power: str, scribe: Scribe) -> Order | None:
    """Return the order of `power` that `text` tells, or None when it tells none.

    Its unit is the one of the power that stands there, whatever its kind and coast are
    said to be (DATC 4.B.5, 4.C.2). In a retreat phase `-` says the same as `R`.
    """
    words = text.upper().split()
    if len(words) < 3:
        return Waive(power) if words == ["WAIVE"] else None
    described = scribe.vocabulary.units[power].get(f"{words[0]} {words[1]}")
    deed = _DEEDS.get(words[2])
    if described is None or deed is None:
        return None
    unit = scribe.standing.get(scribe.province_of[described.location])
    if unit is None or unit.power != power or words[2] == "B":
        unit = described
    return deed(unit, words[3:], scribe)


def write_order(
    order: Order, geography: Geography, standing: Mapping[int, Unit] = NOBODY
) -> str:
    """Return `order` as text; whose it is stands beside it.

    A supported unit is called by its kind where `standing` tells who is there.
    """
    locations = geography.locations
    match order:
        case Waive():
            return "WAIVE"
        case Build(_, kind, location):
            return f"{kind.value} {locations[location].text} B"
        case Hold(unit):
            deed = "H"
        case Disband(unit):
            deed = "D"
        case Retreat(unit, target):
            deed = f"R {locations[target].text}"
        case Move(unit, target, via):
            deed = f"- {locations[target].text}{' VIA' if via else ''}"
        case SupportHold(unit, supported):
            deed = f"S {_named(supported, geography, standing)}"
        case SupportMove(unit, supported, target):
            other = _named(supported, geography, standing)
            deed = f"S {other} - {locations[target].text}"
        case Convoy(unit, convoyed, target):
            deed = f"C A {locations[convoyed].text} - {locations[target].text}"
    return f"{write_unit(unit, geography)} {deed}"


def write_unit(unit: Unit, geography: Geography) -> str:
    """Return `unit` as text, as `F STP/SC`."""
    return f"{unit.kind.value} {geography.locations[unit.location].text}"


def _named(province: int, geography: Geography, standing: Mapping[int, Unit]) -> str:
    other = standing.get(province)
    if other is None:
        return geography.locations[province].text
    return write_unit(other, geography)


def _hold(unit: Unit, words: list[str], scribe: Scribe) -> Order | None:
    return None if words else Hold(unit)


def _disband(unit: Unit, words: list[str], scribe: Scribe) -> Order | None:
    return None if words else Disband(unit)


def _build(unit: Unit, words: list[str], scribe: Scribe) -> Order | None:
    return None if words else Build(unit.power, unit.kind, unit.location)


def _retreat(unit: Unit, words: list[str], scribe: Scribe) -> Order | None:
    target = scribe.vocabulary.locations.get(" ".join(words))
    return None if target is None else Retreat(unit, target)


def _move(unit: Unit, words: list[str], scribe: Scribe) -> Order | None:
    if scribe.retreating:
        return _retreat(unit, words, scribe)
    via = words[1:] == ["VIA"]
    target = scribe.vocabulary.locations.get(words[0]) if words else None
    if target is None or (len(words) > 1 and not via):
        return None
    return Move(unit, target, via)


def _support(unit: Unit, words: list[str], scribe: Scribe) -> Order | None:
    if words and words[0] in _KINDS:
        del words[0]
    locations = scribe.vocabulary.locations
    other = locations.get(words[0]) if words else None
    if other is None:
        return None
    supported = scribe.province_of[other]
    if len(words) == 1:
        return SupportHold(unit, supported)
    target = locations.get(words[2]) if len(words) == 3 else None
    if target is None or words[1] != "-":
        return None
    return SupportMove(unit, supported, target)


def _convoy(unit: Unit, words: list[str], scribe: Scribe) -> Order | None:
    match _support(unit, words, scribe):
        case SupportMove(_, convoyed, target):
            return Convoy(unit, convoyed, target)
        case _:
            return None


_DEEDS: Mapping[str, Callable[[Unit, list[str], Scribe], Order | None]] = {
    "H": _hold,
    "-": _move,
    "S": _support,
    "C": _convoy,
    "R": _retreat,
    "D": _disband,
    "B": _build,
}
