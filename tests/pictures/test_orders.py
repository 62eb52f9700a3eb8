"""Each kind of order is drawn in its own way, and nothing is drawn without an order."""

import json
import math
from dataclasses import dataclass
from xml.etree import ElementTree as ET

import pytest

from judge.boards import read_variant
from judge.engine import Variant
from judge.notation import Case, play, read_cases
from judge.pictures import (
    Caption,
    Drawing,
    Theme,
    finished_drawing,
    read_drawing,
    standing_drawing,
    svg_of,
)
from judge.pictures.drawing import Arrow, BounceMark, Fate
from judge.pictures.palette import SCHEMES
from judge.pictures.shapes import crossbar
from tests.kinds import replace
from tests.pictures.svg import CANVAS, SVG, drawn, easel_of, told, words
from tests.render.boards import ROOT, STANDARD

CAPTION = Caption("a title", "a note", "an alternative")


# The meaning in the key below a map, by the style of strokes and units.
MEANINGS = {
    "move done": "move",
    "retreat done": "move",
    "move failed": "failed move",
    "retreat failed": "failed move",
    "clash": "standoff",
    "support done": "support",
    "support failed": "failed support",
    "convoy": "convoy",
    "unit driven": "driven out",
    "unit fallen": "disbanded",
    "unit built": "new",
    "unit removed": "removed",
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A case, and the style and tooltip of everything in its picture."""

    case: Case
    shows: frozenset[tuple[str, str]]


def _shown(block: str) -> Shown:
    lines = [line.strip() for line in block.splitlines()]
    shows = [line.removeprefix("shows ") for line in lines if line.startswith("shows")]
    rest = "\n".join(line for line in lines if not line.startswith("shows"))
    (case,) = read_cases(f"case {rest}", variant)
    assert isinstance(case, Case), case
    pairs = (line.split("  ", 1) for line in shows)
    return Shown(case, frozenset((style, text.strip()) for style, text in pairs))


def variant(name: str) -> Variant:
    return STANDARD if name == "standard" else read_variant(ROOT / "variants" / name)


_TEXT = (ROOT / "tests" / "cases" / "pictures.txt").read_text()
CASES = [_shown(block) for block in _TEXT.split("\ncase ")[1:]]


def _drawing(case: Case) -> Drawing:
    (played,) = play(case)
    return finished_drawing(played.position, played.adjudication, case.variant, CAPTION)


@pytest.fixture(params=CASES, ids=lambda shown: shown.case.name)
def shown(request: pytest.FixtureRequest) -> Shown:
    found: Shown = request.param
    return found


def test_a_picture_shows_what_became_of_each_order(shown: Shown) -> None:
    drawing = _drawing(shown.case)
    seen = set(told(drawn(drawing)))
    seen |= {("clash", one.place) for one in drawing.strokes if isinstance(one, BounceMark)}
    seen |= {("waived", f"{power}: {n}") for power, n in drawing.waived}

    assert shown.shows <= seen
    strokes = {pair for pair in seen if not pair[0].startswith("unit")}
    assert strokes == {pair for pair in shown.shows if not pair[0].startswith("unit")}


def test_supports_and_convoys_that_failed_and_nothing_else_have_a_cross(shown: Shown) -> None:
    picture = drawn(_drawing(shown.case))
    crosses = picture.find(".//*[@id='crosses']")
    assert crosses is not None

    failed = [style for style, _ in told(picture) if style == "support failed"]
    broken = "disrupted" in shown.case.name  # the fleet's own order failed
    assert len(crosses) == 4 * (len(failed) + broken)


def test_moves_that_failed_and_nothing_else_end_in_a_bar_without_a_head(shown: Shown) -> None:
    picture = drawn(_drawing(shown.case))
    count = 0

    for group in picture.iterfind(".//*[@id='orders']/*[@class]"):
        verb, fate = (group.get("class") or "").split()
        heads = [one for one in group if (one.get("d") or "").endswith("z")]
        failed = verb != "support" and fate == "failed"
        assert bool(heads) is (verb != "support" and not failed)
        count += failed
    assert len(_bars(picture)) == count


def test_a_move_that_failed_ends_at_the_border_that_it_could_not_pass() -> None:
    start = standing_drawing(STANDARD.start, STANDARD, CAPTION)
    arrow = Arrow("Russia", ("UKR", "RUM"), Fate.FAILED)
    [bar] = _bars(drawn(replace(start, strokes=(arrow,))))

    (x, y), (u, v) = _ends(bar)
    ends = {(round(p), round(q)) for p, q in _border("RUM", "UKR")}
    middle = (x + u) / 2, (y + v) / 2
    assert min(math.dist(middle, at) for at in ends) < 12


def _bars(picture: ET.Element) -> list[ET.Element]:
    trouble = SCHEMES[Theme.LIGHT].trouble
    paths = picture.iterfind(f".//*[@id='bars']/{SVG}path")
    return [one for one in paths if one.get("stroke") == trouble]


def _ends(path: ET.Element) -> tuple[tuple[float, float], tuple[float, float]]:
    start, _, step = (path.get("d") or "")[1:].partition("l")
    (x, y), (u, v) = (map(float, pair.split()) for pair in (start, step))
    return (x, y), (x + u, y + v)


def _border(one: str, other: str) -> list[tuple[float, float]]:
    arcs = CANVAS.base_map.geometry.arcs
    return [at for a in arcs if {a.left, a.right} == {one, other} for at in a.points]


def test_no_unit_hides_the_bar_of_a_move_that_failed() -> None:
    """On a full board the bars are close to units."""
    groups = [one.get("id") for one in drawn(_drawing(CASES[0].case)).iter(f"{SVG}g")]

    assert groups.index("units") < groups.index("bars")


def test_a_clash_is_drawn_where_it_was(shown: Shown) -> None:
    drawing = _drawing(shown.case)
    clashes = drawn(drawing).find(".//*[@id='clashes']")
    assert clashes is not None

    assert len(clashes) == sum(isinstance(one, BounceMark) for one in drawing.strokes)


def test_a_drawing_is_read_back_from_its_text(shown: Shown) -> None:
    drawing = _drawing(shown.case)

    assert read_drawing(drawing.text()) == drawing


def test_a_drawing_of_an_older_judge_is_read_as_one_for_light_pages() -> None:
    drawing = _drawing(CASES[0].case)
    older = {k: v for k, v in json.loads(drawing.text()).items() if k != "theme"}

    assert read_drawing(json.dumps(older)) == drawing
    assert drawing.theme is Theme.LIGHT


def test_a_double_army_has_its_number() -> None:
    lines = "map satrap", "rules mercenaries=greek", "units Lydia: A2 Sardis"
    (case,) = read_cases("\n".join((*lines, "Lydia: A2 Sar H")), variant)
    assert isinstance(case, Case), case

    canvas = easel_of(variant("satrap"))
    picture = ET.fromstring(svg_of(_drawing(case), canvas))

    assert "2" in words(picture).split("\n")


def test_each_kind_of_order_and_nothing_else_is_explained_below_the_map(shown: Shown) -> None:
    legend = drawn(_drawing(shown.case)).find(".//*[@id='legend']")
    assert legend is not None
    explained = {text for text in words(legend).split("\n") if text in MEANINGS.values()}

    seen = {MEANINGS[style] for style, _ in shown.shows if style in MEANINGS}
    assert explained == seen


def test_builds_that_are_waived_stand_in_the_legend() -> None:
    case = next(one.case for one in CASES if one.case.name == "adjustments")

    assert "1 waived" in words(drawn(_drawing(case)))


def test_a_bar_lies_across_a_line_that_ends_twice_at_one_point() -> None:
    assert set(crossbar(((0, 0), (10, 0), (10, 0)), 3)) == {(10, 3), (10, -3)}
