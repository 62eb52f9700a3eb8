"""The effect of a game's settings on its variant."""

from collections.abc import Iterator, Sequence
from colorsys import hsv_to_rgb
from dataclasses import replace

from judge.engine import (
    Geography,
    Phase,
    PhaseKind,
    Position,
    Power,
    Rules,
    Season,
    Unit,
    UnitKind,
    Variant,
    bits,
    with_choices,
    years_between,
)
from judge.game.model import GameSettings, VariantChanges

# Letters for powers, without M (Master) and O (observers).
_LETTERS = "ABCDEFGHIJKLNPQRSTUVWXYZ0123456789"
MOST_CENTERS = len(_LETTERS)


def changed_variant(variant: Variant, settings: GameSettings) -> Variant:
    """Return `variant` as played with `settings`; changes by earlier settings are undone first."""
    changes = settings.changes
    base = variant.base or variant
    variant = with_choices(base, dict(settings.choices))
    if changes.one_center:
        variant = _one_center(variant)
    return replace(
        variant,
        start=_start(variant, changes),
        victory=changes.victory or variant.victory,
        rules=_rules(variant, settings),
        base=base,
    )


def players_wanted(variant: Variant, settings: GameSettings) -> int:
    """Return the number of people who share the powers of `variant`."""
    powers = len(variant.powers)
    return min(settings.changes.players or powers, powers)


def powers_each(variant: Variant, settings: GameSettings) -> int:
    """Return how many powers one person may have."""
    return -(-len(variant.powers) // players_wanted(variant, settings))


def _rules(variant: Variant, settings: GameSettings) -> Rules:
    rules, changes = variant.rules, settings.changes
    begun = variant.start.phase.year
    builds = changes.builds
    later = years_between(begun, begun if changes.year is None else changes.year)
    return replace(
        rules,
        special=tuple(rule.postponed(later) for rule in rules.special),
        convoy_fallback=rules.convoy_fallback or settings.convoy_fallback,
        builds=rules.builds if builds is None else builds.value,
    )


def _start(variant: Variant, changes: VariantChanges) -> Position:
    start = variant.start
    if changes.no_units:
        nobodys = {side.name for side in variant.neutrals}
        units = tuple(unit for unit in start.units if unit.power in nobodys)
        start = replace(start, phase=_winter_before(start.phase), units=units)
    for power, texts in changes.units:
        others = (unit for unit in start.units if unit.power != power)
        own = (_unit(power, text, variant.geography) for text in texts)
        start = replace(start, units=(*others, *own))
    if changes.year is not None:
        start = replace(start, phase=replace(start.phase, year=changes.year))
    return start


def _unit(power: str, text: str, geography: Geography) -> Unit:
    kind, _, place = text.partition(" ")
    return Unit(power, UnitKind(kind), geography.location(place))


def _winter_before(phase: Phase) -> Phase:
    """Return the adjustment phase before `phase`, with which a game without units begins."""
    if phase.kind is PhaseKind.ADJUSTMENT:
        return phase
    year = -1 if phase.year == 1 else phase.year - 1
    return Phase(Season.WINTER, year, PhaseKind.ADJUSTMENT)


def _one_center(variant: Variant) -> Variant:
    """Return the variant with each center as a power, which begins with a build.

    As in Chaos, a power may build in any center that it owns.
    """
    geography = variant.geography
    centers = tuple(bits(geography.centers))
    names = [geography.provinces[center].name.replace(".", "") for center in centers]
    owners: list[str | None] = [None] * len(geography.provinces)
    for center, name in zip(centers, names, strict=True):
        owners[center] = name
    return replace(
        variant,
        powers=tuple(
            Power(name, name, letter, color, (center,))
            for name, letter, color, center in zip(
                names, _letters(names), _colors(len(names)), centers, strict=True
            )
        ),
        neutrals=(),
        start=Position(_winter_before(variant.start.phase), (), tuple(owners)),
        rules=replace(variant.rules, builds="owned"),
    )


def _letters(names: Sequence[str]) -> Iterator[str]:
    """Yield a letter for each name, taken from the name itself if possible."""
    left = list(_LETTERS)
    for name in names:
        letter = next((c for c in name.upper() if c in left), left[0])
        left.remove(letter)
        yield letter


def _colors(number: int) -> Iterator[str]:
    """Yield `number` colors; neighbors in the list are far apart on the color circle."""
    for place in range(number):
        hue = place * 0.618034 % 1
        shade = hsv_to_rgb(hue, 0.75, (0.9, 0.7, 0.5)[place % 3])
        yield "#" + "".join(f"{round(part * 255):02X}" for part in shade)
