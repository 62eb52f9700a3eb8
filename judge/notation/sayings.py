"""The sentences that rules of a variant add to the language, written and read.

`write_saying` writes them for files and programs. `read_saying` reads them everywhere.
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
# Words that say the same as those of sayings, and words that may be left out.
_SAME = {
    **dict.fromkeys(("allow", "authorise", "authorize", "permits"), "permit"),
    **dict.fromkeys(("loan", "lends", "loans"), "lend"),
    **dict.fromkeys(("stay", "stays", "remains"), "remain"),
    "enters": "enter",
}
_FILLERS = frozenset(("i", "we", "hereby", "please", "the", "center", "centers"))
_Named = tuple[int | None, str | None]


def sayings_of(variant: Variant) -> tuple[Saying, ...]:
    """Return the sentences that players of a game may write, options and all."""
    rules = [
        *variant.rules.special,
        *(r for option in variant.options for c in option.choices for r in c.rules),
    ]
    found = {saying.pattern: saying for rule in rules for saying in rule.sayings}
    return tuple(found.values())


def write_saying(order: Declare, geography: Geography) -> str:
    """Return a sentence of a rule with the names that it is said of."""
    text = order.pattern
    if order.province is not None:
        place = geography.provinces[order.province].abbreviation
        text = text.replace("<province>", place)
    return text.replace("<power>", order.other or "")


def read_saying(line: str, power: str, variant: Variant) -> Declare | None:
    """Return the sentence of a rule that `line` is, or None.

    Names are found as in orders; one that could mean two things is none.
    """
    words = [_SAME.get(word, word) for word in words_of(line)]
    names = names_of(variant)
    for told in (words, [word for word in words if word not in _FILLERS]):
        for saying in sayings_of(variant):
            for province, other in _matches(told, _pattern(saying), names):
                return Declare(power, saying.pattern, province, other)
    return None


def is_like_saying(line: str, variant: Variant) -> bool:
    """Return whether `line` begins as a sentence of a rule, of whatever power."""
    begun = [words[:1] for words in map(_pattern, sayings_of(variant))]
    return len(line.split()) > 2 and _first_word(line) in begun


def sayings_like(line: str, power: str, variant: Variant) -> tuple[str, ...]:
    """Return the patterns that begin as `line` does, which is no saying of `power`."""
    first = _first_word(line)
    return tuple(
        saying.pattern
        for saying in sayings_of(variant)
        if _pattern(saying)[:1] == first and power in (saying.powers or (power,))
    )


def said_beside(order: Order, words: str, position: Position, variant: Variant) -> Declare | None:
    """Return what the words behind an order to a unit say as well, if anything."""
    if not words or not isinstance(order, MovementOrder):
        return None
    moves = isinstance(order, Move)
    place = order.target if isinstance(order, Move) else order.unit.location
    province = variant.geography.province_of[place]
    for saying in sayings_of(variant):
        said = Declare(order.unit.power, saying.pattern, province)
        fits = saying.beside == words.lower() and saying.move == moves
        if fits and check_order(said, said.power, position, variant) is None:
            return said
    return None


def without_words_beside(line: str, variant: Variant) -> tuple[str, str]:
    """Return the order at the beginning of `line`, and words of a saying behind it."""
    for saying in sayings_of(variant):
        if saying.beside and line.lower().endswith(f" {saying.beside}"):
            cut = len(line) - len(saying.beside)
            return line[:cut].rstrip(), line[cut:]
    return line, ""


def _first_word(line: str) -> list[str]:
    words = [_SAME.get(word, word) for word in words_of(line)]
    return [word for word in words if word not in _FILLERS][:1]


def _pattern(saying: Saying) -> list[str]:
    words = saying.pattern.lower().split()
    return [_SAME.get(word, word) for word in words]


def _matches(words: Sequence[str], pattern: Sequence[str], names: Names) -> Iterator[_Named]:
    """Yield what `words` name, in each way in which they follow the pattern."""
    if not pattern:
        if not words:
            yield None, None
        return
    head, *rest = pattern
    if head in _FOUND:
        for length in range(1, min(len(words), _LONGEST_NAME) + 1):
            named = _FOUND[head](words[:length], names)
            for province, power in _matches(words[length:], rest, names):
                if named is not None:
                    yield ((province if named[0] is None else named[0]), named[1] or power)
    elif words and words[0] == head:
        yield from _matches(words[1:], rest, names)


def _find_province(words: Sequence[str], names: Names) -> _Named | None:
    found = find_exactly(words, names) or find_beginning(words, names)
    return (found[0], None) if len(found) == 1 else None


def _find_power(words: Sequence[str], names: Names) -> _Named | None:
    power = find_power(words, names)
    return (None, power) if power else None


_FOUND: Mapping[str, Callable[[Sequence[str], Names], _Named | None]] = {
    "<province>": _find_province,
    "<power>": _find_power,
}
