"""The names on a picture: placed where they are in nobody's way."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from judge.engine.geography import Terrain
from judge.engine.variant import Variant
from judge.notation.geometry import Point
from judge.render.picture.ground import Ground
from judge.render.picture.placing import Blot, Spot, Table, place
from judge.render.picture.raster import text_width

_WEIGHT = 2.0
_OUTSIDE = 9.0  # what it costs a name to leave its province
_FAR = 0.5  # what it costs to go as far as a name is high
_TURNS = 12
_RINGS = (0.7, 1.4, 2.1, 2.9, 3.8)


@dataclass(frozen=True, slots=True)
class Word:
    """A name in the picture; `place` is told to whoever points at it.

    `style` is `land`, `sea` or `coast`; `province` is its own only if it is no coast.
    """

    text: str
    province: str
    place: str
    style: str
    size: float
    at: Point


def words_of(ground: Ground, variant: Variant, table: Table) -> tuple[Word, ...]:
    """Return the names of all provinces and coasts, which lie on the table then."""
    words = {f"W{n}": one for n, one in enumerate(_words(ground, variant))}
    choices = {name: tuple(_spots(word, ground)) for name, word in words.items()}
    taken = place(choices, table)
    return tuple(
        replace(word, at=choices[name][taken[name]].blots[1].at)
        for name, word in words.items()
    )


def _words(ground: Ground, variant: Variant) -> Iterator[Word]:
    size = ground.geometry.font
    for province in variant.geography.provinces:
        key = province.abbreviation
        plot = ground.geometry.provinces.get(key)
        if plot is None or plot.kind is Terrain.IMPASSABLE:
            continue
        sea = plot.kind is Terrain.SEA
        text = key if sea else key.capitalize()
        yield Word(text, key, province.name, "sea" if sea else "land", size, plot.label)
        for coast, at in plot.coasts:
            shore = f"{province.name} ({coast.lower()})"
            below = (at[0], at[1] + ground.geometry.unit * 1.5)
            yield Word(coast.lower(), key, shore, "coast", size * 0.8, below)


def _spots(word: Word, ground: Ground) -> Iterator[Spot]:
    width = text_width(word.text, word.size, "bold")
    height = word.size * 0.78
    room = ground.rooms.get(word.province)
    for far, at in _places(word):
        share = room.share(at, width, height) if room else 1.0
        slip = _OUTSIDE * (1 - share) if word.style != "coast" else 0.0
        cost = far * _FAR / word.size + slip + _off_page(at, width, ground)
        yield Spot(_blots(at, width, height), cost)


def _places(word: Word) -> Iterator[tuple[float, Point]]:
    yield 0.0, word.at
    for ring in _RINGS:
        far = ring * word.size
        for turn in range(_TURNS):
            angle = 2 * math.pi * turn / _TURNS
            x, y = word.at
            yield far, (x + far * math.cos(angle), y + far * math.sin(angle))


def _blots(at: Point, width: float, height: float) -> tuple[Blot, ...]:
    """Return a word as three circles side by side; the middle one is its place."""
    radius = max(height, width / 3) / 2
    aside = width / 2 - radius * 0.8
    return tuple(
        Blot((at[0] + aside * side, at[1]), radius, _WEIGHT) for side in (-1, 0, 1)
    )


def _off_page(at: Point, width: float, ground: Ground) -> float:
    """Return what it costs a word to run over the edge."""
    left, right = at[0] - width / 2, at[0] + width / 2
    inside = left >= 2 and right <= ground.geometry.width - 2
    return 0.0 if inside and 8 <= at[1] <= ground.geometry.height - 8 else 40.0
