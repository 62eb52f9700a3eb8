"""The pictures that an operator can draw: a variant, a case, a whole game."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from judge.cli.pictures import PictureSources, draw_case, draw_game, draw_stored, draw_variant
from judge.pictures import Caption, Theme, painted, standing_drawing, svg_of
from tests.pictures.svg import CANVAS
from tests.post import Post
from tests.render import story
from tests.render.boards import ROOT, STANDARD

SHOP = PictureSources((ROOT / "variants",), ROOT / "templates", Theme.LIGHT)
DARK = Theme.DARK
CASE = """
case bounce
  France:  A Paris - Burgundy
  Germany: A Munich - Burgundy
case retreat
  phase S1901R
  units Italy: A Trieste
  dislodged Austria: A Trieste from Venice
  Austria: A Trieste - Vienna
"""


def test_a_variant_is_drawn_as_png_or_svg(tmp_path: Path) -> None:
    png, svg = tmp_path / "a.png", tmp_path / "a.svg"

    assert draw_variant("Standard", png, SHOP) == (f"The picture is in {png}.", True)
    assert draw_variant("standard", svg, SHOP)[1]
    with Image.open(png) as image:
        assert image.width == 800
    assert ET.fromstring(svg.read_text()).tag.endswith("svg")


def test_pictures_are_those_that_a_mail_would_bring(tmp_path: Path) -> None:
    png, svg, shop = tmp_path / "a.png", tmp_path / "a.svg", replace(SHOP, theme=DARK)
    caption = Caption(
        "Standard: Spring 1901 movement", "Allan B. Calhamer", "Standard, how it starts."
    )
    start = standing_drawing(STANDARD.start, STANDARD, caption)
    drawing = replace(start, theme=DARK)

    draw_variant("standard", png, shop)
    draw_variant("standard", svg, shop)

    folders = SHOP.homes, SHOP.templates, tmp_path
    assert png.read_bytes() == painted(drawing.text(), *folders)
    assert svg.read_text() == svg_of(drawing, CANVAS)


def test_the_last_orders_of_a_text_are_drawn(tmp_path: Path) -> None:
    file = tmp_path / "case.svg"

    assert draw_case(CASE, "standard", file, SHOP)[1]
    assert "Austria: TRI - VIE" in file.read_text()
    assert "PAR - BUR" not in file.read_text()


@pytest.mark.parametrize("text", ["", "France: nonsense\nmap atlantis"])
def test_without_orders_nothing_is_written(text: str, tmp_path: Path) -> None:
    file = tmp_path / "case.png"

    assert not draw_case(text, "standard", file, SHOP)[1]
    assert not file.exists()


def test_a_map_that_is_not_drawn_is_said_so(tmp_path: Path) -> None:
    home = tmp_path / "standard"
    home.mkdir()
    text = (ROOT / "variants" / "standard" / "variant.toml").read_text()
    (home / "variant.toml").write_text(text)
    sources = PictureSources((tmp_path,), ROOT / "templates", Theme.LIGHT)

    said, good = draw_variant("standard", tmp_path / "a.png", sources)
    assert not good
    assert "is not drawn" in said
    assert "judge variant draw" in said


def test_a_game_is_a_picture_a_phase_a_strip_and_a_film(tmp_path: Path) -> None:
    said, good = draw_game(story.SPRING, tmp_path, SHOP)

    assert good
    assert said.startswith("4 pictures")
    assert [file.name for file in sorted(tmp_path.iterdir())] == [
        "000-start.png",
        "001-F1902M.png",
        "002-F1902R.png",
        "003-W1902A.png",
        "game.gif",
        "strip.png",
    ]
    with Image.open(tmp_path / "game.gif") as film:
        assert getattr(film, "n_frames", 0) == 4
        size = film.size
    with Image.open(tmp_path / "strip.png") as strip:
        assert strip.width == 2 * size[0]
        assert strip.height == pytest.approx(size[1], abs=40)  # the start, and 1902


def test_a_game_that_has_not_begun_shows_its_board(tmp_path: Path) -> None:
    assert draw_game(story.FORMING, tmp_path, SHOP)[1]
    assert (tmp_path / "000-start.png").exists()


def test_a_game_that_is_not_there_is_said_so(post: Post, tmp_path: Path) -> None:
    with post.judge.store.begin() as connection:
        said = draw_stored(connection, "nowhere", tmp_path, SHOP)

    assert said == ("There is no game nowhere.", False)
