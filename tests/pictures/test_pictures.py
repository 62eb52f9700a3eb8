"""Properties of every picture: it is complete, small and safe, and nothing covers another thing."""

import io
import math
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings, strategies as st
from PIL import Image

from judge.boards import Geometry
from judge.engine import Variant
from judge.pictures import (
    Canvas,
    Caption,
    Theme,
    animated,
    base_map_of,
    finished_drawing,
    planned_drawing,
    png_of,
    standing_drawing,
    strip_of,
    svg_of,
)
from judge.pictures.drawing import DrawnUnit, Fate, State, Support
from judge.shipped import shipped_variants
from tests.amount import many
from tests.kinds import replace
from tests.pictures.svg import CANVAS, SVG, drawn, easel_of, told, words
from tests.render import story
from tests.render.boards import ROOT, STANDARD, order

CAPTION = Caption("smp: Spring 1901 movement", "Orders due", "The board.")
START = standing_drawing(STANDARD.start, STANDARD, CAPTION)
RESULTS = finished_drawing(story.FALL_1902, story.MOVES_1902, STANDARD, CAPTION)
TITLE = f"{SVG}title"
DRAWN = [
    name
    for name in shipped_variants().names
    if (ROOT / "variants" / name / "geometry.json").exists()
]


@pytest.fixture(scope="module", params=DRAWN)
def canvas(request: pytest.FixtureRequest) -> Canvas:
    return easel_of(shipped_variants().read(request.param))


def test_a_lake_is_drawn_as_water_and_other_unplayed_ground_is_not() -> None:
    pond = svg_of(START, replace(CANVAS, base_map=base_map_of(_with_a_lake())))

    assert 'fill="url(#still)"' in pond
    assert pond.count('fill="url(#hatch)"') == 1
    assert 'fill="url(#still)"' not in svg_of(START, CANVAS)
    dry, wet = CANVAS.base_map, base_map_of(_with_a_lake())
    assert wet.lakes in dry.void
    assert wet.lakes not in wet.void


def _with_a_lake() -> Geometry:
    board = CANVAS.base_map.geometry
    largest = max(board.void, key=lambda ring: len(board.outline(ring)))
    return replace(board, lakes=(largest,))


def test_a_picture_is_a_small_png_of_the_width_asked_for() -> None:
    for theme in (Theme.LIGHT, Theme.DARK):
        raw = png_of(svg_of(replace(RESULTS, theme=theme), CANVAS), 800)
        image = Image.open(io.BytesIO(raw))

        assert image.format == "PNG"
        assert image.width == 800
        assert len(raw) < 100_000
        assert len(image.convert("RGB").getcolors(1 << 20) or ()) > 60


def test_the_same_drawing_gives_the_same_picture() -> None:
    assert svg_of(RESULTS, CANVAS) == svg_of(RESULTS, CANVAS)


def test_each_province_is_named_on_the_map_or_below_it(canvas: Canvas) -> None:
    drawing = standing_drawing(canvas.variant.start, canvas.variant, CAPTION)
    picture = ET.fromstring(svg_of(drawing, canvas))
    titles = {t.text for names in _groups(picture, "names") for t in names.iter(TITLE)}

    plots = canvas.base_map.geometry.provinces
    unnamed = words(picture).partition("No room for ")[2].replace(",", "").split()
    for province in canvas.variant.geography.provinces:
        if province.abbreviation in plots and province.terrain.value != "impassable":
            listed = province.abbreviation.capitalize(), province.abbreviation
            assert province.name in titles or any(name in unnamed for name in listed)


def test_no_name_lies_on_a_unit_at_the_start(canvas: Canvas) -> None:
    drawing = standing_drawing(canvas.variant.start, canvas.variant, CAPTION)
    picture = ET.fromstring(svg_of(drawing, canvas))
    radius = canvas.base_map.geometry.unit * 0.7
    panes = zip(_groups(picture, "units"), _groups(picture, "names"), strict=True)

    hidden = [
        name.text
        for units, names in panes
        for name in names
        for unit in filter(_is_unit, units)
        if math.dist(_middle(name), _place(unit)) < radius
    ]
    assert hidden == []


def test_no_two_names_lie_on_one_another(canvas: Canvas) -> None:
    drawing = standing_drawing(canvas.variant.start, canvas.variant, CAPTION)
    picture = ET.fromstring(svg_of(drawing, canvas))
    high = canvas.base_map.geometry.font * 0.6

    over = [
        (one.text, other.text)
        for names in _groups(picture, "names")
        for one, other in combinations(names, 2)
        if math.dist(_middle(one), _middle(other)) < high
    ]
    assert over == []


