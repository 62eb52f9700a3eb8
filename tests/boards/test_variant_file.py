"""A variant's file is read, or all its faults are reported."""

import re
from pathlib import Path

import pytest

from judge.boards import Broken, BrokenVariantError, VariantFile, open_variant, read_variant
from judge.engine import Phase, PhaseKind, Season

ROOT = Path(__file__).parents[2]
CASES = (ROOT / "tests/cases/variants/faults.txt").read_text("utf-8")
EXAMPLE = re.search(
    r"```toml\n(.*?)```", (ROOT / "variants/README.md").read_text("utf-8"), re.DOTALL
)
VALUE = re.compile(r'(?<== )("[^"]*"|\[[^\]]*\]|\{[^}]*\}|true|\d+)')
ODD = (
    *('""', '" "', '"x"', '"A/B/C"', '"COV/"', '"/NC"', '"é"', "true", "inf", "1.5"),
    *("0", "-1", "[]", '[""]', '["A "]', '["F COV/"]', "[1]", "{}", "{a = 1}"),
    "1979-05-27",
)


def example() -> str:
    assert EXAMPLE is not None
    return EXAMPLE[1]


def cases() -> list[tuple[str, list[str]]]:
    found = [part.splitlines() for part in CASES.split("\ncase ")[1:]]
    return [(title, [line for line in lines if line]) for title, *lines in found]


def changed(steps: list[str]) -> str:
    lines = example().splitlines()
    at = len(lines)
    for step in steps:
        mark, text = step[0], step[2:]
        if mark == "-":
            at = next(n for n, line in enumerate(lines) if line.startswith(text))
            del lines[at]
        elif mark == "+":
            lines.insert(at, text)
            at += 1
    return "\n".join(lines)


def opened(folder: Path, text: str) -> VariantFile | Broken:
    folder.mkdir()
    (folder / "variant.toml").write_text(text, "utf-8")
    return open_variant(folder)


def problems(folder: Path, text: str) -> list[str]:
    match opened(folder, text):
        case Broken(_, found):
            shown = (str(one).removeprefix(f"{folder}/variant.toml:") for one in found)
            return [one.strip() for one in shown]
        case VariantFile(doubts=found):
            return [str(one).removeprefix(f"{folder}/variant.toml:") for one in found]


@pytest.mark.parametrize(("title", "steps"), cases(), ids=[c[0] for c in cases()])
def test_a_map_maker_is_told_all_that_is_wrong(
    title: str, steps: list[str], tmp_path: Path
) -> None:
    told = [step[2:] for step in steps if step[0] == ">"]

    assert problems(tmp_path / "tarn", changed(steps)) == told


def test_whatever_stands_for_a_value_is_judged(tmp_path: Path) -> None:
    (tmp_path / "tarn").mkdir()
    file = tmp_path / "tarn/variant.toml"
    for value in VALUE.finditer(example()):
        for other in ODD:
            text = f"{example()[: value.start()]}{other}{example()[value.end() :]}"
            file.write_text(text, "utf-8")

            match open_variant(tmp_path / "tarn"):
                case Broken(_, found):
                    assert found
                case VariantFile(variant):
                    assert variant.powers


def test_whatever_lines_are_lost_the_rest_is_judged(tmp_path: Path) -> None:
    (tmp_path / "tarn").mkdir()
    lines = example().splitlines()
    for start in range(len(lines)):
        for end in range(start + 1, start + 9):
            text = "\n".join([*lines[:start], *lines[end:]])
            (tmp_path / "tarn/variant.toml").write_text(text, "utf-8")

            assert open_variant(tmp_path / "tarn")


def test_the_example_of_the_manual_is_a_variant(tmp_path: Path) -> None:
    file = opened(tmp_path / "tarn", example())

    assert isinstance(file, VariantFile)
    assert file.variant.name == "tarn"
    assert [power.name for power in file.variant.powers] == ["Red", "Blue"]


def test_what_a_file_tells_of_its_origin_is_kept(tmp_path: Path) -> None:
    keys = 'version = "2"\nlicence = "free"\nsources = ["a book"]\nreconstruction = true'
    file = opened(tmp_path / "tarn", f"{keys}\n{example()}")

    assert isinstance(file, VariantFile)
    assert (file.version, file.licence, file.sources) == ("2", "free", ("a book",))
    assert file.reconstruction


