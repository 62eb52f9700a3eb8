"""Which way up a board lies that was laid out by its borders alone."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from judge.engine import Geography, bits
from judge.mapmaking.drawing.places import Place

# Directions in the picture, where y goes downwards: x + iy.
_DIRECTIONS = {"n": -1j, "s": 1j, "e": 1 + 0j, "w": -1 + 0j}
_WORD = re.compile(
    r"\b(?=north|south|east|west)(north|south)?(?:ern)?[ -]?(east|west)?(?:ern)?\b\W*",
    re.IGNORECASE,
)
# How sure a named coast is to lie where it says, two provinces whose names differ by
# that alone, and one in that part of the board.
_COAST, _PAIR, _ALONE = 1.0, 2.0, 0.5
# A picture as it is, turned by a quarter once, twice, and thrice.
_TURNS = (1 + 0j, 1j, -1 + 0j, -1j)

# Where something lies from something else, where it should, and how sure that is.
_Hint = tuple[complex, complex, float]


def upright(at: Mapping[str, Place], geography: Geography) -> dict[str, Place]:
    """Return the positions turned, and mirrored, as names and coasts tell.

    They keep the width and height that they take, and stay where nothing is told.
    """
    points = {name: complex(*place) for name, place in at.items()}
    across = [one.real for one in points.values()]
    down = [one.imag for one in points.values()]
    middle = complex(max(across) + min(across), max(down) + min(down)) / 2
    wide, high = max(across) - min(across) or 1.0, max(down) - min(down) or 1.0
    even = {
        name: complex((one - middle).real / wide, (one - middle).imag / high)
        for name, one in points.items()
    }
    hints = list(_hints(even, geography))
    ways = [(turn, mirrored) for mirrored in (False, True) for turn in _TURNS]
    best = max(ways, key=lambda way: _fitting(hints, *way))
    found = {name: _turned(one, *best) for name, one in even.items()}
    return {
        name: (middle.real + one.real * wide, middle.imag + one.imag * high)
        for name, one in found.items()
    }


def _turned(one: complex, turn: complex, mirrored: bool) -> complex:
    return turn * (one.conjugate() if mirrored else one)


def _fitting(hints: list[_Hint], turn: complex, mirrored: bool) -> float:
    """Return how well hints fit the picture when it is turned."""
    fitting = (
        sure * (_turned(lies, turn, mirrored).conjugate() * should).real
        for lies, should, sure in hints
    )
    return round(sum(fitting), 6)


def _hints(at: Mapping[str, complex], geography: Geography) -> Iterator[_Hint]:
    names = [province.abbreviation for province in geography.provinces]
    for index, location in enumerate(geography.locations):
        home, coast = names[location.province], location.coast
        around = {names[n] for n in bits(geography.fleet_reach[index])} & at.keys()
        told = _DIRECTIONS.get(coast.code.removesuffix("c")) if coast else None
        if told and around and home in at:
            away = sum(at[one] for one in around) / len(around) - at[home]
            yield _even(away), told, _COAST
    alike: dict[str, list[tuple[complex, complex]]] = {}
    for province in geography.provinces:
        named = _told(province.name)
        if named and province.abbreviation in at:
            place = at[province.abbreviation]
            yield place, named, _ALONE
            rest = _WORD.sub("", province.name).casefold()
            alike.setdefault(rest, []).append((place, named))
    for found in alike.values():
        for (one, first), (other, second) in pairwise(found):
            yield _even(one - other), _even(first - second), _PAIR


def _told(name: str) -> complex:
    """Return the direction that a name tells, 0 for none."""
    found = _WORD.search(name)
    words = found.groups() if found else ()
    return _even(sum(_DIRECTIONS[word[0].lower()] for word in words if word))


def _even(way: complex) -> complex:
    """Return a direction with the length 1, 0 for none."""
    return way / (abs(way) or 1)