def test_a_player_who_sees_only_their_own_units_is_sent_no_others() -> None:
    own = tuple(unit for unit in STANDARD.start.units if unit.power == "France")
    seen = replace(
        STANDARD.start,
        units=own,
        owners=tuple(o if o == "France" else None for o in STANDARD.start.owners),
    )
    picture = drawn(standing_drawing(seen, STANDARD, CAPTION))

    assert {words for _, words in told(picture)} == {
        "France: F BRE",
        "France: A MAR",
        "France: A PAR",
    }
    assert "Austria 3" not in words(picture).replace("\n", " ")


def test_orders_to_come_show_nobody_elses() -> None:
    orders = [order("A PAR - BUR", STANDARD.start)]
    picture = drawn(planned_drawing(STANDARD.start, orders, STANDARD, CAPTION))

    strokes = [pair for pair in told(picture) if not pair[0].startswith("unit")]
    assert strokes == [("move planned", "France: PAR - BUR")]


def test_a_supported_move_that_cannot_be_seen_is_hinted_at() -> None:
    support = Support("France", "MAR", "PIE", "TYR", Fate.PLANNED)
    picture = drawn(replace(START, strokes=(support,)))
    group = picture.find(".//*[@id='orders']")
    assert group is not None

    assert group[0].tag == f"{SVG}path"


HOSTILE = (
    "<script>alert(1)</script>",
    '"><image href="http://evil.example/x.png"/>',
    "a & b ]]> <!-- ",
    "{{ 7 * 7 }}",
    "\u202e\U0001f600 Ωмега",
)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_only_a_name(name: str) -> None:
    drawing = replace(START, title=name, note=name, alternative=name)
    picture = drawn(drawing)

    assert name in words(picture)
    assert picture.get("aria-label") == name
    assert not list(picture.iter(f"{SVG}script"))
    assert not list(picture.iter(f"{SVG}image"))
    assert png_of(svg_of(drawing, CANVAS), 200)


@settings(max_examples=many(20))
@given(st.text())
def test_any_name_gives_a_well_formed_picture(name: str) -> None:
    ET.fromstring(svg_of(replace(START, title=name, note=name), CANVAS))


def test_more_than_one_army_as_one_has_its_number() -> None:
    two = DrawnUnit("France", "A", "PAR", State.STANDING, 2)

    assert "\n2" in words(drawn(replace(START, pieces=(two,))))


def test_a_picture_needs_nothing_from_elsewhere() -> None:
    text = svg_of(RESULTS, CANVAS)

    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "var(" not in text


def test_pictures_can_be_shown_one_after_the_other() -> None:
    frames = [png_of(svg_of(one, CANVAS), 200) for one in (START, RESULTS)]
    film = Image.open(io.BytesIO(animated(frames, 800)))

    assert getattr(film, "n_frames", 0) == 2


def test_pictures_one_after_or_beside_the_other_are_equally_large() -> None:
    """Some pictures have one more line below the map."""
    sizes = (100, 60), (100, 80), (90, 50)
    pictures = [_png(size) for size in sizes]
    film = Image.open(io.BytesIO(animated(pictures, 800)))
    strip = Image.open(io.BytesIO(strip_of(pictures, 2)))

    assert film.size == (100, 80)
    assert strip.size == (200, 160)


def _png(size: tuple[int, int]) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, "white").save(out, "PNG")
    return out.getvalue()


def _groups(picture: ET.Element, called: str) -> list[ET.Element]:
    """Return the groups with this name, in the board and in each inset."""
    groups = picture.iter(f"{SVG}g")
    return [one for one in groups if (one.get("id") or "").split("-")[0] == called]


def _is_unit(element: ET.Element) -> bool:
    return (element.get("class") or "").startswith("unit")


def _place(element: ET.Element) -> tuple[float, float]:
    [glyph] = (one for one in element if one.get("transform"))
    inside = (glyph.get("transform") or "").partition("(")[2].partition(")")[0]
    x, y = inside.split()
    return float(x), float(y)


def _middle(name: ET.Element) -> tuple[float, float]:
    size = float(name.get("font-size") or 0)
    return float(name.get("x") or 0), float(name.get("y") or 0) - size * 0.36


def test_each_variant_that_is_drawn_has_its_board(canvas: Canvas) -> None:
    variant: Variant = canvas.variant
    playable = {
        province.abbreviation
        for province in variant.geography.provinces
        if province.terrain.value != "impassable"
    }

    assert playable <= canvas.base_map.geometry.provinces.keys()
