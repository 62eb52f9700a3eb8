"""Adapt `Facts` to the judge's file format, and write the texts of a variant's folder."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from colorsys import hls_to_rgb
from dataclasses import replace
from itertools import count

from judge.boards import COAST_NAMES, NO_NAME
from judge.engine import Phase, PhaseKind, Season, Terrain, year_after
from judge.mapmaking.reading.facts import (
    Facts,
    Note,
    Notes,
    Place,
    PowerFact,
    ProvinceFact,
    year_before,
)
from judge.notation import is_order_word, words_of

ABBREVIATION = re.compile(r"[A-Z0-9]{2,6}")
_ARTICLE = re.compile(r"^the\s+", re.IGNORECASE)


def with_words(provinces: Sequence[ProvinceFact], notes: Notes) -> tuple[ProvinceFact, ...]:
    """Return the provinces with names, abbreviations and aliases that are unique.

    Names come first, then the abbreviations of the file, then invented ones, then aliases.
    """
    taken: dict[str, str] = {}
    named = [replace(province, name=_name(province, taken, notes)) for province in provinces]
    shorts = {p.key: short for p in named if (short := _abbreviation_of_file(p, taken))}
    for province in named:
        if province.key not in shorts:
            shorts[province.key] = _invented_abbreviation(province, taken, notes)
    return tuple(
        replace(p, words=(shorts[p.key], *_aliases(p, shorts[p.key], taken, notes))) for p in named
    )


def _name(province: ProvinceFact, taken: dict[str, str], notes: Notes) -> str:
    """Return a name for a province that no other one has, and that is no word of orders."""
    original = " ".join(province.name.split())
    name = writable(original)
    if name and name != original:
        text = f'"{original}" cannot be written in an order; imported as {name}'
        notes.append(Note(province.spot, text))
    choice = next(
        candidate
        for candidate in _names(name if fold(name) else "Province", province.words)
        if taken.setdefault(fold(candidate), province.key) == province.key
    )
    if choice != name:
        text = f'"{name}" cannot be the name of a province, or is that of two'
        notes.append(Note(province.spot, f"{text}; imported as {choice}"))
    return choice


def _names(name: str, words: Sequence[str]) -> Iterator[str]:
    """Yield possible names, the best first."""
    yield f"The {name}" if is_order_word(name) else name
    yield from (f"{name} {word}" for word in words if fold(word))
    yield from (f"{name} {number}" for number in count(2))


def _abbreviation_of_file(province: ProvinceFact, taken: dict[str, str]) -> str:
    """Return the abbreviation in the file if it fits our format and is unused, otherwise ""."""
    short = plain(province.words[0]) if province.words else ""
    fit = ABBREVIATION.fullmatch(short)
    if fit and taken.setdefault(fold(short), province.key) == province.key:
        return short
    return ""


def _invented_abbreviation(province: ProvinceFact, taken: dict[str, str], notes: Notes) -> str:
    """Return an abbreviation for a province without one of its own.

    It is not a word of orders.
    """
    key = province.key
    short = next(
        candidate
        for candidate in _shorts(province)
        if taken.get(fold(candidate), key) == key and not is_order_word(candidate)
    )
    taken[fold(short)] = province.key
    if province.words:
        text = f'"{province.words[0]}" cannot be the abbreviation of {province.name}'
        notes.append(Note(province.spot, f"{text}; imported as {short}"))
    return short


def _shorts(province: ProvinceFact) -> Iterator[str]:
    """Yield possible abbreviations, the best first."""
    words = sorted(map(plain, province.words), key=lambda word: len(word) != 3)
    yield from filter(ABBREVIATION.fullmatch, words)
    name = plain(_ARTICLE.sub("", province.name, count=1)) or "PRO"
    if len(name) < 3 and ABBREVIATION.fullmatch(name):
        yield name
    name = f"{name}XX"
    yield name[:3]
    yield from (f"{name[:2]}{sign}" for sign in name[3:])
    yield from (f"{name[:2]}{number}" for number in count(2))


def _aliases(
    province: ProvinceFact, short: str, taken: dict[str, str], notes: Notes
) -> Iterator[str]:
    """Yield the further names of a province that mean no other one."""
    own_words = {fold(short), fold(province.name)}
    for word in map(writable, province.words):
        folded_word = fold(word)
        if not folded_word or folded_word in own_words:
            continue
        own_words.add(folded_word)
        if taken.setdefault(folded_word, province.key) == province.key:
            yield word
        else:
            text = f'"{word}" of {province.name} means another province too; left out'
            notes.append(Note(province.spot, text))


def writable(text: str) -> str:
    """Return a name without the characters that end a name in an order."""
    return " ".join(NO_NAME.sub(" ", text).split())


def fold(text: str) -> str:
    """Return a word in the form used for comparison."""
    return "".join(words_of(text))


def plain(text: str) -> str:
    """Return the letters and digits of a text, in upper case and without accents."""
    decomposed = unicodedata.normalize("NFKD", text).upper()
    return "".join(char for char in decomposed if char.isascii() and char.isalnum())


_LETTERS = "ABCDEFGHIJKLNPQRSTUVWXYZ0123456789"
_FIRST_LETTERS = "ABCDEFGHIJKLNPQRSTUVWXYZ"
_RESERVED = ("master", "observer")
_COLORS = {
    "red": "#c0392b",
    "blue": "#2471a3",
    "green": "#2e8b3d",
    "yellow": "#d4b106",
    "black": "#3b3b3b",
    "white": "#d9d9d2",
    "brown": "#7b4a21",
    "orange": "#d9822b",
    "purple": "#7d3c98",
    "violet": "#7d3c98",
    "pink": "#d873a5",
    "gray": "#85898c",
    "grey": "#85898c",
    "cyan": "#2aa7a7",
    "dark": "#3b3b3b",
    "light": "#d9d9d2",
}


def fitted(facts: Facts) -> Facts:
    """Return the facts changed so that our format can hold them; changes are noted."""
    notes = list(facts.notes)
    provinces = with_words(facts.provinces, notes)
    named = _with_letters(_with_names(_played(facts, notes), notes), notes)
    powers = _with_own_centers(_with_colors(named), notes)
    players = [power for power in powers if power.played]
    most = max((len(power.owned or ()) for power in players), default=0)
    centers = sum(province.center for province in provinces)
    victory = facts.victory
    if victory <= most < centers:
        text = f"with {victory} centers to win a power would win at once"
        notes.append(Note(facts.spot, f"{text}; imported as {most + 1}"))
        victory = most + 1
    if facts.builds != "owned" and not any(power.homes for power in players):
        text = "no power has a home center, so nobody can ever build"
        notes.append(Note(facts.spot, f'{text}; write homes, or builds = "owned"'))
    start = _first_phase(facts, players, notes)
    return replace(
        facts,
        provinces=provinces,
        powers=powers,
        start=start,
        start_differs=facts.start_differs or start != facts.start,
        victory=victory,
        notes=tuple(dict.fromkeys(notes)),
    )


def _played(facts: Facts, notes: Notes) -> tuple[PowerFact, ...]:
    """Return the powers; if fewer than two are played, all become played."""
    players = sum(power.played for power in facts.powers)
    if players >= 2 or players == len(facts.powers):
        return facts.powers
    text = "fewer than two powers are played; imported with all of them played"
    notes.append(Note(facts.spot, text))
    return tuple(replace(power, played=True) for power in facts.powers)


def _with_names(powers: Sequence[PowerFact], notes: Notes) -> list[PowerFact]:
    """Return the powers with unique names and adjectives."""
    taken: dict[str, int] = {}
    named = []
    for number, power in enumerate(powers):
        name = next(
            choice
            for choice in _power_names(power, number)
            if taken.setdefault(fold(choice), number) == number
        )
        if name != power.name:
            text = f'"{power.name}" cannot be the name of a power; imported as {name}'
            notes.append(Note(power.spot, text))
        named.append(replace(power, name=name))
    for number, power in enumerate(named):
        word = fold(power.adjective)
        if word and taken.setdefault(word, number) != number:
            text = f'"{power.adjective}" of {power.name} means another power too'
            notes.append(Note(power.spot, f"{text}; left out"))
            named[number] = replace(power, adjective="")
    return named


def _power_names(power: PowerFact, number: int) -> Iterator[str]:
    """Yield possible names for a power, the best first."""
    name = writable(power.name)
    if fold(name) and fold(name) not in _RESERVED:
        yield name
    for other in count(number + 1):
        yield f"{name} {other}" if fold(name) else f"Power {other}"


def _with_letters(powers: Sequence[PowerFact], notes: Notes) -> list[PowerFact]:
    """Return the powers with unique letters, those of the file if possible.

    Powers without players need none.
    """
    taken: list[str] = []
    for power in powers:
        letter = power.letter.upper()
        fit = letter in _LETTERS and letter and letter not in taken
        taken.append(letter if fit else "")
    result = []
    for number, power in enumerate(powers):
        letter = taken[number]
        if not letter and power.played:
            letter = next(char for char in _letters(power.name) if char not in taken)
            taken[number] = letter
            if power.letter:
                text = f'"{power.letter}" cannot be the letter of {power.name}'
                notes.append(Note(power.spot, f"{text}; imported as {letter}"))
        result.append(replace(power, letter=letter))
    return result


def _letters(name: str) -> Iterator[str]:
    """Yield possible letters for a power; after all single ones, a letter with a digit."""
    yield from (char for char in plain(name) if char in _LETTERS)
    yield from (*_FIRST_LETTERS, *_LETTERS)
    yield from (f"{letter}{digit}" for letter in _FIRST_LETTERS for digit in range(10))


def _with_colors(powers: Sequence[PowerFact]) -> list[PowerFact]:
    """Return the powers with different colors: of the file, of their names, or invented."""
    result = []
    for number, power in enumerate(powers):
        words = (*power.color.lower().split(), *power.name.lower().split())
        color = power.color
        if not color.startswith("#"):
            color = next((_COLORS[word] for word in words if word in _COLORS), "")
        result.append(replace(power, color=color or _color(number)))
    taken: set[str] = set()
    for number, power in enumerate(result):
        if power.color in taken:
            result[number] = replace(power, color=_color(number))
        taken.add(result[number].color)
    return result


def _color(number: int) -> str:
    """Return the color with this number."""
    # Steps of a golden section keep hues apart, however many there are.
    hue = (0.02 + number * 0.618034) % 1
    lightness = (0.42, 0.58, 0.32)[number % 3]
    shares = hls_to_rgb(hue, lightness, 0.6)
    return "#" + "".join(f"{round(share * 255):02x}" for share in shares)


def _with_own_centers(powers: Sequence[PowerFact], notes: Notes) -> tuple[PowerFact, ...]:
    """Return the powers; a home or center of two powers belongs to the first."""
    taken: dict[str, str] = {}
    owners: dict[str, str] = {}
    result = []
    for power in powers:
        for home in power.homes:
            other = taken.setdefault(home, power.name)
            if other != power.name:
                text = f"a home of {power.name} is one of {other} too"
                notes.append(Note(power.spot, f"{text}; imported as that of {other}"))
        for center in power.owned or ():
            other = owners.setdefault(center, power.name)
            if other != power.name and center not in power.homes:
                text = f"a center that {power.name} owns is one of {other} too"
                notes.append(Note(power.spot, f"{text}; imported as that of {other}"))
        homes = tuple(home for home in power.homes if taken[home] == power.name)
        owned = tuple(center for center in power.owned or () if owners[center] == power.name)
        result.append(replace(power, homes=homes, owned=owned))
    return tuple(result)


def _first_phase(facts: Facts, powers: Sequence[PowerFact], notes: Notes) -> Phase:
    """Return a first phase in which some power has something to order."""
    start = facts.start
    if start.year == 0:
        notes.append(Note(facts.spot, "there is no year 0; the game starts in year 1"))
        start = replace(start, year=1)
    balanced = all(len(power.owned or ()) == len(power.units) for power in powers)
    if start.kind is PhaseKind.ADJUSTMENT and balanced:
        text = "nobody has anything to build or remove at the start"
        notes.append(Note(facts.spot, f"{text}; it starts in the Spring after"))
        return Phase(Season.SPRING, year_after(start.year), PhaseKind.MOVEMENT)
    homeless = not any(power.homes for power in powers)
    armed = any(power.units for power in powers)
    if start.kind is PhaseKind.MOVEMENT and not armed and not homeless:
        text = "nobody has a unit; the game starts with builds in the Winter before"
        notes.append(Note(facts.spot, f"{text}, unless you write units"))
        is_spring = start.season is Season.SPRING
        years = facts.turn_years or 1
        year = year_before(start.year, years) if is_spring else start.year
        return Phase(Season.WINTER, year, PhaseKind.ADJUSTMENT)
    return start


_NO_DESIGNER = "Unknown"


def variant_toml(facts: Facts, sources: Sequence[str]) -> str:
    """Return the `variant.toml` of facts that fit its format."""
    shorts = {province.key: province.words[0] for province in facts.provinces}
    parts = [_head(facts, sources), _start_table(facts)]
    if facts.seasons:
        parts.append(_table("seasons", dict(facts.seasons)))
    if returning := next((power.name for power in facts.powers if power.come_back), ""):
        parts.append(_table("rules.neutral_armies", {"power": returning}))
    parts += [_power("powers", power, shorts) for power in facts.powers if power.played]
    parts += [_power("neutrals", power, shorts) for power in facts.powers if not power.played]
    parts.append("\n".join(["[provinces]", *map(_province, facts.provinces), ""]))
    parts.append(_edges("army", (((a, ""), (b, "")) for a, b in facts.army), shorts))
    parts.append(_edges("fleet", facts.fleet, shorts))
    return "\n".join(parts)


def readme(facts: Facts, sources: Sequence[str]) -> str:
    """Return the `README.md` of a variant: the source files, the notes, the author's text."""
    lines = [f"# {facts.title}", "", f"Imported from {', '.join(sources)}.", ""]
    if facts.notes:
        lines += ["## What was not carried over as it stands", ""]
        lines += [f"- {note}" for note in facts.notes]
    else:
        lines.append("All of it was carried over.")
    if facts.story:
        lines += ["", "## What its author wrote", ""]
        lines += [f"    {line}".rstrip() for line in facts.story.splitlines()]
    return "\n".join([*lines, ""])


