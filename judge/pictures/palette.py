"""The colors of a picture: seven that every kind of color vision can tell apart.

From the eighth power on the same seven come again, under a pattern, with an initial
beside units. How far apart they are, in OKLab and for four kinds of sight, and how they
stand out from the ground, is measured by `tests/pictures`.
"""

import math
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import permutations

from judge.engine import Variant


class Theme(Enum):
    """Whether a picture is for a light page or for a dark one."""

    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Hue:
    """One of the seven: of land, and of units and arrows, each in light and dark.

    `like` is which color a power may ask for to get it; so who has which hue does not
    depend on what it looks like.
    """

    like: str
    light: str
    strong: str
    dark: str
    bright: str


@dataclass(frozen=True, slots=True)
class PowerColors:
    """The colors of a power: of its land, of its units, and the pattern over its land.

    `pattern` is 0 for plain colors, else the number of one of `PATTERNS`; then `letter`
    stands beside its units.
    """

    fill: str
    strong: str
    pattern: int
    letter: str


@dataclass(frozen=True, slots=True)
class Scheme:
    """The colors of all that belongs to no power."""

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
# Lines in a tile of six by six; the last one is a dot.
PATTERNS = (
    "M-1 -1L7 7M-1 5L1 7M5 -1L7 1",
    "M7 -1L-1 7M5 7L7 5M-1 1L1 -1",
    "M0 3H6",
    "M3 0V6",
    "M3 3h.01",
)
# Each in the light and in the dark.
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


def colors_of(variant: Variant, theme: Theme) -> dict[str, PowerColors]:
    """Return the colors of each power, near to those that its variant asks for.

    Units of the sides that nobody plays are black, or white on dark pages.
    """
    powers = variant.powers
    found = {side.name: _worn(NEUTRAL, 0, side.letter, theme) for side in variant.neutrals}
    for start in range(0, len(powers), len(HUES)):
        some = powers[start : start + len(HUES)]
        pattern = start // len(HUES) % (len(PATTERNS) + 1)
        hues = _matched(tuple(power.color for power in some))
        for power, hue in zip(some, hues, strict=True):
            found[power.name] = _worn(hue, pattern, power.letter, theme)
    return found


def _worn(hue: Hue, pattern: int, letter: str, theme: Theme) -> PowerColors:
    dark = theme is Theme.DARK
    fill, strong = (hue.dark, hue.bright) if dark else (hue.light, hue.strong)
    return PowerColors(fill, strong, pattern, letter)


def oklab(color: str) -> tuple[float, float, float]:
    """Return where a color such as `#de7867` lies in OKLab (B. Ottosson, 2020)."""
    red, green, blue = (_linear(int(color[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return oklab_of_light(red, green, blue)


def oklab_of_light(red: float, green: float, blue: float) -> tuple[float, float, float]:
    """Return where linear light lies in OKLab."""
    long = _root(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = _root(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = _root(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


@lru_cache(maxsize=64)
def _matched(wanted: tuple[str, ...]) -> tuple[Hue, ...]:
    """Return a hue for each color, so that all together are as near as they can be."""
    far = [[_distance(color, hue.like) for hue in HUES] for color in wanted]
    best = min(
        permutations(range(len(HUES)), len(wanted)),
        key=lambda order: sum(row[hue] for row, hue in zip(far, order, strict=True)),
    )
    return tuple(HUES[number] for number in best)


def _distance(one: str, other: str) -> float:
    pairs = zip(oklab(one), oklab(other), strict=True)
    return sum((a - b) ** 2 for a, b in pairs)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else math.pow((part + 0.055) / 1.055, 2.4)


def _root(value: float) -> float:
    return math.cbrt(max(value, 0.0))
