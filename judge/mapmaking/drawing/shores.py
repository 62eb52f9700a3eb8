"""The shores of a province, and which of its named coasts each of them is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from judge.boards import Arc, Ring
from judge.engine import Geography, Terrain, bits


@dataclass(frozen=True, slots=True)
class ShoreLine:
    """A stretch of arcs, the sea along each of them, and what lies at its two ends."""

    arcs: tuple[int, ...]
    along: tuple[str, ...]
    ends: tuple[str, str]

    @property
    def seas(self) -> frozenset[str]:
        """Return the seas along it."""
        return frozenset(self.along)

    @property
    def lands(self) -> frozenset[str]:
        """Return the provinces of land at its ends."""
        return frozenset(filter(None, self.ends)) - self.seas

    def cut(self, at: int) -> tuple["ShoreLine", "ShoreLine"]:
        """Return the two parts of it before and from an arc on."""
        first = ShoreLine(self.arcs[:at], self.along[:at], (self.ends[0], ""))
        return first, ShoreLine(self.arcs[at:], self.along[at:], ("", self.ends[1]))


def reach_of(location: int, geography: Geography) -> tuple[frozenset[str], frozenset[str]]:
    """Return the seas and the lands to which a fleet at a location may go."""
    there = [geography.provinces[n] for n in bits(geography.fleet_reach[location])]
    seas = frozenset(p.abbreviation for p in there if p.terrain is Terrain.SEA)
    return seas, frozenset(p.abbreviation for p in there) - seas


def shores_of(rings: Sequence[Ring], arcs: Sequence[Arc], geography: Geography) -> list[ShoreLine]:
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
                before, behind = stretch[0] - 1, (stretch[-1] + 1) % len(ring)
                ends = beyond[before] or "", beyond[behind] or ""
                along = tuple(beyond[n] or "" for n in stretch)
                found.append(ShoreLine(tuple(ring[n] for n in stretch), along, ends))
    return found


def by_coast(
    province: int, shores: Sequence[ShoreLine], geography: Geography
) -> dict[str, list[ShoreLine]]:
    """Return the shores of a province by the coast that they are most like.

    A coast that is like none has a part of another one's, where these meet at a cape. A
    province without named coasts has all of them at the coast "".
    """
    coasts = geography.coasts_of[province]
    if not coasts:
        return {"": list(shores)}
    names = {n: geography.locations[n].text.partition("/")[2] for n in coasts}
    found: dict[str, list[ShoreLine]] = {name: [] for name in names.values()}
    for shore in shores:
        best = max(coasts, key=lambda n: _likeness(shore, *reach_of(n, geography)))
        found[names[best]].append(shore)
    for coast in coasts:
        if not found[names[coast]]:
            _share_out(coast, found, names, geography)
    return found


def _share_out(
    coast: int, found: dict[str, list[ShoreLine]], names: Mapping[int, str], geography: Geography
) -> None:
    """Give a coast that has no shore the part of another's that is most like it."""
    seas, lands = reach_of(coast, geography)
    best = 0.0
    cut: tuple[str, int, ShoreLine, ShoreLine] | None = None
    for other, name in names.items():
        for number, shore in enumerate(found[name]):
            for parts in map(shore.cut, range(1, len(shore.arcs))):
                for kept, given in (parts, parts[::-1]):
                    worth = _likeness(given, seas, lands)
                    worth += _likeness(kept, *reach_of(other, geography))
                    if given.seas <= seas and worth > best:
                        best, cut = worth, (name, number, kept, given)
    if cut:
        name, number, kept, given = cut
        found[name][number] = kept
        found[names[coast]].append(given)


def _likeness(shore: ShoreLine, seas: frozenset[str], lands: frozenset[str]) -> float:
    """Return how well a shore fits a coast: by its seas first, then by its ends."""
    common = 2 * len(shore.seas & seas) - len(shore.seas ^ seas)
    return common + len(shore.lands & lands) / 2
