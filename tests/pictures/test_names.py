"""Names are as large as the room in their province beside its unit allows."""

from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest

from judge.boards import Connector, ConnectorKind, Geometry, Point, open_geometry, read_variant
from judge.pictures import Caption, base_map_of, finished_drawing, standing_drawing, svg_of
from judge.pictures.drawing import Arrow, DrawnUnit, Fate, State
from judge.pictures.names import Name, room_of
from judge.pictures.page import BaseMap
from judge.pictures.raster import LEAST_LETTERS, text_width
from judge.pictures.sites import Obstacle
from judge.shipped import shipped_variants
from tests.kinds import replace
from tests.pictures.svg import CANVAS, SVG, drawn, easel_of, words
from tests.render import story
from tests.render.boards import ROOT, STANDARD

CAPTION = Caption("a title", "a note", "an alternative")
START = standing_drawing(STANDARD.start, STANDARD, CAPTION)
RESULTS = finished_drawing(story.FALL_1902, story.MOVES_1902, STANDARD, CAPTION)
EMPTY = replace(START, pieces=(), owners=(), flags=())
SQUARE = ((10.0, 20.0), (50.0, 20.0), (50.0, 60.0), (10.0, 60.0))
BOARDS = [
    name
    for name in shipped_variants().names
    if (ROOT / "variants" / name / "geometry.json").exists()
]


@pytest.fixture(scope="module", params=BOARDS)
def board(request: pytest.FixtureRequest) -> BaseMap:
    found = open_geometry(ROOT / "variants" / request.param)
    assert found is not None
    return base_map_of(found)


def test_a_name_that_is_free_lies_in_its_province_and_on_no_unit(board: BaseMap) -> None:
    astray, hidden = [], []
    windows = (board, *board.insets)
    for base_map, name in ((one, name) for one in windows for name in one.names):
        geometry = base_map.geometry
        places = [geometry.provinces[key].unit for key in base_map.home]
        if name.style == "coast" or name.sizes[0] <= LEAST_LETTERS:
            continue
        at, wide, high = _box(name)
        corners = [
            (at[0] + x * wide / 2.2, at[1] + y * high / 2.2) for x in (-1, 0, 1) for y in (-1, 1)
        ]
        if not all(_inside(corner, name.province, geometry) for corner in corners):
            astray.append(name.text)
        if any(_off(place, at, wide, high) < geometry.unit * 0.9 for place in places):
            hidden.append(name.text)

    assert (astray, hidden) == ([], [])


def test_no_name_is_less_than_five_pixels_high_on_a_phone(board: BaseMap) -> None:
    """Capital letters in a picture 400 pixels wide are meant."""
    sizes = [size for one in (board, *board.insets) for n in one.names for size in n.sizes]

    assert min(sizes) * 0.711 * 400 / 1000 > 4.99


def test_a_name_without_room_is_listed_below_the_map() -> None:
    crowd = [DrawnUnit("France", "A", place) for place in CANVAS.base_map.home]
    near = [replace(one, state=State.DRIVEN) for one in crowd]
    picture = drawn(replace(START, pieces=(*crowd, *near)))
    names = picture.find(".//*[@id='names']")
    assert names is not None

    shown = {name.text for name in names}
    [line, *_] = [t for t in words(picture).split("\n") if t.startswith("No room for")]
    missing = line.removeprefix("No room for ").split(", ")
    assert missing
    assert shown.isdisjoint(missing)
    assert "No room for" not in words(drawn(EMPTY))


def test_names_stand_on_links_where_many_cross_the_board() -> None:
    geometry = CANVAS.base_map.geometry
    heights = [geometry.height * n / 41 for n in range(1, 41)]
    links = tuple(
        Connector(ConnectorKind.LINK, "NAO", "ARM", ((0, at), (geometry.width, at)))
        for at in heights
    )

    board = base_map_of(replace(geometry, connectors=links))

    names = [one for one in board.names if one.style != "coast"]
    homeless = [one.text for one in names if len(one.places) == 1]
    assert len(homeless) < len(names) / 10, homeless


def test_names_are_of_a_few_sizes() -> None:
    assert len(set(_sizes(drawn(START)))) <= 6


def test_names_are_as_large_with_units_as_without() -> None:
    assert list(_sizes(drawn(START))) == list(_sizes(drawn(EMPTY)))


def test_few_names_shrink_or_leave_where_there_are_arrows() -> None:
    before, after = (dict(_named(drawn(one))) for one in (START, RESULTS))

    assert before.keys() >= after.keys()
    assert sum(after.get(name) != size for name, size in before.items()) < 12


