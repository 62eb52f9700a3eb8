"""A draft in which nothing is wrong, built into the board and its powers."""

from collections.abc import Iterator

from judge.boards.variants.rules import options_of, rules_of
from judge.boards.variants.tables import PowerDraft, ProvinceDraft, VariantDraft
from judge.engine import (
    Clause,
    Coast,
    Geography,
    Phase,
    PhaseKind,
    Position,
    Power,
    Province,
    Rules,
    Season,
    Terrain,
    Unit,
    UnitKind,
    Variant,
    compile_geography,
    played,
)


def build_variant(name: str, draft: VariantDraft) -> Variant:
    """Return the variant called `name` that a faultless draft describes."""
    geography = compile_geography(
        tuple(map(_province, draft.provinces.values())),
        _pairs(draft.army),
        _pairs(draft.fleet),
        _pairs(draft.river),
        _pairs(draft.bridge),
    )
    powers = tuple(_power(power, geography) for power in draft.powers)
    neutrals = tuple(_power(power, geography) for power in draft.neutrals)
    assert draft.victory is not None
    variant = Variant(
        name=name,
        title=draft.title,
        designer=draft.designer,
        geography=geography,
        powers=powers,
        start=_start(draft, geography, powers + neutrals),
        victory=draft.victory,
        rules=Rules(
            builds=draft.builds, turn_years=draft.start.turn_years, special=rules_of(draft)
        ),
        season_names=tuple((Season[key.upper()], text) for key, text in draft.seasons),
        neutrals=neutrals,
        options=options_of(draft),
        clauses=tuple(Clause(says, example) for says, example in draft.clauses),
    )
    return played(variant, {})


def _province(draft: ProvinceDraft) -> Province:
    terrain = Terrain(draft.kind)
    sea = terrain is Terrain.SEA
    return Province(
        abbreviation=draft.abbreviation,
        name=draft.name,
        terrain=terrain,
        center=draft.worth > 0,
        coasts=tuple(Coast(code, name) for code, name in draft.coasts),
        aliases=draft.aliases,
        convoys=sea if draft.convoys is None else draft.convoys,
        worth=draft.worth,
    )


def _pairs(edges: tuple[tuple[str, tuple[str, ...]], ...]) -> Iterator[tuple[str, str]]:
    for place, neighbors in edges:
        for other in neighbors:
            yield place, other


def _power(draft: PowerDraft, geography: Geography) -> Power:
    return Power(
        name=draft.name,
        adjective=draft.adjective,
        letter=draft.letter,
        color=draft.color,
        home_centers=tuple(geography.location(home) for home in draft.homes),
    )


def _start(draft: VariantDraft, geography: Geography, powers: tuple[Power, ...]) -> Position:
    start = draft.start
    assert start.year is not None
    kind = PhaseKind[start.phase.upper()]
    owners: list[str | None] = [None] * len(geography.provinces)
    for power in draft.sides:
        for center in power.first_centers:
            owners[geography.location(center)] = power.name
    units = tuple(
        Unit(power.name, UnitKind(text[0]), geography.location(text[2:]))
        for power in draft.sides
        for text in power.units
    )
    phase = Phase(Season[start.season.upper()], start.year, kind)
    return Position(phase=phase, units=units, owners=tuple(owners))
