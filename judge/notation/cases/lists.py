"""Lists in a line of a case: whose units, centers and dislodged units there are."""

import re
from collections.abc import Sequence

from judge.engine import Dislodged, Geography, Unit, Variant, dislodged_by
from judge.messages import Message, message
from judge.notation.cases.names import location_called, power_called, province_called, unit_called

DislodgedUnit = tuple[Unit, int, tuple[int, ...] | None]
"""A unit, the province its attacker came from, and where it may go if that is told."""
_DISLODGED = re.compile(r"(.+?) from (.+?)(?: to (.*))?", re.IGNORECASE)


def units_listed(rest: str, variant: Variant) -> tuple[str, tuple[Unit, ...]] | Message:
    """Return whose units `France: A Paris, F Brest` are, or what is wrong with it."""
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
    """Return whose centers `France: Paris, Spain` are, or what is wrong with it."""
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
