"""A theatre shows one power's part of the board, large enough for a phone."""

from pathlib import Path

import pytest

from judge.boards import Geometry, open_geometry
from judge.engine import Variant
from judge.game import Reader, turn, view
from judge.pictures import (
    Caption,
    Drawing,
    Theme,
    canvas_for,
    painted,
    planned_drawing,
    standing_drawing,
    with_theatre,
)
from judge.pictures.drawing import THEATRE_WIDTH
from judge.pictures.marks import Letters
from judge.pictures.page import page_of
from judge.pictures.quick import GroundStore, Stamps, painted_page
from judge.pictures.raster import image_of
from judge.pictures.svg import svg_of_page
from judge.pictures.theatre import theatre_of
from judge.render.enclosed import drawing_of
from judge.render.templates import ENGLISH
from judge.shipped import shipped_variants
from tests.kinds import replace
from tests.pictures.crowd import crowded
from tests.pictures.test_quick import apart
from tests.render import story
from tests.render.boards import ROOT, STANDARD, order
from tests.render.story import DEADLINE, FALL_1902, NOW, PLAYERS

HOMES, TEMPLATES = (ROOT / "variants",), ROOT / "templates"
CAPTION = Caption("smp", "Orders due", "The board.")
PHONE = 372  # pixels: the width of a mail on a phone
VARIANTS = list(map(shipped_variants().read, shipped_variants().names))


def theatre(power: str, variant: Variant = STANDARD) -> Drawing:
    drawing = standing_drawing(variant.start, variant, CAPTION)
    found = with_theatre(drawing, power, variant, f"{power}'s theatre.")
    assert found is not None
    return found


def board_of(variant: Variant) -> Geometry:
    geometry = open_geometry(ROOT / "variants" / variant.name)
    assert geometry is not None
    return geometry


def test_a_theatre_has_the_own_places_and_the_units_that_can_reach_them() -> None:
    drawing = standing_drawing(FALL_1902, STANDARD, CAPTION)
    found = with_theatre(drawing, "Turkey", STANDARD, "")

    assert found is not None
    assert {*found.theatre} == {
        *("ANK", "CON", "SMY", "BUL", "BLA"),
        *("SER", "GRE", "SEV"),  # could move to Bulgaria or the Black Sea
    }


def test_a_theatre_has_the_places_that_the_own_orders_name() -> None:
    orders = [order("A MAR S MUN - RUH", STANDARD.start), order("A MUN - RUH", STANDARD.start)]
    drawing = planned_drawing(STANDARD.start, orders, STANDARD, CAPTION)
    found = with_theatre(drawing, "France", STANDARD, "")

    assert found is not None
    assert {*found.theatre} == {"BRE", "MAR", "PAR", "MUN", "RUH"}


def test_a_power_without_units_and_centers_has_no_theatre() -> None:
    start = replace(STANDARD.start, units=(), owners=(None,) * len(STANDARD.start.owners))
    drawing = standing_drawing(start, STANDARD, CAPTION)

    assert with_theatre(drawing, "France", STANDARD, "") is None


@pytest.mark.parametrize("power", PLAYERS)
def test_units_and_names_are_readable_on_a_phone(power: str) -> None:
    drawing = theatre(power)
    window = theatre_of(drawing, board_of(STANDARD))
    assert window is not None
    canvas = canvas_for("standard", HOMES, TEMPLATES, window)
    assert canvas is not None
    page = page_of(drawing, canvas)
    scale = PHONE / page.width
    names = [mark for name in page.panes[0].names for mark in name.marks]

    assert 2 * canvas.base_map.geometry.unit * scale >= 20
    provinces = [n for n in names if isinstance(n, Letters) and len(n.text) == 3]
    assert provinces
    assert min(round(name.size * scale) for name in provinces) >= 11


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_the_window_of_a_theatre_holds_it_and_has_the_form_of_a_picture(variant: Variant) -> None:
    geometry = board_of(variant)
    start = variant.start
    for power in {*(unit.power for unit in start.units), *filter(None, start.owners)}:
        drawing = theatre(power, variant)
        window = theatre_of(drawing, geometry)
        if window is not None:
            assert all(window.holds(geometry.provinces[key].unit) for key in drawing.theatre)
            assert 2 / 3 <= window.width / window.height <= 1.67
            assert window.width <= geometry.shown.width
            assert window.height <= geometry.shown.height


def test_a_map_that_goes_round_the_world_is_shown_whole() -> None:
    variant = shipped_variants().read("youngstown_redux")

    assert theatre_of(theatre("Japan", variant), board_of(variant)) is None


def test_a_theatre_that_is_nearly_the_board_is_not_painted_beside_it(tmp_path: Path) -> None:
    drawing = theatre("France", shipped_variants().read("pure"))

    alone = painted(drawing.text(), HOMES, TEMPLATES, tmp_path)
    assert alone.startswith(b"\x89PNG")
    beside = replace(drawing, beside=True)
    assert painted(beside.text(), HOMES, TEMPLATES, tmp_path) == b""


def test_the_legend_of_a_theatre_explains_only_what_it_shows() -> None:
    drawing = theatre("Turkey")
    window = theatre_of(drawing, board_of(STANDARD))
    canvas = canvas_for("standard", HOMES, TEMPLATES, window)
    assert canvas is not None
    figures = page_of(drawing, canvas).legend.figures
    told = {m.text for figure in figures for m in figure.marks if isinstance(m, Letters)}

    assert {"Turkey", "Austria"} <= told
    assert "England" not in told
    assert not any(text.startswith("No room for") and "Lon" in text for text in told)


def test_both_painters_give_the_same_picture_of_a_theatre(tmp_path: Path) -> None:
    drawing = with_theatre(crowded(STANDARD), "France", STANDARD, "")
    assert drawing is not None
    window = theatre_of(theatre("France"), board_of(STANDARD))
    canvas = canvas_for("standard", HOMES, TEMPLATES, window)
    assert canvas is not None
    page = page_of(drawing, canvas)
    ground = GroundStore(tmp_path).ground(canvas, Theme.LIGHT, THEATRE_WIDTH)
    fast = painted_page(page, ground, Stamps(TEMPLATES, THEATRE_WIDTH / page.width))
    true = image_of(svg_of_page(page, TEMPLATES), THEATRE_WIDTH).convert("RGB")

    assert fast.size == true.size
    mean, far = apart(fast, true)
    assert mean < 6
    assert far < 0.002


def test_the_theatre_of_the_blind_is_where_they_see_units() -> None:
    game = story.at("F1902R")
    game = replace(game, settings=replace(game.settings, blind=True))
    finished = story.HISTORY[0]
    event = turn.PhaseProcessed(finished.before, finished.adjudication, NOW, (), DEADLINE)
    reader = Reader(PLAYERS["France"], "France")
    drawing = drawing_of(event.shown(game, reader), view(game, reader), "France", ENGLISH)
    assert drawing is not None
    found = with_theatre(drawing, "France", game.variant, "")

    assert found is not None
    assert not {*found.theatre} & {*found.unseen}
    assert "Russia" not in found.text()


@pytest.mark.parametrize("power", PLAYERS)
def test_a_picture_of_a_theatre_is_small(power: str, tmp_path: Path) -> None:
    drawing = standing_drawing(FALL_1902, STANDARD, CAPTION)
    found = with_theatre(drawing, power, STANDARD, "")

    assert found is not None
    assert len(painted(found.text(), HOMES, TEMPLATES, tmp_path)) < 26_000
