"""The fast painter gives the same picture as the SVG; its ground is made once."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from judge.pictures import Canvas, Caption, Drawing, Theme, finished_drawing, standing_drawing
from judge.pictures.drawing import Arrow, Fate
from judge.pictures.page import Page, page_of
from judge.pictures.quick import GroundStore, Stamps, TooManyCentersError, painted_page
from judge.pictures.raster import MOST_BYTES, image_of, packed
from judge.pictures.svg import svg_of_page
from judge.shipped import shipped_variants
from tests.amount import every
from tests.kinds import replace
from tests.pictures.crowd import crowded
from tests.pictures.svg import CANVAS, TEMPLATES, easel_of
from tests.render import story
from tests.render.boards import STANDARD

CAPTION = Caption("smp: Spring 1901 movement", "Orders due", "The board.")
START = standing_drawing(STANDARD.start, STANDARD, CAPTION)
RESULTS = finished_drawing(story.FALL_1902, story.MOVES_1902, STANDARD, CAPTION)
WIDTH = 400
BOARDS = ("youngstown_redux", "chaos", "known_world_901", "satrap")
STAMPS = Stamps(TEMPLATES, WIDTH / 1000)


def quick(page: Page, canvas: Canvas, theme: Theme, grounds: Path) -> Image.Image:
    return painted_page(page, GroundStore(grounds).ground(canvas, theme, WIDTH), STAMPS)


def apart(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """Return the mean difference of two pictures (0 to 255), and the part of it that differs much.

    Blocks of 3 by 3 pixels are compared, because stamps are placed at whole pixels.
    """
    size = one.width // 3, one.height // 3
    pair = (image.resize(size, Image.Resampling.BOX) for image in (one, other))
    difference = ImageChops.difference(*pair)
    far = sum(difference.convert("L").histogram()[60:]) / (size[0] * size[1])
    return max(ImageStat.Stat(difference).mean), far


@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK])
@pytest.mark.parametrize("draw", [lambda _: RESULTS, crowded], ids=["story", "crowd"])
def test_both_painters_give_the_same_picture(
    draw: Callable[[object], Drawing], theme: Theme, tmp_path: Path
) -> None:
    page = page_of(replace(draw(STANDARD), theme=theme), CANVAS)
    true = image_of(svg_of_page(page, TEMPLATES), WIDTH).convert("RGB")
    fast = quick(page, CANVAS, theme, tmp_path)

    assert fast.size == true.size
    mean, far = apart(fast, true)
    assert mean < 4
    assert far < 0.001


@pytest.mark.parametrize("name", BOARDS[:: every(2)])
def test_both_painters_give_the_same_picture_of_boards_with_insets_and_patterns(
    name: str, tmp_path: Path
) -> None:
    canvas = easel_of(shipped_variants().read(name))
    page = page_of(crowded(canvas.variant), canvas)
    true = image_of(svg_of_page(page, TEMPLATES), WIDTH).convert("RGB")
    fast = quick(page, canvas, Theme.LIGHT, tmp_path)

    assert fast.size == true.size
    mean, far = apart(fast, true)
    assert mean < 6
    assert far < 0.001


def test_a_picture_that_lacks_a_unit_or_an_arrow_is_another(tmp_path: Path) -> None:
    """The measure of difference reacts to a missing unit or arrow."""
    page = page_of(RESULTS, CANVAS)
    fast = quick(page, CANVAS, Theme.LIGHT, tmp_path)
    less = page_of(replace(RESULTS, pieces=RESULTS.pieces[::2], strokes=()), CANVAS)

    assert apart(fast, quick(less, CANVAS, Theme.LIGHT, tmp_path))[1] > 0.01


def test_a_ground_is_made_once_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = GroundStore(tmp_path).ground(CANVAS, Theme.LIGHT, WIDTH)
    monkeypatch.setattr("judge.pictures.quick.ground_of", None)
    again = GroundStore(tmp_path).ground(CANVAS, Theme.LIGHT, WIDTH)

    assert again.index.tobytes() == first.index.tobytes()
    assert again.added.tobytes() == first.added.tobytes()
    assert again.numbers == first.numbers


@pytest.mark.parametrize("spoil", [lambda b: b"", lambda b: b[:-9], lambda b: b + b"x"])
def test_a_broken_ground_is_made_again(tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    first = GroundStore(tmp_path).ground(CANVAS, Theme.LIGHT, WIDTH)
    [file] = tmp_path.iterdir()
    whole = file.read_bytes()
    file.write_bytes(spoil(whole))
    again = GroundStore(tmp_path).ground(CANVAS, Theme.LIGHT, WIDTH)

    assert again.seen.tobytes() == first.seen.tobytes()
    assert file.read_bytes() == whole


def test_the_ground_of_another_board_theme_or_size_is_another(tmp_path: Path) -> None:
    store = GroundStore(tmp_path)
    store.ground(CANVAS, Theme.LIGHT, WIDTH)
    store.ground(CANVAS, Theme.DARK, WIDTH)
    store.ground(CANVAS, Theme.LIGHT, 200)
    changed = replace(CANVAS.base_map, void="")
    GroundStore(tmp_path).ground(replace(CANVAS, base_map=changed), Theme.LIGHT, WIDTH)

    assert len(list(tmp_path.iterdir())) == 4


def test_a_ground_that_cannot_be_kept_is_painted_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way of the folder")
    store = GroundStore(tmp_path / "file")

    assert store.ground(CANVAS, Theme.LIGHT, 200).added.width == 200


def test_land_that_cannot_be_numbered_has_no_ground(tmp_path: Path) -> None:
    geometry = CANVAS.base_map.geometry
    many = {f"{key}{n}": plot for n in range(8) for key, plot in geometry.provinces.items()}
    board = replace(
        CANVAS.base_map, geometry=replace(geometry, provinces=many), lands=frozenset(many)
    )

    with pytest.raises(TooManyCentersError):
        GroundStore(tmp_path).ground(replace(CANVAS, base_map=board), Theme.LIGHT, 200)


def test_the_colors_of_powers_stay_exactly_as_they_are(tmp_path: Path) -> None:
    page = page_of(RESULTS, CANVAS)
    fast = quick(page, CANVAS, Theme.LIGHT, tmp_path)
    raw = packed(fast, page.pinned)
    with Image.open(_file(tmp_path, raw)) as picture:
        counted = picture.convert("RGB").getcolors(1 << 20) or []
    there = {"#%02x%02x%02x" % color for _, color in counted}  # noqa: UP031 - of three

    owners = {power for _, power in RESULTS.owners}
    assert {page.colors[power].fill for power in owners} <= there
    assert {page.colors[one.power].strong for one in RESULTS.pieces} <= there


def test_a_maximal_position_of_the_standard_board_is_a_small_file(tmp_path: Path) -> None:
    page = page_of(crowded(STANDARD), CANVAS)
    ground = GroundStore(tmp_path).ground(CANVAS, Theme.LIGHT, 800)
    raw = packed(painted_page(page, ground, Stamps(TEMPLATES, 0.8)), page.pinned)

    assert len(raw) < 100_000


def test_what_has_too_many_bytes_gets_fewer_pixels(tmp_path: Path) -> None:
    noise = Image.effect_noise((900, 900), 90).convert("RGB")
    raw = packed(noise, ())

    assert len(raw) < MOST_BYTES
    with Image.open(_file(tmp_path, raw)) as picture:
        assert 300 < picture.width < 900


def test_an_arrow_that_leaves_the_board_is_drawn(tmp_path: Path) -> None:
    variant = shipped_variants().read("youngstown_redux")
    canvas = easel_of(variant)
    start = standing_drawing(variant.start, variant, CAPTION)
    arrow = Arrow("Japan", ("BXA", "BXD"), Fate.DONE)
    pair = (
        quick(page_of(one, canvas), canvas, Theme.LIGHT, tmp_path)
        for one in (start, replace(start, strokes=(arrow,)))
    )

    assert ImageChops.difference(*pair).getbbox()


def _file(folder: Path, raw: bytes) -> Path:
    file = folder / "picture.png"
    file.write_bytes(raw)
    return file
