"""`judge variant import` writes variants that can be played, and lists what it left out."""

import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from judge.boards import VariantFile, open_variant
from judge.cli.main import app
from judge.shipped import shipped_variant
from tests.mapmaking import foreign

ROOT = Path(__file__).parents[2]
TARN = ROOT / "tests/cases/imports/tarn"
COUNTS = (ROOT / "tests/cases/imports/tarn.txt").read_text("utf-8")
FORMS = ("njudge", "dpjudge", "jdip", "realpolitik", "godip")


def said(*words: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["variant", *map(str, words)])
    assert result.exit_code == code, result.output
    return result.output


def packed(file: Path, members: Iterable[Path]) -> Path:
    with zipfile.ZipFile(file, "w") as pack:
        for member in members:
            pack.write(member, f"pack/{member.name}")
            for one in member.glob("*"):
                pack.write(one, f"pack/{member.name}/{one.name}")
    return file


@pytest.mark.parametrize("form", FORMS)
def test_files_become_a_folder_that_plays(form: str, tmp_path: Path) -> None:
    told = said("import", *(TARN / form).iterdir(), "--out", tmp_path / "tarn")

    assert f"Written to {tmp_path / 'tarn'}." in told
    assert "tarn is ok: provinces 5" in told
    assert isinstance(open_variant(tmp_path / "tarn"), VariantFile)
    assert said("count", tmp_path / "tarn") == COUNTS


def test_a_start_that_could_not_be_kept_is_not_called_ok(tmp_path: Path) -> None:
    for file in (TARN / "njudge").iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "seed.tarn").write_text("-1\n")

    told = said("import", *tmp_path.glob("*tarn*"), "--out", tmp_path / "tarn")

    assert "nobody has a unit; the game starts with builds" in told
    assert "tarn can be played, but starts otherwise: provinces 5" in told


def test_the_same_board_is_drawn_as_it_is(tmp_path: Path) -> None:
    (raw,) = foreign.godip(shipped_variant("chaos")).values()
    (tmp_path / "old.go").write_bytes(raw)

    told = said("import", tmp_path / "old.go", "--out", tmp_path / "old")

    assert "the board is that of standard" in told
    shown = said("show", tmp_path / "old", "--map", tmp_path / "old.svg")
    assert "The picture is in" in shown


@pytest.mark.parametrize("form", FORMS)
def test_a_folder_or_a_zip_is_as_good_as_its_files(form: str, tmp_path: Path) -> None:
    pack = packed(tmp_path / "pack.zip", (TARN / form).iterdir())

    assert said("count", TARN / form) == COUNTS
    assert said("count", pack) == COUNTS
    assert said("count", *(TARN / form).iterdir()) == COUNTS


def test_without_another_folder_it_is_written_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert "Written to tarn." in said("import", TARN / "jdip")
    assert "tarn/variant.toml is there already" in said("import", TARN / "jdip", code=1)


def test_the_notes_stand_in_the_folder_too(tmp_path: Path) -> None:
    told = said("import", TARN / "njudge", "--out", tmp_path / "tarn")
    readme = (tmp_path / "tarn/README.md").read_text("utf-8")

    note = told.splitlines()[0]
    assert note.startswith("map.tarn: no file of njudge says how many centers win")
    assert f"- {note}" in readme
    assert "    Two powers and three centers; two of these win." in readme


@pytest.mark.parametrize(("form", "first"), [("jdip", "variants.xml"), ("realpolitik", "tarn.var")])
def test_files_are_found_beside_the_one_that_names_them(form: str, first: str) -> None:
    assert said("count", TARN / form / first) == COUNTS


def test_an_included_file_is_found_whatever_its_case(tmp_path: Path) -> None:
    (tmp_path / "Tarn.MAP").write_bytes((TARN / "dpjudge/tarn.map").read_bytes())
    (tmp_path / "two.map").write_text("USE tarn\nVICTORY 3\n", "utf-8")

    assert said("count", tmp_path / "two.map") == COUNTS.replace("victory: 2", "victory: 3")


def test_a_map_of_a_folder_includes_those_around_it(tmp_path: Path) -> None:
    (tmp_path / "tarn.map").write_bytes((TARN / "dpjudge/tarn.map").read_bytes())
    (tmp_path / "trials").mkdir()
    (tmp_path / "trials/two.map").write_text("USE tarn\nVICTORY 3\n", "utf-8")

    assert "victory: 3" in said("count", tmp_path / "trials/two.map")


def test_a_name_leads_to_no_other_folder(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "secret.map").write_bytes((TARN / "dpjudge/tarn.map").read_bytes())
    for name in ("../../secret.map", str(tmp_path / "secret.map")):
        (tmp_path / "a/b/two.map").write_text(f"USE {name}\nLAND ABUTS\n", "utf-8")

        told = said("count", tmp_path / "a/b/two.map", code=1)

        assert "is needed and not there; name it as well." in told


def test_what_cannot_be_played_is_written_and_said(tmp_path: Path) -> None:
    text = (TARN / "dpjudge/tarn.map").read_text("utf-8")
    (tmp_path / "one.map").write_text(f"{text}UNPLAYED BLUE\n", "utf-8")

    told = said("import", tmp_path / "one.map", "--out", tmp_path / "one", code=1)

    assert "It cannot be played before this is put right:" in told
    assert "powers: a game has 2 to 99 of them, not 1" in told
    assert "army edges 3" in told
    assert (tmp_path / "one/variant.toml").exists()


def test_what_is_no_map_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "bad.zip").write_bytes(b"PK\x03\x04 and nothing more")
    (tmp_path / "picture.map").write_text("  /\\_/\\ \n ( o.o )\n", "utf-8")

    assert "bad.zip cannot be unpacked" in said("import", tmp_path / "bad.zip", code=1)
    assert "not a map file of a kind I know" in said("import", tmp_path / "picture.map", code=1)
    assert "nowhere cannot be read" in said("import", tmp_path / "nowhere", code=1)
    assert '"Tarn 2" is no name of a variant' in said(
        "import", TARN / "jdip", "--out", tmp_path / "Tarn 2", code=1
    )
