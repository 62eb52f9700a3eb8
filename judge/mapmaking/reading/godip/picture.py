"""Where provinces lie, from the SVG of a variant of godip."""

import re
from collections.abc import Iterator, Mapping

from judge.mapmaking.reading.elements import Element, tree_of
from judge.mapmaking.reading.facts import RefusedError
from judge.mapmaking.reading.godip.go import Tokens, joined
from judge.mapmaking.reading.sources import Files, Source

_NUMBER = r"(-?\d+(?:\.\d+)?(?:e-?\d+)?)"
_FIRST = re.compile(rf"\s*[mM]\s*{_NUMBER}[\s,]+{_NUMBER}")
_STEP = re.compile(r"(\w+)\(([^()]*)\)[\s,]*")
_CENTER = "Center"

Point = tuple[float, float]
# As in SVG: x becomes a x + c y + e, and y becomes b x + d y + f.
Matrix = tuple[float, float, float, float, float, float]
_STILL: Matrix = (1, 0, 0, 1, 0, 0)


def positions_of(picture: Tokens, near: Source, files: Files) -> Mapping[str, Point]:
    """Return where provinces lie, by key; nothing where the picture is not there.

    Each has an element `KEYCenter`, in a layer that may be moved or scaled as a whole.
    """
    named = joined(picture)
    found = files.find(named, near) if named else None
    if found is None:
        return {}
    try:
        return dict(_centers(tree_of(found), _STILL))
    except RefusedError:
        # A picture alone never stops an import.
        return {}


def _centers(element: Element, moved: Matrix) -> Iterator[tuple[str, Point]]:
    for name, given in _STEP.findall(element.get("transform")):
        step = _step(name, [float(one) for one in re.findall(_NUMBER, given)])
        if step is None:
            return
        moved = _both(moved, step)
    name = element.get("id")
    if name.endswith(_CENTER) and "/" not in name and (at := _point(element)):
        yield name.removesuffix(_CENTER), _both(moved, (1, 0, 0, 1, *at))[4:]
    for child in element.children:
        yield from _centers(child, moved)


def _step(name: str, given: list[float]) -> Matrix | None:
    """Return what one step of a transformation does; nothing where it turns."""
    match name, given:
        case "translate", [x, *rest]:
            return 1, 0, 0, 1, x, rest[0] if rest else 0
        case "scale", [x, *rest]:
            return x, 0, 0, rest[0] if rest else x, 0, 0
        case "matrix", [a, b, c, d, e, f]:
            return a, b, c, d, e, f
        case _:
            return None


def _both(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    g, h, i, j, x, y = inner
    first, second = (a * g + c * h, b * g + d * h), (a * i + c * j, b * i + d * j)
    return *first, *second, a * x + c * y + e, b * x + d * y + f


def _point(element: Element) -> Point | None:
    if found := _FIRST.match(element.get("d")):
        return float(found[1]), float(found[2])
    x, y = element.get("cx"), element.get("cy")
    return (float(x), float(y)) if re.fullmatch(f"{_NUMBER} {_NUMBER}", f"{x} {y}") else None