def test_a_game_may_start_with_builds_before_christ(tmp_path: Path) -> None:
    steps = ["- season", '+ season = "Winter"', "- year", "+ year = -273"]
    steps += ["- phase", '+ phase = "adjustment"']
    steps += ['- units = ["A ALD"]', "+ units = []", "+ [seasons]", '+ Fall = "Monsoon"']
    variant = opened(tmp_path / "tarn", changed(steps))

    assert isinstance(variant, VariantFile)
    phase = variant.variant.start.phase
    assert phase == Phase(Season.WINTER, -273, PhaseKind.ADJUSTMENT)


def test_what_a_power_owns_at_the_start_need_not_be_its_homes(tmp_path: Path) -> None:
    text = example().replace('homes = ["ALD"]', 'homes = ["ALD"]\nowned = ["BIR"]')
    text = text.replace('homes = ["COV"]', 'homes = ["COV"]\nowned = []')

    found = opened(tmp_path / "tarn", text)

    assert isinstance(found, VariantFile)
    variant = found.variant
    owners = dict(zip(variant.geography.provinces, variant.start.owners, strict=True))
    owned = {one.abbreviation: owner for one, owner in owners.items() if owner}
    assert owned == {"BIR": "Red"}
    assert [len(power.home_centers) for power in variant.powers] == [1, 1]


def test_a_season_and_a_coast_may_have_names_of_their_own(tmp_path: Path) -> None:
    coasts = 'coasts = { nc = "North Coast", sc = "South Coast", river = "River" }'
    steps = ["- COV = {", f'+ COV = {{ name = "Cove", kind = "coast", {coasts} }}']
    steps += ['- homes = ["COV"]', "+ homes = []", '- DUN = "EBB"']
    steps += ['+ DUN = "EBB COV/RIVER"', "+ [seasons]", '+ Fall = "Monsoon"']
    file = opened(tmp_path / "tarn", changed(steps))

    assert isinstance(file, VariantFile)
    assert file.variant.season_name(Season.FALL) == "Monsoon"
    board = file.variant.geography
    assert board.locations[board.location("COV/RIVER")].coast.name == "River"


def test_fleets_convoy_at_sea_and_where_the_file_says_so(tmp_path: Path) -> None:
    steps = ["- DUN = {", '+ DUN = { name = "Dune", kind = "sea", convoys = false }']
    steps += ["- BIR = {", '+ BIR = { name = "Birch", kind = "coast", convoys = true }']
    file = opened(tmp_path / "tarn", changed(steps))

    assert isinstance(file, VariantFile)
    convoying = [p.abbreviation for p in file.variant.geography.provinces if p.convoys]
    assert convoying == ["EBB", "BIR"]


def test_a_folder_needs_a_file_in_utf_8_and_a_plain_name(tmp_path: Path) -> None:
    (tmp_path / "latin").mkdir()
    (tmp_path / "latin/variant.toml").write_bytes(b'title = "\xe9"')

    nothing = open_variant(tmp_path / "nothing")
    latin = open_variant(tmp_path / "latin")
    spaced = opened(tmp_path / "Two Words", example())

    assert isinstance(nothing, Broken)
    assert "cannot be read" in str(nothing.problems[0])
    assert isinstance(latin, Broken)
    assert "not UTF-8" in str(latin.problems[0])
    assert isinstance(spaced, Broken)
    assert "Two Words" in str(spaced.problems[0])


def test_a_mark_of_an_editor_is_read_and_what_is_too_deep_is_told(tmp_path: Path) -> None:
    deep = opened(tmp_path / "deep", "more = " + "[" * 5000)

    assert isinstance(opened(tmp_path / "marked", f"\ufeff{example()}"), VariantFile)
    assert isinstance(deep, Broken)
    assert "too deep in each other" in str(deep.problems[0])


def test_whoever_needs_a_broken_variant_hears_what_is_wrong(tmp_path: Path) -> None:
    opened(tmp_path / "tarn", changed(["- victory", "+ victory = 9"]))

    with pytest.raises(BrokenVariantError, match="9 is more than the 3 centers"):
        read_variant(tmp_path / "tarn")
