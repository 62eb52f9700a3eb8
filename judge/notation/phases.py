"""Phases whose season a variant calls by a name of its own."""

import re

from judge.engine import Phase, PhaseKind, Season, Variant, years_between

_NAMED = re.compile(r"(?P<season>.+) (?P<year>-?\d{1,4})(?: (?P<kind>[MRA]))?")


def phase_of(name: str, variant: Variant) -> str:
    """Return the short form of the phase that `name` means, as `W1501A`.

    That is for `MONSOON 1501` and `YEAR 1430 A`; any other name stays as it is. Where
    several seasons are called so, the first of them in that year is meant that has such
    a phase.
    """
    found = _NAMED.fullmatch(name.upper())
    if found is None:
        return name
    own = [s for s, word in variant.season_names if word.upper() == found["season"]]
    kind = PhaseKind(found["kind"]) if found["kind"] else None
    phases = [_phase_in(season, int(found["year"]), kind) for season in own]
    fit = (phase for phase in phases if kind in (None, phase.kind) and comes(phase, variant))
    return str(next(fit, phases[0])) if phases else name


def comes(phase: Phase, variant: Variant) -> bool:
    """Return whether a game has the season in that year; turns may take several."""
    start, turn = variant.start.phase, variant.rules.turn_years
    if not turn:
        return True
    turns = years_between(start.year, phase.year) // turn
    spring = (turns % 2 == 0) == (start.season is Season.SPRING)
    return (phase.season is Season.SPRING) == spring


def _phase_in(season: Season, year: int, kind: PhaseKind | None) -> Phase:
    """Return the phase of this kind; adjustments of any season are those of Winter."""
    if season is Season.WINTER or kind is PhaseKind.ADJUSTMENT:
        return Phase(Season.WINTER, year, PhaseKind.ADJUSTMENT)
    retreat = kind is PhaseKind.RETREAT
    return Phase(season, year, PhaseKind.RETREAT if retreat else PhaseKind.MOVEMENT)
