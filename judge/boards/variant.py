"""Read the folder of a variant: the variant, or all faults of its file."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from judge.boards.draft import (
    PowerDraft,
    ProvinceDraft,
    VariantDraft,
    draft_of,
    options_of,
    rules_of,
)
from judge.boards.faults import board_faults, doubts_of, side_faults
from judge.boards.files import Fault, NoToml, Problem, Where, line_of, lines_of, read_toml
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
    with_choices,
)


def build_variant(name: str, draft: VariantDraft) -> Variant:
    """Return the variant that a draft without faults describes."""
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
    return with_choices(variant, {})


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
        foreign=draft.foreign,
        convoys=sea if draft.convoys is None else draft.convoys,
        worth=draft.worth,
    )


def _pairs(edges: tuple[tuple[str, tuple[str, ...]], ...]) -> Iterator[tuple[str, str]]:
    """Yield the edges as pairs of locations."""
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
    """Return the first position: units at their places, owners of the first centers."""
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


VARIANT_FILE = "variant.toml"
NAME = re.compile(r"[a-z][a-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class VariantFile:
    """A variant with the facts of its file about its origin."""

    variant: Variant
    licence: str
    version: str
    sources: tuple[str, ...]
    #: Whether a part of the board was made for the judge, because the designer's map was not found.
    reconstruction: bool
    #: Winners of games on other judges, one text each.
    winners: tuple[str, ...] = ()
    #: Facts that can be played, but are probably not meant.
    doubts: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Broken:
    """A folder that does not contain a valid variant, with all its problems."""

    name: str
    problems: tuple[Problem, ...]


class BrokenVariantError(Exception):
    """A variant that is needed cannot be read; the message lists the problems."""


def read_variant(folder: Path) -> Variant:
    """Return the variant in `folder`, whose name is that of the folder.

    BrokenVariantError if it has faults.
    """
    match open_variant(folder):
        case VariantFile(variant):
            return variant
        case Broken(_, problems):
            raise BrokenVariantError("\n".join(map(str, problems)))


def open_variant(folder: Path) -> VariantFile | Broken:
    """Return the content of the variant's file in `folder`, or all its problems."""
    file = folder / VARIANT_FILE
    name = folder.resolve().name
    toml = read_toml(file)
    if isinstance(toml, NoToml):
        return Broken(name, (Problem(str(file), toml.line, "", toml.why),))
    draft, faults = draft_of(toml.keys)
    edges_read = not any(fault.where[0] == "edges" for fault in faults)
    faults += [*board_faults(draft, edges_read=edges_read), *side_faults(draft)]
    lines = lines_of(toml.text)

    def problem(fault: Fault) -> Problem:
        line, key = line_of(fault.where, lines), _key(fault.where, draft)
        return Problem(str(file), line, key, fault.text)

    problems = list(map(problem, faults))
    if not NAME.fullmatch(name):
        advice = f'"{name}" is no name of a folder; use small letters, digits and _'
        problems.append(Problem(str(folder), None, "", advice))
    if problems:
        problems.sort(key=lambda problem: problem.line or 0)
        return Broken(name, tuple(dict.fromkeys(problems)))
    if draft.reconstruction:
        draft = replace(draft, title=f"{draft.title} (a reconstruction)")
    variant = build_variant(name, draft)
    return VariantFile(
        variant=variant,
        licence=draft.licence,
        version=draft.version,
        sources=draft.sources,
        reconstruction=draft.reconstruction,
        winners=draft.winners,
        doubts=tuple(map(problem, doubts_of(draft, variant))),
    )


def _key(where: Where, draft: VariantDraft) -> str:
    """Return a key as text; a power's name replaces its number."""
    names = {side.where: side.name for side in draft.sides if side.name}
    if where[:2] in names:
        where = (where[0], names[where[:2]], *where[2:])
    return "".join(char if char.isprintable() else " " for char in ".".join(where))
