"""Reading a variant's folder: `variant.toml` into a Variant.

The file's format stands in `variants/README.md`.
"""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypedDict

from judge.engine.geography import (
    Coast,
    Geography,
    Province,
    Terrain,
    compile_geography,
)
from judge.engine.position import (
    Phase,
    PhaseKind,
    Position,
    Season,
    Unit,
    UnitKind,
)
from judge.engine.variant import Power, Rules, Variant

COAST_NAMES = {
    "nc": "North Coast",
    "sc": "South Coast",
    "ec": "East Coast",
    "wc": "West Coast",
}


class _ProvinceFacts(TypedDict, total=False):
    name: str
    kind: str
    center: bool
    convoys: bool
    coasts: list[str]
    aliases: list[str]


class _PowerFacts(TypedDict):
    name: str
    adjective: str
    letter: str
    color: str
    homes: list[str]
    units: list[str]


class _Start(TypedDict):
    season: str
    year: int
    phase: str


class _Edges(TypedDict):
    army: dict[str, str]
    fleet: dict[str, str]


class VariantFacts(TypedDict):
    """The tables of a `variant.toml`, as they stand in the file."""

    title: str
    designer: str
    victory: int
    start: _Start
    powers: list[_PowerFacts]
    provinces: dict[str, _ProvinceFacts]
    edges: _Edges


def read_variant(folder: Path) -> Variant:
    """Return the variant that `folder` describes; its name is the folder's.

    OSError when there is no such file, tomllib.TOMLDecodeError when it is no TOML.
    """
    with (folder / "variant.toml").open("rb") as file:
        facts: VariantFacts = tomllib.load(file)  # type: ignore[assignment] # untyped
    return variant_of(folder.name, facts)


def variant_of(name: str, facts: VariantFacts) -> Variant:
    """Return the variant that the tables of a file make."""
    geography = _geography(facts)
    powers = tuple(_power(power, geography) for power in facts["powers"])
    return Variant(
        name=name,
        title=facts["title"],
        designer=facts["designer"],
        geography=geography,
        powers=powers,
        start=_start(facts, geography, powers),
        victory=facts["victory"],
        rules=Rules(),
    )


def _geography(facts: VariantFacts) -> Geography:
    provinces = [_province(key, value) for key, value in facts["provinces"].items()]
    edges = facts["edges"]
    return compile_geography(provinces, _pairs(edges["army"]), _pairs(edges["fleet"]))


def _province(abbreviation: str, facts: _ProvinceFacts) -> Province:
    terrain = Terrain(facts["kind"])
    return Province(
        abbreviation=abbreviation,
        name=facts["name"],
        terrain=terrain,
        center=facts.get("center", False),
        coasts=tuple(
            Coast(code, COAST_NAMES[code]) for code in facts.get("coasts", ())
        ),
        aliases=tuple(facts.get("aliases", ())),
        convoys=facts.get("convoys", terrain is Terrain.SEA),
    )


def _pairs(table: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for one, others in table.items():
        for other in others.split():
            yield one, other


def _power(facts: _PowerFacts, geography: Geography) -> Power:
    return Power(
        name=facts["name"],
        adjective=facts["adjective"],
        letter=facts["letter"],
        color=facts["color"],
        home_centers=tuple(geography.location(home) for home in facts["homes"]),
    )


def _start(
    facts: VariantFacts, geography: Geography, powers: tuple[Power, ...]
) -> Position:
    start = facts["start"]
    phase = Phase(
        Season[start["season"].upper()],
        start["year"],
        PhaseKind[start["phase"].upper()],
    )
    owners: list[str | None] = [None] * len(geography.provinces)
    for power in powers:
        for home in power.home_centers:
            owners[home] = power.name
    units = tuple(
        Unit(power["name"], UnitKind(text[0]), geography.location(text[2:]))
        for power in facts["powers"]
        for text in power["units"]
    )
    return Position(phase=phase, units=units, owners=tuple(owners))