def places_toml(facts: Facts) -> str:
    """Return the `places.toml` of a board, or "" if the positions are incomplete.

    All provinces in play need a position, or the drawing would be distorted.
    """
    shorts = {province.key: province.words[0] for province in facts.provinces}
    if not facts.positions or any(
        province.key not in facts.positions
        for province in facts.provinces
        if province.terrain is not Terrain.IMPASSABLE
    ):
        return ""
    places = sorted((shorts[key], at) for key, at in facts.positions.items() if key in shorts)
    lines = [f"{short} = [{x:g}, {y:g}]" for short, (x, y) in places]
    head = "# Where the provinces of the board lie. Format: variants/README.md."
    return "\n".join([head, "", "[places]", *lines, ""])


def _head(facts: Facts, sources: Sequence[str]) -> str:
    texts = ", ".join(map(_text, sources))
    lines = [
        "# Imported; README.md tells what was not carried over.",
        "",
        f"title = {_text(facts.title)}",
        f"designer = {_text(facts.designer or _NO_DESIGNER)}",
    ]
    if facts.version:
        lines.append(f"version = {_text(facts.version)}")
    lines += [f"sources = [{texts}]", f"victory = {facts.victory}"]
    if facts.builds != "home":
        lines.append(f"builds = {_text(facts.builds)}")
    return "\n".join([*lines, ""])


