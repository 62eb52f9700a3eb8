"""Telling an order that failed from words that never were an order."""

from judge.notation.sentence.elements import (
    Action,
    Element,
    Kind,
    Nation,
    Place,
    Unclear,
    Unknown,
    Verb,
)
from judge.notation.sentence.reader import Elements


def is_like_order(elements: Elements) -> bool:
    """Return whether elements were meant as an order, right or wrong.

    They were if a province or a unit stands beside a verb, and no more of the words
    are strange than are known.
    """
    strange = sum(isinstance(one, Unknown) for one in elements)
    verbs = {one.verb for one in elements if isinstance(one, Action)}
    if not strange and (verbs >= {Verb.ALL, Verb.HOLD} or Verb.WAIVE in verbs):
        return True
    if strange > len(elements) - strange or not _begins_like_one(elements):
        return False
    places = sum(isinstance(one, Place | Unclear) for one in elements)
    kinds = _units_named(elements)
    if isinstance(elements[0], Kind) and places:
        return True
    return bool(verbs and (places or kinds)) or (not strange and places + kinds > 1)


def _begins_like_one(elements: Elements) -> bool:
    match elements:
        case [Unknown(), Action(), *_]:
            return True
        case [Unknown(), *_] | []:
            return False
        case _:
            return True


def _units_named(elements: Elements) -> int:
    """Return how many units are named; an `a` amid a sentence is no army."""
    before: tuple[Element | None, ...] = (None, *elements[:-1])
    return sum(
        isinstance(one, Kind) and (last is None or isinstance(last, Action | Nation))
        for last, one in zip(before, elements, strict=True)
    )
