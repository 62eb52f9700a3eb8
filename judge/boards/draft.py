"""A variant's file as a draft: its tables and keys read, with nothing looked up on a board."""

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


_WORD = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class _Words:
    """The provinces by abbreviation, and the names of all sides."""

    places: Mapping[str, int]
    sides: frozenset[str]


class _WrongError(Exception):
    """A value is not what the parameter needs; the text says why."""


def rule_faults(draft: VariantDraft) -> Iterator[Fault]:
    """Yield what is wrong with how units are built, with the rules and the options."""
    words = _words(draft)
    yield from _builds_faults(("builds",), draft.builds)
    for rule in draft.rules:
        yield from _faults(rule, words)
    for choice in draft.choices:
        if choice.builds:
            yield from _builds_faults((*choice.where, "builds"), choice.builds)
        for rule in choice.rules:
            yield from _faults(rule, words)
        for word in (choice.option, choice.name):
            if not _WORD.fullmatch(word):
                text = f'"{word}" is no word for SET; use small letters, digits and _'
                yield Fault(choice.where, text)
        if sum(other.option == choice.option for other in draft.choices) == 1:
            text = "an option has two choices or more, the first is the default"
            yield Fault(choice.where, text)


def rules_of(draft: VariantDraft) -> tuple[Rule, ...]:
    """Return the rules that a faultless draft names for every game."""
    words = _words(draft)
    return tuple(_made(rule, words) for rule in draft.rules)


def options_of(draft: VariantDraft) -> tuple[VariantOption, ...]:
    """Return the options that a faultless draft leaves to the Master."""
    words = _words(draft)
    options: dict[str, tuple[OptionChoice, ...]] = {}
    for draft_choice in draft.choices:
        choice = OptionChoice(
            name=draft_choice.name,
            about=draft_choice.about,
            rules=tuple(_made(rule, words) for rule in draft_choice.rules),
            builds=draft_choice.builds or None,
        )
        options[draft_choice.option] = (*options.get(draft_choice.option, ()), choice)
    return tuple(VariantOption(name, choices) for name, choices in options.items())


def _words(draft: VariantDraft) -> _Words:
    places = {key: number for number, key in enumerate(draft.provinces)}
    return _Words(places, frozenset(power.name for power in draft.sides))


def _builds_faults(where: tuple[str, ...], builds: str) -> Iterator[Fault]:
    if builds not in BUILD_PLACES:
        known = listed((f'"{one}"' for one in BUILD_PLACES), "or")
        meant = hint(builds, BUILD_PLACES)
        yield Fault(where, f'"{builds}" is not {known}{meant}')


def _faults(rule: RuleDraft, words: _Words) -> Iterator[Fault]:
    kind = RULES.get(rule.name)
    if kind is None:
        near = hint(rule.name, RULES) or f"; there are {listed(sorted(RULES))}"
        yield Fault(rule.where, f"unknown rule{near}")
        return
    hints = get_type_hints(kind)
    known = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]  # each rule is a dataclass
    for key, value in rule.keys.items():
        if key not in known:
            text = f'there is no key "{key}" here{hint(key, known)}'
            yield Fault((*rule.where, key), text)
            continue
        try:
            _READERS[hints[key]](value, words)
        except _WrongError as wrong:
            yield Fault((*rule.where, key), str(wrong))
    for key, field in known.items():
        if key not in rule.keys and field.default is MISSING:
            yield Fault((*rule.where, key), "is missing")


def _made(rule: RuleDraft, words: _Words) -> Rule:
    kind = RULES[rule.name]
    hints = get_type_hints(kind)
    keys = {key: _READERS[hints[key]](value, words) for key, value in rule.keys.items()}
    return kind(**keys)


def _truth(value: object, words: _Words) -> bool:
    if not isinstance(value, bool):
        raise _WrongError(f"must be true or false, not {shown(value)}")
    return value


def _number(value: object, words: _Words) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _WrongError(f"must be a whole number, not {shown(value)}")
    return value


def _text(value: object, words: _Words) -> str:
    if not isinstance(value, str):
        raise _WrongError(f"must be a text in quotes, not {shown(value)}")
    return value


def _side(value: object, words: _Words) -> Side:
    text = _text(value, words)
    if text not in words.sides:
        near = hint(text, words.sides) or f"; there are {listed(sorted(words.sides))}"
        raise _WrongError(f'"{text}" is no power{near}')
    return Side(text)


def _place(value: object, words: _Words) -> Place:
    text = _text(value, words)
    if text.upper() not in words.places:
        raise _WrongError(f'"{text}" is no province{hint(text, words.places)}')
    return Place(words.places[text.upper()])


def _places(value: object, words: _Words) -> tuple[Place, ...]:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        raise _WrongError(f'must be one text, with blanks alone: "{" ".join(value)}"')
    return tuple(_place(one, words) for one in _text(value, words).split())


def _sides(value: object, words: _Words) -> tuple[Side, ...]:
    if not isinstance(value, list):
        raise _WrongError(f'must be a list of powers, ["..."], not {shown(value)}')
    return tuple(_side(one, words) for one in value)


def _lands(value: object, words: _Words) -> Lands:
    if not isinstance(value, dict):
        raise _WrongError(f"must be a table of powers and provinces, not {shown(value)}")
    return tuple((_side(key, words), _places(one, words)) for key, one in value.items())


_READERS: Mapping[object, Callable[[object, _Words], object]] = {
    bool: _truth,
    int: _number,
    str: _text,
    Side: _side,
    Place: _place,
    tuple[Place, ...]: _places,
    tuple[Side, ...]: _sides,
    Lands: _lands,
}
