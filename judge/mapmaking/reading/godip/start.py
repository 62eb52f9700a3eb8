"""How a variant of godip starts: the steps of its start, in their order.

It may begin as another variant does, and change that.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from judge.engine import Phase, PhaseKind, Season
from judge.mapmaking.reading.facts import FIRST_PHASE, Note, Notes
from judge.mapmaking.reading.godip.go import (
    Code,
    Token,
    Tokens,
    call_at,
    entries,
    inside,
    number,
    parts,
    word,
)
from judge.mapmaking.reading.godip.literal import GoVariant

_STEPS = ("SetUnits", "SetSupplyCenters", "SetUnit", "RemoveUnit", "SetSC")
_SEASONS = {"Spring": Season.SPRING, "Fall": Season.FALL}
# A start calls another one, hardly ever deeper.
_DEEPEST = 5

Row = tuple[Token, Tokens]


@dataclass(frozen=True, slots=True)
class Start:
    """The first phase, and the units and owners of centers by their places.

    A value is what a file says of it, with the token of its place.
    """

    phase: Phase
    units: Mapping[str, Row]
    owners: Mapping[str, Row]


def start_of(variant: GoVariant, homes: Mapping[str, str], notes: Notes) -> Start:
    """Return the start of a variant; what a program makes of it is noted.

    `homes` are the centers with the word for whose home each is.
    """
    tokens = _unfolded(variant.code, variant.body("Start"), 0)
    if not any(token.text in _STEPS for token in tokens):
        tokens = list(variant.code.tokens)
    units: dict[str, Row] = {}
    owners: dict[str, Row] = {}
    for step, given, loops in _steps(tokens):
        held = owners if step.text in ("SetSupplyCenters", "SetSC") else units
        if step.text in ("SetUnits", "SetSupplyCenters"):
            held.clear()
            held.update(
                (key.value, (key, value)) for key, value in entries(variant.code.literal(given))
            )
        elif not _changed(step, list(parts(given)), held, _Over(loops, homes)):
            text = f"the start is changed by a program ({step.text}); that is not read"
            notes.append(Note(step.spot, text))
    return Start(_first(variant, tokens, notes), units, owners)


def _unfolded(code: Code, tokens: Tokens, depth: int) -> list[Token]:
    """Return what a start does, with what the starts do that it calls."""
    found: list[Token] = []
    for at, token in enumerate(tokens):
        body = code.function(call_at(tokens, at)) if depth < _DEEPEST else None
        if body and any(one.text in _STEPS for one in body):
            found += _unfolded(code, body, depth + 1)
        else:
            found.append(token)
    return found


@dataclass(frozen=True, slots=True)
class _Over:
    """What the variables of loops stand for: the expressions that they go over."""

    loops: Mapping[str, Tokens]
    homes: Mapping[str, str]

    def places(self, given: Tokens) -> list[str]:
        """Return the places that are named, or all those that a loop goes over."""
        if texts := [one.value for one in given if one.kind == "text"]:
            return texts[:1]
        over = self.loops.get(word(given), ())
        for at, token in enumerate(over):
            if token.text == "SCs":
                whose = word(inside(over, at + 2))
                return [key for key, one in self.homes.items() if one == whose]
            if token.text == "AllSCs":
                return list(self.homes)
        return [one.value for one in over if one.kind == "text"]


def _steps(tokens: Tokens) -> Iterator[tuple[Token, Tokens, Mapping[str, Tokens]]]:
    """Yield the steps, what they are given, and the loops before, by variable."""
    loops: dict[str, Tokens] = {}
    for at, token in enumerate(tokens):
        if token.text == "range" and at > 4:
            # for KEY, VALUE := range ...
            key, _, value = (one.text for one in tokens[at - 4 : at - 1])
            loops[key] = ()
            loops[value] = _gone_over(tokens[at + 1 :])
        elif token.text in _STEPS and [one.text for one in tokens[at + 1 : at + 2]] == ["("]:
            yield token, inside(tokens, at + 2), loops


def _gone_over(tokens: Tokens) -> Tokens:
    """Return what a loop goes over: an expression, or the inside of a literal."""
    given = next(parts(tokens, "{"), ())
    return inside(tokens, len(given) + 1) if word(given[-1:]) == "Province" else given


def _changed(step: Token, given: list[Tokens], held: dict[str, Row], over: _Over) -> bool:
    """Change places; return whether the step says which, and what stands there."""
    places = over.places(given[0]) if given else []
    for place in places:
        held.pop(place, None)
        if step.text != "RemoveUnit":
            held[place] = Token("text", f'"{place}"', step.spot), given[-1]
    return bool(places)


def _first(variant: GoVariant, tokens: Tokens, notes: Notes) -> Phase:
    """Return the first phase, of the start if it says so, else as it can be found."""
    for where in (tokens, variant.code.tokens):
        for at, token in enumerate(where):
            if not token.text.endswith("Phase") or not call_at(where, at):
                continue
            given = list(parts(inside(where, at + 2)))
            year = number(given[0]) if len(given) == 3 else None
            if year is not None:
                return _phase(year, word(given[1]), word(given[2]), token, notes)
    text = "the first phase could not be read; the game starts in Spring 1901"
    notes.append(Note(variant.spot, text))
    return FIRST_PHASE


def _phase(year: int, season: str, kind: str, token: Token, notes: Notes) -> Phase:
    if kind == "Adjustment":
        return Phase(Season.WINTER, year, PhaseKind.ADJUSTMENT)
    if season not in _SEASONS:
        text = f'"{season}" is no season known; imported as Spring'
        notes.append(Note(token.spot, text))
    return Phase(_SEASONS.get(season, Season.SPRING), year, PhaseKind.MOVEMENT)
