"""Read a map of the DPjudge: a `.map` file and the files that it includes.

Its lines are directives that change a `MapState` one by one. The final state becomes a `Reading`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.boards import hint, listed
from judge.engine import Phase, PhaseKind, Season, Terrain, UnitKind
from judge.mapmaking.reading.facts import (
    FIRST_PHASE,
    FileLine,
    Files,
    Note,
    Notes,
    Place,
    PowerFact,
    ProvinceFact,
    Reading,
    RefusedError,
    Source,
    Step,
    UnitFact,
    folded,
    lines_of,
    spelled,
    year_before,
)

_SINGLE = re.compile(r"(?<![^+])([A-Za-z])\+(?=[A-Za-z](?:\+|$))")
_LINKS = ("Of", "The", "And", "De", "Du", "Van", "Von")


@dataclass(frozen=True, slots=True)
class StatusLine:
    """A line, divided into words."""

    words: tuple[str, ...]
    spot: FileLine

    @property
    def first(self) -> str:
        """Return the first word in upper case."""
        return self.words[0].upper()

    @property
    def rest(self) -> tuple[str, ...]:
        """Return the words after the first."""
        return self.words[1:]

    @property
    def text(self) -> str:
        """Return the line with one space between its words."""
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class Neighbor:
    """A neighbor as the file spells it; `closed` means that no unit can enter it from here."""

    place: str
    spot: FileLine
    closed: bool = False


@dataclass(slots=True)
class TerrainEntry:
    """The terrain of a place and its neighbors."""

    terrain: str
    neighbors: list[Neighbor]
    spot: FileLine


@dataclass(slots=True)
class PlaceNames:
    """The name of a place and its aliases."""

    name: str
    aliases: list[str]
    spot: FileLine


@dataclass(slots=True)
class StartUnit:
    """A unit at the start."""

    kind: UnitKind
    place: str
    spot: FileLine


@dataclass(slots=True)
class Side:
    """A power."""

    word: str
    spot: FileLine
    adjective: str = ""
    letter: str = ""
    homes: list[str] = field(default_factory=list)
    owned: list[str] | None = None
    units: list[StartUnit] = field(default_factory=list)
    #: Whether a directive INHABITS was read.
    inhabits: bool = False
    #: Whether the next line of the power begins a new list of homes.
    afresh: bool = False

    @property
    def name_shown(self) -> str:
        """Return the name for players; a leading `_` only serves for sorting."""
        return name_shown(self.word.lstrip("_"))


@dataclass(slots=True)
class MapState:
    """The result of the lines read so far.

    Places are keys in upper case; powers have keys as made by `identity`.
    """

    notes: Notes = field(default_factory=list)
    names: dict[str, PlaceNames] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    entries: dict[str, TerrainEntry] = field(default_factory=dict)
    sides: dict[str, Side] = field(default_factory=dict)
    dummies: dict[str, None] = field(default_factory=dict)
    unowned: dict[str, FileLine] = field(default_factory=dict)
    current: str = ""
    victory: int | None = None
    begin: StatusLine | None = None
    flow: list[str] | None = None
    flow_spot: FileLine | None = None
    rules: dict[str, FileLine] = field(default_factory=dict)
    timed: bool = False

    def note(self, spot: FileLine, text: str) -> None:
        """Add a note."""
        self.notes.append(Note(spot, text))

    def place(self, word: str) -> str:
        """Return the key of the place that a word means, or the word in upper case."""
        key = word.upper()
        if key in self.names or self.has_entry(key):
            return key
        return self.aliases.get(folded(word.replace("+", " ")), key)

    def has_entry(self, key: str) -> bool:
        """Return whether the place has a terrain, under either spelling."""
        return key in self.entries or key.lower() in self.entries

    def side(self) -> Side | None:
        """Return the current power, or None."""
        return self.sides.get(self.current)


def identity(word: str) -> str:
    """Return a power's name in the form used for comparison."""
    return "".join(char for char in word.upper() if char not in "+-,.:_ ")


def plain_list(words: Sequence[str]) -> list[str]:
    """Return words without the commas between them."""
    return [word for text in words for word in text.split(",") if word]


def name_shown(word: str) -> str:
    """Return a name in the form for players: `NEW+YORK` as New York, `U+S+A` as USA."""
    text = _SINGLE.sub(r"\1", word)
    text = " ".join(text.replace("+", " ").split())
    if text != text.upper() or (text != word and " " not in text):
        return text
    words = [re.sub(r"[^\W\d_]+", lambda m: m[0].capitalize(), w) for w in text.split()]
    return " ".join(w.lower() if n and w in _LINKS else w for n, w in enumerate(words))


_PHASES = ("MOVEMENT", "RETREATS", "ADJUSTMENTS")
_YEAR = re.compile(r"-?\d{1,6}")
_SEASONS = {
    "SPRING": Season.SPRING,
    "SUMMER": Season.SPRING,
    "FALL": Season.FALL,
    "AUTUMN": Season.FALL,
    "WINTER": Season.WINTER,
}
_TURN = re.compile(
    r"([^\s:]+):MOVEMENT,RETREATS IFYEARDIV:(\d{1,4})(?:=(\d{1,4}))? "
    r"([^\s:]+):ADJUSTMENTS NEWYEAR:(\d{1,4})"
)
_YEARLY = ("NEWYEAR", "NEWYEAR:1", "NEWYEAR:-1")
_ORDER = (Season.SPRING, Season.FALL, Season.WINTER)
_BUILDS = {"BUILD_ANY": "owned", "REMOTE_BUILDS": "aberration"}
_BLANK = ("BLANK_BOARD", "FLEX_SETUP", "MOBILIZE")
_NOTED_RULES = {
    "HOME_BUILDS": "powers may build in each other's homes",
    "MOBILIZE": "each power begins with one build",
}


