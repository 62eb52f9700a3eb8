"""Phases by the names that people give them, and the words for a password."""

import re

from rapidfuzz.distance import OSA

from judge.engine import Phase, PhaseKind, Season, Variant, years_between

_SEASONS = {
    "s": Season.SPRING,
    "spring": Season.SPRING,
    "f": Season.FALL,
    "fall": Season.FALL,
    "autumn": Season.FALL,
    "w": Season.WINTER,
    "winter": Season.WINTER,
}
# What a variant calls a season of its own, which only its game can tell.
_LOCAL = ("monsoon", "year")
_KINDS = {
    "m": PhaseKind.MOVEMENT,
    "move": PhaseKind.MOVEMENT,
    "movement": PhaseKind.MOVEMENT,
    "r": PhaseKind.RETREAT,
    "retreat": PhaseKind.RETREAT,
    "a": PhaseKind.ADJUSTMENT,
    "adjust": PhaseKind.ADJUSTMENT,
    "adjustment": PhaseKind.ADJUSTMENT,
    "b": PhaseKind.ADJUSTMENT,
    "build": PhaseKind.ADJUSTMENT,
}
_WORDS = sorted((*_SEASONS, *_LOCAL), key=len, reverse=True)
_SEASON = rf"(?P<season>{'|'.join(_WORDS)})"
_YEAR = r"(?P<year>-?\d{1,4})(?:\s*(?P<era>bc|ad)\b)?"
_KIND = rf"(?:(?P<kind>{'|'.join(sorted(_KINDS, key=len, reverse=True))})s?)?"
_BETWEEN = r"[\s,]*(?:of\s+)?"
_FORMS = (
    re.compile(rf"{_SEASON}{_BETWEEN}{_YEAR}[\s,]*{_KIND}", re.IGNORECASE),
    re.compile(rf"{_YEAR}[\s,]*{_SEASON}[\s,]*{_KIND}", re.IGNORECASE),
)
# Words for a password, in the languages of those who write to judges.
_PASSWORD = re.compile(
    r"\bpass\W?(?:words?|wort|wd|code|phrase)\b|\b(?:passwd|pwd?|kennwort|passe|mdp"
    r"|wachtwoord|contrase[nñ]a|senha|has[lł]o|heslo|l[oö]senord|salasana)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]{6,10}")
_WRONG = 2  # letters of a password's name

PHASE = "|".join(re.sub(r"\?P<\w+>", "?:", form.pattern) for form in _FORMS)
"""What a phase looks like amid other words."""


def phase_said(text: str) -> str | None:
    """Return the short form of the phase that `text` names, or None if it names none.

    Without a kind, winter means adjustments and any other season movement. Adjustments
    that are said to be of the fall (`F1901B`) are those of the winter. A season by a
    name of its own stays one (`MONSOON 1501`, `YEAR 1430 A`), for the game to tell.
    """
    for form in _FORMS:
        if found := form.fullmatch(text.strip()):
            if found["season"].lower() in _LOCAL:
                kind = _KINDS[found["kind"].lower()].value if found["kind"] else ""
                return f"{found['season'].upper()} {_year(found)} {kind}".rstrip()
            return str(_phase(found))
    return None


def _phase(found: re.Match[str]) -> Phase:
    season = _SEASONS[found["season"].lower()]
    year = _year(found)
    kind = _KINDS[found["kind"].lower()] if found["kind"] else PhaseKind.MOVEMENT
    if season is Season.WINTER or kind is PhaseKind.ADJUSTMENT:
        return Phase(Season.WINTER, year, PhaseKind.ADJUSTMENT)
    return Phase(season, year, kind)


def _year(found: re.Match[str]) -> int:
    year = int(found["year"])
    before = (found["era"] or "").lower() == "bc"
    return -abs(year) if before else year


def password_word(text: str) -> re.Match[str] | None:
    """Return where `text` first has a word for a password, in whatever spelling."""
    near = (
        word
        for word in _WORD.finditer(text)
        if OSA.distance(word[0].casefold(), "password") <= _WRONG
    )
    return _PASSWORD.search(text) or next(near, None)


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
