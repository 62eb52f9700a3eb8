"""The shores of a province, and which of its named coasts each of them is."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from judge.boards import Arc, Ring
from judge.engine import Geography, Terrain, bits


@dataclass(frozen=True, slots=True)
class ShoreLine:
    """A stretch of arcs along seas, and the provinces of land at its two ends."""

    arcs: tuple[int, ...]
    seas: frozenset[str]
    lands: frozenset[str]


def reach_of(
    location: int, geography: Geography
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the seas and the lands to which a fleet at a location may go."""
    there = [geography.provinces[n] for n in bits(geography.fleet_reach[location])]
    seas = frozenset(p.abbreviation for p in there if p.terrain is Terrain.SEA)
    return seas, frozenset(p.abbreviation for p in there) - seas


def shores_of(
    rings: Sequence[Ring], arcs: Sequence[Arc], geography: Geography
) -> list[ShoreLine]:
    """Return the shores along the rings of a province."""
    kinds = {p.abbreviation: p.terrain for p in geography.provinces}
    found = []
    for ring in rings:
        beyond = [arcs[n].right if n >= 0 else arcs[~n].left for n in ring]
        wet = [kinds.get(name or "") is Terrain.SEA for name in beyond]
        start = wet.index(False) if False in wet else 0
        order = [*range(start, len(ring)), *range(start)]
        for at_sea, group in groupby(order, key=wet.__getitem__):
            stretch = list(group)
            if at_sea:
                ends = (beyond[stretch[0] - 1], beyond[(stretch[-1] + 1) % len(ring)])
                seas = frozenset(beyond[n] or "" for n in stretch)
                lands = frozenset(end for end in ends if end) - seas
                found.append(ShoreLine(tuple(ring[n] for n in stretch), seas, lands))
    return found


def by_coast(
    province: int, shores: Sequence[ShoreLine], geography: Geography
) -> dict[str, list[ShoreLine]]:
    """Return the shores of a province by the coast that they are most like.

    A province without named coasts has all of them at the coast "".
    """
    coasts = geography.coasts_of[province]
    if not coasts:
        return {"": list(shores)}
    names = {n: geography.locations[n].text.partition("/")[2] for n in coasts}
    found: dict[str, list[ShoreLine]] = {name: [] for name in names.values()}
    for shore in shores:
        best = max(coasts, key=lambda n: _likeness(shore, *reach_of(n, geography)))
        found[names[best]].append(shore)
    return found


def _likeness(shore: ShoreLine, seas: frozenset[str], lands: frozenset[str]) -> float:
    """Return how well a shore fits a coast: by its seas first, then by its ends."""
    common = 2 * len(shore.seas & seas) - len(shore.seas ^ seas)
    return common + len(shore.lands & lands) / 2