def _start_table(facts: Facts) -> str:
    start = facts.start
    lines = [
        "[start]",
        f"season = {_text(start.season.name.capitalize())}",
        f"year = {start.year}",
        f"phase = {_text(start.kind.name.lower())}",
    ]
    if facts.turn_years:
        lines.append(f"turn_years = {facts.turn_years}")
    return "\n".join([*lines, ""])


def _power(table: str, power: PowerFact, shorts: Mapping[str, str]) -> str:
    homes = [shorts[home] for home in power.homes]
    owned = [shorts[center] for center in power.owned or ()]
    units = [f"{unit.kind.value} {_place(unit.place, shorts)}" for unit in power.units]
    lines = [f"[[{table}]]", f"name = {_text(power.name)}"]
    if power.adjective:
        lines.append(f"adjective = {_text(power.adjective)}")
    if power.letter:
        lines.append(f"letter = {_text(power.letter)}")
    lines += [
        f"color = {_text(power.color)}",
        f"homes = {_texts(homes)}",
        *((f"owned = {_texts(owned)}",) if set(owned) != set(homes) else ()),
        f"units = {_texts(units)}",
    ]
    return "\n".join([*lines, ""])


def _province(province: ProvinceFact) -> str:
    short, *aliases = province.words
    assert province.terrain is not None
    keys = [f"name = {_text(province.name)}", f"kind = {_text(province.terrain.value)}"]
    if province.center:
        keys.append("center = true")
    if province.coasts:
        keys.append(f"coasts = {_coasts(province.coasts)}")
    if aliases:
        keys.append(f"aliases = {_texts(aliases)}")
    if province.convoys:
        keys.append("convoys = true")
    return f"{short} = {{ {', '.join(keys)} }}"