@dataclass(frozen=True, slots=True)
class Calendar:
    """The first phase, the names of seasons, and the build rule."""

    start: Phase
    #: The names of seasons that differ from ours.
    seasons: tuple[tuple[str, str], ...]
    builds: str
    #: Whether centers have no units at the start.
    blank: bool
    #: The years of a turn; 0 if a year has a Spring and a Fall.
    turn_years: int


@dataclass(frozen=True, slots=True)
class _Turn:
    """Turns that take several years.

    Builds follow in years whose remainder, divided by `cycle`, is `rest`.
    """

    years: int
    cycle: int
    rest: int
    words: dict[str, Season]
    seasons: tuple[tuple[str, str], ...]


def calendar_of(state: MapState, spot: FileLine) -> Calendar:
    """Return the calendar that the directives BEGIN, FLOW and RULE describe together."""
    active = [rule for rule in state.rules if f"!{rule}" not in state.rules]
    builds = next((_BUILDS[rule] for rule in active if rule in _BUILDS), "home")
    blank = any(rule in _BLANK for rule in active)
    _note_rules([rule for rule in active if rule[0] != "!"], state)
    turn = _turn(state.flow or [])
    words = turn.words if turn else _season_words(state)
    start = _start(state, words)
    if turn and start.kind is PhaseKind.MOVEMENT:
        adjusting = start.year % turn.cycle == turn.rest
        start = replace(start, season=Season.FALL if adjusting else Season.SPRING)
    counts_down = any(element.upper() == "NEWYEAR:-1" for element in state.flow or ())
    if counts_down and start.year > 0:
        start = replace(start, year=-start.year)
        text = "the years count down; imported as years before Christ"
        state.note(state.flow_spot or spot, text)
    if blank and start.kind is PhaseKind.MOVEMENT:
        start = Phase(Season.WINTER, year_before(start.year), PhaseKind.ADJUSTMENT)
        state.note(spot, f"the board is blank; the game starts with builds, {start}")
    seasons = turn.seasons if turn else _own_words(words)
    return Calendar(start, seasons, builds, blank, turn.years if turn else 0)


def read_flow(line: StatusLine, state: MapState) -> None:
    """Carry out `FLOW ...`, which adds its words to earlier ones; without words it clears them."""
    if line.rest:
        state.flow = [*(state.flow or []), *line.rest]
        state.flow_spot = state.flow_spot or line.spot
    else:
        state.flow, state.flow_spot = None, None


def _turn(flow: list[str]) -> _Turn | None:
    """Return turns of several years with builds after every second turn, or None.

    An example is `NEWYEAR:5 A.D.:MOVEMENT,RETREATS IFYEARDIV:10 A.D.:ADJUSTMENTS`.
    """
    text = " ".join(sorted(flow, key=lambda element: element.upper().startswith("NEWYEAR")))
    match = _TURN.fullmatch(text.upper())
    # A flow with years between a movement and its adjustments is something else.
    if match is None or any("NEWYEAR" in element.upper() for element in flow[1:-1]):
        return None
    move, cycle, rest, adjust, years = match.groups()
    if not int(years) or int(cycle) != 2 * int(years):
        return None
    names = (move.title(), move.title(), adjust.title())
    seasons = tuple(zip(("Spring", "Fall", "Winter"), names, strict=True))
    words = {adjust: Season.WINTER, move: Season.SPRING}
    return _Turn(int(years), int(cycle), int(rest or 0), words, seasons)


def _season_words(state: MapState) -> dict[str, Season]:
    """Return our season for each season of the map, if its year has the same phases as ours.

    These phases are two movements, then adjustments, every year.
    """
    standard = {"SPRING": Season.SPRING, "FALL": Season.FALL, "WINTER": Season.WINTER}
    if not state.flow or state.flow_spot is None:
        return standard
    moving: list[str] = []
    adjusting: list[str] = []
    unknown: list[str] = []
    foreign: list[str] = []
    for element in state.flow:
        season, colon, phases = element.upper().partition(":")
        listed_phases = [phase for phase in phases.split(",") if phase]
        if season in ("NEWYEAR", "IFYEARDIV") or not colon:
            unknown += [] if element.upper() in _YEARLY else [element]
            continue
        foreign += [phase for phase in listed_phases if phase not in _PHASES]
        moving += [season] * ("MOVEMENT" in listed_phases)
        adjusting += [season] * ("ADJUSTMENTS" in listed_phases)
    if foreign:
        text = f"phases of another game left out: {' '.join(foreign)}"
        state.note(state.flow_spot, text)
    if unknown:
        text = f"the year has what ours has not: {' '.join(unknown)}"
        state.note(state.flow_spot, f"{text}; imported as one year at a time")
    if len(moving) != 2 or len(adjusting) != 1:
        text = f"the year is {' '.join(state.flow)}; imported as Spring and Fall"
        state.note(state.flow_spot, f"{text} movements, then builds in Winter")
        return {**standard, **dict.fromkeys(moving[:1], Season.SPRING)}
    return dict(reversed([*zip((*moving, *adjusting), _ORDER, strict=True)]))


