"""Telling an order that failed from words that never were an order."""

import re
from collections.abc import Iterator

from judge.notation.names import Names, near_names, words_of
from judge.notation.sentence.order_reader import Elements
from judge.notation.sentence.typo import kind_meant
from judge.notation.words.cut import elements_of
from judge.notation.words.elements import (
    Action,
    Element,
    Kind,
    Nation,
    Number,
    Place,
    Unclear,
    Unknown,
    Verb,
)
from judge.notation.words.others import said_of_all

# At 0.74 `Hold your horses` and `A long way to Moscow` are orders; at 0.84 `build
# Parris` is none. In a long name more may be wrong: at 0.78 `Norwegain Sae` is none.
_LIKE_A_NAME = 0.76
_LIKE_A_LONG_NAME = 0.7
_SHORT = re.compile(
    r"hold|build|disband|remove|retreat|waive"
    r"|(?:i|we|do not|don't|never)(?: will| hereby)? waive"
    r"(?: (?:the|a|my|our|one|\d+))?(?: builds?)?",
    re.IGNORECASE,
)
_NEVER_FIRST = frozenset(("i", "we", "you", "he", "she", "they", "it", "who", "if"))
_SIGNS_AND_LETTERS = frozenset(("-", "->", ">", "=>")) | frozenset("hscmtrdb")


def is_like_sentence(line: str, names: Names) -> bool:
    """Return whether one plain sentence was meant as an order, right or wrong.

    It was if a province or a unit stands beside a verb, and no more of the words are
    strange than are known. A typo of a name counts as known. A whole order is one
    whatever stands around it.
    """
    elements = elements_of(line, names)
    if said_of_all(line) or _SHORT.fullmatch(line) or _has_whole_order(elements):
        return True
    elements = tuple(_without_typos(line, elements, names))
    strange = sum(isinstance(one, Unknown) for one in elements)
    verbs = {one.verb for one in elements if isinstance(one, Action)}
    if not strange and _is_for_all(verbs):
        return True
    if strange < 2 and _is_waive(elements):
        return True
    if strange > len(elements) - strange or not _begins_like_one(line, elements):
        return False
    places = sum(isinstance(one, Place | Unclear) for one in elements)
    kinds = _units_named(elements)
    if isinstance(elements[0], Kind) and places:
        return bool(verbs) or places > 1 or strange < 2
    says = bool(verbs - {Verb.ALL})
    return (says and places + kinds > 0) or (not strange and places + kinds > 1)


def _has_whole_order(elements: Elements) -> bool:
    """Return whether `A Par - Bur`, `A Par H` or `hold all` is among the words.

    Words between the unit and what it does may deny it: `A Par does not move to Bur`.
    """
    for at in range(len(elements)):
        match elements[at : at + 3]:
            case [Kind(), Place(), Action() | Place()]:
                return True
            case [Kind(), Place(), Unknown()]:
                if any(map(_goes_on, elements[at + 3 :], elements[at + 4 :])):
                    return True
            case [Action(verb=Verb.HOLD), Action(verb=Verb.ALL), *_]:
                return at == 0
            case _:
                continue
    return False


def _goes_on(one: Element, other: Element) -> bool:
    return isinstance(one, Action) and isinstance(other, Place | Kind)


def _without_typos(line: str, elements: Elements, names: Names) -> Iterator[Element]:
    at = 0
    while at < len(elements):
        for length in (2, 1):
            meant = _meant(line, elements[at : at + length], names)
            if meant:
                break
        yield meant or elements[at]
        at += length


def _meant(line: str, run: Elements, names: Names) -> Element | None:
    """Return the unit or province that a strange word, or two of them, may be."""
    if not all(isinstance(one, Unknown) for one in run):
        return None
    start, end = run[0].start, run[-1].end
    key = "".join(words_of(line[start:end]))
    kind = kind_meant(key)
    if kind:
        return Kind(kind, start, end)
    alike = _LIKE_A_NAME if len(run) == 1 else _LIKE_A_LONG_NAME
    near = near_names(key, names, alike)
    return Place(near[0].found[0], None, start, end) if near else None


def _is_waive(elements: Elements) -> bool:
    """Return whether it begins like `waive one`."""
    match elements:
        case [Action(verb=Verb.WAIVE), *_] | [Nation(), Action(verb=Verb.WAIVE), *_]:
            return True
        case _:
            return False


def _is_for_all(verbs: set[Verb]) -> bool:
    return verbs >= {Verb.ALL, Verb.HOLD} or Verb.WAIVE in verbs


def _begins_like_one(line: str, elements: Elements) -> bool:
    match elements:
        case [Unknown() as first, Action(), *_]:
            return line[first.start : first.end].lower() not in _NEVER_FIRST
        case [Unknown(), *_] | [Action(), Unknown(), *_] | []:
            return False
        # Whoever writes `Italy moved to Tyrolia` tells a story.
        case [Nation(), Unknown() | Action(), *_]:
            return False
        case [Kind(), Place(), Unknown() as strange, Unknown(), *_]:
            return not line[strange.start].isalpha()
        case [Kind() as kind, Unknown() | Action(), *rest]:
            return _is_unit(line, kind, elements[1], rest)
        case _:
            return True


def _is_unit(line: str, kind: Kind, after: Element, rest: Elements) -> bool:
    """Return whether `a` is an army; it is none in `A toast to Paris`."""
    if kind.end - kind.start > 1 and isinstance(after, Unknown):
        return True
    verb = rest[0] if isinstance(after, Unknown) and rest else after
    return line[verb.start : verb.end].lower() in _SIGNS_AND_LETTERS


def _units_named(elements: Elements) -> int:
    """Return how many units are named; an `a` amid a sentence is no army."""
    before: tuple[Element | None, ...] = (None, *elements[:-1])
    return sum(
        isinstance(one, Kind) and (last is None or isinstance(last, Action | Nation | Number))
        for last, one in zip(before, elements, strict=True)
    )
