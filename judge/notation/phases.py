"""Phases by the names that people give them, and words for a password."""

import re

from rapidfuzz.distance import OSA

from judge.engine import Phase, PhaseKind, Season, Variant, years_between
from judge.notation.names import folded

_SEASONS = {
    "s": Season.SPRING,
    "spring": Season.SPRING,
    "f": Season.FALL,
    "fall": Season.FALL,
    "autumn": Season.FALL,
    "w": Season.WINTER,
    "winter": Season.WINTER,
}
# Own names of seasons in some variants; `phase_of` finds the season once the variant is known.
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
# Words for a password in several languages.
_PASSWORD = re.compile(
    r"\bpass\W?(?:words?|wort|wd|code|phrase)\b|\b(?:passwd|pwd?|kennwort|passe|mdp"
    r"|wachtwoord|contrase[nñ]a|senha|has[lł]o|heslo|l[oö]senord|salasana)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]{6,10}")
_MOST_TYPOS = 2  # wrong letters in `password`

PHASE = "|".join(re.sub(r"\?P<\w+>", "?:", form.pattern) for form in _FORMS)
"""A pattern that finds a phase among other words."""


def read_phase_name(text: str) -> str | None:
    """Return the short form of the phase that `text` names, or None.

    Without a kind, Winter means adjustments and any other season movement. Adjustments of the Fall
    (`F1901B`) are those of the Winter. A season with an own name keeps it (`MONSOON 1501`, `YEAR
    1430 A`); `phase_of` translates it when the variant is known.
    """
    for form in _FORMS:
        if match := form.fullmatch(text.strip()):
            # Patterns without case take a dotless i for an i, too, so `lower` is not enough.
            season = folded(match["season"])
            year = int(match["year"])
            if folded(match["era"] or "") == "bc":
                year = -abs(year)
            kind = _KINDS[folded(match["kind"])] if match["kind"] else None
            if season in _LOCAL:
                return f"{season.upper()} {year} {kind.value if kind else ''}".rstrip()
            return str(_phase(_SEASONS[season], year, kind))
    return None


def password_word(text: str) -> re.Match[str] | None:
    """Return the first match of a word for a password in `text`, typos included, or None."""
    similar = (
        word
        for word in _WORD.finditer(text)
        if OSA.distance(word[0].casefold(), "password") <= _MOST_TYPOS
    )
    return _PASSWORD.search(text) or next(similar, None)


_NAMED = re.compile(r"(?P<season>.+) (?P<year>-?\d{1,4})(?: (?P<kind>[MRA]))?")


def phase_of(name: str, variant: Variant) -> str:
    """Return the short form of the phase `name`, such as `W1501A`.

    Only names like `MONSOON 1501` and `YEAR 1430 A` change; any other name is returned unchanged.
    If several seasons have the same name, the first one that has such a phase in that year is
    meant.
    """
    match = _NAMED.fullmatch(name.upper())
    if match is None:
        return name
    seasons = [s for s, word in variant.season_names if word.upper() == match["season"]]
    kind = PhaseKind(match["kind"]) if match["kind"] else None
    phases = [_phase(season, int(match["year"]), kind) for season in seasons]
    fitting = (p for p in phases if kind in (None, p.kind) and season_occurs(p, variant))
    return str(next(fitting, phases[0])) if phases else name


def season_occurs(phase: Phase, variant: Variant) -> bool:
    """Return whether a game has this season in this year.

    If a turn lasts several years (`Rules.turn_years`), each year has at most one season.
    """
    start, turn = variant.start.phase, variant.rules.turn_years
    if not turn:
        return True
    turns = years_between(start.year, phase.year) // turn
    spring = (turns % 2 == 0) == (start.season is Season.SPRING)
    return (phase.season is Season.SPRING) == spring


def _phase(season: Season, year: int, kind: PhaseKind | None) -> Phase:
    """Return the phase of this kind, or the movement phase if `kind` is None.

    Adjustments of any season are those of the Winter, which has no other phase.
    """
    if season is Season.WINTER or kind is PhaseKind.ADJUSTMENT:
        return Phase(Season.WINTER, year, PhaseKind.ADJUSTMENT)
    return Phase(season, year, kind or PhaseKind.MOVEMENT)
