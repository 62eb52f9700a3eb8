"""A variant's file as a draft: its tables and keys as read, not yet checked on a board."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import get_type_hints

from judge.boards.files import Fault, TomlTable, Where, hint, listed, shown
from judge.engine import BUILD_PLACES, RULES, Lands, OptionChoice, Place, Rule, Side, VariantOption

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
    "foreign",
    "edges",
)
_START_KEYS = ("season", "year", "phase", "turn_years")
_POWER_KEYS = ("name", "adjective", "letter", "color", "homes", "owned", "units")
_CHOICE_KEYS = ("about", "builds", "rules")
_PROVINCE_KEYS = ("name", "kind", "center", "coasts", "aliases", "convoys")


@dataclass(frozen=True, slots=True)
class PowerDraft:
    """A power of the file; a value that is missing or of a wrong type is empty."""

    where: Where
    name: str
    adjective: str
    #: Empty for a neutral power, which needs none.
    letter: str
    color: str
    homes: tuple[str, ...]
    #: The centers that it owns at the start; None if they are its homes.
    owned: tuple[str, ...] | None
    units: tuple[str, ...]

    @property
    def first_centers(self) -> tuple[str, ...]:
        """Return the centers that the power owns at the start."""
        return self.homes if self.owned is None else self.owned


@dataclass(frozen=True, slots=True)
class ProvinceDraft:
    """A province of the file; `coasts` are pairs of code and name."""

    where: Where
    abbreviation: str
    name: str
    kind: str
    worth: int
    coasts: tuple[tuple[str, str], ...]
    aliases: tuple[str, ...]
    #: Names in other languages.
    foreign: tuple[str, ...]
    convoys: bool | None


@dataclass(frozen=True, slots=True)
class StartDraft:
    """The first phase of the file."""

    season: str
    year: int | None
    phase: str
    turn_years: int


@dataclass(frozen=True, slots=True)
class RuleDraft:
    """A rule of the file, with its unchecked parameters."""

    where: Where
    name: str
    keys: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ChoiceDraft:
    """A choice of an option; an empty `builds` leaves the variant's rule unchanged."""

    where: Where
    option: str
    name: str
    about: str
    builds: str
    rules: tuple[RuleDraft, ...]


@dataclass(frozen=True, slots=True)
class VariantDraft:
    """The content of a variant's file, with known keys but unchecked values."""

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
    #: Edges: a place and its neighbors. Rivers and bridges repeat edges of armies or fleets.
    army: tuple[tuple[str, tuple[str, ...]], ...]
    fleet: tuple[tuple[str, tuple[str, ...]], ...]
    river: tuple[tuple[str, tuple[str, ...]], ...]
    bridge: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def sides(self) -> tuple[PowerDraft, ...]:
        """Return all powers that may have units, neutrals included."""
        return self.powers + self.neutrals


def draft_of(keys: Mapping[str, object]) -> tuple[VariantDraft, list[Fault]]:
    """Return the content of a file's tables, and the faults found while reading them."""
    top = TomlTable((), keys, [])
    top.only(*_VARIANT_KEYS)
    edges = top.table("edges")
    seasons = top.table("seasons", optional=True)
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
        seasons=tuple((season, seasons.text(season)) for season in seasons.keys),
        powers=tuple(map(_power, top.tables("powers"))),
        neutrals=tuple(
            _power(table, needs_letter=False) for table in top.tables("neutrals", optional=True)
        ),
        provinces=_provinces(top.table("provinces"), top.table("foreign", optional=True)),
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
        _choice(option, name, option_table.table(name))
        for option, option_table in ((key, table.table(key)) for key in table.keys)
        for name in option_table.keys
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


def _power(table: TomlTable, *, needs_letter: bool = True) -> PowerDraft:
    table.only(*_POWER_KEYS)
    name = table.text("name")
    return PowerDraft(
        where=table.where,
        name=name,
        adjective=table.text("adjective", default=name),
        letter=table.text("letter", default=None if needs_letter else ""),
        color=table.text("color"),
        homes=table.texts("homes"),
        owned=table.texts("owned") if "owned" in table.keys else None,
        units=table.texts("units"),
    )


def _provinces(table: TomlTable, foreign: TomlTable) -> dict[str, ProvinceDraft]:
    """Return the provinces of a table, with their names in the table `foreign`."""
    foreign.only(*table.keys)
    provinces = {}
    for key, value in table.keys.items():
        province_table = table.table(key)
        if isinstance(value, dict):
            names = foreign.texts(key, optional=True)
            provinces[key] = _province(key, province_table, foreign=names)
    return provinces


def _province(abbreviation: str, table: TomlTable, *, foreign: tuple[str, ...]) -> ProvinceDraft:
    table.only(*_PROVINCE_KEYS)
    return ProvinceDraft(
        where=table.where,
        abbreviation=abbreviation,
        name=table.text("name"),
        kind=table.text("kind"),
        worth=table.worth("center"),
        coasts=_coasts(table),
        aliases=table.texts("aliases", optional=True),
        foreign=foreign,
        convoys=table.truth("convoys"),
    )


def _coasts(table: TomlTable) -> tuple[tuple[str, str], ...]:
    if isinstance(table.keys.get("coasts"), dict):
        names_letter = table.table("coasts")
        return tuple((code, names_letter.text(code)) for code in names_letter.keys)
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
    """Return the neighbors in a text; a list, which is a mistake, is read too."""
    value = table.keys[place]
    text = f"{','.join(map(str, value))}," if isinstance(value, list) else value
    if not isinstance(text, str) or "," not in text:
        return tuple(table.text(place).split())
    neighbors = tuple(text.replace(",", " ").split())
    table.note(place, f'must be one text, with blanks alone: "{" ".join(neighbors)}"')
    return neighbors


