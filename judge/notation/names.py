"""The names of provinces, coasts and powers of one variant, with tolerant lookup.

Words are looked up first as a whole name, abbreviation or alias, then as the beginning of one. A
beginning shared by several provinces yields all of them. A name in another language counts only as
a whole: it has no beginnings, and no typo is corrected to it. So the words of the board keep their
meaning, however many languages a variant knows. Before that, `plain_text` normalizes a
line: dashes, arrows, quotation marks, spaces and look-alike letters get one form each, invisible
characters are removed, leftovers of mail encodings are decoded.
"""

import html
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from types import MappingProxyType

from rapidfuzz import process
from rapidfuzz.distance import OSA

from judge.engine import Geography, Province, Variant, largest_army

_VARIANTS_OF = {
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\u00af\u2500\u2501\ufe58",
    "->": "\u2192\u21d2\u21a6\u21e8\u21fe\u27f6\u27f9\u279c\u279d\u279e\u2794\u2799"
    "\u27a1\u27a4\u2b95\uf0e0\uf0e8\u25ba\u25b6\u25b8\u203a\u00bb",
    "'": "\u2018\u2019\u201a\u201b\u02bc\u00b4\u2032\u0060",
    '"': "\u201c\u201d\u201e\u201f\u2033\u00ab",
    "\n": "\r\u2028\u2029\u0085\u000b\u000c\u001c\u001d\u001e",
    " ": "\t_",
    "~": "\u223c\u02dc",
}
# Letters of other alphabets that look like Latin ones: Cyrillic, then Greek.
_LOOK_ALIKE = {
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425": ("ABEKMHOPCTYX"),
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb": ("aeopcyxijsdh"),
    "\u0406\u0408\u0405\u04ae\u050c\u051a\u051c": "IJSYGQW",
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5"
    "\u03a7": "ABEZHIKMNOPTYX",
    "\u03bf\u03bd\u03b9\u03b1\u03c1": "oviap",
}
_PLAIN = {
    **{ord(char): plain for plain, variants in _VARIANTS_OF.items() for char in variants},
    **{
        ord(char): latin
        for letters, latins in _LOOK_ALIKE.items()
        for char, latin in zip(letters, latins, strict=True)
    },
}
_FOLDED = str.maketrans(
    {"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d"}
    | {"þ": "th", "\u0131": "i", "ħ": "h", "'": None}
)
_INVISIBLE = frozenset({"Cf", "Cc", "Co", "Cs", "Cn", "Mn", "Me"})
_QUOTED_PRINTABLE = re.compile(r"(?:=[0-9A-F]{2})+")
# Only a pair is a quotation; a single guillemet may be an arrow.
_GUILLEMETS = re.compile("\u00ab([^\u00bb\n]*)\u00bb")
_BLANKS = re.compile(r"[^\S\n]+")


def plain_text(text: str) -> str:
    """Return `text` with one form of each dash, arrow, space and letter; line ends are kept.

    Accents are removed; upper and lower case stay.
    """
    text = html.unescape(_QUOTED_PRINTABLE.sub(_decoded, text))
    text = _GUILLEMETS.sub(r'"\1"', text)
    if text.isascii() and text.isprintable():
        return _BLANKS.sub(" ", text.translate(_PLAIN)).strip(" ")
    text = unicodedata.normalize("NFKD", text.translate(_PLAIN)).translate(_PLAIN)
    # Bullets, ticks and emoji divide words.
    text = "".join(
        " " if char >= "\U0001f000" or unicodedata.category(char) == "So" else char for char in text
    )
    visible = (char for char in text if char == "\n" or _is_visible(char))
    return _BLANKS.sub(" ", "".join(visible)).strip(" ")


def folded(text: str) -> str:
    """Return plain text in the form used for comparison: no case, accents or apostrophes."""
    text = text.casefold().translate(_FOLDED)
    if text.isascii() and text.isprintable():
        return text
    text = unicodedata.normalize("NFKD", text)
    return "".join(char for char in text if _is_visible(char))


def _decoded(match: re.Match[str]) -> str:
    """Return the text of a sequence of quoted-printable octets."""
    octets = bytes.fromhex(match[0].replace("=", ""))
    return octets.decode("utf-8", errors="replace").replace("\ufffd", " ")


def _is_visible(char: str) -> bool:
    return unicodedata.category(char) not in _INVISIBLE


# The length of an abbreviation. With two letters `be` and `is` would be beginnings of names.
SHORTEST_PREFIX = 3
_MOST_NEAR = 12  # names compared more closely; no test case needs more than six
# Small words that are never corrected to a name.
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
    """All words of a variant, folded for comparison; provinces are indices."""

    variant: Variant
    #: The full name of each province.
    full: tuple[str, ...]
    #: Whole names, abbreviations and aliases, their words joined by a space or by nothing.
    exact: Mapping[str, tuple[int, ...]]
    #: Province and coast written as one word: `stpsc`.
    glued: Mapping[str, tuple[int, str]]
    #: Each name from each of its words to its end, with the province; sorted.
    tails: tuple[tuple[str, int], ...]
    #: The words among `exact` that are whole names of provinces, in any language.
    whole: frozenset[str]
    #: The first words of the names in `whole`.
    openings: frozenset[str]
    #: The words of each name with its province, by the first letter.
    phrases: Mapping[str, tuple[tuple[tuple[str, ...], int], ...]]
    #: The codes of coasts, by word.
    coasts: Mapping[str, str]
    #: The powers by name or adjective.
    powers: Mapping[str, str]
    #: The powers by their letter.
    letters: Mapping[str, str]
    #: The words with which a typo is compared, and their provinces.
    spelled: Mapping[str, tuple[int, ...]]
    #: The keys of `spelled`.
    keys: tuple[str, ...]
    #: The number of words of the longest name.
    longest: int
    #: Whether the variant has armies of double size.
    doubles: bool = False