def _coasts(coasts: Iterable[tuple[str, str]]) -> str:
    named = {code: name or COAST_NAMES.get(code, code.upper()) for code, name in coasts}
    if all(COAST_NAMES.get(code) == name for code, name in named.items()):
        return _texts(named)
    pairs = (
        f"{code if code.isascii() and code.isalnum() else _text(code)} = {_text(name)}"
        for code, name in named.items()
    )
    return f"{{ {', '.join(pairs)} }}"


def _edges(kind: str, edges: Iterable[tuple[Place, Place]], shorts: Mapping[str, str]) -> str:
    lines: dict[str, list[str]] = defaultdict(list)
    for edge in edges:
        first, second = sorted(_place(place, shorts) for place in edge)
        lines[first].append(second)
    texts = {key: " ".join(sorted(lines[key])) for key in sorted(lines)}
    return _table(f"edges.{kind}", texts)


def _place(place: Place, shorts: Mapping[str, str]) -> str:
    key, code = place
    return f"{shorts[key]}/{code.upper()}" if code else shorts[key]


def _table(name: str, texts: Mapping[str, str]) -> str:
    lines = [f"{_text(key) if '/' in key else key} = {_text(text)}" for key, text in texts.items()]
    return "\n".join([f"[{name}]", *lines, ""])


def _texts(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(_text, texts))}]"


def _text(text: str) -> str:
    """Return a text as a TOML string; characters that cannot be printed become spaces."""
    printable = "".join(char if char.isprintable() else " " for char in text)
    escaped = printable.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
