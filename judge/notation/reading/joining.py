"""What two lines of a letter say together: one that was wrapped, and a short answer."""

from typing import TypeGuard

from judge.engine import Build, Move, Order, Retreat
from judge.notation.mistakes import Ambiguous, Mistake
from judge.notation.names import words_of
from judge.notation.reading.beside import without_courtesy
from judge.notation.reading.lines import plain_line, without_bullet
from judge.notation.reading.part import ReadOrder
from judge.notation.reading.read import read_line, read_order
from judge.notation.sentence.order_reader import Elements, OrderReader
from judge.notation.words.cut import elements_of
from judge.notation.words.elements import Action, Kind, Unknown, Verb

_OF_COASTS = frozenset(("of", "the", "on", "at", "to", "its", "it", "is"))


def joined(first: str, second: str, reader: OrderReader) -> str | None:
    """Return the line that was wrapped into these two, or None if they are not one.

    They are when, and only when, the second cannot stand alone and the first can go on:
    together they are orders, in which something of the second line has a part.
    """
    if not first.strip() or not second.strip() or _stands_alone(first, second, reader):
        return None
    line = f"{first.rstrip()} {second.strip()}"
    found = read_line(line, reader)
    if not found or not all(map(_is_order, found)) or _is_note(first, line, reader):
        return None
    return line


def settled(question: str, answer: str, reader: OrderReader) -> Order | None:
    """Return the order of the line that was asked about, on the coast of the answer.

    `question` is a line that two or more coasts left open, `answer` a coast: `NC`,
    `south coast`, `the north coast, please`, `Spain (sc)`; None if it is no such pair.
    """
    found = read_line(question, reader)
    code = _coast_said(answer, reader)
    if len(found) != 1 or not code:
        return None
    match found[0].result:
        case Ambiguous(candidates=candidates):
            orders = (read_order(one, reader) for one in candidates)
            return next((one for one in orders if _is_on(one, code, reader)), None)
        case _:
            return None


def _is_on(order: Order | Mistake, code: str, reader: OrderReader) -> TypeGuard[Order]:
    """Return whether it is an order that goes to this coast, or builds there."""
    match order:
        case Move(target=location) | Retreat(target=location) | Build(location=location):
            coast = reader.geography.locations[location].coast
            return coast is not None and coast.code == code
        case _:
            return False


def _stands_alone(first: str, second: str, reader: OrderReader) -> bool:
    """Return whether the second line is an order itself, or begins as one of them.

    Behind an open dash a place goes on, even where a unit stands in it.
    """
    elements = elements_of(without_bullet(plain_line(second), dash=True), reader.names)
    has_kind = bool(elements) and isinstance(elements[0], Kind)
    if _is_open(elements_of(plain_line(first), reader.names)) and not has_kind:
        return False
    return any(map(_is_order, read_line(second, reader)))


def _is_open(elements: Elements) -> bool:
    last = elements[-1] if elements else None
    return isinstance(last, Action) and last.verb is Verb.MOVE


def _is_order(one: ReadOrder) -> bool:
    return not isinstance(one.result, Mistake)


def _is_note(first: str, line: str, reader: OrderReader) -> bool:
    """Return whether nothing of the second line is of an order: a word of thanks."""
    text = plain_line(line)
    cut = len(plain_line(first))
    behind = (one for one in elements_of(text, reader.names) if one.end > cut)
    return all(isinstance(one, Unknown) for one in behind)


def _coast_said(answer: str, reader: OrderReader) -> str:
    """Return the code of the coast that is said, or nothing."""
    names = reader.names
    text = without_courtesy(plain_line(answer), names)
    words = [word for word in words_of(text) if word not in _OF_COASTS]
    for size in (2, 1):
        for start in range(len(words) - size + 1):
            code = names.coasts.get("".join(words[start : start + size]))
            rest = [*words[:start], *words[start + size :]]
            if code and all(word in names.exact for word in rest):
                return code
    return ""
