"""Where provinces lie, from the SVG of a variant of godip."""

import re
from collections.abc import Iterator, Mapping

from judge.boards.imports.elements import Element, tree_of
from judge.boards.imports.facts import RefusedError
from judge.boards.imports.godip.go import Tokens, joined
from judge.boards.imports.sources import Files, Source

_NUMBER = r"(-?\d+(?:\.\d+)?(?:e-?\d+)?)"
_FIRST = re.compile(rf"\s*[mM]\s*{_NUMBER}[\s,]+{_NUMBER}")
_MOVED = re.compile(rf"\s*translate\(\s*{_NUMBER}(?:[\s,]+{_NUMBER})?\s*\)\s*")
_CENTER = "Center"

Point = tuple[float, float]


def positions_of(picture: Tokens, near: Source, files: Files) -> Mapping[str, Point]:
    """Return where provinces lie, by key; nothing where the picture is not there.

    Each has an element `KEYCenter`, in a layer that may be moved as a whole.
    """
    named = joined(picture)
    found = files.find(named, near) if named else None
    if found is None:
        return {}
    try:
        return dict(_centers(tree_of(found), (0, 0)))
    except RefusedError:
        # A picture alone never stops an import.
        return {}


def _centers(element: Element, moved: Point) -> Iterator[tuple[str, Point]]:
    if transform := element.get("transform"):
        step = _MOVED.fullmatch(transform)
        if step is None:
            return
        moved = moved[0] + float(step[1]), moved[1] + float(step[2] or 0)
    name = element.get("id")
    if name.endswith(_CENTER) and "/" not in name and (at := _point(element)):
        yield name.removesuffix(_CENTER), (at[0] + moved[0], at[1] + moved[1])
    for child in element.children:
        yield from _centers(child, moved)


def _point(element: Element) -> Point | None:
    if found := _FIRST.match(element.get("d")):
        return float(found[1]), float(found[2])
    x, y = element.get("cx"), element.get("cy")
    return (
        (float(x), float(y))
        if re.fullmatch(f"{_NUMBER} {_NUMBER}", f"{x} {y}")
        else None
    )