def _own_words(words: dict[str, Season]) -> tuple[tuple[str, str], ...]:
    """Return the names of seasons that differ from ours."""
    own = {
        season: word.replace("_", " ").replace("+", " ").title() for word, season in words.items()
    }
    if len(own) < len(_ORDER) or len(set(own.values())) < len(own):
        return ()
    return tuple(
        (season.name.capitalize(), own[season])
        for season in _ORDER
        if own[season] != season.name.capitalize()
    )


def _start(state: MapState, words: dict[str, Season]) -> Phase:
    """Return the first phase of the directive BEGIN."""
    line = state.begin
    if line is None:
        return FIRST_PHASE
    season, year, phase = (*line.rest, "", "", "")[:3]
    found_season = words.get(season.upper()) or _SEASONS.get(season.upper())
    if found_season is None or not _YEAR.fullmatch(year):
        text = f'"{line.text}" is no season, year and phase; begun in Spring 1901'
        state.note(line.spot, text)
        return FIRST_PHASE
    if phase.upper().startswith("A") or found_season is Season.WINTER:
        return Phase(Season.WINTER, int(year), PhaseKind.ADJUSTMENT)
    return Phase(found_season, int(year), PhaseKind.MOVEMENT)


def _note_rules(rules: list[str], state: MapState) -> None:
    """Note the rules that are not imported."""
    others = []
    for rule in rules:
        spot = state.rules[rule]
        if rule in _NOTED_RULES:
            state.note(spot, f"{_NOTED_RULES[rule]} ({rule}); left out")
        elif rule not in _BUILDS and rule not in _BLANK:
            others.append(rule)
    if others:
        text = f"rules of a game, not of the map, left out: {' '.join(others)}"
        state.note(state.rules[others[0]], text)


_COAST = re.compile(r"\(([a-z]{2})\)", re.IGNORECASE)


def name_place(line: StatusLine, state: MapState) -> None:
    """Carry out `Place Name = abbreviation alias ...`, or `old -> New Name = new ...`."""
    left, _, right = line.text.partition("=")
    words = right.split()
    old, arrow, name = (part.strip() for part in left.partition("->"))
    if not arrow:
        old, name = "", old
    if not words or not name:
        state.note(line.spot, f'"{line.text}" names no place; left out')
        return
    key = words[0].upper()
    if arrow:
        _rename_place(old.upper(), key, line.spot, state)
    known = state.names.get(key)
    if known is None:
        known = state.names[key] = PlaceNames(name, [], line.spot)
        _claim(name, key, line.spot, state)
    elif known.name != name:
        _alias(name, key, line.spot, state)
    for word in words[1:]:
        if not word.endswith("?"):
            _alias(word.replace("+", " "), key, line.spot, state)


def drop(line: StatusLine, state: MapState) -> None:
    """Carry out `DROP place ...`, which removes places with their coasts."""
    for word in line.rest:
        key = state.place(word)
        places = (*state.names, *state.entries)
        if not any(known.upper().startswith(key) for known in places):
            text = f'"{word}" is no place to drop{hint(key, [*state.names])}'
            state.note(line.spot, text)
        _drop(key, state)


def forget_coasts(key: str, state: MapState) -> None:
    """Remove the coasts of a place; neighbors on these coasts become the place itself."""
    coasts = f"{key}/"
    for coast in [place for place in state.entries if place.upper().startswith(coasts)]:
        del state.entries[coast]
    for coast in [place for place in state.names if place.startswith(coasts)]:
        _forget_names(coast, state)
    for entry in state.entries.values():
        entry.neighbors = [
            replace(neighbor, place=neighbor.place.partition("/")[0])
            if neighbor.place.upper().startswith(coasts)
            else neighbor
            for neighbor in entry.neighbors
        ]


def _alias(word: str, key: str, spot: FileLine, state: MapState) -> None:
    """Add an alias, except for coasts, which are named by their provinces."""
    word = _COAST.sub(r"/\1", word)
    if "/" in key or "/" in word:
        return
    if _claim(word, key, spot, state) and word not in state.names[key].aliases:
        state.names[key].aliases.append(word)


def _claim(word: str, key: str, spot: FileLine, state: MapState) -> bool:
    """Return whether the word is a name of this place; a name of another place is noted."""
    owner = state.aliases.setdefault(folded(word), key)
    if owner != key:
        other = state.names[owner].name if owner in state.names else owner
        text = f'"{word}" is a name of {other} already, which keeps it'
        state.note(spot, text)
    return owner == key


def _rename_place(old: str, new: str, spot: FileLine, state: MapState) -> None:
    """Give a place another key, wherever it is used."""
    if old not in state.names and not state.has_entry(old):
        text = f'"{old}" is no place to rename{hint(old, [*state.names])}'
        state.note(spot, text)
        return
    _forget_names(old, state)
    if old == new:
        return
    state.entries = {
        _in_case_of(place, new) if place.upper() == old else place: entry
        for place, entry in state.entries.items()
    }
    for entry in state.entries.values():
        entry.neighbors = [
            replace(n, place=_in_case_of(n.place, new)) if n.place.upper() == old else n
            for n in entry.neighbors
        ]
    state.unowned = {new if key == old else key: at for key, at in state.unowned.items()}
    for side in state.sides.values():
        side.homes = [new if home == old else home for home in side.homes]
        if side.owned is not None:
            side.owned = [new if center == old else center for center in side.owned]
        for unit in side.units:
            unit.place = new if unit.place == old else unit.place


