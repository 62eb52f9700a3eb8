"""Facts made to fit the format of our files, and written as the folder of a variant."""

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
    """Return the provinces, each word of which means one of them alone.

    Names come first, then abbreviations, then all further words. Abbreviations of the
    file are kept; only then others are made up.
    """
    taken: dict[str, str] = {}
    named = [replace(one, name=_name(one, taken, notes)) for one in provinces]
    shorts = {one.key: short for one in named if (short := _own_abbreviation(one, taken))}
    for one in named:
        if one.key not in shorts:
            shorts[one.key] = _made_up_abbreviation(one, taken, notes)
    return tuple(
        replace(one, words=(shorts[one.key], *_aliases(one, shorts[one.key], taken, notes)))
        for one in named
    )


def _name(province: ProvinceFact, taken: dict[str, str], notes: Notes) -> str:
    """Return the name of a province, which no other one has, nor any order."""
    given = " ".join(province.name.split())
    name = written(given)
    if name and name != given:
        text = f'"{given}" cannot be written in an order; imported as {name}'
        notes.append(Note(province.spot, text))
    choice = next(
        one
        for one in _names(name if fold(name) else "Province", province.words)
        if taken.setdefault(fold(one), province.key) == province.key
    )
    if choice != name:
        text = f'"{name}" cannot be the name of a province, or is that of two'
        notes.append(Note(province.spot, f"{text}; imported as {choice}"))
    return choice


def _names(name: str, words: Sequence[str]) -> Iterator[str]:
    yield f"The {name}" if is_order_word(name) else name
    yield from (f"{name} {word}" for word in words if fold(word))
    yield from (f"{name} {number}" for number in count(2))


def _own_abbreviation(province: ProvinceFact, taken: dict[str, str]) -> str:
    """Return the abbreviation of a province, if it fits and is free."""
    short = plain(province.words[0]) if province.words else ""
    fit = ABBREVIATION.fullmatch(short)
    if fit and taken.setdefault(fold(short), province.key) == province.key:
        return short
    return ""


def _made_up_abbreviation(province: ProvinceFact, taken: dict[str, str], notes: Notes) -> str:
    """Return an abbreviation of a province that has none of its own.

    One that is made up is no word of orders.
    """
    key = province.key
    short = next(
        one
        for one in _shorts(province)
        if taken.get(fold(one), key) == key and not is_order_word(one)
    )
    taken[fold(short)] = province.key
    if province.words:
        text = f'"{province.words[0]}" cannot be the abbreviation of {province.name}'
        notes.append(Note(province.spot, f"{text}; imported as {short}"))
    return short


def _shorts(province: ProvinceFact) -> Iterator[str]:
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
    mine = {fold(short), fold(province.name)}
    for word in map(written, province.words):
        bare = fold(word)
        if not bare or bare in mine:
            continue
        mine.add(bare)
        if taken.setdefault(bare, province.key) == province.key:
            yield word
        else:
            text = f'"{word}" of {province.name} means another province too; left out'
            notes.append(Note(province.spot, text))


def written(text: str) -> str:
    """Return a name without the signs that end one in an order."""
    return " ".join(NO_NAME.sub(" ", text).split())


def fold(text: str) -> str:
    """Return a word as it is compared with others."""
    return "".join(words_of(text))


def plain(text: str) -> str:
    """Return the letters and digits of a text, in capitals and without accents."""
    apart = unicodedata.normalize("NFKD", text).upper()
    return "".join(sign for sign in apart if sign.isascii() and sign.isalnum())


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
    """Return the facts as our format can hold them; what changes is noted."""
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
    """Return the powers; where fewer than two are played, all of them are."""
    players = sum(power.played for power in facts.powers)
    if players >= 2 or players == len(facts.powers):
        return facts.powers
    text = "fewer than two powers are played; imported with all of them played"
    notes.append(Note(facts.spot, text))
    return tuple(replace(power, played=True) for power in facts.powers)


def _with_names(powers: Sequence[PowerFact], notes: Notes) -> list[PowerFact]:
    """Return the powers, each name and adjective of which means one of them alone."""
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
    name = written(power.name)
    if fold(name) and fold(name) not in _RESERVED:
        yield name
    for other in count(number + 1):
        yield f"{name} {other}" if fold(name) else f"Power {other}"


