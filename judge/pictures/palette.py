"""The seven colors of pictures, which people with any kind of color vision can distinguish.

From the eighth power on the colors are used again, with a pattern on the land and an initial beside
units. `tests/pictures` measures their distances in OKLab, for four kinds of color vision, and their
contrast to the ground.
"""

import math
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import permutations

from judge.engine import Variant


class Theme(Enum):
    """The kind of page that shows a picture: light or dark.

    A picture inside a web page has names instead of colors, `var(--sea)`; the style sheet of the
    page gives them their values, light or dark (`style_colors`).
    """

    LIGHT = "light"
    DARK = "dark"
    PAGE = "page"


@dataclass(frozen=True, slots=True)
class Hue:
    """One of the seven colors, in shades for land and for units and arrows."""

    #: The color that is compared with a power's color in the variant's file.
    like: str
    #: Land and units on light pages.
    light: str
    strong: str
    #: Land and units on dark pages.
    dark: str
    bright: str


@dataclass(frozen=True, slots=True)
class PowerColors:
    """The colors of a power, and the pattern over its land."""

    fill: str
    strong: str
    #: The number of one of `PATTERNS`, or 0; with a pattern `letter` stands beside its units.
    pattern: int
    letter: str


@dataclass(frozen=True, slots=True)
class Scheme:
    """The colors of everything that belongs to no power."""

    sea: str
    shallows: str
    sea_border: str
    sea_text: str
    land: str
    border: str
    frontier: str
    coast: str
    void: str
    hatch: str
    text: str
    halo: str
    casing: str
    outline: str
    trouble: str
    burst: str
    head: str
    head_text: str
    panel: str
    panel_text: str
    faint: str


HUES = (
    Hue("#94213f", "#d5a3a8", "#a20805", "#8f171b", "#fe7222"),
    Hue("#d758bc", "#f9b9c9", "#cf038a", "#6d3c6c", "#fe9fc1"),
    Hue("#026281", "#78ddff", "#1e68c4", "#2358a1", "#3ad2ff"),
    Hue("#472400", "#ae8b68", "#401e03", "#351407", "#b99188"),
    Hue("#278e57", "#a0cc73", "#035947", "#2e8a6c", "#b7f1ab"),
    Hue("#561f8e", "#b39be7", "#630e7a", "#4c2259", "#988bff"),
    Hue("#b1a10e", "#fde1a7", "#9d6805", "#846a10", "#f9d812"),
)
NEUTRAL = Hue("", "#8c91a0", "#000000", "#5f6158", "#fffdf6")
# Lines in a tile of 6 by 6; the last pattern is a dot.
PATTERNS = (
    "M-1 -1L7 7M-1 5L1 7M5 -1L7 1",
    "M7 -1L-1 7M5 7L7 5M-1 1L1 -1",
    "M0 3H6",
    "M3 0V6",
    "M3 3h.01",
)
# Colors on light and on dark pages.
_COLORS = {
    "sea": ("#d3e5f0", "#1b2833"),
    "shallows": ("#b3d2e5", "#25384a"),
    "sea_border": ("#7ea7c0", "#4a6b83"),
    "sea_text": ("#33607e", "#a3c4da"),
    "land": ("#f7f2e4", "#524c44"),
    "border": ("#8f8065", "#2d271d"),
    "frontier": ("#4f4130", "#15110b"),
    "coast": ("#3b5b70", "#a3bccb"),
    "void": ("#d9d2c2", "#39352c"),
    "hatch": ("#bdb39d", "#575042"),
    "text": ("#221d17", "#fbf5e6"),
    "halo": ("#fffdf6", "#1c1812"),
    "casing": ("#ffffff", "#0d0b08"),
    "outline": ("#17130e", "#f6eedd"),
    "trouble": ("#cc0f2f", "#ff5266"),
    "burst": ("#ffd84d", "#ffd84d"),
    "head": ("#2b3d4b", "#0e151b"),
    "head_text": ("#f8f3e6", "#eae2cf"),
    "panel": ("#fcf9f1", "#151c22"),
    "panel_text": ("#2a2620", "#e8e0cf"),
    "faint": ("#8b8578", "#8a8778"),
}
SCHEMES = {
    theme: Scheme(**{part: pair[number] for part, pair in _COLORS.items()})
    for number, theme in enumerate((Theme.LIGHT, Theme.DARK))
}
SCHEMES[Theme.PAGE] = Scheme(**{part: f"var(--{part.replace('_', '-')})" for part in _COLORS})


def colors_of(variant: Variant, theme: Theme) -> dict[str, PowerColors]:
    """Return the colors of each power, similar to those in the variant's file.

    Units of neutral powers are black, or white on dark pages.
    """
    powers = variant.powers
    colors = {side.name: _shades(NEUTRAL, 0, side.letter, theme) for side in variant.neutrals}
    for start in range(0, len(powers), len(HUES)):
        group = powers[start : start + len(HUES)]
        pattern = start // len(HUES) % (len(PATTERNS) + 1)
        hues = _matched(tuple(power.color for power in group))
        for power, hue in zip(group, hues, strict=True):
            colors[power.name] = _shades(hue, pattern, power.letter, theme)
    return colors


def style_colors(theme: Theme) -> dict[str, str]:
    """Return the names that pictures inside web pages use for colors, with their values."""
    dark = theme is Theme.DARK
    colors = {part.replace("_", "-"): pair[dark] for part, pair in _COLORS.items()}
    for number, hue in enumerate(_HUES_OF_PAGES):
        colors[f"land-{number}"] = hue.dark if dark else hue.light
        colors[f"unit-{number}"] = hue.bright if dark else hue.strong
    return colors


_HUES_OF_PAGES = (*HUES, NEUTRAL)


def _shades(hue: Hue, pattern: int, letter: str, theme: Theme) -> PowerColors:
    """Return the shades of a hue for a theme."""
    if theme is Theme.PAGE:
        number = _HUES_OF_PAGES.index(hue)
        return PowerColors(f"var(--land-{number})", f"var(--unit-{number})", pattern, letter)
    dark = theme is Theme.DARK
    fill, strong = (hue.dark, hue.bright) if dark else (hue.light, hue.strong)
    return PowerColors(fill, strong, pattern, letter)


def oklab(color: str) -> tuple[float, float, float]:
    """Return the OKLab coordinates of a color such as `#de7867` (B. Ottosson, 2020)."""
    red, green, blue = (_linear(int(color[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return oklab_of_light(red, green, blue)


def oklab_of_light(red: float, green: float, blue: float) -> tuple[float, float, float]:
    """Return the OKLab coordinates of linear light."""
    long = _root(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = _root(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = _root(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


@lru_cache(maxsize=64)
def _matched(colors: tuple[str, ...]) -> tuple[Hue, ...]:
    """Return a different hue for each color, with the smallest sum of distances."""
    distances = [[_distance(color, hue.like) for hue in HUES] for color in colors]
    best = min(
        permutations(range(len(HUES)), len(colors)),
        key=lambda order: sum(row[hue] for row, hue in zip(distances, order, strict=True)),
    )
    return tuple(HUES[number] for number in best)


def _distance(first: str, second: str) -> float:
    """Return the squared distance of two colors in OKLab."""
    pairs = zip(oklab(first), oklab(second), strict=True)
    return sum((a - b) ** 2 for a, b in pairs)


def _linear(part: float) -> float:
    """Return the linear light for the value of an sRGB channel, both from 0 to 1."""
    return part / 12.92 if part <= 0.04045 else math.pow((part + 0.055) / 1.055, 2.4)


def _root(value: float) -> float:
    return math.cbrt(max(value, 0.0))