def _forget_names(key: str, state: MapState) -> None:
    """Remove the names of a place."""
    state.names.pop(key, None)
    state.aliases = {word: owner for word, owner in state.aliases.items() if owner != key}


def _in_case_of(spelled: str, new: str) -> str:
    """Return the place `new` in upper or lower case, like `spelled`."""
    if spelled.isupper():
        return new.upper()
    return new.lower() if spelled.islower() else new.capitalize()


def _drop(key: str, state: MapState) -> None:
    """Remove a place and its coasts."""
    for name in [name for name in state.names if name.startswith(key)]:
        _forget_names(name, state)
    state.entries = {
        place: entry for place, entry in state.entries.items() if not place.upper().startswith(key)
    }
    for entry in state.entries.values():
        entry.neighbors = [n for n in entry.neighbors if not n.place.upper().startswith(key)]
    for place in [place for place in state.unowned if place.startswith(key)]:
        del state.unowned[place]
    for side in state.sides.values():
        side.homes = [home for home in side.homes if not home.startswith(key)]
        if side.owned is not None:
            side.owned = [center for center in side.owned if not center.startswith(key)]
        side.units = [unit for unit in side.units if not unit.place.startswith(key)]


TERRAINS = ("WATER", "LAND", "COAST", "PORT", "SHUT", "AMEND")
_PREFIX = re.compile(r"([^:()/]*):(.+)")
_SUFFIX = re.compile(r"(.*?)\((.*)\)?")
_EDGES = re.compile(r"^[^\w]+|[^\w]+$")
_WEAK = "~*"


def set_terrain(line: StatusLine, state: MapState) -> None:
    """Carry out `TERRAIN place [ABUTS neighbor ...]`.

    Upper and lower case matter: they tell for which units a place or neighbor is.
    """
    place = line.words[1]
    is_amendment = line.first == "AMEND"
    entry = _existing_entry(place, state, is_amendment=is_amendment)
    if entry is None and is_amendment:
        state.note(line.spot, f'"{place}" has no terrain to amend; left out')
        return
    if entry is None:
        entry = TerrainEntry(line.first, [], line.spot)
    state.entries[place] = entry
    entry.terrain = entry.terrain if is_amendment else line.first
    if len(line.words) < 3:
        return
    if line.words[2].upper() != "ABUTS":
        text = f'"{line.words[2]}" should be ABUTS; no neighbors read'
        state.note(line.spot, text)
        return
    entry.neighbors = entry.neighbors if is_amendment else []
    for word in line.words[3:]:
        if word.startswith("-"):
            # All neighbors that begin so are removed, whatever their case and decoration.
            start = _EDGES.sub("", word[1:]).upper()
            entry.neighbors = [n for n in entry.neighbors if not n.place.upper().startswith(start)]
            continue
        neighbor = _neighbor(word, place, line.spot, state)
        if not neighbor.place:
            state.note(line.spot, f'"{word}" is no neighbor; left out')
        elif neighbor not in entry.neighbors:
            entry.neighbors.append(neighbor)


def set_unknown_terrain(line: StatusLine, state: MapState) -> None:
    """Note a line with ABUTS that begins with no terrain; SEA is read as WATER."""
    word = line.words[0]
    if line.first == "SEA":
        state.note(line.spot, f'"{word}" is no terrain known; read as WATER')
        set_terrain(StatusLine(("WATER", *line.words[1:]), line.spot), state)
    else:
        known = listed(TERRAINS, "or")
        state.note(line.spot, f'"{word}" is no terrain known ({known}); left out')


def _existing_entry(place: str, state: MapState, *, is_amendment: bool) -> TerrainEntry | None:
    """Return the entry of a place under this spelling, or None.

    An entry under the other spelling is removed; only AMEND continues it.
    """
    if place in state.entries:
        return state.entries[place]
    other = place.lower() if place == place.upper() else place.upper()
    entry = state.entries.pop(other, None)
    if entry is not None and place == place.upper() and "/" not in place:
        forget_coasts(place, state)
    return entry if is_amendment else None


def _neighbor(word: str, place: str, spot: FileLine, state: MapState) -> Neighbor:
    """Return a neighbor without its decorations, whose meanings are noted."""
    plain, closed = word, False
    if prefix := _PREFIX.fullmatch(plain):
        plain, closed = prefix[2], True
        if prefix[1]:
            text = f"from {place} to {plain} only units of {prefix[1]} may move"
            state.note(spot, f"{text}; left out")
    if suffix := _SUFFIX.fullmatch(plain):
        plain, closed = suffix[1], True
        owners = suffix[2].rstrip(")")
        text = f"from {place} to {plain} only the owner of {owners} may move"
        state.note(spot, f"{text}; left out")
    neighbor = Neighbor(_EDGES.sub("", plain), spot, closed)
    signs = set(plain) - set(neighbor.place)
    if signs & set(_WEAK):
        text = f"the crossing from {place} to {neighbor.place} is a weak one"
        state.note(spot, f"{text}; imported as an ordinary border")
    if strange := "".join(sorted(signs - set(_WEAK))):
        text = f'"{strange}" of {word} means nothing known; passed over'
        state.note(spot, text)
    return neighbor


