"""Facts made to fit the format of our files: words, letters, colors, the start."""

from collections.abc import Iterator, Sequence
from colorsys import hls_to_rgb
from dataclasses import replace
from itertools import count

from judge.engine import Phase, PhaseKind, Season, year_after
from judge.mapmaking.reading.facts import Facts, Note, Notes, PowerFact, year_before
from judge.mapmaking.reading.words import fold, plain, with_words, written

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
    start = _start(facts, players, notes)
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

    Those that nobody plays need none.
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
        result.append(replace(power, color=_own(power) or named or _color(number)))
    taken: set[str] = set()
    for number, power in enumerate(result):
        if power.color in taken:
            result[number] = replace(power, color=_color(number))
        taken.add(result[number].color)
    return result


def _own(power: PowerFact) -> str:
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


def _start(facts: Facts, powers: Sequence[PowerFact], notes: Notes) -> Phase:
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
