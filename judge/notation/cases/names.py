"""Powers, places and units as cases name them: by whole names or abbreviations."""

import re

from judge.engine import Marker, Unit, UnitKind, Variant
from judge.messages import Message, message
from judge.notation.names import find_exactly, names_of, words_of

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