NOBODY = ("UNOWNED", "NEUTRAL", "CENTERS")
_POWER = re.compile(r"([^\s(]+)\s*(?:\(([^)]*)\)?)?(.*)")
_SITES = {
    "*": "is a partisan site of {}, no center; left out",
    "+": "is a factory of {}, no center; left out",
    "@": "is an alternative home of {}; imported as a home",
    "~": "hides what {} builds there; imported as a home",
}
_NO_PLACE = re.compile(r"&.*|SC[!?]+", re.IGNORECASE)


def power_line(line: StatusLine, state: MapState) -> None:
    """Carry out the line of a power, or of the centers without owner."""
    words = list(line.words)
    old = ""
    if len(words) > 2 and words[1] == "->":
        old, words = identity(words[0]), words[2:]
    if words[0].upper() in NOBODY:
        state.current = ""
        _disown(words[1:], line.spot, state)
        return
    match = _POWER.fullmatch(" ".join(words))
    name, remark, homes = match.groups() if match else (words[0], None, "")
    key = identity(name)
    if not key:
        state.note(line.spot, f'"{line.text}" is no line known; left out')
        return
    if old:
        _rename_power(old, key, name, line.spot, state)
    side = state.sides.setdefault(key, Side(name, line.spot))
    state.current = key
    _read_remark(side, remark)
    if side.afresh:
        side.homes, side.afresh = [], False
    for word in plain_list(homes.split()):
        _home(word, side, line.spot, state)


def read_owned_centers(line: StatusLine, state: MapState) -> None:
    """Carry out `OWNS center ...`, which adds centers, and `CENTERS ...`, which replaces them."""
    side = state.sides[state.current]
    if side.owned is None or line.first == "CENTERS":
        side.owned = []
    for word in plain_list(line.rest):
        if _NO_PLACE.fullmatch(word):
            text = f"{word} permits {side.name_shown} to build; left out"
            state.note(line.spot, text)
        else:
            side.owned.append(state.place(word))


def read_homes(line: StatusLine, state: MapState) -> None:
    """Carry out `INHABITS center ...` and `HOMES center ...`.

    `HOMES` and the first `INHABITS` of a power replace its homes; a further `INHABITS` adds homes.
    """
    side = state.side()
    if side is None:
        state.note(line.spot, f'"{line.text}" is of no power; left out')
        return
    if line.first != "INHABITS" or not side.inhabits:
        side.homes = []
    side.inhabits = side.inhabits or line.first == "INHABITS"
    side.afresh = True
    for word in plain_list(line.rest):
        _home(word, side, line.spot, state)


def clear_units(line: StatusLine, state: MapState) -> None:
    """Carry out `UNITS`: the current power has no units so far."""
    if (side := state.side()) is not None:
        side.units = []


def unit_line(line: StatusLine, state: MapState) -> None:
    """Carry out `A place`: a unit of the current power, which replaces a unit in that province."""
    side = state.side()
    if side is None:
        state.note(line.spot, f'"{line.text}" is a unit of no power; left out')
        return
    place = state.place(spelled(" ".join(line.rest)).split()[0])
    province = place.partition("/")[0]
    for other in state.sides.values():
        other.units = [u for u in other.units if u.place.partition("/")[0] != province]
    side.units.append(StartUnit(UnitKind(line.first), place, line.spot))


def read_dummies(line: StatusLine, state: MapState) -> None:
    """Carry out `DUMMY`: the current power, or the named powers, have no players."""
    if not line.rest:
        if state.current:
            state.dummies[state.current] = None
        return
    state.dummies.update(dict.fromkeys(_powers_meant(line, state)))
    state.current = ""


def read_unplayed(line: StatusLine, state: MapState) -> None:
    """Carry out `UNPLAYED`: the current power, or the named powers, are removed."""
    removed = _powers_meant(line, state) if line.rest else [state.current]
    for key in removed:
        if state.sides.pop(key, None) is None and key:
            state.note(line.spot, f'"{key}" is no power to remove')
        state.dummies.pop(key, None)
    state.current = ""


def _powers_meant(line: StatusLine, state: MapState) -> list[str]:
    """Return the powers of a list: some, ALL, or ALL EXCEPT some."""
    words = plain_list(line.rest)
    if not words or words[0].upper() != "ALL":
        return [identity(word) for word in words]
    spared = {identity(word) for word in words[2:]}
    return [key for key in state.sides if key not in spared]


def _disown(words: list[str], spot: FileLine, state: MapState) -> None:
    """Record centers without owner."""
    for word in plain_list(words):
        if word.startswith("-"):
            state.unowned.pop(state.place(word[1:]), None)
        elif _NO_PLACE.fullmatch(word):
            state.note(spot, f"{word} is a permission to build; left out")
        else:
            state.unowned.setdefault(state.place(word.lstrip("*+@~")), spot)


def _home(word: str, side: Side, spot: FileLine, state: MapState) -> None:
    """Record a home of a power."""
    if _NO_PLACE.fullmatch(word):
        text = f"{side.name_shown} may once claim a home ({word}); left out"
        state.note(spot, text)
        return
    plain = word.lstrip("-*+@~")
    signs = word[: len(word) - len(plain)]
    key = state.place(plain.partition("(")[0])
    if not key:
        return
    for sign in signs.replace("-", ""):
        state.note(spot, f"{key} {_SITES[sign].format(side.name_shown)}")
    side.homes = [home for home in side.homes if home != key]
    if "-" in signs:
        state.unowned.setdefault(key, spot)
    elif not set(signs) & set("*+"):
        side.homes.append(key)