def _with_letters(powers: Sequence[PowerFact], notes: Notes) -> list[PowerFact]:
    """Return the powers with a letter of their own, that of the file if possible.

    Powers without a player need none.
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
            letter = next(c for c in _letters(power.name) if c not in taken)
            taken[number] = letter
            if power.letter:
                text = f'"{power.letter}" cannot be the letter of {power.name}'
                notes.append(Note(power.spot, f"{text}; imported as {letter}"))
        result.append(replace(power, letter=letter))
    return result


def _letters(name: str) -> Iterator[str]:
    """Yield letters for a power; a letter with a digit where all have run out."""
    yield from (sign for sign in plain(name) if sign in _LETTERS)
    yield from (*_FIRST_LETTERS, *_LETTERS)
    yield from (f"{sign}{digit}" for sign in _FIRST_LETTERS for digit in range(10))


def _with_colors(powers: Sequence[PowerFact]) -> list[PowerFact]:
    """Return the powers with colors: those of their names, or far from each other."""
    result = []
    for number, power in enumerate(powers):
        words = (*power.color.lower().split(), *power.name.lower().split())
        named = next((_COLORS[word] for word in words if word in _COLORS), "")
        result.append(replace(power, color=_own_color(power) or named or _color(number)))
    taken: set[str] = set()
    for number, power in enumerate(result):
        if power.color in taken:
            result[number] = replace(power, color=_color(number))
        taken.add(result[number].color)
    return result


def _own_color(power: PowerFact) -> str:
    return power.color if power.color.startswith("#") else ""


def _color(number: int) -> str:
    # Hues a golden section apart stay apart, however many there are.
    hue = (0.02 + number * 0.618034) % 1
    lightness = (0.42, 0.58, 0.32)[number % 3]
    shares = hls_to_rgb(hue, lightness, 0.6)
    return "#" + "".join(f"{round(share * 255):02x}" for share in shares)


def _with_own_centers(powers: Sequence[PowerFact], notes: Notes) -> tuple[PowerFact, ...]:
    """Return the powers; a center that is home of two is home of the first.

    So it is with one that two own.
    """
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
        owned = tuple(one for one in power.owned or () if owners[one] == power.name)
        result.append(replace(power, homes=homes, owned=owned))
    return tuple(result)


def _first_phase(facts: Facts, powers: Sequence[PowerFact], notes: Notes) -> Phase:
    """Return a first phase in which somebody has something to order."""
    start = facts.start
    if start.year == 0:
        notes.append(Note(facts.spot, "there is no year 0; the game starts in year 1"))
        start = replace(start, year=1)
    balanced = all(len(one.owned or ()) == len(one.units) for one in powers)
    if start.kind is PhaseKind.ADJUSTMENT and balanced:
        text = "nobody has anything to build or remove at the start"
        notes.append(Note(facts.spot, f"{text}; it starts in the Spring after"))
        return Phase(Season.SPRING, year_after(start.year), PhaseKind.MOVEMENT)
    homeless = not any(power.homes for power in powers)
    armed = any(power.units for power in powers)
    if start.kind is PhaseKind.MOVEMENT and not armed and not homeless:
        text = "nobody has a unit; the game starts with builds in the Winter before"
        notes.append(Note(facts.spot, f"{text}, unless you write units"))
        early = start.season is Season.SPRING
        years = facts.turn_years or 1
        year = year_before(start.year, years) if early else start.year
        return Phase(Season.WINTER, year, PhaseKind.ADJUSTMENT)
    return start


_NO_DESIGNER = "Unknown"


def variant_toml(facts: Facts, sources: Sequence[str]) -> str:
    """Return the `variant.toml` of facts that fit its format."""
    shorts = {one.key: one.words[0] for one in facts.provinces}
    parts = [_head(facts, sources), _start_table(facts)]
    if facts.seasons:
        parts.append(_table("seasons", dict(facts.seasons)))
    if back := next((one.name for one in facts.powers if one.come_back), ""):
        parts.append(_table("rules.neutral_armies", {"power": back}))
    parts += [_power("powers", one, shorts) for one in facts.powers if one.played]
    parts += [_power("neutrals", o, shorts) for o in facts.powers if not o.played]
    parts.append(_provinces(facts.provinces))
    parts.append(_edges("army", (((a, ""), (b, "")) for a, b in facts.army), shorts))
    parts.append(_edges("fleet", facts.fleet, shorts))
    return "\n".join(parts)


def readme(facts: Facts, sources: Sequence[str]) -> str:
    """Return what a map maker should know: the files, the notes, the author's words."""
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
    """Return the `places.toml` of a board whose file says where provinces lie, or "".

    It needs to say so of all that are not out of play, or a drawing would be crooked.
    """
    shorts = {one.key: one.words[0] for one in facts.provinces}
    if not facts.positions or any(
        one.key not in facts.positions
        for one in facts.provinces
        if one.terrain is not Terrain.IMPASSABLE
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
    units = [f"{one.kind.value} {_place(one.place, shorts)}" for one in power.units]
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


def _provinces(provinces: Iterable[ProvinceFact]) -> str:
    return "\n".join(["[provinces]", *map(_province, provinces), ""])


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
    pairs = ", ".join(f"{_key(code)} = {_text(name)}" for code, name in named.items())
    return f"{{ {pairs} }}"


def _edges(kind: str, edges: Iterable[tuple[Place, Place]], shorts: Mapping[str, str]) -> str:
    lines: dict[str, list[str]] = defaultdict(list)
    for edge in edges:
        one, other = sorted(_place(place, shorts) for place in edge)
        lines[one].append(other)
    texts = {key: " ".join(sorted(lines[key])) for key in sorted(lines)}
    return _table(f"edges.{kind}", texts)


def _place(place: Place, shorts: Mapping[str, str]) -> str:
    key, code = place
    return f"{shorts[key]}/{code.upper()}" if code else shorts[key]


def _table(name: str, texts: Mapping[str, str]) -> str:
    return "\n".join([f"[{name}]", *_pairs(texts), ""])


def _pairs(texts: Mapping[str, str]) -> Iterator[str]:
    for key, text in texts.items():
        yield f"{_text(key) if '/' in key else key} = {_text(text)}"


def _texts(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(_text, texts))}]"


def _key(code: str) -> str:
    return code if code.isascii() and code.isalnum() else _text(code)


def _text(text: str) -> str:
    """Return a text as TOML has it; what cannot be printed is left out."""
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
