"""Conditions of orders: the state of the board for which the lines below an IF count.

`A ROM`, `ENGLAND F NTH`, `A ROM DISLODGED`, `FRANCE OWNS MUN`, joined by NOT, AND, OR and brackets.
Any other text is no condition; nothing is guessed.
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
    """A unit is in `province`, of `power` and `kind` if these are not None."""

    province: int
    power: str | None = None
    kind: UnitKind | None = None
    #: Whether the unit must be dislodged.
    dislodged: bool = False


@dataclass(frozen=True, slots=True)
class Owns:
    """`power` owns the center in `province`."""

    power: str
    province: int


@dataclass(frozen=True, slots=True)
class Not:
    """`condition` is false."""

    condition: "Condition"


@dataclass(frozen=True, slots=True)
class Both:
    """Both conditions are true."""

    first: "Condition"
    second: "Condition"


@dataclass(frozen=True, slots=True)
class Either:
    """At least one of two conditions is true."""

    first: "Condition"
    second: "Condition"


Condition = Stands | Owns | Not | Both | Either


def case_word(line: str) -> str:
    """Return the keyword with which `line` begins: `IF`, `ELSE IF`, `ELSE`, `ENDIF`, or "".

    No text may follow ELSE and ENDIF; a condition must follow the others.
    """
    match = _CASE_WORD.match(line)
    if match is None:
        return ""
    word = " ".join(match[1].upper().split()).replace("ELSEIF", "ELSE IF")
    word = word.replace("END IF", "ENDIF")
    nothing_follows = not any(map(str.isalnum, match[2]))
    return word if nothing_follows is (word in ("ELSE", "ENDIF")) else ""


def read_condition(text: str, names: Names) -> Condition | None:
    """Return the condition in `text`, with or without IF and THEN around it, or None."""
    condition_text = _OPENING.sub("", _OPENING.sub("", text.strip()).strip()).strip()
    tokens = _TOKEN.findall(condition_text)
    if not tokens or len(tokens) > _LONGEST:
        return None
    reading = _Reading(tokens, names)
    condition = reading.either()
    return condition if reading.at == len(tokens) else None


@dataclass(slots=True)
class _Reading:
    """A recursive descent over the tokens of a condition, from index `at` on."""

    tokens: Sequence[str]
    names: Names
    at: int = 0

    def either(self) -> Condition | None:
        """Return conditions joined by OR, which binds least."""
        condition = self.both()
        while condition is not None and self._takes("or"):
            other = self.both()
            condition = None if other is None else Either(condition, other)
        return condition

    def both(self) -> Condition | None:
        """Return conditions joined by AND."""
        condition = self.one()
        while condition is not None and self._takes("and"):
            other = self.one()
            condition = None if other is None else Both(condition, other)
        return condition

    def one(self) -> Condition | None:
        """Return a single fact, a negated one, or a condition in brackets."""
        if self._takes("not"):
            negated = self.one()
            return None if negated is None else Not(negated)
        if self._takes("("):
            condition = self.either()
            return condition if self._takes(")") else None
        words = []
        while self.at < len(self.tokens) and self._here() not in _JOINING:
            words.append(self.tokens[self.at])
            self.at += 1
        return _fact(words_of(" ".join(words)), self.names)

    def _here(self) -> str:
        return self.tokens[self.at].lower().strip(",;:")

    def _takes(self, word: str) -> bool:
        """Return whether the next token is `word`, and step over it if so."""
        matches = self.at < len(self.tokens) and self._here() == word
        self.at += matches
        return matches


def _fact(words: Sequence[str], names: Names) -> Condition | None:
    """Return the condition that `words` state, or None."""
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
    """Return the power with which `words` begin, if more follow, and the other words."""
    for size in range(min(_MOST_NAMES, len(words) - 1), 0, -1):
        power = find_power(words[:size], names)
        if power:
            return power, words[size:]
    return None, words


def _province(words: Sequence[str], names: Names) -> int | None:
    """Return the one province that `words` name, or None; a coast after the name is ignored."""
    attempts = [list(words)]
    if len(words) > 1 and words[-1] in names.coasts:
        attempts.append(list(words[:-1]))
    for find in (find_exactly, find_beginning):
        for part in attempts:
            provinces = find(part, names) if part else ()
            if len(provinces) == 1:
                return provinces[0]
    return None
