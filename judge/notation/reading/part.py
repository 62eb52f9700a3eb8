"""One part of a line: one order, or several with `and` or a full stop between them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from judge.engine import Declare, Order, Vote, power_of
from judge.notation.mistakes import Ambiguous, Mistake, Trouble, Unreadable
from judge.notation.names import near_names, words_of
from judge.notation.reading.beside import is_courtesy, without_courtesy
from judge.notation.reading.lines import OrderPiece, bare
from judge.notation.sayings import read_saying, said_beside, sayings_like, without_words_beside
from judge.notation.sentence.doubt import doubt_about, first_doubt, is_legal, orders_instead
from judge.notation.sentence.order_reader import Alternatives, OrderReader, Sentence, written
from judge.notation.sentence.phrase import orders_of
from judge.notation.words.cut import elements_of
from judge.notation.words.elements import Unknown
from judge.notation.words.others import said_of_all

_LIKE_A_NAME = 0.6  # as in sentence/typo.py: at 0.7 `Nor. Sae` is no Norwegian Sea
_SENTENCE_END = re.compile(r"\. *(?=[^\W_])| +(?:and|&) +", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ReadOrder:
    """One order of a line as it was written, what it is, and the notes beside it.

    One `of_the_rest` is only for a unit that no other line of the letter is about.
    """

    text: str
    result: Order | Mistake
    notes: tuple[str, ...] = ()
    of_the_rest: bool = False


def read_part(part: OrderPiece, sentence: Sentence) -> list[ReadOrder]:
    """Return what a part is: one sentence, or where that fails several of them."""
    said = _said(sentence)
    if said is not None:
        return [ReadOrder(part.text, said, part.notes)]
    line, words = without_words_beside(part.text, sentence.reader.variant)
    of_all = said_of_all(line)
    result = _read(replace(sentence, line=of_all or line))
    if isinstance(result, Mistake):
        return (
            _read_several(part, sentence)
            or _read_politely(part, sentence)
            or [ReadOrder(part.text, _hinted(result, sentence), part.notes)]
        )
    beside = tuple(filter(None, (words, *part.notes)))
    said_too = dict(_said_beside(beside, result, sentence))
    notes = tuple(one for one in beside if one not in said_too)
    return [
        *(
            ReadOrder(part.text, _as_vote(order, sentence), notes, of_all is not None)
            for order in result
        ),
        *(ReadOrder(part.text, declared) for declared in said_too.values()),
    ]


def _hinted(mistake: Mistake, sentence: Sentence) -> Mistake:
    """Return the mistake with what a saying is like that begins with the same word."""
    power, variant = sentence.power, sentence.reader.variant
    like = sayings_like(sentence.line, power, variant) if power else ()
    if not like or not isinstance(mistake, Unreadable):
        return mistake
    return replace(mistake, part=sentence.line, suggestion=like)


def _said_beside(
    notes: Sequence[str], orders: Sequence[Order], sentence: Sentence
) -> Iterator[tuple[str, Declare]]:
    """Yield which of the words behind an order are a saying, and what they say."""
    reader = sentence.reader
    for note, order in product(notes, orders):
        declared = said_beside(order, note, reader.position, reader.variant)
        if declared is not None:
            yield note, declared


def _said(sentence: Sentence) -> Declare | None:
    """Return the sentence of a rule of the variant that this is, or None."""
    power, variant = sentence.power, sentence.reader.variant
    return read_saying(sentence.line, power, variant) if power else None


def _as_vote(order: Order, sentence: Sentence) -> Order:
    """Return the order to a unit that nobody plays as what its writer wants of it."""
    reader = sentence.reader
    nobody = {side.name for side in reader.variant.neutrals}
    voter = reader.power
    if voter is None or voter in nobody or power_of(order) not in nobody:
        return order
    return Vote(voter, order)


def _read_politely(part: OrderPiece, sentence: Sentence) -> list[ReadOrder]:
    """Return what the part is without the courtesy in it, or nothing if it has none."""
    plain = without_courtesy(part.text, sentence.reader.names)
    if plain == part.text or not plain:
        return []
    found = read_part(replace(part, text=plain), replace(sentence, line=plain))
    return [replace(one, text=part.text) for one in found if not _is_half(one.result)]


def _is_half(result: Order | Mistake) -> bool:
    """Return whether an order lacks what was taken for courtesy: `A Ven - Ty`."""
    lacking = (Trouble.NO_TARGET, Trouble.NO_VERB, Trouble.EMPTY)
    return isinstance(result, Unreadable) and result.reason in lacking


def _read_several(part: OrderPiece, sentence: Sentence) -> list[ReadOrder]:
    """Return the sentences between full stops and `and`, if all of them are good.

    What follows a full stop and is nothing like an order is a note.
    """
    for match in _SENTENCE_END.finditer(part.text):
        first = part.text[: match.start()]
        orders = _read(replace(sentence, line=first))
        if isinstance(orders, Mistake):
            continue
        rest = bare(part.text[match.end() :])
        head = [ReadOrder(first, order, part.notes) for order in orders]
        if match[0].startswith(".") and _is_remark(rest, sentence.reader):
            return [replace(one, notes=(*part.notes, rest)) for one in head]
        tail = read_part(OrderPiece(rest), replace(sentence, line=rest))
        return [] if any(isinstance(t.result, Mistake) for t in tail) else head + tail
    return []


def _is_remark(text: str, reader: OrderReader) -> bool:
    """Return whether no word of `text` is of an order, nor the typo of a name."""
    if is_courtesy(text):
        return True
    if not all(isinstance(one, Unknown) for one in elements_of(text, reader.names)):
        return False
    keys = ("".join(words_of(one)) for one in (text, *text.split()[:1]))
    return not any(near_names(key, reader.names, _LIKE_A_NAME) for key in keys)


def _read(sentence: Sentence) -> tuple[Order, ...] | Mistake:
    elements = elements_of(sentence.line, sentence.reader.names)
    doubtful = first_doubt(elements)
    if doubtful is not None:
        return doubt_about(sentence, elements, doubtful)
    match orders_of(sentence, elements):
        case Alternatives(part=part, orders=orders):
            return _one_of(orders, part, sentence)
        case Unreadable() as mistake:
            corrected = orders_instead(mistake.corrected, sentence)
            return replace(mistake, corrected=corrected)
        case orders:
            return orders


def _one_of(
    orders: Sequence[Order], part: str, sentence: Sentence
) -> tuple[Order, ...] | Ambiguous:
    """Return the only order that is possible, or that two or more are.

    Where none is possible the first is as good as any: what is wrong is told of it.
    """
    reader = sentence.reader
    possible = [order for order in orders if is_legal(order, reader)]
    if len(possible) < 2:
        return (*possible, *orders)[:1]
    told = tuple(written(order, reader) for order in possible)
    return Ambiguous(sentence.line, part, told)
