"""Conditions of orders: what the board must show for the lines below an IF to count.

`A ROM`, `ENGLAND F NTH`, `A ROM DISLODGED`, `FRANCE OWNS MUN`, joined by NOT, AND, OR
and brackets. Whatever else may be meant is no condition, and nothing is guessed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from judge.engine import UnitKind
from judge.notation.names import Names, find_beginning, find_exactly, find_power, words_of

_CASE_WORD = re.compile(r"\s*(else\s*if|if|else|end\s*if)\b(.*)", re.I)
_TOKEN = re.compile(r"[()]|[^\s()]+")
_OPENING = re.compile(r"^(?:else\s*)?if\b|\bthen\W*$", re.I)
_KINDS = {"a": UnitKind.ARMY, "army": UnitKind.ARMY, "f": UnitKind.FLEET, "fleet": UnitKind.FLEET}
_OWNS = frozenset(("owns", "own", "owned"))
_SILENT = frozenset(("is", "are", "the", "there", "in", "has", "an", "been"))
_JOINING = frozenset(("and", "or", "not", "(", ")"))
_LONGEST = 40  # words
_MOST_NAMES = 3  # words of a power


@dataclass(frozen=True, slots=True)
class Stands:
    """A unit is in `province`: of `power` and of `kind`, if these are named.

    With `dislodged` it is one that was driven out and has to retreat.
    """

    province: int
    power: str | None = None
    kind: UnitKind | None = None
    dislodged: bool = False


@dataclass(frozen=True, slots=True)
class Owns:
    """`power` owns the center in `province`."""

    power: str
    province: int


@dataclass(frozen=True, slots=True)
class Not:
    """`condition` does not hold."""

    condition: "Condition"


@dataclass(frozen=True, slots=True)
class Both:
    """Both conditions hold."""

    first: "Condition"
    second: "Condition"


@dataclass(frozen=True, slots=True)
class Either:
    """One of two conditions holds, or both."""

    first: "Condition"
    second: "Condition"


Condition = Stands | Owns | Not | Both | Either


def case_word(line: str) -> str:
    """Return the word of a case with which `line` begins: `IF`, `ELSE IF`, `ELSE`.

    `ENDIF` ends it; "" is any other line. Behind the last two nothing may stand.
    """
    found = _CASE_WORD.match(line)
    if found is None:
        return ""
    word = " ".join(found[1].upper().split()).replace("ELSEIF", "ELSE IF")
    word = word.replace("END IF", "ENDIF")
    alone = not any(map(str.isalnum, found[2]))
    return word if alone is (word in ("ELSE", "ENDIF")) else ""


def read_condition(text: str, names: Names) -> Condition | None:
    """Return the condition in `text`, with IF and THEN around it or not, or None."""
    bare = _OPENING.sub("", _OPENING.sub("", text.strip()).strip()).strip()
    tokens = _TOKEN.findall(bare)
    if not tokens or len(tokens) > _LONGEST:
        return None
    reading = _Reading(tokens, names)
    found = reading.either()
    return found if reading.at == len(tokens) else None


@dataclass(slots=True)
class _Reading:
    """How far the tokens of a condition were read."""

    tokens: Sequence[str]
    names: Names
    at: int = 0

    def either(self) -> Condition | None:
        """Return what is joined by OR, the loosest of the words."""
        found = self.both()
        while found is not None and self._takes("or"):
            other = self.both()
            found = None if other is None else Either(found, other)
        return found

    def both(self) -> Condition | None:
        """Return what is joined by AND."""
        found = self.one()
        while found is not None and self._takes("and"):
            other = self.one()
            found = None if other is None else Both(found, other)
        return found

    def one(self) -> Condition | None:
        """Return a fact of the board, the contrary of one, or what is in brackets."""
        if self._takes("not"):
            denied = self.one()
            return None if denied is None else Not(denied)
        if self._takes("("):
            inside = self.either()
            return inside if self._takes(")") else None
        words = []
        while self.at < len(self.tokens) and self._here() not in _JOINING:
            words.append(self.tokens[self.at])
            self.at += 1
        return _fact(words_of(" ".join(words)), self.names)

    def _here(self) -> str:
        return self.tokens[self.at].lower().strip(",;:")

    def _takes(self, word: str) -> bool:
        there = self.at < len(self.tokens) and self._here() == word
        self.at += there
        return there


def _fact(words: Sequence[str], names: Names) -> Condition | None:
    while words and words[0] in _SILENT:
        words = words[1:]
    power, rest = _power(words, names)
    if power and rest and rest[0] in _OWNS:
        province = _province(rest[1:], names)
        return None if province is None else Owns(power, province)
    rest = [word for word in rest if word not in _SILENT]
    dislodged = rest[-1:] == ["dislodged"]
    rest = rest[:-1] if dislodged else rest
    kind = _KINDS.get(rest[0]) if rest else None
    province = _province(rest[1:] if kind else rest, names)
    return None if province is None else Stands(province, power, kind, dislodged)


def _power(words: Sequence[str], names: Names) -> tuple[str | None, Sequence[str]]:
    """Return the power that `words` begin with, if they go on, and what is left."""
    for size in range(min(_MOST_NAMES, len(words) - 1), 0, -1):
        power = find_power(words[:size], names)
        if power:
            return power, words[size:]
    return None, words


def _province(words: Sequence[str], names: Names) -> int | None:
    """Return the one province that `words` mean; the coast behind it tells no more."""
    told = [list(words)]
    if len(words) > 1 and words[-1] in names.coasts:
        told.append(list(words[:-1]))
    for find in (find_exactly, find_beginning):
        for part in told:
            found = find(part, names) if part else ()
            if len(found) == 1:
                return found[0]
    return None
