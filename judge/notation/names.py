"""The words for provinces, coasts and powers of one variant, looked up tolerantly.

A word is found by its whole name, abbreviation or alias first, and only then as the
beginning of one; a beginning that several provinces share finds all of them.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from types import MappingProxyType

from rapidfuzz import process
from rapidfuzz.distance import OSA

from judge.engine import Geography, Province, Variant, largest_army
from judge.notation.normal import folded, plain_text

# As long as abbreviations are: of two letters, `be` and `is` would be names, too.
SHORTEST_PREFIX = 3
_MOST_NEAR = 12  # names that are looked at more closely; no case needs more than six
NEVER_A_TYPO = frozenset(("and", "then", "but", "with", "if", "when", "for", "you"))
_DIRECTIONS = {
    "n": ("north", "northern", "nth"),
    "s": ("south", "southern", "sth"),
    "e": ("east", "eastern"),
    "w": ("west", "western"),
}
_GULF = ("gulf", "g")
_SAINT = ("st", "saint", "s", "sankt")
_LINKS = frozenset({"of", "the", "de", "and"})
_NO_BEGINNINGS = frozenset({"at", "me", "o"})
_TOO_COMMON = frozenset({"sea", "ocean", "coast"}) | _LINKS


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """All words of a variant, folded.

    `exact` maps words joined by a blank, or by nothing, to provinces; `glued` has
    province and coast as one word; `tails` are the names from each of their words on,
    sorted, with their province; `phrases` are the words of each name by its first letter,
    at most `longest` of them with links; `spelled` are the names and tails that a typo is
    compared to, `keys` these alone.
    `doubles` says whether there are armies of double size.
    """

    variant: Variant
    full: tuple[str, ...]
    exact: Mapping[str, tuple[int, ...]]
    glued: Mapping[str, tuple[int, str]]
    tails: tuple[tuple[str, int], ...]
    phrases: Mapping[str, tuple[tuple[tuple[str, ...], int], ...]]
    coasts: Mapping[str, str]
    powers: Mapping[str, str]
    letters: Mapping[str, str]
    spelled: Mapping[str, tuple[int, ...]]
    keys: tuple[str, ...]
    longest: int
    doubles: bool = False


@dataclass(frozen=True, slots=True)
class Near:
    """A name without blanks, how alike it is from 0 to 1, and who has it."""

    key: str
    score: float
    found: tuple[int, ...]


@lru_cache(maxsize=64)
def names_of(variant: Variant) -> Names:
    """Return the names of `variant`, compiled once."""
    board = variant.geography
    exact = _exact(board.provinces)
    tails = tuple(sorted(set(_tails(board.provinces))))
    phrases: dict[str, tuple[tuple[tuple[str, ...], int], ...]] = {}
    for number, province in enumerate(board.provinces):
        for words in sorted(filter(None, _phrases(province))):
            letter = words[0][0]
            phrases[letter] = (*phrases.get(letter, ()), (words, number))
    spelled = _spelled(exact, tails)
    return Names(
        variant=variant,
        full=tuple(province.name for province in board.provinces),
        exact=MappingProxyType(exact),
        glued=MappingProxyType(_glued(board)),
        tails=tails,
        phrases=MappingProxyType(phrases),
        coasts=MappingProxyType(_coasts(board)),
        powers=MappingProxyType(_powers(variant)),
        letters=MappingProxyType({p.letter.upper(): p.name for p in variant.powers}),
        spelled=MappingProxyType(spelled),
        keys=tuple(spelled),
        longest=max(_lengths(variant, exact)),
        doubles=largest_army(variant) > 1,
    )


def _lengths(variant: Variant, exact: Iterable[str]) -> Iterator[int]:
    for power in variant.sides:
        yield max(len(words_of(power.name)), len(words_of(power.adjective)))
    yield from (len(name.split()) for name in exact)


@lru_cache(maxsize=2048)
def words_of(text: str) -> tuple[str, ...]:
    """Return the folded words of a name as a variant's file has it."""
    text = folded(plain_text(text))
    return tuple("".join(c if c.isalnum() else " " for c in text).split())


def find_exactly(words: Sequence[str], names: Names) -> tuple[int, ...]:
    """Return the provinces that are called just `words`."""
    return names.exact.get(" ".join(words)) or names.exact.get("".join(words), ())


def places_meant(unit: str, names: Names) -> tuple[int, ...]:
    """Return the provinces that the name of a unit means, by its whole or a beginning.

    The coast behind it tells nothing more.
    """
    first, *others = words_of(unit) or ("",)
    has_kind = others and first in ("a", "f", "army", "fleet")
    words = others if has_kind else (first, *others)
    found = (
        find(part, names) for find in (find_exactly, find_beginning) for part in (words, words[:-1])
    )
    return next(filter(None, found), ())


def find_beginning(words: Sequence[str], names: Names) -> tuple[int, ...]:
    """Return the provinces with a name that begins with `words`, each a beginning."""
    if len(words) == 1:
        return _with_tail(words[0], names)
    words = [word for word in words if word not in _LINKS]
    telling = {word for word in words if len(word) >= SHORTEST_PREFIX}
    if len(words) < 2 or not (telling - _TOO_COMMON or words[0] in _SAINT):
        return ()
    found = {
        number
        for phrase, number in names.phrases.get(words[0][0], ())
        if len(phrase) >= len(words) and all(map(_begins, words, phrase))
    }
    return tuple(sorted(found))


