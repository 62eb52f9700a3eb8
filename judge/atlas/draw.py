"""A drawing from the ground up: cells, borders, lines, and the places in them."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from judge.atlas.board import board_of, unfolded
from judge.atlas.connectors import connectors
from judge.atlas.finish import geometry_of
from judge.atlas.ground import ground_of
from judge.atlas.lakes import with_lakes
from judge.atlas.lines import strokes_of
from judge.atlas.paint import painted, plan_of
from judge.atlas.paper import parted
from judge.atlas.places import Places, UndrawableError, read_places
from judge.atlas.smooth import contracted, smoothed
from judge.atlas.truth import untruths
from judge.boards import (
    GEOMETRY_FILE,
    BrokenVariantError,
    Geometry,
    read_variant,
    same_as,
    write_geometry,
)
from judge.engine import Geography


def draw_variant(folder: Path, cache: Path) -> tuple[str, bool]:
    """Return what came of drawing the variant in a folder, and whether it was drawn.

    The coastlines are kept in `cache`. A drawing that is not true is not written.
    """
    file = folder / GEOMETRY_FILE
    if file.exists() and (other := same_as(file.read_text(encoding="utf-8"))):
        return f"{folder.name} is drawn as {other} is; draw that one.", False
    try:
        variant = read_variant(folder)
        places = read_places(folder)
        geometry = draw(variant.geography, places, cache)
    except (BrokenVariantError, UndrawableError) as error:
        return str(error), False
    faults = untruths(geometry, variant.geography, places)
    if faults:
        head = f"The drawing of {variant.name} is not true, and is not written:"
        last = "Change places.toml, or take another `attempt` there."
        return "\n".join([head, *faults, last]), False
    text = write_geometry(geometry)
    file.write_text(text, encoding="utf-8")
    size = f"{geometry.width:g} by {geometry.height:g}, {len(text) // 1024} kB"
    return f"{file}: {size}. Now look at it.", True


def draw(geography: Geography, places: Places, cache: Path) -> Geometry:
    """Return a drawing of a board; `untruths` says whether it is true.

    UndrawableError when something in the places must be changed first.
    """
    folded = board_of(geography, places)
    ground = ground_of(folded, places, cache)
    chance = np.random.default_rng(places.attempt)
    plan = plan_of(folded, ground, chance)
    names = [province.abbreviation for province in geography.provinces]
    labels = parted(plan, painted(plan, ground, chance), names)
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
    return replace(drawing, connectors=connectors(drawing, places))
