"""When a game begins, how its year goes, and the rules that builds follow."""

import re
from dataclasses import dataclass, replace

from judge.engine.position import Phase, PhaseKind, Season
from judge.notation.imports.dpjudge.state import Line, MapState
from judge.notation.imports.facts import FIRST_PHASE, Spot, year_before

_PHASES = ("MOVEMENT", "RETREATS", "ADJUSTMENTS")
_YEAR = re.compile(r"-?\d{1,6}")
_SEASONS = {
    "SPRING": Season.SPRING,
    "SUMMER": Season.SPRING,
    "FALL": Season.FALL,
    "AUTUMN": Season.FALL,
    "WINTER": Season.WINTER,
}
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

    On a blank board no unit stands on a center at the start.
    """

    start: Phase
    seasons: tuple[tuple[str, str], ...]
    builds: str
    blank: bool


def calendar_of(state: MapState, spot: Spot) -> Calendar:
    """Return what the lines BEGIN, FLOW and RULE say together."""
    words = _season_words(state)
    start = _start(state, words)
    if _counts_down(state) and start.year > 0:
        start = replace(start, year=-start.year)
        text = "the years count down; imported as years before Christ"
        state.note(state.flow_spot or spot, text)
    on = [rule for rule in state.rules if f"!{rule}" not in state.rules]
    builds = next((_BUILDS[rule] for rule in on if rule in _BUILDS), "home")
    blank = any(rule in _BLANK for rule in on)
    _tell_rules([rule for rule in on if rule[0] != "!"], state)
    if blank and start.kind is PhaseKind.MOVEMENT:
        start = Phase(Season.WINTER, year_before(start.year), PhaseKind.ADJUSTMENT)
        state.note(spot, f"the board is blank; the game starts with builds, {start}")
    return Calendar(start, _own_words(words), builds, blank)


def read_flow(line: Line, state: MapState) -> None:
    """Obey `FLOW ...`, which adds up; a bare one forgets what was."""
    if line.rest:
        state.flow = [*(state.flow or []), *line.rest]
        state.flow_spot = state.flow_spot or line.spot
    else:
        state.flow, state.flow_spot = None, None


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
        season: word.replace("_", " ").replace("+", " ").title()
        for word, season in words.items()
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
