"""The tables of a variant's file, read key by key into a draft of plain values.

Here it is asked whether a key is known, there at all and of the right type; whether
what it says makes sense is asked of the draft.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from judge.notation.variants.faults import Fault, Where, hint

COAST_NAMES = {
    "nc": "North Coast",
    "sc": "South Coast",
    "ec": "East Coast",
    "wc": "West Coast",
}
EDGE_KINDS = ("army", "fleet")
_VARIANT_KEYS = (
    "title",
    "designer",
    "licence",
    "version",
    "sources",
    "reconstruction",
    "victory",
    "builds",
    "rules",
    "start",
    "seasons",
    "powers",
    "provinces",
    "edges",
)
_START_KEYS = ("season", "year", "phase")
_POWER_KEYS = ("name", "adjective", "letter", "color", "homes", "units")
_PROVINCE_KEYS = ("name", "kind", "center", "coasts", "aliases", "convoys")


@dataclass(frozen=True, slots=True)
class PowerDraft:
    """A power as the file has it; what is missing or of a wrong type is empty."""

    where: Where
    name: str
    adjective: str
    letter: str
    color: str
    homes: tuple[str, ...]
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProvinceDraft:
    """A province as the file has it; `coasts` are pairs of code and name."""

    where: Where
    abbreviation: str
    name: str
    kind: str
    center: bool
    coasts: tuple[tuple[str, str], ...]
    aliases: tuple[str, ...]
    convoys: bool | None


@dataclass(frozen=True, slots=True)
class StartDraft:
    """The first phase as the file has it."""

    season: str
    year: int | None
    phase: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A variant's file as it stands, with the right keys but unchecked values.

    `army` and `fleet` are the lines of edges: a place and its neighbors.
    """

    title: str
    designer: str
    licence: str
    version: str
    sources: tuple[str, ...]
    reconstruction: bool
    victory: int | None
    builds: str
    rules: tuple[str, ...]
    start: StartDraft
    seasons: tuple[tuple[str, str], ...]
    powers: tuple[PowerDraft, ...]
    provinces: Mapping[str, ProvinceDraft]
    army: tuple[tuple[str, tuple[str, ...]], ...]
    fleet: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table while it is read; what is wrong with it is added to `faults`."""

    where: Where
    keys: Mapping[str, object]
    faults: list[Fault]

    def only(self, *known: str) -> None:
        """Note the keys that are not among `known`."""
        for key in self.keys:
            if key not in known:
                text = f'there is no key "{key}" here{hint(key, known)}'
                self.note(key, text)

    def text(self, key: str, *, default: str | None = None) -> str:
        """Return a text; without a default it must be there."""
        value = self._value(key, optional=default is not None)
        if isinstance(value, str) and (value.strip() or default == ""):
            return value
        if value is not None:
            self.note(key, f"must be a text in quotes, not {_shown(value)}")
        return default or ""

    def number(self, key: str) -> int | None:
        """Return a whole number."""
        value = self._value(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if value is not None:
            self.note(key, f"must be a whole number, not {_shown(value)}")
        return None

    def truth(self, key: str) -> bool | None:
        """Return true or false, or None when the file says nothing."""
        value = self._value(key, optional=True)
        if isinstance(value, bool):
            return value
        if value is not None:
            self.note(key, f"must be true or false, not {_shown(value)}")
        return None

    def texts(self, key: str, *, optional: bool = False) -> tuple[str, ...]:
        """Return a list of texts."""
        value = self._value(key, optional=optional)
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return tuple(value)
        if value is not None:
            self.note(key, f'must be a list of texts, ["..."], not {_shown(value)}')
        return ()

    def table(self, key: str, *, optional: bool = False) -> "Table":
        """Return a table; an empty one when there is none."""
        value = self._value(key, optional=optional)
        if value is not None and not isinstance(value, dict):
            self.note(key, f"must be a table, not {_shown(value)}")
        keys = value if isinstance(value, dict) else {}
        return Table((*self.where, key), keys, self.faults)

    def tables(self, key: str) -> "Iterator[Table]":
        """Yield the tables of a list, which are numbered from #1 on."""
        value = self._value(key)
        if value is None:
            return
        if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
            self.note(key, f"must be written [[{key}]], once for each of them")
            return
        if not value:
            self.note(key, "is empty")
        for number, one in enumerate(value, 1):
            yield Table((*self.where, key, f"#{number}"), one, self.faults)

    def note(self, key: str, text: str) -> None:
        """Add a fault at `key`."""
        self.faults.append(Fault((*self.where, key), text))

    def _value(self, key: str, *, optional: bool = False) -> object:
        if key not in self.keys and not optional:
            self.note(key, "is missing")
        return self.keys.get(key)


def draft_of(keys: Mapping[str, object]) -> tuple[Draft, list[Fault]]:
    """Return what the tables of a file say, and what could not be read of them."""
    top = Table((), keys, [])
    top.only(*_VARIANT_KEYS)
    edges = top.table("edges")
    edges.only(*EDGE_KINDS)
    draft = Draft(
        title=top.text("title"),
        designer=top.text("designer"),
        licence=top.text("licence", default=""),
        version=top.text("version", default=""),
        sources=top.texts("sources", optional=True),
        reconstruction=top.truth("reconstruction") or False,
        victory=top.number("victory"),
        builds=top.text("builds", default="home"),
        rules=tuple(top.table("rules", optional=True).keys),
        start=_start(top.table("start")),
        seasons=_seasons(top.table("seasons", optional=True)),
        powers=tuple(map(_power, top.tables("powers"))),
        provinces=_provinces(top.table("provinces")),
        army=_edges(edges.table("army")),
        fleet=_edges(edges.table("fleet")),
    )
    return draft, top.faults


def _start(table: Table) -> StartDraft:
    table.only(*_START_KEYS)
    return StartDraft(table.text("season"), table.number("year"), table.text("phase"))


def _seasons(table: Table) -> tuple[tuple[str, str], ...]:
    return tuple((season, table.text(season)) for season in table.keys)


def _power(table: Table) -> PowerDraft:
    table.only(*_POWER_KEYS)
    name = table.text("name")
    return PowerDraft(
        where=table.where,
        name=name,
        adjective=table.text("adjective", default=name),
        letter=table.text("letter"),
        color=table.text("color"),
        homes=table.texts("homes"),
        units=table.texts("units"),
    )


def _provinces(table: Table) -> dict[str, ProvinceDraft]:
    found = {}
    for key, value in table.keys.items():
        inner = table.table(key)
        if isinstance(value, dict):
            found[key] = _province(key, inner)
    return found


def _province(abbreviation: str, table: Table) -> ProvinceDraft:
    table.only(*_PROVINCE_KEYS)
    return ProvinceDraft(
        where=table.where,
        abbreviation=abbreviation,
        name=table.text("name"),
        kind=table.text("kind"),
        center=table.truth("center") or False,
        coasts=_coasts(table),
        aliases=table.texts("aliases", optional=True),
        convoys=table.truth("convoys"),
    )


def _coasts(table: Table) -> tuple[tuple[str, str], ...]:
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


def _edges(table: Table) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((place, tuple(table.text(place).split())) for place in table.keys)


def _shown(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case dict():
            return "a table"
        case list():
            return "a list"
        case _:
            return str(value)