def _read_remark(side: Side, remark: str | None) -> None:
    """Read the adjective and the letter in the parentheses after a power's name."""
    if remark is None:
        return
    adjective, colon, letter = remark.partition(":")
    side.adjective = adjective.strip()
    if colon:
        side.letter = letter.strip()[:1].upper()


def _rename_power(old: str, new: str, name: str, spot: FileLine, state: MapState) -> None:
    """Give a power another name."""
    side = state.sides.get(old)
    if side is None:
        state.note(spot, f'"{old}" is no power to rename')
        return
    side.word, side.adjective, side.letter = name, "", ""
    renamed = [(new if key == old else key, power) for key, power in state.sides.items()]
    state.sides = dict(renamed)
    state.dummies = {new if key == old else key: None for key in state.dummies}


_NOTED_LINES = {
    "ROTATE": "powers change hands in turn",
    "NEWHOMES": "home centers become those owned in some year",
    "RESERVES": "there are units in reserve",
    "MILITIA": "there are units of militia",
    "CONTROL": "a power is ruled by another one",
    "LEAGUE": "supports are limited to a league",
    "TEAM": "powers are ruled by others of their team",
    "TEAMS": "powers are ruled by others of their team",
}
_STANZA = re.compile(r"(.*\s)?DIRECTIVES?", re.IGNORECASE)


@dataclass(slots=True)
class _Reader:
    """The state of reading a map."""

    files: Files
    state: MapState
    #: The names of the files read so far.
    read: set[str]
    #: Whether a directive MAP was read.
    mapped: bool = False


def read_map(source: Source, files: Files) -> tuple[MapState, frozenset[str]]:
    """Return the state that a map and its included files make, and the names of the files.

    RefusedError if one is missing.
    """
    reader = _Reader(files, MapState(), set())
    _read_file(source, reader)
    return reader.state, frozenset(reader.read)


def line_at(number: int, text: str, source: Source) -> StatusLine | None:
    """Return a line divided into words, or None for an empty line or a comment."""
    words = tuple(text.split())
    if not words or words[0].startswith("#"):
        return None
    return StatusLine(words, FileLine(source.base, number))


def _read_file(source: Source, reader: _Reader) -> None:
    """Carry out the lines of a file, except stanzas and lines that are only for some phases.

    The current power and both kinds of blocks end with the file.
    """
    state = reader.state
    reader.read.add(source.base.casefold())
    outer_power, state.current = state.current, ""
    stanza, timed = "", False
    for number, text in lines_of(source):
        line = line_at(number, text, source)
        if line is None:
            continue
        if _STANZA.fullmatch(line.text):
            stanza = _stanza(line, state)
        elif stanza:
            if stanza in ("DIRECTIVE", "DIRECTIVES") and line.first in ("RULE", "RULES"):
                _rules(line, state)
        elif line.first in ("IN", "FROM"):
            timed = _timed(line, state)
        elif not timed:
            _read_line(line, source, reader)
    state.current = outer_power


def _stanza(line: StatusLine, state: MapState) -> str:
    """Return the name of the stanza that a line begins, or "" if it ends one."""
    if line.first == "END":
        return ""
    state.note(line.spot, f"the settings of {line.text} are left out")
    return line.text.upper()


def _timed(line: StatusLine, state: MapState) -> bool:
    """Return whether the lines after this one are only for some phases of a game."""
    if line.first == "FROM" and line.text.upper().rstrip(":") == "FROM START":
        return False
    state.timed = True
    state.note(line.spot, f'"{line.text}": what holds in some phases is left out')
    return not line.text.partition(":")[2].strip()


def _read_line(line: StatusLine, source: Source, reader: _Reader) -> None:
    """Carry out a line; a line without a directive begins with a power."""
    state, first = reader.state, line.first
    if first in ("USE", "USES", "MAP"):
        _include(line, source, reader)
    elif first in _BEFORE_NAMES:
        _BEFORE_NAMES[first](line, state)
    elif "=" in line.text:
        name_place(line, state)
    elif first in _AFTER_NAMES and _applies(line, state):
        _AFTER_NAMES[first](line, state)
    elif line.words[2:3] and line.words[2].upper() == "ABUTS":
        set_unknown_terrain(line, state)
    else:
        power_line(line, state)


def _applies(line: StatusLine, state: MapState) -> bool:
    """Return whether a word that may also be a power's name is a directive here."""
    if line.first in ("OWNS", "CENTERS"):
        return state.side() is not None
    return len(line.words) > 1 or line.first not in ("A", "F", *TERRAINS)


def _include(line: StatusLine, source: Source, reader: _Reader) -> None:
    """Read the files that a line includes."""
    state = reader.state
    if line.first == "MAP" and (reader.mapped or len(line.words) > 2):
        state.note(line.spot, f'"{line.text}": a map names one MAP; read all the same')
    reader.mapped = reader.mapped or line.first == "MAP"
    for word in line.rest:
        # Maps may be in a folder of their own.
        name = word if "." in word else f"{word}.map"
        included = reader.files.find(name, source) or reader.files.find(f"maps/{name}", source)
        if included is None:
            raise RefusedError(f"{line.spot}: {word} is needed and not there; name it as well.")
        if included.base.casefold() in reader.read:
            state.note(line.spot, f"{included.base} is included twice; read once")
        else:
            _read_file(included, reader)


