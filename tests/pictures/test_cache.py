"""A picture is made once, and a failure of one never delays a mail."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from judge.pictures import Caption, PictureCache, Theme, read_drawing, standing_drawing
from tests.kinds import replace
from tests.patience import PATIENCE
from tests.render.boards import ROOT, STANDARD

START = standing_drawing(STANDARD.start, STANDARD, Caption("smp", "", ""))
LONG = timedelta(seconds=PATIENCE)


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[PictureCache]:
    folders = (ROOT / "variants",), ROOT / "templates"
    made = PictureCache(tmp_path / "kept", *folders, LONG)
    yield made
    made.close()


def test_a_picture_is_made_once_and_kept(cache: PictureCache, tmp_path: Path) -> None:
    first = cache.picture(START.text())
    assert first.startswith(b"\x89PNG")
    (kept,) = (tmp_path / "kept").glob("*.png")

    kept.write_bytes(b"kept")
    assert cache.picture(START.text()) == b"kept"


@pytest.mark.parametrize("change", [{"title": "other"}, {"theme": Theme.DARK}])
def test_another_picture_has_another_name(
    cache: PictureCache, tmp_path: Path, change: dict[str, str | Theme]
) -> None:
    first = cache.picture(START.text())
    other = cache.picture(read_drawing(replace(START, **change).text()).text())

    assert first != other
    assert len(list((tmp_path / "kept").glob("*.png"))) == 2


def test_the_ground_of_a_board_is_kept_beside_its_pictures(
    cache: PictureCache, tmp_path: Path
) -> None:
    cache.picture(START.text())
    cache.picture(replace(START, title="other").text())

    assert len(list((tmp_path / "kept" / "grounds").iterdir())) == 1


@pytest.mark.parametrize("text", ["no drawing", replace(START, variant="nowhere").text()])
def test_what_cannot_be_drawn_does_not_stop_the_next(cache: PictureCache, text: str) -> None:
    assert cache.picture(text) == b""
    assert cache.picture(START.text()).startswith(b"\x89PNG")


def test_a_map_without_geometry_has_no_picture(tmp_path: Path) -> None:
    home = tmp_path / "variants" / "standard"
    home.mkdir(parents=True)
    text = (ROOT / "variants" / "standard" / "variant.toml").read_text()
    (home / "variant.toml").write_text(text)
    cache = PictureCache(tmp_path, (home.parent,), ROOT / "templates", LONG)

    assert cache.picture(START.text()) == b""
    cache.close()


def test_a_slow_picture_is_not_waited_for_nor_tried_again(tmp_path: Path) -> None:
    folders = (ROOT / "variants",), ROOT / "templates"
    cache = PictureCache(tmp_path, *folders, patience=timedelta(0))

    assert cache.picture(START.text()) == b""
    assert cache.picture(START.text()) == b""
    assert list(tmp_path.iterdir()) == []


def test_where_a_picture_cannot_be_kept_a_mail_has_it_all_the_same(
    cache: PictureCache, tmp_path: Path
) -> None:
    cache.picture(START.text())
    (kept,) = (tmp_path / "kept").glob("*.png")
    kept.unlink()
    kept.mkdir()

    assert cache.picture(START.text()).startswith(b"\x89PNG")
    assert list((tmp_path / "kept").glob("*.png")) == [kept]
