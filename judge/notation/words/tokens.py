"""The words and signs of a line, and the words that may be one name together."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.notation.normal import folded
from judge.notation.words.elements import KIND_OF, VERB_OF

_TOKEN = re.compile(r"(?P<dash>(?:[-=~]+ ?)?>+|-+|~+)|(?P<word>[^\W_]+(?:'[^\W_]+)*)|[^\s.]")
_JOINTS = {"-", "+"}


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a sign; `key` is folded, `tight` if no blank stands before it."""

    key: str
    start: int
    end: int
    is_word: bool
    tight: bool


@dataclass(frozen=True, slots=True)
class Run:
    """Some words that follow each other, and at which tokens they stand."""

    words: tuple[str, ...]
    at: tuple[int, ...]
    start: int
    end: int

    @property
    def next(self) -> int:
        """Return the number of the token after them."""
        return self.at[-1] + 1

    @property
    def has_order_word(self) -> bool:
        """Return whether a word of it is a verb, or a kind of unit."""
        return any(word in VERB_OF or word in KIND_OF for word in self.words)


def tokens_of(line: str) -> tuple[Token, ...]:
    """Return the words and signs of a plain line; full stops are none."""
    tokens = []
    end = -1
    for match in _TOKEN.finditer(line):
        is_word = bool(match["word"])
        key = folded(match[0]) if is_word else match[0]
        if match["dash"] and key != "-":
            key = "->"
        tight = match.start() == end
        end = match.end()
        tokens.append(Token(key, match.start(), end, is_word, tight))
    return tuple(tokens)


def runs_from(tokens: Sequence[Token], at: int, longest: int) -> Iterator[Run]:
    """Yield the words from a token on: one, two, and so on.

    A dash between them counts as part of a name only where no blank is around it.
    """
    words: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    start = tokens[at].start if at < len(tokens) else 0
    while at < len(tokens) and tokens[at].is_word and len(words) < longest:
        words, places = (*words, tokens[at].key), (*places, at)
        yield Run(words, places, start, tokens[at].end)
        at += 2 if _is_joined(tokens[at + 1 : at + 3]) else 1


def _is_joined(tokens: Sequence[Token]) -> bool:
    if len(tokens) < 2 or tokens[0].key not in _JOINTS:
        return False
    return all(token.tight for token in tokens)
