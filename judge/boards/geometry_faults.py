"""What is wrong with a drawing in itself, whatever the rules say of its board."""

from collections.abc import Iterator
from itertools import combinations, pairwise

from judge.boards.geometry import Geometry, Inset, Ring

_ZOOM = (1.2, 8.0)  # how much larger an inset is of use


def faults(geometry: Geometry) -> list[str]:
    """Return what is wrong with rings, names and insets, each in words.

    Rings are closed, and every side of an arc is in its ring, once.
    """
    return [
        *_ring_faults(geometry),
        *_name_faults(geometry),
        *_page_faults(geometry),
        *_inset_faults(geometry),
    ]


def _ring_faults(geometry: Geometry) -> Iterator[str]:
    owners: dict[int, str | None] = {}
    rings = [(key, ring) for key, plot in geometry.provinces.items() for ring in plot.rings]
    for key, ring in [*rings, *((None, ring) for ring in geometry.void)]:
        if trouble := _ring_trouble(key, ring, geometry):
            yield f"a ring of {key or 'the void'} {trouble}"
        if twice := owners.keys() & set(ring):
            yield f"arc {min(twice)} is in two rings of {key}"
        owners.update(dict.fromkeys(ring, key))
    for number, arc in enumerate(geometry.arcs):
        for index, side in ((number, arc.left), (~number, arc.right)):
            if side is not None and index not in owners:
                yield f"arc {number} is in no ring of {side}"


def _ring_trouble(key: str | None, ring: Ring, geometry: Geometry) -> str:
    if not ring:
        return "is empty"
    for index in ring:
        number = max(index, ~index)
        if number >= len(geometry.arcs):
            return f"has no arc {number}"
        arc = geometry.arcs[number]
        if (arc.left if index >= 0 else arc.right) != key:
            return f"has arc {index} on its wrong hand"
    lines = [geometry.walked(index) for index in ring]
    if any(one[-1] != two[0] for one, two in pairwise([*lines, lines[0]])):
        return "is not closed"
    return ""


def _name_faults(geometry: Geometry) -> Iterator[str]:
    named = {name for one in geometry.connectors for name in (one.one, one.other)}
    named |= {name for twins in geometry.twins for name in twins}
    for unknown in sorted(named - geometry.provinces.keys()):
        yield f"{unknown} is no province of the drawing"
    for lake in sorted(set(geometry.lakes) - set(geometry.unplayed())):
        yield f"the lake {list(lake)} is no unplayed ground"


def _page_faults(geometry: Geometry) -> Iterator[str]:
    if not _is_within(geometry.shown, geometry.whole):
        yield "the page is no part of the drawing"


def _inset_faults(geometry: Geometry) -> Iterator[str]:
    for inset in geometry.insets:
        if min(inset.width, inset.height) <= 0:
            yield f"the inset {inset.name} has no size"
            return
        if not _is_within(inset, geometry.shown):
            yield f"the inset {inset.name} is not inside the picture"
    for one, other in combinations(geometry.insets, 2):
        if _overlap(one, other):
            yield f"the insets {one.name} and {other.name} overlap"
    for inset in geometry.insets:
        zoom = geometry.zoom(inset)
        if not _ZOOM[0] <= zoom <= _ZOOM[1]:
            yield f"the inset {inset.name} would be shown {zoom:.1f} times as large"


def _is_within(part: Inset, whole: Inset) -> bool:
    (x, y), (left, top) = part.corner, whole.corner
    beside = x < left or x + part.width > left + whole.width
    beyond = y < top or y + part.height > top + whole.height
    return min(part.width, part.height) > 0 and not (beside or beyond)


def _overlap(one: Inset, other: Inset) -> bool:
    (x, y), (u, v) = one.corner, other.corner
    beside = u >= x + one.width or x >= u + other.width
    return not beside and v < y + one.height and y < v + other.height
