"""When a game begins, how its year goes, and the rules that builds follow."""

import re
from dataclasses import dataclass, replace

from judge.engine import Phase, PhaseKind, Season
from judge.mapmaking.reading.dpjudge.state import MapState, StatusLine
from judge.mapmaking.reading.facts import FIRST_PHASE, FileLine, year_before

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
_NOTED = {
    "HOME_BUILDS": "powers may build in each other's homes",
    "MOBILIZE": "each power begins with one build",
}


@dataclass(frozen=True, slots=True)
class Calendar:
    """The first phase, the words for seasons where they are other ones, the builds.

    On a blank board no unit stands on a center at the start. `turn_years` is 0 where
    a year has a Spring and a Fall.
    """

    start: Phase
    seasons: tuple[tuple[str, str], ...]
    builds: str
    blank: bool
    turn_years: int


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn that takes years; builds follow in years that `cycle` divides."""

    years: int
    cycle: int
    rest: int
    words: dict[str, Season]
    seasons: tuple[tuple[str, str], ...]


def calendar_of(state: MapState, spot: FileLine) -> Calendar:
    """Return what the lines BEGIN, FLOW and RULE say together."""
    on = [rule for rule in state.rules if f"!{rule}" not in state.rules]
    builds = next((_BUILDS[rule] for rule in on if rule in _BUILDS), "home")
    blank = any(rule in _BLANK for rule in on)
    _tell_rules([rule for rule in on if rule[0] != "!"], state)
    turn = _turn(state.flow or [])
    words = turn.words if turn else _season_words(state)
    start = _start(state, words)
    if turn and start.kind is PhaseKind.MOVEMENT:
        adjusting = start.year % turn.cycle == turn.rest
        start = replace(start, season=Season.FALL if adjusting else Season.SPRING)
    if _counts_down(state) and start.year > 0:
        start = replace(start, year=-start.year)
        text = "the years count down; imported as years before Christ"
        state.note(state.flow_spot or spot, text)
    if blank and start.kind is PhaseKind.MOVEMENT:
        start = Phase(Season.WINTER, year_before(start.year), PhaseKind.ADJUSTMENT)
        state.note(spot, f"the board is blank; the game starts with builds, {start}")
    seasons = turn.seasons if turn else _own_words(words)
    return Calendar(start, seasons, builds, blank, turn.years if turn else 0)


def read_flow(line: StatusLine, state: MapState) -> None:
    """Obey `FLOW ...`, which adds up; a bare one forgets what was."""
    if line.rest:
        state.flow = [*(state.flow or []), *line.rest]
        state.flow_spot = state.flow_spot or line.spot
    else:
        state.flow, state.flow_spot = None, None


def _turn(flow: list[str]) -> _Turn | None:
    """Return turns of some years with builds after each second one, if it is so.

    Such as `NEWYEAR:5 A.D.:MOVEMENT,RETREATS IFYEARDIV:10 A.D.:ADJUSTMENTS`.
    """
    text = " ".join(sorted(flow, key=lambda one: one.upper().startswith("NEWYEAR")))
    found = _TURN.fullmatch(text.upper())
    # Years that pass between a movement and its adjustments are of another shape.
    if found is None or any("NEWYEAR" in one.upper() for one in flow[1:-1]):
        return None
    move, cycle, rest, adjust, years = found.groups()
    if not int(years) or int(cycle) != 2 * int(years):
        return None
    names = (move.title(), move.title(), adjust.title())
    seasons = tuple(zip(("Spring", "Fall", "Winter"), names, strict=True))
    words = {adjust: Season.WINTER, move: Season.SPRING}
    return _Turn(int(years), int(cycle), int(rest or 0), words, seasons)


def _season_words(state: MapState) -> dict[str, Season]:
    """Return which season of ours each season of the map is, if its year is as ours.

    That is two movements and then adjustments, every year.
    """
    standard = {"SPRING": Season.SPRING, "FALL": Season.FALL, "WINTER": Season.WINTER}
    if not state.flow or state.flow_spot is None:
        return standard
    moving: list[str] = []
    adjusting: list[str] = []
    odd: list[str] = []
    foreign: list[str] = []
    for element in state.flow:
        season, colon, phases = element.upper().partition(":")
        listed = [one for one in phases.split(",") if one]
        if season in ("NEWYEAR", "IFYEARDIV") or not colon:
            odd += [] if element.upper() in _YEARLY else [element]
            continue
        foreign += [one for one in listed if one not in _PHASES]
        moving += [season] * ("MOVEMENT" in listed)
        adjusting += [season] * ("ADJUSTMENTS" in listed)
    if foreign:
        text = f"phases of another game left out: {' '.join(foreign)}"
        state.note(state.flow_spot, text)
    if odd:
        text = f"the year has what ours has not: {' '.join(odd)}"
        state.note(state.flow_spot, f"{text}; imported as one year at a time")
    if len(moving) != 2 or len(adjusting) != 1:
        text = f"the year is {' '.join(state.flow)}; imported as Spring and Fall"
        state.note(state.flow_spot, f"{text} movements, then builds in Winter")
        return {**standard, **dict.fromkeys(moving[:1], Season.SPRING)}
    return dict(reversed([*zip((*moving, *adjusting), _ORDER, strict=True)]))


def _counts_down(state: MapState) -> bool:
    return any(element.upper() == "NEWYEAR:-1" for element in state.flow or ())


def _own_words(words: dict[str, Season]) -> tuple[tuple[str, str], ...]:
    """Return the names of the seasons that are called otherwise than by us."""
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
    line = state.begin
    if line is None:
        return FIRST_PHASE
    season, year, phase = (*line.rest, "", "", "")[:3]
    found = words.get(season.upper()) or _SEASONS.get(season.upper())
    if found is None or not _YEAR.fullmatch(year):
        text = f'"{line.text}" is no season, year and phase; begun in Spring 1901'
        state.note(line.spot, text)
        return FIRST_PHASE
    if phase.upper().startswith("A") or found is Season.WINTER:
        return Phase(Season.WINTER, int(year), PhaseKind.ADJUSTMENT)
    return Phase(found, int(year), PhaseKind.MOVEMENT)


def _tell_rules(rules: list[str], state: MapState) -> None:
    others = []
    for rule in rules:
        spot = state.rules[rule]
        if rule in _NOTED:
            state.note(spot, f"{_NOTED[rule]} ({rule}); left out")
        elif rule not in _BUILDS and rule not in _BLANK:
            others.append(rule)
    if others:
        text = f"rules of a game, not of the map, left out: {' '.join(others)}"
        state.note(state.rules[others[0]], text)
