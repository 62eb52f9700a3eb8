"""A board with provinces as names, read directly from a variant's file."""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.engine.literal.possible import Atlas, Waters, province

Edges = dict[str, set[str]]
Ways = Iterable[tuple[str, str]]


@dataclass(frozen=True)
class Board:
    """The content of a variant's file; `rules` are the special rules of the variant."""

    provinces: Mapping[str, Mapping[str, Any]]
    powers: tuple[str, ...]
    neutrals: frozenset[str]
    homes: Mapping[str, frozenset[str]]
    start: Mapping[str, Any]
    start_units: tuple[tuple[str, str], ...]
    builds: str
    victory: int
    rules: Mapping[str, Mapping[str, Any]]
    land: Edges = field(repr=False)
    water: Edges = field(repr=False)
    rivers: Edges = field(repr=False)
    fallback: bool = False

    @property
    def sides(self) -> tuple[str, ...]:
        return self.powers + tuple(sorted(self.neutrals))

    @cached_property
    def centers(self) -> dict[str, int]:
        """Return the worth of each center on the map."""
        found = {place: about.get("center") for place, about in self.provinces.items()}
        return {place: int(worth) for place, worth in found.items() if worth}

    @cached_property
    def convoying(self) -> set[str]:
        places = {
            place
            for place, about in self.provinces.items()
            if about.get("convoys", about["kind"] == "sea")
        }
        return places | (set(self.rivers) if "river_convoys" in self.rules else set())

    @cached_property
    def waters(self) -> Waters:
        """Return the edges of fleets; a fleet on a river convoys only between its banks."""
        beside: defaultdict[str, set[str]] = defaultdict(set)
        for place, near in self.water.items():
            beside[province(place)] |= {province(other) for other in near}
        ashore = {
            shore: {
                fleet for fleet in near if fleet not in self.rivers or shore in self.rivers[fleet]
            }
            for shore, near in beside.items()
        }
        return Waters(beside, ashore)

    @cached_property
    def near(self) -> Edges:
        """Return, for each province, the provinces that an army or a fleet can enter from it."""
        return {
            place: self.land.get(place, set()) | self.waters.beside.get(place, set())
            for place in self.provinces
        }

    def atlas(self, land: Ways = (), water: Ways = ()) -> Atlas:
        """Return the map with additional connections, each in one direction."""
        return Atlas(
            _widened(self.land, land),
            _widened(self.water, water),
            self.convoying,
            self.waters,
            self.fallback,
        )

    def stands(self, kind: str, place: str) -> bool:
        """Return whether a unit of this kind can be in a province."""
        terrain = self.provinces[province(place)]["kind"]
        return terrain in {"coast", "land" if kind == "A" else "sea"}


def read_board(
    folder: Path, chosen: Mapping[str, str] | None = None, *, fallback: bool = False
) -> Board:
    """Return the board in a folder; `chosen` is the choice for each option of the variant."""
    told = tomllib.loads((folder / "variant.toml").read_text(encoding="utf-8"))
    rules, builds = dict(told.get("rules", {})), told.get("builds", "home")
    for name, choices in told.get("options", {}).items():
        choice = choices[(chosen or {}).get(name, next(iter(choices)))]
        rules |= choice.get("rules", {})
        builds = choice.get("builds", builds)
    sides = [*told["powers"], *told.get("neutrals", [])]
    edges = told["edges"]
    return Board(
        provinces=told["provinces"],
        powers=tuple(side["name"] for side in told["powers"]),
        neutrals=frozenset(side["name"] for side in told.get("neutrals", [])),
        homes={side["name"]: frozenset(side["homes"]) for side in sides},
        start=told["start"],
        start_units=tuple((side["name"], unit) for side in sides for unit in side["units"]),
        builds=builds,
        victory=told["victory"],
        rules=rules,
        land=_both_ways(edges.get("army", {}), _standing("A", told["provinces"])),
        water=_both_ways(edges.get("fleet", {}), _standing("F", told["provinces"])),
        rivers=_by_province(_both_ways(edges.get("river", {}), ())),
        fallback=fallback,
    )


def places_in(text: str | list[str]) -> list[str]:
    """Return the places in the value of a rule's parameter."""
    return text.split() if isinstance(text, str) else list(text)


def _standing(kind: str, provinces: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Yield the places where armies (A) or fleets (F) can be.

    For fleets in a province with named coasts these are its coasts.
    """
    kinds = ("coast", "land" if kind == "A" else "sea")
    for place, about in provinces.items():
        if about["kind"] in kinds:
            coasts = about.get("coasts", ()) if kind == "F" else ()
            yield from (f"{place}/{coast.upper()}" for coast in coasts)
            if not coasts:
                yield place


def _widened(edges: Edges, ways: Ways) -> Edges:
    wide = {place: set(beside) for place, beside in edges.items()}
    for origin, target in ways:
        wide[origin].add(target)
    return wide


def _both_ways(rows: Mapping[str, str], places: Iterable[str]) -> Edges:
    edges: defaultdict[str, set[str]] = defaultdict(set)
    for place in places:
        edges[place] = set()
    for one, others in rows.items():
        for other in others.split():
            edges[one].add(other)
            edges[other].add(one)
    return dict(edges)


def _by_province(edges: Edges) -> Edges:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for place, beside in edges.items():
        found[province(place)] |= {province(other) for other in beside}
    return dict(found)
