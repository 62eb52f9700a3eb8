"""What a sentence with a strange or unclear word may have meant."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.engine import Order, check_order, power_of
from judge.notation.mistakes import Ambiguous, Mistake, Trouble, Unreadable
from judge.notation.sentence.order_reader import (
    Alternatives,
    Elements,
    OrderReader,
    Sentence,
    written,
)
from judge.notation.sentence.phrase import orders_of
from judge.notation.sentence.typo import Guess, guesses_at, strange_run
from judge.notation.words.cut import elements_of
from judge.notation.words.elements import Unclear, Unknown

# Each guess is read as a whole order, and so is each word of it: these bound how often.
# No line of tests/cases needs more than two guesses.
_MOST_CANDIDATES = 12
_MOST_GUESSES = 6
_MOST_WORDS = 3  # as many lines as one can choose from at a glance
# In elements; a support of a convoy over a coast has about as many. In longer lines, a
# second typo is not looked for, since the readings multiply.
_LONGEST_WITH_TWO = 14


@dataclass(frozen=True, slots=True)
class _Meaning:
    """A guess with the words that are likeliest on the board, and orders with them."""

    guess: Guess
    words: tuple[str, ...]
    orders: tuple[Order, ...]


def first_doubt(elements: Elements) -> int | None:
    """Return where the first strange or unclear word is, or None."""
    for at, element in enumerate(elements):
        if isinstance(element, Unclear | Unknown):
            return at
    return None


def doubt_about(sentence: Sentence, elements: Elements, at: int) -> Mistake:
    """Return what is not understood in the sentence from the doubtful element on."""
    twice = len(elements) <= _LONGEST_WITH_TWO
    meaning = _meaning(sentence, elements, at, twice=twice)
    doubtful = elements[at]
    if meaning is None and isinstance(doubtful, Unclear):
        return _unclear(sentence, doubtful)
    run = meaning.guess.part if meaning else strange_run(sentence, elements, at)
    return Unreadable(
        line=sentence.line,
        part=sentence.text(run),
        reason=Trouble.UNKNOWN,
        suggestion=meaning.words if meaning else (),
        corrected=_told(meaning.orders if meaning else (), sentence),
    )


def orders_instead(texts: Sequence[str], sentence: Sentence) -> tuple[str, ...]:
    """Return the legal orders that `texts` are, written as the judge writes them."""
    orders = [order for text in texts for order in _orders(text, sentence)]
    return _told([one for one in orders if is_legal(one, sentence.reader)], sentence)


def is_legal(order: Order, reader: OrderReader) -> bool:
    """Return whether the order is possible, whatever the others do."""
    power = power_of(order)
    nobody = {side.name for side in reader.variant.neutrals}
    if reader.power not in {None, power} and power not in nobody:
        return False
    return check_order(order, power, reader.position, reader.variant) is None


def _told(orders: Sequence[Order], sentence: Sentence) -> tuple[str, ...]:
    return tuple(dict.fromkeys(written(order, sentence.reader) for order in orders))


def _meaning(sentence: Sentence, elements: Elements, at: int, *, twice: bool) -> _Meaning | None:
    """Return the likeliest guess with which the line is an order, or else of all."""
    guesses = guesses_at(sentence, elements, at)[:_MOST_GUESSES]
    for guess in guesses:
        found = {
            word: _orders(_with(word, guess, sentence), sentence, twice=twice)
            for word in guess.words
        }
        if any(found.values()):
            return _likeliest(guess, found, sentence.reader)
    if guesses:
        return _Meaning(guesses[0], guesses[0].words[:_MOST_WORDS], ())
    return None


def _likeliest(guess: Guess, found: dict[str, tuple[Order, ...]], reader: OrderReader) -> _Meaning:
    """Return the most similar word and those with which the order is legal."""
    legal = {
        word: tuple(order for order in orders if is_legal(order, reader))
        for word, orders in found.items()
    }
    possible = [word for word in guess.words if legal[word]]
    words = dict.fromkeys((*possible, guess.words[0]) if possible else guess.words)
    kept = tuple(words)[:_MOST_WORDS]
    return _Meaning(guess, kept, tuple(one for word in kept for one in legal[word]))


def _with(word: str, guess: Guess, sentence: Sentence) -> str:
    start, end = guess.part[0].start, guess.part[-1].end
    return f"{sentence.line[:start]}{word}{sentence.line[end:]}"


def _orders(text: str, sentence: Sentence, *, twice: bool = False) -> tuple[Order, ...]:
    """Return what `text` orders; of one more typo in it the cure, if `twice`."""
    changed = replace(sentence, line=text)
    elements = elements_of(text, sentence.reader.names)
    at = first_doubt(elements)
    if at is not None:
        again = _meaning(changed, elements, at, twice=False) if twice else None
        return again.orders if again else ()
    match orders_of(changed, elements):
        case Alternatives(orders=orders) | tuple(orders):
            return orders
        case Unreadable():
            return ()


def _unclear(sentence: Sentence, element: Unclear) -> Ambiguous:
    reader = sentence.reader
    provinces = element.provinces[:_MOST_CANDIDATES]
    texts = [reader.geography.locations[one].text for one in provinces]
    whole = orders_instead([sentence.instead(element, one) for one in texts], sentence)
    names = tuple(reader.names.full[one] for one in provinces)
    return Ambiguous(sentence.line, sentence.text([element]), whole or names)
