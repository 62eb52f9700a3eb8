"""The colors of powers can be distinguished with every kind of color vision."""

from itertools import combinations, pairwise

import pytest

from judge.pictures import Theme
from judge.pictures.palette import (
    HUES,
    NEUTRAL,
    PATTERNS,
    SCHEMES,
    colors_of,
    oklab,
    oklab_of_light,
)
from judge.shipped import shipped_variants

VARIANTS = shipped_variants()

# Matrices that simulate the lack of one kind of cone: Machado, Oliveira and Fernandes 2009,
# severity 1.0.
SIGHTS = {
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
NORMAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
# The least distances of colors in OKLab; 0.02 is just visible side by side.
LANDS, UNITS = 0.08, 0.10
WORN = (*HUES, NEUTRAL)
SETS = {
    "land": ([hue.light for hue in WORN], LANDS),
    "land in the dark": ([hue.dark for hue in WORN], LANDS),
    "units": ([hue.strong for hue in WORN], UNITS),
    "units in the dark": ([hue.bright for hue in WORN], UNITS),
}


def seen(color: str, sight: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    light = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    red, green, blue = (
        min(max(sum(a * b for a, b in zip(row, light, strict=True)), 0.0), 1.0) for row in sight
    )
    return oklab_of_light(red, green, blue)


def apart(one: str, other: str, sight: tuple[tuple[float, ...], ...]) -> float:
    pairs = zip(seen(one, sight), seen(other, sight), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors (WCAG 2.2)."""
    dark, light = sorted(map(_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("sight", [NORMAL, *SIGHTS.values()], ids=["normal", *SIGHTS])
@pytest.mark.parametrize("name", SETS)
def test_seven_powers_and_those_nobody_plays_are_told_apart(
    name: str, sight: tuple[tuple[float, ...], ...]
) -> None:
    colors, enough = SETS[name]
    least = min(apart(one, other, sight) for one, other in combinations(colors, 2))

    assert least >= enough


@pytest.mark.parametrize("sight", [NORMAL, *SIGHTS.values()], ids=["normal", *SIGHTS])
@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK])
def test_owned_land_differs_from_free_land_and_from_the_sea(
    theme: Theme, sight: tuple[tuple[float, ...], ...]
) -> None:
    fills = [hue.light if theme is Theme.LIGHT else hue.dark for hue in HUES]
    free = (SCHEMES[theme].land, SCHEMES[theme].sea)

    assert min(apart(a, b, sight) for a in fills for b in free) > 0.05


@pytest.mark.parametrize("name", VARIANTS.names)
@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK])
def test_a_unit_is_seen_on_any_ground(theme: Theme, name: str) -> None:
    """It has contrast by its color on its own land and at sea, by its halo or rim everywhere."""
    scheme, worn = SCHEMES[theme], colors_of(VARIANTS.read(name), theme).values()
    grounds = {scheme.sea, scheme.land, *(colors.fill for colors in worn)}

    for colors in worn:
        assert contrast(colors.strong, colors.fill) >= 3
        assert contrast(colors.strong, scheme.sea) >= 3
        assert contrast(colors.strong, scheme.land) >= 3
        assert contrast(colors.strong, scheme.casing) >= 3
    rim = min(contrast(scheme.outline, ground) for ground in grounds)
    assert rim >= (5.5 if theme is Theme.LIGHT else 3.5)
    assert contrast(scheme.outline, scheme.casing) > 10


def test_what_failed_is_told_from_the_ground_in_both_themes() -> None:
    for theme in (Theme.LIGHT, Theme.DARK):
        scheme = SCHEMES[theme]
        assert contrast(scheme.trouble, scheme.casing) >= 4


def test_a_color_is_where_oklab_says() -> None:
    assert oklab("#ffffff") == pytest.approx((1, 0, 0), abs=1e-4)
    assert oklab("#ff0000") == pytest.approx((0.628, 0.225, 0.126), abs=1e-3)


@pytest.mark.parametrize("name", VARIANTS.names)
def test_no_two_powers_of_a_variant_look_alike(name: str) -> None:
    variant = VARIANTS.read(name)

    for theme in (Theme.LIGHT, Theme.DARK):
        worn = colors_of(variant, theme)
        assert len({worn[power.name] for power in variant.powers}) == len(variant.powers)


@pytest.mark.parametrize("name", VARIANTS.names)
def test_patterns_and_initials_begin_with_the_eighth_power(name: str) -> None:
    worn = colors_of(VARIANTS.read(name), Theme.LIGHT)
    powers = VARIANTS.read(name).powers
    patterns = [worn[power.name].pattern for power in powers]

    assert set(patterns[:7]) == {0}
    assert all(0 < pattern <= len(PATTERNS) for pattern in patterns[7:])
    assert all(one <= other for one, other in pairwise(patterns))
    marked = [worn[power.name].letter for power in powers[7:]]
    assert len(set(marked)) == len(marked)
    assert all(marked)


def test_the_powers_of_the_standard_board_have_the_colors_their_players_expect() -> None:
    worn = colors_of(VARIANTS.read("standard"), Theme.LIGHT)
    # red, pink, blue, brown, green, purple, yellow
    strong = [hue.strong for hue in HUES]

    assert [strong.index(colors.strong) for colors in worn.values()] == list(range(7))
