"""Options that change the variant, independent of its map; they are fixed once a game starts."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from judge.engine import Variant
from judge.game.model import Builds, GameSettings, VariantChanges
from judge.game.settings.effect import MOST_CENTERS
from judge.game.settings.option import BadValue, Change, GameOption, switch
from judge.game.settings.units import change_units
from judge.game.settings.values import AS_IT_IS, STANDARD, WHOLE, write_switch
from judge.messages import Text, message

_YEAR = re.compile(r"(-?)\s*(\d{1,4})\s*(b\.?\s?c\.?(?:\s?e\.?)?|a\.?\s?d\.?)?", re.I)
_PLACES = {
    "home": Builds.HOME,
    "homes": Builds.HOME,
    "owned": Builds.OWNED,
    "any": Builds.OWNED,
    "anywhere": Builds.OWNED,
    "aberration": Builds.ABERRATION,
    "one": Builds.ABERRATION,
}
_BUILDS = message(
    "HOME (home centers), OWNED (any owned center), ABERRATION (any owned center "
    "while one home center is owned) or STANDARD (as the variant has it)"
)


def _changed(
    settings: GameSettings, change: Callable[[VariantChanges], VariantChanges]
) -> GameSettings:
    return replace(settings, changes=change(settings.changes))


def _change_builds(
    settings: GameSettings, text: str, _: Variant
) -> tuple[GameSettings, Text] | BadValue:
    word = text.lower().removesuffix(" centers").removesuffix(" center")
    if word in STANDARD:
        return _changed(settings, lambda old: replace(old, builds=None)), AS_IT_IS
    if word not in _PLACES:
        return BadValue(_BUILDS)
    places = _PLACES[word]
    return _changed(settings, lambda old: replace(old, builds=places)), places.value


def _change_victory(
    settings: GameSettings, text: str, variant: Variant
) -> tuple[GameSettings, Text] | BadValue:
    if text.lower() in STANDARD:
        return _changed(settings, lambda old: replace(old, victory=None)), AS_IT_IS
    owned = Counter(owner for owner in variant.start.owners if owner is not None)
    least = max(owned.values(), default=0) + 1
    most = variant.geography.centers.bit_count()
    victory = _number(text.lower().removesuffix("centers"), least, most)
    if victory is None:
        return BadValue(
            message(
                "a number of centers from {least} to {most}, or STANDARD", least=least, most=most
            )
        )
    return _changed(settings, lambda old: replace(old, victory=victory)), str(victory)


def _change_year(
    settings: GameSettings, text: str, _: Variant
) -> tuple[GameSettings, Text] | BadValue:
    if text.lower() in STANDARD:
        return _changed(settings, lambda old: replace(old, year=None)), AS_IT_IS
    found = _YEAR.fullmatch(text.strip())
    if found is None or int(found[2]) == 0:
        return BadValue(message("a year such as 1850 or 300 BC, or STANDARD"))
    before = bool(found[1]) or (found[3] or "").lower().startswith("b")
    year = -int(found[2]) if before else int(found[2])
    shown = f"{-year} BC" if before else str(year)
    return _changed(settings, lambda old: replace(old, year=year)), shown


def _change_one_center(
    settings: GameSettings, text: str, variant: Variant
) -> tuple[GameSettings, Text] | BadValue:
    centers = variant.geography.centers.bit_count()
    own_rules = variant.neutrals or variant.rules.special
    changed = _ONE_CENTER(settings, text, variant)
    if isinstance(changed, BadValue) or not changed[0].changes.one_center:
        return changed
    if own_rules:
        return BadValue(
            message("OFF here: the rules of this map are about the powers of it"), "SET CHAOS OFF"
        )
    if centers > MOST_CENTERS:
        return BadValue(
            message(
                "OFF here: each center becomes a power, this map has {centers} of "
                "them, and there are letters for {most}",
                centers=centers,
                most=MOST_CENTERS,
            ),
            "SET CHAOS OFF",
        )
    # The powers of the map are gone, and with them their starting units.
    alone = _changed(changed[0], lambda old: replace(old, units=(), no_units=False))
    return alone, changed[1]


_ONE_CENTER: Change = switch(lambda s, v: _changed(s, lambda old: replace(old, one_center=v)))


def _change_players(
    settings: GameSettings, text: str, variant: Variant
) -> tuple[GameSettings, Text] | BadValue:
    powers = len(variant.powers)
    if text.lower() in STANDARD:
        return _changed(settings, lambda old: replace(old, players=None)), str(powers)
    players = _number(text, 1, powers)
    if players is None:
        return BadValue(message("a number of people from 1 to {most}", most=powers))
    return _sharing(settings, players, powers), str(players)


def _change_powers_each(
    settings: GameSettings, text: str, variant: Variant
) -> tuple[GameSettings, Text] | BadValue:
    powers = len(variant.powers)
    each = _number(text, 1, powers)
    if each is None:
        return BadValue(message("a number of powers from 1 to {most}", most=powers))
    return _sharing(settings, -(-powers // each), powers), str(each)


def _sharing(settings: GameSettings, players: int, powers: int) -> GameSettings:
    shared = players if players < powers else None
    return _changed(settings, lambda old: replace(old, players=shared))


def _number(text: str, least: int, most: int) -> int | None:
    number = int(text) if WHOLE.fullmatch(text.strip()) else None
    return number if number is not None and least <= number <= most else None


def _write_builds(settings: GameSettings) -> str:
    builds = settings.changes.builds
    return "standard" if builds is None else builds.value


def _write_year(settings: GameSettings) -> str:
    year = settings.changes.year
    if year is None:
        return "standard"
    return f"{-year} BC" if year < 0 else str(year)


def _write_number(number: int | None) -> str:
    return "standard" if number is None else str(number)


TWISTS = (
    GameOption(
        "CHAOS",
        "SET CHAOS",
        _change_one_center,
        lambda settings: write_switch(settings.changes.one_center),
        forming=True,
    ),
    GameOption("BUILDS", "SET BUILDS OWNED", _change_builds, _write_builds, forming=True),
    GameOption(
        "VICTORY",
        "SET VICTORY 18",
        _change_victory,
        lambda settings: _write_number(settings.changes.victory),
        forming=True,
    ),
    GameOption("YEAR", "SET YEAR 1850", _change_year, _write_year, forming=True),
    GameOption("UNITS", "SET UNITS NONE", change_units, forming=True),
    GameOption(
        "PLAYERS",
        "SET PLAYERS 3",
        _change_players,
        lambda settings: _write_number(settings.changes.players),
        forming=True,
    ),
    GameOption("POWERS EACH", "SET POWERS EACH 2", _change_powers_each, forming=True),
)