def find_power(words: Sequence[str], names: Names) -> str | None:
    """Return the power whose name or adjective is `words`, or begins with them."""
    key = "".join(words)
    if key in names.powers or len(key) < SHORTEST_PREFIX:
        return names.powers.get(key)
    found = {power for name, power in names.powers.items() if name.startswith(key)}
    return found.pop() if len(found) == 1 else None


@lru_cache(maxsize=4096)
def near_names(key: str, names: Names, cutoff: float) -> tuple[Near, ...]:
    """Return the names that `key`, words without blanks, may be a typo of, best first.

    `cutoff` is how alike they must be, from 0 to 1.
    """
    if len(key) < SHORTEST_PREFIX or key in NEVER_A_TYPO:
        return ()
    found = process.extract(
        key, names.keys, scorer=OSA.normalized_similarity, score_cutoff=cutoff, limit=_MOST_NEAR
    )
    return tuple(Near(name, score, names.spelled[name]) for name, score, _ in found)


def _with_tail(word: str, names: Names) -> tuple[int, ...]:
    if len(word) < SHORTEST_PREFIX or word in _TOO_COMMON:
        return ()
    found = set()
    for tail, number in names.tails[bisect_left(names.tails, (word, -1)) :]:
        if not tail.startswith(word):
            break
        found.add(number)
    return tuple(sorted(found))


def _begins(word: str, whole: str) -> bool:
    return whole.startswith(word) and word not in _NO_BEGINNINGS


def _exact(provinces: Sequence[Province]) -> dict[str, tuple[int, ...]]:
    """Return words to provinces; the file's own stand before those made from them."""
    exact: dict[str, tuple[int, ...]] = {}
    abbreviations = [[p.abbreviation] for p in provinces]
    names = [[p.name] for p in provinces]
    aliases = [list(p.aliases) for p in provinces]
    for level in (abbreviations, names, aliases):
        _add(exact, [[words_of(text) for text in texts] for texts in level])
    _add(exact, [list(_variations(p)) for p in provinces])
    return exact


def _add(exact: dict[str, tuple[int, ...]], level: Iterable[Iterable[tuple[str, ...]]]) -> None:
    new: dict[str, set[int]] = {}
    for number, phrases in enumerate(level):
        for words in phrases:
            for key in (" ".join(words), "".join(words)):
                new.setdefault(key, set()).add(number)
    for key, numbers in new.items():
        exact.setdefault(key, tuple(sorted(numbers)))


def _variations(province: Province) -> Iterator[tuple[str, ...]]:
    """Yield the phrases with St, Saint or S., N., Gulf of or Gulf."""
    for text in (province.name, *province.aliases):
        words = words_of(text)
        if len(words) > 1:
            for chosen in product(*(_choices(word) for word in words)):
                yield tuple(word for word in chosen if word)


def _choices(word: str) -> tuple[str, ...]:
    if word in _SAINT:
        return _SAINT
    if word in _GULF:
        return _GULF
    if word in _LINKS:
        return (word, "")
    for letter, directions in _DIRECTIONS.items():
        if word in directions:
            return (word, letter, *directions[2:])
    return (word,)


def _phrases(province: Province) -> set[tuple[str, ...]]:
    texts = (province.name, *province.aliases)
    return {tuple(word for word in words_of(text) if word not in _LINKS) for text in texts}


def _tails(provinces: Sequence[Province]) -> Iterator[tuple[str, int]]:
    """Yield each name from each of its words on, with links and without."""
    for number, province in enumerate(provinces):
        for text in (province.name, *province.aliases):
            words = words_of(text)
            for start, word in enumerate(words):
                rest = words[start:]
                if start == 0 or word not in _TOO_COMMON:
                    yield "".join(rest), number
                    yield "".join(one for one in rest if one not in _LINKS), number


def _spelled(
    exact: Mapping[str, tuple[int, ...]], tails: Iterable[tuple[str, int]]
) -> dict[str, tuple[int, ...]]:
    spelled: dict[str, tuple[int, ...]] = {}
    for tail, number in tails:
        if len(tail) >= SHORTEST_PREFIX:
            spelled[tail] = (*spelled.get(tail, ()), number)
    return {**spelled, **{key: exact[key] for key in exact if " " not in key}}


def _glued(board: Geography) -> dict[str, tuple[int, str]]:
    return {
        "".join(words_of(text)) + coast.code: (number, coast.code)
        for number, province in enumerate(board.provinces)
        for coast in province.coasts
        for text in (province.abbreviation, province.name)
    }


def _coasts(board: Geography) -> dict[str, str]:
    """Return the words for coasts: `nc`, `north coast`, `n coast`, `n`, `north`."""
    words = {}
    for letter, directions in _DIRECTIONS.items():
        for direction in (letter, *directions):
            for form in ("", "c", "coast"):
                words[direction + form] = f"{letter}c"
    for province in board.provinces:
        for coast in province.coasts:
            words["".join(words_of(coast.name))] = words[coast.code] = coast.code
    return words


def _powers(variant: Variant) -> dict[str, str]:
    words = {}
    for power in variant.sides:
        for text in (power.name, power.adjective):
            key = "".join(words_of(text))
            words[key] = words[key + "s"] = power.name
    return words