@dataclass(frozen=True, slots=True)
class Near:
    """A possible correction of a typo: a name without spaces, its similarity, its provinces.

    The similarity is from 0 to 1.
    """

    key: str
    score: float
    provinces: tuple[int, ...]


@lru_cache(maxsize=64)
def names_of(variant: Variant) -> Names:
    """Return the names of `variant`; the result is cached."""
    board = variant.geography
    exact = _exact(board.provinces)
    tails = tuple(sorted(set(_tails(board.provinces))))
    phrases: dict[str, tuple[tuple[tuple[str, ...], int], ...]] = {}
    for number, province in enumerate(board.provinces):
        for words in sorted(filter(None, _phrases(province))):
            letter = words[0][0]
            phrases[letter] = (*phrases.get(letter, ()), (words, number))
    spelled = _spelled(exact, tails)
    foreign = _foreign(board.provinces, tails)
    exact |= {key: numbers for key, numbers in foreign.items() if key not in exact}
    power_names = [name for power in variant.sides for name in (power.name, power.adjective)]
    lengths = (*map(len, map(words_of, power_names)), *(len(name.split()) for name in exact))
    whole = frozenset((*foreign, *(" ".join(words_of(p.name)) for p in board.provinces)))
    return Names(
        variant=variant,
        full=tuple(province.name for province in board.provinces),
        exact=MappingProxyType(exact),
        whole=whole,
        openings=frozenset(name.partition(" ")[0] for name in whole),
        glued=MappingProxyType(_glued(board)),
        tails=tails,
        phrases=MappingProxyType(phrases),
        coasts=MappingProxyType(_coasts(board)),
        powers=MappingProxyType(_powers(variant)),
        letters=MappingProxyType({p.letter.upper(): p.name for p in variant.powers}),
        spelled=MappingProxyType(spelled),
        keys=tuple(spelled),
        longest=max(lengths),
        doubles=largest_army(variant) > 1,
    )


@lru_cache(maxsize=2048)
def words_of(text: str) -> tuple[str, ...]:
    """Return the folded words of `text`."""
    text = folded(plain_text(text))
    return tuple("".join(c if c.isalnum() else " " for c in text).split())


def find_exactly(words: Sequence[str], names: Names) -> tuple[int, ...]:
    """Return the provinces with exactly the name `words`."""
    return names.exact.get(" ".join(words)) or names.exact.get("".join(words), ())


def provinces_named(unit: str, names: Names) -> tuple[int, ...]:
    """Return the provinces whose name, or a beginning of it, is in a player's text for a unit.

    A kind of unit before the name and a coast after it are ignored.
    """
    first, *others = words_of(unit) or ("",)
    has_kind = others and first in ("a", "f", "army", "fleet")
    words = others if has_kind else (first, *others)
    matches = (
        find(part, names) for find in (find_exactly, find_beginning) for part in (words, words[:-1])
    )
    return next(filter(None, matches), ())


def find_beginning(words: Sequence[str], names: Names) -> tuple[int, ...]:
    """Return the provinces with a name whose words begin with the words of `words`, in sequence."""
    if len(words) == 1:
        return _with_tail(words[0], names.tails)
    words = [word for word in words if word not in _LINKS]
    long_words = {word for word in words if len(word) >= SHORTEST_PREFIX}
    if len(words) < 2 or not (long_words - _TOO_COMMON or words[0] in _SAINT):
        return ()
    provinces = {
        number
        for phrase, number in names.phrases.get(words[0][0], ())
        if len(phrase) >= len(words) and all(map(_begins, words, phrase))
    }
    return tuple(sorted(provinces))


def find_power(words: Sequence[str], names: Names) -> str | None:
    """Return the power whose name or adjective is `words`, or the only one that begins with it."""
    key = "".join(words)
    if key in names.powers or len(key) < SHORTEST_PREFIX:
        return names.powers.get(key)
    candidates = {power for name, power in names.powers.items() if name.startswith(key)}
    return candidates.pop() if len(candidates) == 1 else None


@lru_cache(maxsize=4096)
def near_names(key: str, names: Names, cutoff: float) -> tuple[Near, ...]:
    """Return the names of which `key` (words without spaces) may be a typo, best first.

    `cutoff` is the lowest similarity, from 0 to 1.
    """
    if len(key) < SHORTEST_PREFIX or key in NEVER_A_TYPO:
        return ()
    matches = process.extract(
        key, names.keys, scorer=OSA.normalized_similarity, score_cutoff=cutoff, limit=_MOST_NEAR
    )
    return tuple(Near(name, score, names.spelled[name]) for name, score, _ in matches)