_WORD = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class _KnownNames:
    """The provinces by abbreviation, and the names of all powers."""

    places: Mapping[str, int]
    sides: frozenset[str]


class _WrongError(Exception):
    """A value does not suit its parameter; the message says why."""


def rule_faults(draft: VariantDraft) -> Iterator[Fault]:
    """Yield the faults of the build rule, the special rules and the options."""
    known = _known_names(draft)
    yield from _builds_faults(("builds",), draft.builds)
    for rule in draft.rules:
        yield from _faults(rule, known)
    for choice in draft.choices:
        if choice.builds:
            yield from _builds_faults((*choice.where, "builds"), choice.builds)
        for rule in choice.rules:
            yield from _faults(rule, known)
        for word in (choice.option, choice.name):
            if not _WORD.fullmatch(word):
                text = f'"{word}" is no word for SET; use small letters, digits and _'
                yield Fault(choice.where, text)
        if sum(other.option == choice.option for other in draft.choices) == 1:
            text = "an option has two choices or more, the first is the default"
            yield Fault(choice.where, text)


def rules_of(draft: VariantDraft) -> tuple[Rule, ...]:
    """Return the rules that a draft without faults names for every game."""
    known = _known_names(draft)
    return tuple(_rule(rule, known) for rule in draft.rules)


def options_of(draft: VariantDraft) -> tuple[VariantOption, ...]:
    """Return the options of a draft without faults."""
    known = _known_names(draft)
    options: dict[str, tuple[OptionChoice, ...]] = {}
    for draft_choice in draft.choices:
        choice = OptionChoice(
            name=draft_choice.name,
            about=draft_choice.about,
            rules=tuple(_rule(rule, known) for rule in draft_choice.rules),
            builds=draft_choice.builds or None,
        )
        options[draft_choice.option] = (*options.get(draft_choice.option, ()), choice)
    return tuple(VariantOption(name, choices) for name, choices in options.items())


def _known_names(draft: VariantDraft) -> _KnownNames:
    places = {key: number for number, key in enumerate(draft.provinces)}
    return _KnownNames(places, frozenset(power.name for power in draft.sides))


def _builds_faults(where: tuple[str, ...], builds: str) -> Iterator[Fault]:
    if builds not in BUILD_PLACES:
        known = listed((f'"{place}"' for place in BUILD_PLACES), "or")
        suggestion = hint(builds, BUILD_PLACES)
        yield Fault(where, f'"{builds}" is not {known}{suggestion}')


def _faults(rule: RuleDraft, known: _KnownNames) -> Iterator[Fault]:
    """Yield the faults of a rule: its name and its parameters."""
    kind = RULES.get(rule.name)
    if kind is None:
        near = hint(rule.name, RULES) or f"; there are {listed(sorted(RULES))}"
        yield Fault(rule.where, f"unknown rule{near}")
        return
    hints = get_type_hints(kind)
    parameters = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]  # each rule is a dataclass
    for key, value in rule.keys.items():
        if key not in parameters:
            text = f'there is no key "{key}" here{hint(key, parameters)}'
            yield Fault((*rule.where, key), text)
            continue
        try:
            _READERS[hints[key]](value, known)
        except _WrongError as wrong:
            yield Fault((*rule.where, key), str(wrong))
    for key, field in parameters.items():
        if key not in rule.keys and field.default is MISSING:
            yield Fault((*rule.where, key), "is missing")


def _rule(rule: RuleDraft, known: _KnownNames) -> Rule:
    """Return the rule of a draft without faults."""
    kind = RULES[rule.name]
    hints = get_type_hints(kind)
    keys = {key: _READERS[hints[key]](value, known) for key, value in rule.keys.items()}
    return kind(**keys)


def _truth(value: object, known: _KnownNames) -> bool:
    if not isinstance(value, bool):
        raise _WrongError(f"must be true or false, not {shown(value)}")
    return value


def _number(value: object, known: _KnownNames) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _WrongError(f"must be a whole number, not {shown(value)}")
    return value


def _text(value: object, known: _KnownNames) -> str:
    if not isinstance(value, str):
        raise _WrongError(f"must be a text in quotes, not {shown(value)}")
    return value


def _side(value: object, known: _KnownNames) -> Side:
    text = _text(value, known)
    if text not in known.sides:
        near = hint(text, known.sides) or f"; there are {listed(sorted(known.sides))}"
        raise _WrongError(f'"{text}" is no power{near}')
    return Side(text)


def _place(value: object, known: _KnownNames) -> Place:
    text = _text(value, known)
    if text.upper() not in known.places:
        raise _WrongError(f'"{text}" is no province{hint(text, known.places)}')
    return Place(known.places[text.upper()])


def _places(value: object, known: _KnownNames) -> tuple[Place, ...]:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        raise _WrongError(f'must be one text, with blanks alone: "{" ".join(value)}"')
    return tuple(_place(word, known) for word in _text(value, known).split())


def _sides(value: object, known: _KnownNames) -> tuple[Side, ...]:
    if not isinstance(value, list):
        raise _WrongError(f'must be a list of powers, ["..."], not {shown(value)}')
    return tuple(_side(item, known) for item in value)


def _lands(value: object, known: _KnownNames) -> Lands:
    if not isinstance(value, dict):
        raise _WrongError(f"must be a table of powers and provinces, not {shown(value)}")
    return tuple((_side(key, known), _places(item, known)) for key, item in value.items())


_READERS: Mapping[object, Callable[[object, _KnownNames], object]] = {
    bool: _truth,
    int: _number,
    str: _text,
    Side: _side,
    Place: _place,
    tuple[Place, ...]: _places,
    tuple[Side, ...]: _sides,
    Lands: _lands,
}
