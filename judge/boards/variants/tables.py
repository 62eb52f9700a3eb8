"""The tables of a variant's file, read key by key into a draft of plain values.

Here it is asked whether a key is known, there at all and of the right type; whether
what it says makes sense is asked of the draft.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from judge.boards.variants.faults import Fault, Where
from judge.boards.variants.table import TomlTable

COAST_NAMES = {"nc": "North Coast", "sc": "South Coast", "ec": "East Coast", "wc": "West Coast"}
EDGE_KINDS = ("army", "fleet", "river", "bridge")
_VARIANT_KEYS = (
    "title",
    "designer",
    "licence",
    "version",
    "sources",
    "winners",
    "reconstruction",
    "victory",
    "builds",
    "clauses",
    "rules",
    "options",
    "start",
    "seasons",
    "powers",
    "neutrals",
    "provinces",
    "edges",
)
_START_KEYS = ("season", "year", "phase", "turn_years")
_POWER_KEYS = ("name", "adjective", "letter", "color", "homes", "owned", "units")
_CHOICE_KEYS = ("about", "builds", "rules")
_PROVINCE_KEYS = ("name", "kind", "center", "coasts", "aliases", "convoys")


@dataclass(frozen=True, slots=True)
class PowerDraft:
    """A power as the file has it; what is missing or of a wrong type is empty.

    `owned` are the centers that it owns at the start, None where those are its homes.
    A side that nobody plays needs no letter.
    """

    where: Where
    name: str
    adjective: str
    letter: str
    color: str
    homes: tuple[str, ...]
    owned: tuple[str, ...] | None
    units: tuple[str, ...]

    @property
    def first_centers(self) -> tuple[str, ...]:
        """Return the centers that it owns at the start."""
        return self.homes if self.owned is None else self.owned


@dataclass(frozen=True, slots=True)
class ProvinceDraft:
    """A province as the file has it; `coasts` are pairs of code and name."""

    where: Where
    abbreviation: str
    name: str
    kind: str
    worth: int
    coasts: tuple[tuple[str, str], ...]
    aliases: tuple[str, ...]
    convoys: bool | None


@dataclass(frozen=True, slots=True)
class StartDraft:
    """The first phase as the file has it."""

    season: str
    year: int | None
    phase: str
    turn_years: int


@dataclass(frozen=True, slots=True)
class RuleDraft:
    """A rule that the file names, with its parameters as they stand."""

    where: Where
    name: str
    keys: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ChoiceDraft:
    """One choice of an option; `builds` is empty where it leaves them alone."""

    where: Where
    option: str
    name: str
    about: str
    builds: str
    rules: tuple[RuleDraft, ...]


@dataclass(frozen=True, slots=True)
class VariantDraft:
    """A variant's file as it stands, with the right keys but unchecked values.

    `army`, `fleet`, `river` and `bridge` are the lines of edges: a place and its
    neighbors. The last two say of edges of the first two what they lead along.
    """

    title: str
    designer: str
    licence: str
    version: str
    sources: tuple[str, ...]
    winners: tuple[str, ...]
    reconstruction: bool
    victory: int | None
    builds: str
    clauses: tuple[tuple[str, str], ...]
    rules: tuple[RuleDraft, ...]
    choices: tuple[ChoiceDraft, ...]
    start: StartDraft
    seasons: tuple[tuple[str, str], ...]
    powers: tuple[PowerDraft, ...]
    neutrals: tuple[PowerDraft, ...]
    provinces: Mapping[str, ProvinceDraft]
    army: tuple[tuple[str, tuple[str, ...]], ...]
    fleet: tuple[tuple[str, tuple[str, ...]], ...]
    river: tuple[tuple[str, tuple[str, ...]], ...]
    bridge: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def sides(self) -> tuple[PowerDraft, ...]:
        """Return all that may have units, also those that nobody plays."""
        return self.powers + self.neutrals


def draft_of(keys: Mapping[str, object]) -> tuple[VariantDraft, list[Fault]]:
    """Return what the tables of a file say, and what could not be read of them."""
    top = TomlTable((), keys, [])
    top.only(*_VARIANT_KEYS)
    edges = top.table("edges")
    edges.only(*EDGE_KINDS)
    draft = VariantDraft(
        title=top.text("title"),
        designer=top.text("designer"),
        licence=top.text("licence", default=""),
        version=top.text("version", default=""),
        sources=top.texts("sources", optional=True),
        winners=top.texts("winners", optional=True),
        reconstruction=top.truth("reconstruction") or False,
        victory=top.number("victory"),
        builds=top.text("builds", default="home"),
        clauses=tuple(map(_clause, top.tables("clauses", optional=True))),
        rules=_rules(top.table("rules", optional=True)),
        choices=_choices(top.table("options", optional=True)),
        start=_start(top.table("start")),
        seasons=_seasons(top.table("seasons", optional=True)),
        powers=tuple(map(_power, top.tables("powers"))),
        neutrals=tuple(map(_neutral, top.tables("neutrals", optional=True))),
        provinces=_provinces(top.table("provinces")),
        army=_edges(edges.table("army")),
        fleet=_edges(edges.table("fleet")),
        river=_edges(edges.table("river", optional=True)),
        bridge=_edges(edges.table("bridge", optional=True)),
    )
    return draft, top.faults


def _start(table: TomlTable) -> StartDraft:
    table.only(*_START_KEYS)
    return StartDraft(
        season=table.text("season"),
        year=table.number("year"),
        phase=table.text("phase"),
        turn_years=table.number("turn_years", default=0) or 0,
    )


def _seasons(table: TomlTable) -> tuple[tuple[str, str], ...]:
    return tuple((season, table.text(season)) for season in table.keys)


def _clause(table: TomlTable) -> tuple[str, str]:
    table.only("says", "example")
    return table.text("says"), table.text("example")


def _rules(table: TomlTable) -> tuple[RuleDraft, ...]:
    return tuple(
        RuleDraft((*table.where, name), name, table.table(name).keys) for name in table.keys
    )


def _choices(table: TomlTable) -> tuple[ChoiceDraft, ...]:
    for key, value in table.keys.items():
        if value == {}:
            table.note(key, "an option has two choices or more")
    return tuple(
        _choice(option, name, of_option.table(name))
        for option, of_option in ((key, table.table(key)) for key in table.keys)
        for name in of_option.keys
    )


def _choice(option: str, name: str, table: TomlTable) -> ChoiceDraft:
    table.only(*_CHOICE_KEYS)
    return ChoiceDraft(
        where=table.where,
        option=option,
        name=name,
        about=table.text("about"),
        builds=table.text("builds", default=""),
        rules=_rules(table.table("rules", optional=True)),
    )


def _neutral(table: TomlTable) -> PowerDraft:
    return _power(table, named=False)


def _power(table: TomlTable, *, named: bool = True) -> PowerDraft:
    table.only(*_POWER_KEYS)
    name = table.text("name")
    return PowerDraft(
        where=table.where,
        name=name,
        adjective=table.text("adjective", default=name),
        letter=table.text("letter", default=None if named else ""),
        color=table.text("color"),
        homes=table.texts("homes"),
        owned=table.texts("owned") if "owned" in table.keys else None,
        units=table.texts("units"),
    )


def _provinces(table: TomlTable) -> dict[str, ProvinceDraft]:
    found = {}
    for key, value in table.keys.items():
        inner = table.table(key)
        if isinstance(value, dict):
            found[key] = _province(key, inner)
    return found


def _province(abbreviation: str, table: TomlTable) -> ProvinceDraft:
    table.only(*_PROVINCE_KEYS)
    return ProvinceDraft(
        where=table.where,
        abbreviation=abbreviation,
        name=table.text("name"),
        kind=table.text("kind"),
        worth=table.worth("center"),
        coasts=_coasts(table),
        aliases=table.texts("aliases", optional=True),
        convoys=table.truth("convoys"),
    )


def _coasts(table: TomlTable) -> tuple[tuple[str, str], ...]:
    if isinstance(table.keys.get("coasts"), dict):
        named = table.table("coasts")
        return tuple((code, named.text(code)) for code in named.keys)
    codes = table.texts("coasts", optional=True)
    for code in codes:
        if code not in COAST_NAMES:
            text = (
                f'"{code}" is none of nc, sc, ec and wc; another coast is written with '
                f'its name: coasts = {{ {code} = "..." }}'
            )
            table.note("coasts", text)
    return tuple((code, COAST_NAMES.get(code, code)) for code in codes)


def _edges(table: TomlTable) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((place, _neighbors(place, table)) for place in table.keys)


def _neighbors(place: str, table: TomlTable) -> tuple[str, ...]:
    """Return the places in a text, or those that its writer took for a list."""
    value = table.keys[place]
    text = f"{','.join(map(str, value))}," if isinstance(value, list) else value
    if not isinstance(text, str) or "," not in text:
        return tuple(table.text(place).split())
    found = tuple(text.replace(",", " ").split())
    table.note(place, f'must be one text, with blanks alone: "{" ".join(found)}"')
    return found
