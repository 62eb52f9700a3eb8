"""A drawing from the ground up: cells, borders, lines, and the places in them."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from judge.boards import (
    GEOMETRY_FILE,
    BrokenVariantError,
    Geometry,
    read_variant,
    same_as,
    write_geometry,
)
from judge.engine import Geography
from judge.mapmaking.drawing.board import (
    BoardRegions,
    CrowdedError,
    Places,
    UndrawableError,
    board_of,
    read_places,
    unfolded,
    untangled,
)
from judge.mapmaking.drawing.cells import parted
from judge.mapmaking.drawing.finish import connectors, geometry_of, wrapped
from judge.mapmaking.drawing.ground import ground_of, laid_out, upright
from judge.mapmaking.drawing.lines import contracted, smoothed, strokes_of, with_lakes
from judge.mapmaking.drawing.painting import painted, plan_of, routed
from judge.mapmaking.drawing.truth import misdrawn, unreached, untruths

# Another attempt is another drawing; a map that eight do not fit needs a hand.
_ATTEMPTS = 8
# So many attempts a border is waited for that had no room in one of them.
_PATIENT = 2


@dataclass(frozen=True, slots=True)
class Attempt:
    """A drawing, the places it was made from, and what is not true about it.

    `misdrawn` are adjacencies that would be true as connectors, `unreached` those of
    named coasts, which another attempt may rather touch.
    """

    geometry: Geometry
    places: Places
    faults: list[str]
    misdrawn: tuple[str, ...] = ()
    unreached: tuple[str, ...] = ()


def draw_variant(folder: Path, cache: Path) -> tuple[str, bool]:
    """Return what came of drawing the variant in a folder, and whether it was drawn.

    The coastlines are kept in `cache`. A drawing that is not true is not written.
    """
    file = folder / GEOMETRY_FILE
    if file.exists() and (other := same_as(file.read_text(encoding="utf-8"))):
        text = f"{folder.name} is drawn as {other} is, and needs no drawing of its own"
        return f"{text}: {file.name} says so.", False
    try:
        variant = read_variant(folder)
        places = read_places(folder)
        start = places
        if "attempt" not in places.model_fields_set:
            start = untangled(variant.geography, places)
        drawn = attempted(start, partial(_tried, variant.geography, cache))
    except (BrokenVariantError, UndrawableError) as error:
        return str(error), False
    if drawn.faults:
        head = f"The drawing of {variant.name} is not true, and is not written:"
        last = "Change places.toml, or take another `attempt` there."
        return "\n".join([head, *drawn.faults, last]), False
    used = wrapped(drawn.geometry, drawn.places, places)
    geometry = drawn.geometry
    if used is not drawn.places:
        geometry = replace(geometry, connectors=connectors(geometry, used))
    text = write_geometry(geometry)
    file.write_text(text, encoding="utf-8")
    size = f"{geometry.width:g} by {geometry.height:g}, {len(text) // 1024} kB"
    here = Path.cwd()
    shown = file.relative_to(here) if file.is_relative_to(here) else file
    return f"{shown}: {size}. {decided(places, used)}Now look at it.", True


def attempted(places: Places, tried: Callable[[Places, bool], Attempt]) -> Attempt:
    """Return the first true drawing, or the last one; UndrawableError as `draw`.

    A map maker who asks for an attempt gets that attempt, with no connector that they
    did not list. `tried` is told whether borders without room become connectors at
    once; from then on the attempt is used in which fewest borders had no room.
    """
    if "attempt" in places.model_fields_set:
        return tried(places, False)
    lost: set[str] = set()
    crowds: dict[int, int] = {}
    for number in range(1, _ATTEMPTS + 1):
        if number == _PATIENT + 1:
            best = min(crowds, key=crowds.__getitem__, default=places.attempt)
            places = places.model_copy(update={"attempt": best})
        try:
            found = tried(places, number > _PATIENT)
            if not found.faults:
                break
            places, missed, never = found.places, found.misdrawn, False
            hoped = found.unreached
        except CrowdedError as crowded:
            if number == _ATTEMPTS:
                raise
            missed, never = crowded.connectors, crowded.never_fits
            hoped = ()
            crowds[places.attempt] = 0 if never else len(missed)
        given = set(places.connectors)
        sure = {*missed, *lost} if never or number > _PATIENT else lost
        missed = (*missed, *hoped)
        again = [one for one in missed if one in sure and one not in given]
        lost.update(missed)
        places = _next(places, again)
    return found


def _tried(geography: Geography, cache: Path, places: Places, yielding: bool) -> Attempt:
    geometry, used = _sketched(geography, places, cache, yielding=yielding)
    faults = untruths(geometry, geography, used)
    wrong, coasts = misdrawn(geometry, geography), unreached(geometry, geography)
    return Attempt(geometry, used, faults, wrong, coasts)


def _next(places: Places, again: Sequence[str]) -> Places:
    """Return the places for the next attempt: with more connectors, or another number.

    The borders in `again` become connectors: no flat map has them, or they had no room
    twice, or once if many attempts were made.
    """
    if again:
        return places.model_copy(update={"connectors": (*places.connectors, *again)})
    return places.model_copy(update={"attempt": places.attempt + 1})


def decided(given: Places, used: Places) -> str:
    """Return what the attempts decided, as lines for `places.toml`."""
    said = []
    if used.connectors != given.connectors:
        said.append(f"connectors = {json.dumps(used.connectors)}")
    if used.wraps != given.wraps:
        said.append(f"wraps = {json.dumps(used.wraps)}")
    if used.attempt != given.attempt:
        said.append(f"attempt = {used.attempt}")
    lines = "".join(f"\n  {one}" for one in said)
    return f"It was drawn with{lines}\n" if said else ""


def draw(geography: Geography, places: Places, cache: Path) -> Geometry:
    """Return a drawing of a board; `untruths` says whether it is true.

    UndrawableError when something in the places must be changed first.
    """
    return _sketched(geography, places, cache, yielding=False)[0]


def _sketched(
    geography: Geography, places: Places, cache: Path, *, yielding: bool
) -> tuple[Geometry, Places]:
    """Return a drawing, and the places with connectors for borders without room.

    CrowdedError when there are such borders, unless the caller is `yielding`.
    """
    folded = board_of(geography, places)
    ground = ground_of(folded, _laid_out(folded, places, geography), cache)
    chance = np.random.default_rng(places.attempt)
    routes = routed(plan_of(folded, ground, chance), yielding=yielding)
    plan = routes.plan
    lost = tuple(f"{folded.name(a)} {folded.name(b)}" for a, b in routes.lost)
    places = places.model_copy(update={"connectors": (*places.connectors, *lost)})
    names = [province.abbreviation for province in geography.provinces]
    labels = parted(plan, painted(routes, ground, chance), names)
    board = unfolded(geography, places)
    lakes = ground.lakes.tolist()
    board = with_lakes(plan, labels, board, lakes, places.lakes)
    strokes = strokes_of(plan.mesh, labels)
    strokes = contracted(board, strokes, float(np.median(plan.reach)) / 2)
    strokes = smoothed(board, strokes, known_coasts=ground.land is not None)
    at = ground.middles.tolist()
    middles = {folded.name(n): (x, y) for n, (x, y) in enumerate(at)}
    drawing = geometry_of(board, geography, strokes, ground, middles)
    drawing = replace(drawing, twins=places.twins)
    return replace(drawing, connectors=connectors(drawing, places)), places


def _laid_out(board: BoardRegions, places: Places, geography: Geography) -> Places:
    """Return the places with positions, made up where there are none."""
    if places.places:
        return places
    at = upright(laid_out(board), geography)
    return places.model_copy(update={"places": at})
