"""The option for the units with which powers start."""

import re
from collections.abc import Sequence
from dataclasses import replace

from judge.engine import Geography, PhaseKind, UnitKind, Variant
from judge.game.model import GameSettings
from judge.game.seats import role_named
from judge.game.settings.effect import changed_variant
from judge.game.settings.option import BadValue
from judge.game.settings.values import AS_IT_IS, NOTHING, STANDARD
from judge.messages import Message, Text, any_of, message
from judge.notation import find_exactly, names_of, words_of

_ALLOWED = message(
    "NONE (each power builds its units first), STANDARD, or a power with its units, "
    "such as ITALY F ROM, A VEN, A NAP"
)
_UNIT = re.compile(r"(a|army|f|fleet)\s+(.+)", re.IGNORECASE)
_COAST = re.compile(r"(.+?)\s*[/(]\s*([a-z]+)\)?", re.IGNORECASE)


def change_units(
    settings: GameSettings, text: str, variant: Variant
) -> tuple[GameSettings, Text] | BadValue:
    """Return the settings with the starting units in `text`, or the bad value."""
    changes = settings.changes
    if text.lower() in STANDARD:
        plain = replace(changes, units=(), no_units=False)
        return replace(settings, changes=plain), AS_IT_IS
    if changes.one_center:
        return BadValue(
            message("STANDARD in a game with CHAOS, where each power begins with one"),
            "SET UNITS STANDARD",
        )
    if text.lower() in NOTHING:
        empty = replace(changes, units=(), no_units=True)
        return replace(settings, changes=empty), message("none")
    power, rest = _power(text.split(), variant)
    if power is None:
        return BadValue(_ALLOWED)
    units = _units(rest, variant)
    if isinstance(units, BadValue):
        return units
    others = tuple(own for own in changes.units if own[0] != power)
    changed = replace(changes, units=(*others, (power, units)), no_units=False)
    after = replace(settings, changes=changed)
    wrong = _crowd(power, after, variant)
    shown = message("{units} for {power}", units=units or message("none"), power=power)
    return wrong or (after, shown)


def _power(words: Sequence[str], variant: Variant) -> tuple[str | None, str]:
    """Return the power that `words` begin with, and the rest of the words."""
    for size in range(len(words), 0, -1):
        name = " ".join(words[:size]).rstrip(":")
        power = role_named(variant, name)
        if power in {one.name for one in variant.powers}:
            return power, " ".join(words[size:])
    return None, ""


def _units(text: str, variant: Variant) -> tuple[str, ...] | BadValue:
    if text.lower() in NOTHING:
        return ()
    found: list[str] = []
    for part in re.split(r"\s*(?:[,;]|\band\b)\s*", text.strip(" ,;")):
        unit = _unit(part, variant)
        if isinstance(unit, BadValue):
            return unit
        found.append(unit)
    return tuple(found)


def _unit(text: str, variant: Variant) -> str | BadValue:
    """Return the unit that `text` names, such as `F STP/SC`."""
    named = _UNIT.fullmatch(text)
    if named is None:
        wrong = message('{allowed}; "{text}" is no unit', allowed=_ALLOWED, text=text)
        return BadValue(wrong)
    kind, geography = UnitKind(named[1][0].upper()), variant.geography
    location = _location(named[2], variant)
    if location is None:
        wrong = message(
            '{allowed}; "{place}" is no place of this map', allowed=_ALLOWED, place=named[2]
        )
        return BadValue(wrong)
    cannot = _impossible(kind, location, geography)
    place = geography.locations[location].text
    return f"{kind.value} {place}" if cannot is None else BadValue(cannot)


def _impossible(kind: UnitKind, location: int, geography: Geography) -> Message | None:
    """Return why a unit of this kind cannot be there, None if it can."""
    province = geography.province_of[location]
    place = geography.locations[location].text
    if kind is UnitKind.ARMY:
        if location != province or not geography.armies >> province & 1:
            return message("{allowed}; no army can be in {place}", allowed=_ALLOWED, place=place)
    elif not geography.fleets >> province & 1:
        return message("{allowed}; no fleet can be in {place}", allowed=_ALLOWED, place=place)
    elif location == province and geography.coasts_of[province]:
        coasts = [geography.locations[coast].text for coast in geography.coasts_of[province]]
        return message(
            "{allowed}; a fleet in {place} is in {coasts}",
            allowed=_ALLOWED,
            place=place,
            coasts=any_of(coasts),
        )
    return None


def _location(text: str, variant: Variant) -> int | None:
    geography = variant.geography
    coast = _COAST.fullmatch(text)
    name, code = (coast[1], coast[2].lower()) if coast else (text, "")
    found = find_exactly(words_of(name), names_of(variant))
    if len(found) != 1:
        return None
    if not code:
        return found[0]
    for location in geography.coasts_of[geography.province_of[found[0]]]:
        shore = geography.locations[location].coast
        if shore is not None and shore.code == code:
            return location
    return None


def _crowd(power: str, settings: GameSettings, variant: Variant) -> BadValue | None:
    """Return what is wrong with the start: two units in one place, or no units. None if nothing."""
    start = changed_variant(variant, settings).start
    province_of, standing = variant.geography.province_of, set()
    for unit in start.units:
        province = province_of[unit.location]
        if province in standing:
            place = variant.geography.provinces[province].abbreviation
            return BadValue(
                message("{allowed}; {place} has a unit already", allowed=_ALLOWED, place=place)
            )
        standing.add(province)
    if not start.units and start.phase.kind is PhaseKind.MOVEMENT:
        return BadValue(
            message(
                "{allowed}; without {power} nobody has a unit left", allowed=_ALLOWED, power=power
            )
        )
    return None
