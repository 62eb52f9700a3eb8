"""Draw a board: cells, borders, lines, and places in provinces; repeat until no fault is left."""

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

# Another attempt gives another drawing; after eight failures the map maker has to help.
_ATTEMPTS = 8
# A border without room becomes a connector after this many attempts.
_PATIENT = 2


@dataclass(frozen=True, slots=True)
class Attempt:
    """A drawing, the places used for it, and its faults."""

    geometry: Geometry
    places: Places
    faults: list[str]
    #: Adjacencies that the drawing lacks; connectors could show them.
    misdrawn: tuple[str, ...] = ()
    #: The same for adjacencies of named coasts, which another attempt may draw.
    unreached: tuple[str, ...] = ()


def draw_variant(folder: Path, cache: Path) -> tuple[str, bool]:
    """Draw the variant in a folder; return a report, and whether a drawing was written.

    The coastlines are cached in `cache`. A drawing with faults is not written.
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
        attempt = best_attempt(start, partial(_attempt, variant.geography, cache))
    except (BrokenVariantError, UndrawableError) as error:
        return str(error), False
    if attempt.faults:
        head = f"The drawing of {variant.name} is not true, and is not written:"
        last = "Change places.toml, or take another `attempt` there."
        return "\n".join([head, *attempt.faults, last]), False
    used = wrapped(attempt.geometry, attempt.places, places)
    geometry = attempt.geometry
    if used is not attempt.places:
        geometry = replace(geometry, connectors=connectors(geometry, used))
    text = write_geometry(geometry)
    file.write_text(text, encoding="utf-8")
    size = f"{geometry.width:g} by {geometry.height:g}, {len(text) // 1024} kB"
    here = Path.cwd()
    shown = file.relative_to(here) if file.is_relative_to(here) else file
    return f"{shown}: {size}. {decided(places, used)}Now look at it.", True


def best_attempt(places: Places, make: Callable[[Places, bool], Attempt]) -> Attempt:
    """Return the first attempt without faults, or the last attempt; raises the same as `draw`.

    If the map maker chose an attempt, it is made as it is, without connectors that they did not
    list. The second argument of `make` tells whether borders without room become connectors
    immediately. In the first attempts they do not. The later attempts repeat the number of the
    attempt in which the fewest borders had no room.
    """
    if "attempt" in places.model_fields_set:
        return make(places, False)
    lost: set[str] = set()
    crowds: dict[int, int] = {}
    for number in range(1, _ATTEMPTS + 1):
        if number == _PATIENT + 1:
            best = min(crowds, key=crowds.__getitem__, default=places.attempt)
            places = places.model_copy(update={"attempt": best})
        try:
            attempt = make(places, number > _PATIENT)
            if not attempt.faults:
                break
            places, missing, never_fits = attempt.places, attempt.misdrawn, False
            uncertain = attempt.unreached
        except CrowdedError as crowded:
            if number == _ATTEMPTS:
                raise
            missing, never_fits = crowded.connectors, crowded.never_fits
            uncertain = ()
            crowds[places.attempt] = 0 if never_fits else len(missing)
        listed = set(places.connectors)
        certain = {*missing, *lost} if never_fits or number > _PATIENT else lost
        missing = (*missing, *uncertain)
        new_connectors = [text for text in missing if text in certain and text not in listed]
        lost.update(missing)
        places = _next(places, new_connectors)
    return attempt


def _attempt(geography: Geography, cache: Path, places: Places, yielding: bool) -> Attempt:
    """Return one attempt with its faults."""
    geometry, used = _sketched(geography, places, cache, yielding=yielding)
    faults = untruths(geometry, geography, used)
    wrong, coasts = misdrawn(geometry, geography), unreached(geometry, geography)
    return Attempt(geometry, used, faults, wrong, coasts)


def _next(places: Places, new_connectors: Sequence[str]) -> Places:
    """Return the places for the next attempt: with more connectors, or with the next number.

    `new_connectors` are borders that no flat map has, or that had no room twice, or once after many
    attempts.
    """
    if new_connectors:
        return places.model_copy(update={"connectors": (*places.connectors, *new_connectors)})
    return places.model_copy(update={"attempt": places.attempt + 1})


def decided(given: Places, used: Places) -> str:
    """Return the connectors and the attempt that were chosen, as lines for `places.toml`."""
    settings = []
    if used.connectors != given.connectors:
        settings.append(f"connectors = {json.dumps(used.connectors)}")
    if used.wraps != given.wraps:
        settings.append(f"wraps = {json.dumps(used.wraps)}")
    if used.attempt != given.attempt:
        settings.append(f"attempt = {used.attempt}")
    lines = "".join(f"\n  {setting}" for setting in settings)
    return f"It was drawn with{lines}\n" if settings else ""


def draw(geography: Geography, places: Places, cache: Path) -> Geometry:
    """Return a drawing of a board; `untruths` lists its faults.

    UndrawableError if the places must be changed first.
    """
    return _sketched(geography, places, cache, yielding=False)[0]


def _sketched(
    geography: Geography, places: Places, cache: Path, *, yielding: bool
) -> tuple[Geometry, Places]:
    """Return a drawing, and the places with connectors for borders without room.

    CrowdedError if there are such borders and `yielding` is false.
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
    middles_list = ground.middles.tolist()
    middles = {folded.name(n): (x, y) for n, (x, y) in enumerate(middles_list)}
    drawing = geometry_of(board, geography, strokes, ground, middles)
    drawing = replace(drawing, twins=places.twins)
    return replace(drawing, connectors=connectors(drawing, places)), places


def _laid_out(board: BoardRegions, places: Places, geography: Geography) -> Places:
    """Return the places, with computed positions if they have none."""
    if places.places:
        return places
    at = upright(laid_out(board), geography)
    return places.model_copy(update={"places": at})