def _with_tail(word: str, tails: Sequence[tuple[str, int]]) -> tuple[int, ...]:
    """Return the provinces with a tail (see `_tails`) that begins with `word`."""
    if len(word) < SHORTEST_PREFIX or word in _TOO_COMMON:
        return ()
    provinces = set()
    for tail, number in tails[bisect_left(tails, (word, -1)) :]:
        if not tail.startswith(word):
            break
        provinces.add(number)
    return tuple(sorted(provinces))


def _begins(word: str, whole: str) -> bool:
    """Return whether `word` begins `whole`; `at`, `me` and `o` are too common to count."""
    return whole.startswith(word) and word not in _NO_BEGINNINGS


def _exact(provinces: Sequence[Province]) -> dict[str, tuple[int, ...]]:
    """Return the names by word; names in the variant's file precede forms derived from them."""
    exact: dict[str, tuple[int, ...]] = {}
    abbreviations = [[p.abbreviation] for p in provinces]
    names = [[p.name] for p in provinces]
    aliases = [list(p.aliases) for p in provinces]
    for level in (abbreviations, names, aliases):
        _add(exact, [[words_of(text) for text in texts] for texts in level])
    _add(exact, [list(_variations(p)) for p in provinces])
    return exact


def _foreign(
    provinces: Sequence[Province], tails: Sequence[tuple[str, int]]
) -> dict[str, tuple[int, ...]]:
    """Return the provinces by their names in other languages.

    A word that begins a name of the board means that name too: `Roma` is Rome, or Romania.
    """
    foreign: dict[str, tuple[int, ...]] = {}
    _add(foreign, [[words_of(text) for text in p.foreign] for p in provinces])
    return {
        key: tuple(sorted({*numbers, *_with_tail(key, tails)})) for key, numbers in foreign.items()
    }


def _add(exact: dict[str, tuple[int, ...]], level: Iterable[Iterable[tuple[str, ...]]]) -> None:
    """Add the phrases of one level to `exact`, unless an earlier level has the same words.

    `level` has the phrases of each province, in the order of the map.
    """
    new: dict[str, set[int]] = {}
    for number, phrases in enumerate(level):
        for words in phrases:
            for key in (" ".join(words), "".join(words)):
                new.setdefault(key, set()).add(number)
    for key, numbers in new.items():
        exact.setdefault(key, tuple(sorted(numbers)))


def _variations(province: Province) -> Iterator[tuple[str, ...]]:
    """Yield other forms of a name: Saint or St, N. or North, Gulf of or Gulf."""
    for text in (province.name, *province.aliases):
        words = words_of(text)
        if len(words) > 1:
            for chosen in product(*(_alternatives(word) for word in words)):
                yield tuple(word for word in chosen if word)


def _alternatives(word: str) -> tuple[str, ...]:
    """Return the words that may stand for `word`; "" means that it may be left out."""
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
    """Return the words of a province's name and aliases, without links such as `of`."""
    texts = (province.name, *province.aliases)
    return {tuple(word for word in words_of(text) if word not in _LINKS) for text in texts}


def _tails(provinces: Sequence[Province]) -> Iterator[tuple[str, int]]:
    """Yield the tails of each name: from one of its words to the end, with and without links.

    Gulf of Lyon has the tails `gulfoflyon`, `gulflyon` and `lyon`.
    """
    for number, province in enumerate(provinces):
        for text in (province.name, *province.aliases):
            words = words_of(text)
            for start, word in enumerate(words):
                rest = words[start:]
                if start == 0 or word not in _TOO_COMMON:
                    yield "".join(rest), number
                    yield "".join(word for word in rest if word not in _LINKS), number


def _spelled(
    exact: Mapping[str, tuple[int, ...]], tails: Iterable[tuple[str, int]]
) -> dict[str, tuple[int, ...]]:
    """Return the words with which a typo is compared, with their provinces."""
    spelled: dict[str, tuple[int, ...]] = {}
    for tail, number in tails:
        if len(tail) >= SHORTEST_PREFIX:
            spelled[tail] = (*spelled.get(tail, ()), number)
    return {**spelled, **{key: exact[key] for key in exact if " " not in key}}


def _glued(board: Geography) -> dict[str, tuple[int, str]]:
    """Return province and coast by their words written as one: `stpsc`."""
    return {
        "".join(words_of(text)) + coast.code: (number, coast.code)
        for number, province in enumerate(board.provinces)
        for coast in province.coasts
        for text in (province.abbreviation, province.name)
    }


def _coasts(board: Geography) -> dict[str, str]:
    """Return the codes of coasts by word: `nc`, `north coast`, `n coast`, `n`, `north`."""
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
    """Return the powers by name or adjective, with or without an `s` at its end."""
    words = {}
    for power in variant.sides:
        for text in (power.name, power.adjective):
            key = "".join(words_of(text))
            words[key] = words[key + "s"] = power.name
    return words