def test_no_name_hides_the_head_of_an_arrow() -> None:
    """The arrowhead shows where a unit moved."""
    variant = read_variant(ROOT / "variants" / "spice_islands")
    unit = DrawnUnit("Brunei", "A", "NEG")
    arrow = Arrow("Brunei", ("BRU", "NEG"), Fate.DONE)
    start = standing_drawing(variant.start, variant, CAPTION)
    picture = ET.fromstring(
        svg_of(replace(start, pieces=(unit,), strokes=(arrow,)), easel_of(variant))
    )
    *_, head = picture.iterfind(f".//*[@id='orders']/{SVG}g/{SVG}path")
    x, y = map(float, (head.get("d") or "")[1:].partition("l")[0].split())

    for name in picture.find(".//*[@id='names']") or ():
        size = float(name.get("font-size") or 0)
        half = text_width(name.text or "", size, "bold") / 2
        aside = abs(float(name.get("x") or 0) - x)
        below = float(name.get("y") or 0) - y
        assert aside > half or not 0 < below < size, name.text


def test_an_arrow_ends_at_the_edge_that_it_goes_over() -> None:
    variant = read_variant(ROOT / "variants" / "youngstown_redux")
    start = standing_drawing(variant.start, variant, CAPTION)
    arrow = Arrow("Japan", ("BXA", "BXD"), Fate.DONE)
    picture = ET.fromstring(svg_of(replace(start, strokes=(arrow,)), easel_of(variant)))
    *_, head = picture.iterfind(f".//*[@id='orders']/{SVG}g/{SVG}path")

    tip = float((head.get("d") or "")[1:].split()[0])
    assert 0 <= tip < 20


def test_room_is_known_in_part_and_as_a_whole() -> None:
    room = room_of([SQUARE], (100, 100), 2.0)

    assert room.share((30, 40), 10, 10) == 1
    assert room.share((10, 40), 20, 10) == 0.5
    assert room.share((90, 40), 20, 10) == 0


def test_a_box_fits_where_its_middle_is_far_enough_from_the_edge() -> None:
    middles = room_of([SQUARE], (100, 100), 2.0).middles(20, 10)

    assert middles.has((30, 40))
    assert not middles.has((18, 40))
    assert middles.nearest((0, 40)) == pytest.approx((20, 40), abs=2)
    assert room_of([SQUARE], (100, 100), 2.0).middles(60, 10).nearest((30, 40)) is None


def test_there_is_no_room_beyond_the_page() -> None:
    room = room_of([SQUARE], (30, 100), 2.0)

    assert room.share((30, 40), 20, 10) == 0.5
    assert room_of([SQUARE], (100, 15), 2.0).nearest((30, 40)) is None


def test_there_is_no_room_on_a_blot() -> None:
    room = room_of([SQUARE], (100, 100), 2.0).without([Obstacle((30, 40), 8, 1)])

    assert not room.has((30, 40))
    assert room.has((30, 50))
    assert room.share((30, 40), 40, 40) < 0.9


def test_room_is_cut_down_to_what_is_near() -> None:
    near = room_of([SQUARE], (100, 100), 2.0).around((20, 30), 6)

    assert near.has((20, 30))
    assert near.has((24, 34))
    assert not near.has((30, 30))


def _sizes(picture: ET.Element) -> Iterator[tuple[str, float]]:
    names = picture.find(".//*[@id='names']")
    assert names is not None
    for name in names:
        title = name.findtext(f"{SVG}title") or ""
        style = "coast" if title.endswith(")") else "name"
        yield style, float(name.get("font-size") or 0)


def _named(picture: ET.Element) -> Iterator[tuple[str, float]]:
    names = picture.find(".//*[@id='names']")
    assert names is not None
    for name in names:
        yield name.findtext(f"{SVG}title") or "", float(name.get("font-size") or 0)


def _box(name: Name) -> tuple[Point, float, float]:
    face = "italic" if name.style == "sea" else "bold"
    size = name.sizes[0]
    assert name.places[0] is not None
    return name.places[0], text_width(name.text, size, face), size * 0.7


def _off(place: Point, at: Point, wide: float, high: float) -> float:
    """Return the distance of a place from a box."""
    x = max(abs(place[0] - at[0]) - wide / 2, 0)
    y = max(abs(place[1] - at[1]) - high / 2, 0)
    return float((x**2 + y**2) ** 0.5)


def _inside(at: Point, province: str, geometry: Geometry) -> bool:
    inside = False
    for ring in geometry.provinces[province].rings:
        line = geometry.outline(ring)
        for (x, y), (u, v) in zip(line, (*line[1:], line[0]), strict=True):
            if (y > at[1]) != (v > at[1]):
                inside ^= at[0] < x + (u - x) * (at[1] - y) / (v - y)
    return inside
