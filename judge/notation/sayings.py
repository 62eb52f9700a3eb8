"""The sentences that rules of a variant add to orders (sayings): writing and reading them.

`write_saying` writes the form of files and programs. `read_saying` reads every form.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from judge.engine import (
    Declare,
    Geography,
    Move,
    MovementOrder,
    Order,
    Position,
    Saying,
    Variant,
    check_order,
)
from judge.notation.names import Names, find_beginning, find_exactly, find_power, names_of, words_of

_LONGEST_NAME = 5  # words
# Other words for those of sayings, and words that may be left out.
_SYNONYMS = {
    **dict.fromkeys(("allow", "authorise", "authorize", "permits"), "permit"),
    **dict.fromkeys(("loan", "lends", "loans"), "lend"),
    **dict.fromkeys(("stay", "stays", "remains"), "remain"),
    "enters": "enter",
}
_FILLERS = frozenset(("i", "we", "hereby", "please", "the", "center", "centers"))
_Gaps = tuple[int | None, str | None]


def sayings_of(variant: Variant) -> tuple[Saying, ...]:
    """Return all sayings of a variant, including those of options that a game does not use."""
    by_pattern = {s.pattern: s for rule in variant.every_rule for s in rule.sayings}
    return tuple(by_pattern.values())


def write_saying(order: Declare, geography: Geography) -> str:
    """Return a saying with its names filled in."""
    text = order.pattern
    if order.province is not None:
        place = geography.provinces[order.province].abbreviation
        text = text.replace("<province>", place)
    return text.replace("<power>", order.other or "")


def read_saying(line: str, power: str, variant: Variant) -> Declare | None:
    """Return `line` as a saying, or None if it is none.

    Names are looked up as in orders; a name with two meanings matches nothing.
    """
    words = [_SYNONYMS.get(word, word) for word in words_of(line)]
    names = names_of(variant)
    for attempt in (words, [word for word in words if word not in _FILLERS]):
        for saying in sayings_of(variant):
            for province, other in _matches(attempt, _pattern(saying), names):
                return Declare(power, saying.pattern, province, other)
    return None


def is_like_saying(line: str, variant: Variant) -> bool:
    """Return whether `line` begins like a saying of any power."""
    first_words = [words[:1] for words in map(_pattern, sayings_of(variant))]
    return len(line.split()) > 2 and _first_word(line) in first_words


def sayings_like(line: str, power: str, variant: Variant) -> tuple[str, ...]:
    """Return the patterns of sayings of `power` that begin with the first word of `line`."""
    first = _first_word(line)
    return tuple(
        saying.pattern
        for saying in sayings_of(variant)
        if _pattern(saying)[:1] == first and power in (saying.powers or (power,))
    )


def saying_beside(order: Order, words: str, position: Position, variant: Variant) -> Declare | None:
    """Return the saying whose short form is `words`, written after `order`, or None."""
    if not words or not isinstance(order, MovementOrder):
        return None
    moves = isinstance(order, Move)
    place = order.target if isinstance(order, Move) else order.unit.location
    province = variant.geography.province_of[place]
    for saying in sayings_of(variant):
        declared = Declare(order.unit.power, saying.pattern, province)
        fits = saying.beside == words.lower() and saying.move == moves
        if fits and check_order(declared, declared.power, position, variant) is None:
            return declared
    return None


def without_words_beside(line: str, variant: Variant) -> tuple[str, str]:
    """Return `line` without the short form of a saying at its end, and that short form."""
    for saying in sayings_of(variant):
        if saying.beside and line.lower().endswith(f" {saying.beside}"):
            cut = len(line) - len(saying.beside)
            return line[:cut].rstrip(), line[cut:]
    return line, ""


def _first_word(line: str) -> list[str]:
    """Return a list of the first word that is no filler, or an empty one."""
    words = [_SYNONYMS.get(word, word) for word in words_of(line)]
    return [word for word in words if word not in _FILLERS][:1]


def _pattern(saying: Saying) -> list[str]:
    """Return the words of a pattern, with synonyms unified."""
    words = saying.pattern.lower().split()
    return [_SYNONYMS.get(word, word) for word in words]


def _matches(words: Sequence[str], pattern: Sequence[str], names: Names) -> Iterator[_Gaps]:
    """Yield the province and power in the gaps, for each way in which `words` match the pattern."""
    if not pattern:
        if not words:
            yield None, None
        return
    head, *rest = pattern
    if head in _FINDERS:
        for length in range(1, min(len(words), _LONGEST_NAME) + 1):
            gaps = _FINDERS[head](words[:length], names)
            for province, power in _matches(words[length:], rest, names):
                if gaps is not None:
                    yield ((province if gaps[0] is None else gaps[0]), gaps[1] or power)
    elif words and words[0] == head:
        yield from _matches(words[1:], rest, names)


def _find_province(words: Sequence[str], names: Names) -> _Gaps | None:
    """Return the province that `words` name unambiguously, as filled gaps."""
    provinces = find_exactly(words, names) or find_beginning(words, names)
    return (provinces[0], None) if len(provinces) == 1 else None


def _find_power(words: Sequence[str], names: Names) -> _Gaps | None:
    """Return the power that `words` name, as filled gaps."""
    power = find_power(words, names)
    return (None, power) if power else None


_FINDERS: Mapping[str, Callable[[Sequence[str], Names], _Gaps | None]] = {
    "<province>": _find_province,
    "<power>": _find_power,
}
