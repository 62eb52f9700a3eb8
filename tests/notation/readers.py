"""Positions and readers from the texts of case files."""

from functools import cache
from pathlib import Path

from judge.boards import read_variant
from judge.engine import Dislodged, Phase, PhaseKind, Position, Season, Unit, UnitKind, Variant

ROOT = Path(__file__).parents[2]


@cache
def standard() -> Variant:
    return read_variant(ROOT / "variants" / "standard")


def units_of(text: str) -> tuple[Unit, ...]:
    """Return the units in a text like `Italy: A VEN, F TUN; Austria: A TRI`."""
    return tuple(
        Unit(power, UnitKind(unit[0]), standard().geography.location(unit[2:]))
        for power, units in _listed(text)
        for unit in units
    )


def a_position(kind: str, units: str, dislodged: str = "", owned: str = "") -> Position:
    """Return a position in which powers own their homes and the centers in `owned`.

    A dislodged unit may retreat anywhere.
    """
    variant = standard()
    owners = list(variant.start.owners)
    anywhere = tuple(range(len(variant.geography.locations)))
    for power, centers in _listed(owned):
        for center in centers:
            owners[variant.geography.location(center)] = power
    return Position(
        phase=Phase(Season.FALL, 1902, PhaseKind[kind.upper()]),
        units=units_of(units),
        owners=tuple(owners),
        dislodged=tuple(Dislodged(unit, 0, anywhere) for unit in units_of(dislodged)),
    )


def _listed(text: str) -> list[tuple[str, list[str]]]:
    """Return each power in `Italy: A VEN, F TUN; Austria: ...` with the texts of its list."""
    pairs = [part.split(":") for part in text.split(";") if part]
    return [
        (power.strip(), [thing.strip() for thing in things.split(",")]) for power, things in pairs
    ]
