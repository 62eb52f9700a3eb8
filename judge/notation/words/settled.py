"""What the elements of a line mean by those beside them: articles, coasts, powers."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.notation.words.elements import Action, Element, Kind, Nation, Place, Shore, Verb


def settled(elements: Sequence[Element], *, doubles: bool) -> tuple[Element, ...]:
    """Return the elements with each coast as part of its place, and no article.

    `doubles` says whether there are armies of double size.
    """
    if doubles:
        elements = tuple(_doubled(elements))
    return tuple(_nations_settled(_with_coasts(_without_articles(elements))))


def _doubled(elements: Sequence[Element]) -> Iterator[Element]:
    """Yield the elements with `double army` as one of them."""
    doubled = False
    for one, follower in zip(elements, (*elements[1:], None), strict=True):
        if doubled and isinstance(one, Kind):
            doubled = False
        elif isinstance(one, Kind) and one.size > 1 and isinstance(follower, Kind):
            doubled = True
            yield replace(one, kind=follower.kind, end=follower.end)
        else:
            yield one


def _without_articles(elements: Sequence[Element]) -> list[Element]:
    """Return the elements without the `a` of `builds a fleet` and `via a convoy`."""
    before: Sequence[Element | None] = (None, *elements)
    after: Sequence[Element | None] = (*elements[1:], None)
    return [
        one
        for last, one, follower in zip(before, elements, after, strict=False)
        if not (isinstance(one, Kind) and _is_article(last, follower))
    ]


def _is_article(before: Element | None, after: Element | None) -> bool:
    match before, after:
        case _, Kind():
            return True
        case Action(verb=Verb.BY), Action(verb=Verb.CONVOY):
            return True
        case _:
            return False


def _with_coasts(elements: Sequence[Element]) -> list[Element]:
    """Return the elements with each coast as part of its place."""
    found: list[Element] = []
    at = 0
    while at < len(elements):
        one: Element = elements[at]
        taken = 1
        match elements[at : at + 4]:
            case [Place(coast=None) as place, Shore() as shore, *_]:
                one, taken = replace(place, coast=shore.code, end=shore.end), 2
            case [Nation(place=Place() as place), Shore() as shore, *_]:
                one, taken = replace(place, coast=shore.code, end=shore.end), 2
            case [Shore() as shore, Place(coast=None) as place, *_]:
                one, taken = replace(place, coast=shore.code, start=shore.start), 2
            case [Place(), Action(), Shore(), Place()]:
                pass
            case [Place(coast=None) as place, Action(verb=Verb.MOVE), Shore() as s, *_]:
                one, taken = replace(place, coast=s.code, end=s.end), 3
            case _:
                pass
        found.append(one)
        at += taken
    return found


def _nations_settled(elements: Sequence[Element]) -> Iterator[Element]:
    """Yield the elements, with `English` a province where no unit follows it."""
    before: Element | None = None
    for number, one in enumerate(elements):
        settled: Element = one
        if isinstance(one, Nation) and one.place:
            follows = elements[number + 1 : number + 3]
            if not _is_of_power(before, follows):
                settled = one.place
        before = settled
        yield settled


def _is_of_power(before: Element | None, follows: Sequence[Element]) -> bool:
    if isinstance(before, Kind):
        return False
    match follows:
        case [Kind(), *_] | [Place(), _]:
            return True
        case _:
            return False