def _rules(line: StatusLine, state: MapState) -> None:
    for rule in line.rest:
        state.rules.setdefault(rule.upper().strip(","), line.spot)


def _victory(line: StatusLine, state: MapState) -> None:
    numbers = [int(word) for word in line.rest if word.isdecimal() and len(word) < 5]
    if len(numbers) < len(line.rest) or not numbers:
        state.note(line.spot, f'"{line.text}" is no number of centers')
    if len(numbers) > 1:
        text = f"{line.text} changes by the year; imported as {numbers[-1]}"
        state.note(line.spot, text)
    state.victory = numbers[-1] if numbers else state.victory


def _begin(line: StatusLine, state: MapState) -> None:
    state.begin = line


def _note(line: StatusLine, state: MapState) -> None:
    state.note(line.spot, f'"{line.text}": {_NOTED_LINES[line.first]}; left out')
    if line.first in ("TEAM", "TEAMS"):
        state.current = ""


def _ignore(_line: StatusLine, _state: MapState) -> None:
    pass


_Handlers = Mapping[str, Callable[[StatusLine, MapState], None]]
_BEFORE_NAMES: _Handlers = {
    "TEXTONLY": _ignore,
    "VICTORY": _victory,
    "FLAGS": _ignore,
    "FLOW": read_flow,
    "NOTIFY": _ignore,
    "BEGIN": _begin,
    **dict.fromkeys(("RULE", "RULES"), _rules),
    **dict.fromkeys(("ROTATE", "NEWHOMES"), _note),
}
_AFTER_NAMES: _Handlers = {
    "FLAG": _ignore,
    **dict.fromkeys(("OWNS", "CENTERS"), read_owned_centers),
    **dict.fromkeys(("INHABITS", "HOME", "HOMES"), read_homes),
    "UNITS": clear_units,
    **dict.fromkeys(("RESERVES", "MILITIA", "CONTROL", "LEAGUE"), _note),
    **dict.fromkeys(("A", "F"), unit_line),
    **dict.fromkeys(("DUMMY", "DUMMIES"), read_dummies),
    **dict.fromkeys(("TEAM", "TEAMS"), _note),
    "DROP": drop,
    **dict.fromkeys(TERRAINS, set_terrain),
    "UNPLAYED": read_unplayed,
}


_TERRAIN = {
    "WATER": Terrain.SEA,
    "LAND": Terrain.LAND,
    "COAST": Terrain.COAST,
    "PORT": Terrain.COAST,
    "SHUT": Terrain.IMPASSABLE,
}
_FOR_ARMIES = ("LAND", "COAST", "PORT")
_FOR_FLEETS = ("WATER", "COAST", "PORT")
_COAST_NAME = re.compile(r".*\((.+)\)\s*$")
_CODE = re.compile(r"[A-Za-z]{2,6}")


def read_dpjudge(source: Source, files: Files) -> Reading:
    """Return the reading of a map; RefusedError if an included file is missing."""
    state, read = read_map(source, files)
    spot = FileLine(source.base)
    for file in files.given:
        if file.base.casefold() not in read:
            state.note(FileLine(file.base), f"{source.base} does not use it; not read")
    calendar = calendar_of(state, spot)
    centers = _centers(state)
    provinces = tuple(_provinces(state, centers))
    known = {province.key for province in provinces}
    steps, closed = _steps(state, known)
    powers = tuple(_power(key, side, state, known) for key, side in state.sides.items())
    if calendar.blank:
        powers = tuple(_without_units(power, centers) for power in powers)
    stem = source.base.rpartition(".")[0] or source.base
    victory = state.victory
    if not victory:
        victory = len(centers & known) // 2 + 1
    return Reading(
        name=stem.lower(),
        title=stem.replace("_", " ").title(),
        spot=spot,
        provinces=provinces,
        steps=steps,
        powers=powers,
        notes=tuple(state.notes),
        start=calendar.start,
        victory=victory,
        builds=calendar.builds,
        turn_years=calendar.turn_years,
        seasons=calendar.seasons,
        closed=closed,
    )


def _centers(state: MapState) -> set[str]:
    """Return the provinces that are centers: owned, homes, or without owner."""
    centers = set(state.unowned)
    for side in state.sides.values():
        centers |= {*side.homes, *(side.owned or ())}
    return {center.partition("/")[0] for center in centers}


def _provinces(state: MapState, centers: set[str]) -> Iterator[ProvinceFact]:
    """Yield the provinces on the map; some have entries only for their coasts."""
    mains: dict[str, TerrainEntry] = {}
    coasts: dict[str, list[str]] = {}
    for place, entry in state.entries.items():
        key, slash, code = place.upper().partition("/")
        if not slash:
            mains[key] = entry
        elif place == place.upper() and _CODE.fullmatch(code):
            coasts.setdefault(key, []).append(code.lower())
            mains.setdefault(key, entry)
    _note_missing(state, mains)
    for key, entry in mains.items():
        names = state.names.get(key)
        codes = coasts.get(key, [])
        if entry.terrain == "SHUT" and entry.neighbors and state.timed:
            text = f"{key} is shut, and what may open it is left out"
            state.note(entry.spot, f"{text}; its borders are missing")
        yield ProvinceFact(
            key=key,
            name=names.name if names else key,
            words=(key.lower(), *(names.aliases if names else ())),
            terrain=_TERRAIN[entry.terrain],
            spot=names.spot if names else entry.spot,
            center=key in centers,
            convoys=entry.terrain == "PORT",
            coasts=tuple((code, _coast_name(key, code, state)) for code in codes),
        )


def _coast_name(key: str, code: str, state: MapState) -> str:
    """Return the name of a coast in the parentheses of its place's name, or ""."""
    names = state.names.get(f"{key}/{code.upper()}")
    match = _COAST_NAME.match(names.name) if names else None
    return match[1].title() if match else ""


def _note_missing(state: MapState, mains: Mapping[str, TerrainEntry]) -> None:
    """Note places that have only a name or only a terrain."""
    on_map = {*mains, *(here.upper() for here in state.entries)}
    for key, names in state.names.items():
        if key not in on_map:
            text = f"{names.name} has a name, but no terrain; left out"
            state.note(names.spot, text)
    for key, entry in mains.items():
        if key not in state.names:
            state.note(entry.spot, f"{key} has a terrain, but no name")


def _steps(
    state: MapState, known: set[str]
) -> tuple[tuple[Step, ...], frozenset[tuple[UnitKind, Place, Place]]]:
    """Return the moves of armies and fleets, and the moves that the author closed on purpose."""
    steps: list[Step] = []
    closed: set[tuple[UnitKind, Place, Place]] = set()
    for here, entry in state.entries.items():
        if here.upper().partition("/")[0] not in known:
            state.note(entry.spot, f'"{here}" is a coast of no province; left out')
            continue
        for neighbor in entry.neighbors:
            if neighbor.place.upper().partition("/")[0] not in known:
                similar = hint(neighbor.place.upper(), known)
                text = f'"{here}" lists "{neighbor.place}", which no province is'
                state.note(neighbor.spot, f"{text} called{similar}; left out")
                continue
            moves = list(_moves(here, entry, neighbor, state))
            if neighbor.closed:
                closed |= {(step.kind, step.start, step.end) for step in moves}
            else:
                steps += moves
    return tuple(steps), frozenset(closed)


def _moves(here: str, entry: TerrainEntry, neighbor: Neighbor, state: MapState) -> Iterator[Step]:
    """Yield the moves to a neighbor: for an army, for a fleet, or for both."""
    place, spot = neighbor.place, neighbor.spot
    start, end = _place(here), _place(place)
    for_armies = "/" not in here and entry.terrain in _FOR_ARMIES
    if for_armies and not _mixed(place) and _terrain(end[0], state) in _FOR_ARMIES:
        yield Step(UnitKind.ARMY, (start[0], ""), (end[0], ""), spot)
    for_fleets = here == here.upper() and entry.terrain in _FOR_FLEETS
    if for_fleets and _first_letter(place).isupper():
        target = state.entries.get(place.upper())
        if target is not None and target.terrain in _FOR_FLEETS:
            yield Step(UnitKind.FLEET, start, end, spot)


def _place(here: str) -> Place:
    """Return a place as province and coast."""
    key, _, code = here.partition("/")
    return key.upper(), code.lower() if _CODE.fullmatch(code) else ""


def _terrain(key: str, state: MapState) -> str:
    """Return the terrain of a province, or ""."""
    entry = state.entries.get(key) or state.entries.get(key.lower())
    return entry.terrain if entry else ""


def _mixed(place: str) -> bool:
    """Return whether a neighbor is only for fleets: a capital, then small letters."""
    return _first_letter(place).isupper() and place != place.upper()


def _first_letter(place: str) -> str:
    return next((char for char in place if char.isalpha()), "A")


def _power(key: str, side: Side, state: MapState, known: set[str]) -> PowerFact:
    """Return a power of the map."""
    if not side.homes and not side.units and not side.owned:
        text = f"{side.name_shown} has neither homes nor units; is it a power?"
        state.note(side.spot, text)
    name = side.name_shown
    letter = side.letter
    if not letter and not side.word.startswith("_"):
        letter = name[:1].upper()
    owned = side.owned
    return PowerFact(
        name=name,
        adjective=name_shown(side.adjective),
        letter=letter,
        spot=side.spot,
        homes=tuple(_known(side.homes, side, state, known)),
        owned=None if owned is None else tuple(_known(owned, side, state, known)),
        units=tuple(_units(side, state, known)),
        played=key not in state.dummies,
    )


def _known(places: Iterable[str], side: Side, state: MapState, known: set[str]) -> Iterator[str]:
    """Yield the provinces on the map; other places are noted."""
    for place in places:
        key = place.partition("/")[0]
        if key in known:
            yield key
        else:
            text = f'{side.name_shown} has "{place}", which no province is called'
            state.note(side.spot, f"{text}{hint(key, known)}; left out")


def _units(side: Side, state: MapState, known: set[str]) -> Iterator[UnitFact]:
    """Yield the units on the map; others are noted."""
    for unit in side.units:
        key, code = _place(unit.place)
        if key in known:
            yield UnitFact(unit.kind, (key, code), unit.spot)
        else:
            unit_text = f'"{unit.kind.value} {unit.place}"'
            text = f"{unit_text} is in no province{hint(key, known)}"
            state.note(unit.spot, f"{text}; left out")


def _without_units(power: PowerFact, centers: set[str]) -> PowerFact:
    """Return the power without its units on centers."""
    units = tuple(unit for unit in power.units if unit.place[0] not in centers)
    return replace(power, units=units)
