"""The shipped variants are complete, counted, playable, and shown by `judge variant`."""

import re
from collections.abc import Sequence
from dataclasses import replace
from html import unescape
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from judge.boards import VariantFile, open_variant, read_variant
from judge.cli.check import variants_finding
from judge.cli.main import app
from judge.cli.variant.play import random_orders
from judge.cli.variant.told import counts
from judge.config import Configuration
from judge.engine import (
    Build,
    Hold,
    Order,
    Phase,
    PhaseKind,
    Position,
    Season,
    Terrain,
    Unit,
    UnitKind,
    Variant,
    adjudicate,
    check_order,
    power_of,
)
from judge.notation import long_order, read_order, reader_for, write_order
from judge.render import stated_rules
from judge.shipped import opened_variants, shipped_variants
from tests.amount import many
from tests.post import Post

ROOT = Path(__file__).parents[2]
TABLE = (ROOT / "tests/cases/variants/counts.txt").read_text("utf-8").splitlines()
HEAD, *ROWS = ([cell.strip() for cell in line.split("|")] for line in TABLE if line[0] != "#")
NAMES = [row[0] for row in ROWS]


def variant_called(name: str) -> Variant:
    return read_variant(ROOT / "variants" / name)


def test_each_folder_of_variants_is_whole_and_counted() -> None:
    opened = opened_variants()

    assert all(isinstance(one, VariantFile) for one in opened)
    assert [one.variant.name for one in opened] == NAMES
    assert [doubt for one in opened for doubt in one.doubts] == []


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_a_shipped_map_has_its_designers_counts(row: list[str]) -> None:
    found = counts(variant_called(row[0]))

    assert [found[name] for name in HEAD[1:]] == list(map(int, row[1:]))


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_file_tells_its_sources_and_licence(name: str) -> None:
    file = open_variant(ROOT / "variants" / name)

    assert isinstance(file, VariantFile)
    assert file.licence
    assert file.sources


@pytest.mark.parametrize("name", NAMES)
def test_every_name_of_a_map_is_read_as_its_own_province(name: str) -> None:
    variant = variant_called(name)
    position = crowded(variant)
    reader = reader_for(variant, position, variant.powers[0].name)

    for unit in position.units:
        province = variant.geography.provinces[unit.location]
        for text in (province.abbreviation, province.name, *province.aliases):
            line = f"{unit.kind.value} {text} H"
            assert read_order(line, reader) == Hold(unit), line


@pytest.mark.parametrize("name", NAMES)
def test_two_years_of_legal_orders_are_adjudicated_and_read_back(name: str) -> None:
    variant = variant_called(name)
    chance = Random(name)
    position = variant.start

    while position.phase.year < variant.start.phase.year + many(2):
        orders = tuple(random_orders(position, variant, chance))
        assert_read_back(orders, position, variant)

        position = adjudicate(position, orders, variant).after

        standing = [variant.geography.province_of[u.location] for u in position.units]
        assert len(standing) == len(set(standing))


def test_chance_orders_no_unit_that_nobody_plays() -> None:
    standard = variant_called("standard")
    *played, unplayed = standard.powers
    variant = replace(standard, powers=tuple(played), neutrals=(unplayed,), base=None)

    orders = random_orders(variant.start, variant, Random(1))

    ordered = {power_of(order) for order in orders}
    assert ordered == {power.name for power in played}


def crowded(variant: Variant) -> Position:
    """Return a position with a unit of the first power in every province."""
    units = tuple(
        Unit(variant.powers[0].name, kind_at(number, variant), number)
        for number, province in enumerate(variant.geography.provinces)
        if province.terrain is not Terrain.IMPASSABLE
    )
    phase = Phase(Season.SPRING, 1901, PhaseKind.MOVEMENT)
    return Position(phase, units, variant.start.owners)


def kind_at(province: int, variant: Variant) -> UnitKind:
    army = variant.geography.armies >> province & 1
    return UnitKind.ARMY if army else UnitKind.FLEET


def assert_read_back(orders: Sequence[Order], position: Position, variant: Variant) -> None:
    for order in orders:
        power = order.power if isinstance(order, Build) else order.unit.power
        reader = reader_for(variant, position, power)
        short = write_order(order, variant.geography)
        assert check_order(order, power, position, variant) is None, short
        assert read_order(short, reader) == order
        assert read_order(long_order(order, variant, position), reader) == order


def said(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["variant", *words])
    assert result.exit_code == code, result.output
    return result.output


def test_the_list_names_each_variant_with_its_size_and_designer() -> None:
    lines = said("list").splitlines()

    assert [line.split()[0] for line in lines[1:]] == NAMES
    assert any("ancmed" in line and "Don Hessong" in line for line in lines)


def test_a_variant_is_shown_with_all_that_starts_a_game() -> None:
    text = said("show", "chaos")

    assert "Start    Winter 1900 adjustments" in text
    assert "Builds   in any owned center" in text
    assert "A Ankara: homes ANK; starts without a unit" in text
    assert "this file holds facts" in text


def test_what_is_special_of_a_map_is_shown() -> None:
    assert "by fleets in BAL" in said("show", "ancmed")
    assert "Bridges  ATH-SPA, COR-SAD" in said("show", "ancmed")
    assert "Monsoon for Fall" in said("show", "spice_islands")
    assert "Spring 273 BC movement" in said("show", "classical")


def test_sides_that_nobody_plays_and_rules_of_its_own_are_shown() -> None:
    heaven, sengoku = said("show", "mandate_of_heaven"), said("show", "sengoku")

    assert "X Hsiung-Nu: no homes; starts without a unit" in heaven
    assert "Nobody plays\n  Z Chou: homes LOY; starts with A LOY" in heaven
    assert "  Example: Build A Ch'iang." in heaven
    assert "Neutral: no homes; starts with A BIZ, A BUN" in sengoku


def test_a_page_has_the_rules_of_a_variant_in_the_words_of_its_mail(tmp_path: Path) -> None:
    file = tmp_path / "a.html"
    assert "The page is in" in said("show", "satrap2", "--page", str(file))
    page = file.read_text("utf-8")
    words = " ".join(unescape(re.sub("<[^>]*>", " ", page)).split())

    rules = stated_rules(ROOT / "templates", variant_called("satrap2"))
    assert [one for one in rules if one.says not in words] == []
    assert page.count("<svg") == 1
    assert re.findall(r'(?:src|href)="(?!#)', page) == []


def test_a_page_of_a_board_without_a_drawing_has_its_words(tmp_path: Path) -> None:
    text = (ROOT / "variants/pure/variant.toml").read_text("utf-8")
    folder = a_folder(tmp_path / "tarn", text.replace('"Pure"', '"A <b> & c"'))
    said("show", str(folder), "--page", str(tmp_path / "a.html"))

    page = (tmp_path / "a.html").read_text("utf-8")
    assert "<title>A &lt;b&gt; &amp; c</title>" in page
    assert "<svg" not in page


def test_the_parameters_of_rules_are_shown_as_the_file_has_them() -> None:
    text = " ".join(said("show", "mandate_of_heaven").split())

    assert "[rules.barbarians] power = Hsiung-Nu, band = CHG HOT ICH" in text
    assert "[rules.river_convoys] any_fleet = true" in text


def test_the_counts_of_a_map_stand_one_a_line() -> None:
    lines = said("count", "standard").splitlines()

    assert {"provinces: 76", "playable: 75", "centers: 34"} <= set(lines)
    assert {"army edges: 111", "fleet edges: 141", "named coasts: 6"} <= set(lines)


def test_a_variant_that_is_not_there_is_answered_with_those_that_are() -> None:
    assert "There are ancmed" in said("show", "clasical", code=1)
    assert "no variant" in said("count", "nowhere", code=1)


def test_check_says_ok_or_all_that_is_wrong(tmp_path: Path) -> None:
    text = (ROOT / "variants/pure/variant.toml").read_text("utf-8")
    broken = a_folder(tmp_path / "pure", text.replace('letter = "A"', 'letter = "M"'))

    assert "pure is ok: provinces 7" in said("check", str(ROOT / "variants/pure"))
    assert "powers.Austria.letter: M means" in said("check", str(broken), code=1)
    file = str(broken / "variant.toml")
    assert "1 problem." in said("check", file, code=1)
    assert "There is no variant none" in said("check", str(tmp_path / "none"), code=1)
    assert "pure is ok" in said("check", "pure")


def test_a_drawing_of_a_board_that_has_changed_is_told_and_not_shown(tmp_path: Path) -> None:
    folder = str(tmp_path / "tarn")
    said("new", "tarn", "--out", folder)
    file = tmp_path / "tarn/variant.toml"
    file.write_text(file.read_text("utf-8").replace("HIL", "FEL"), "utf-8")

    told = said("check", folder, code=1)

    assert "tarn can be played, but look at this" in told
    assert "geometry.json: is no drawing of this board: it has HIL; it lacks FEL" in told
    shown = said("show", folder, "--map", str(tmp_path / "a.png"), code=1)
    assert "`judge variant draw` draws it." in shown
    assert not (tmp_path / "a.png").exists()


def test_an_option_that_every_game_has_is_told_and_hides_nothing(tmp_path: Path) -> None:
    text = (ROOT / "variants/pure/variant.toml").read_text("utf-8")
    own = "\n".join(f'[options.nmr.{one}]\nabout = "x"' for one in ("a", "b"))
    folder = a_folder(tmp_path / "pure", f"{text}\n{own}\n")

    told = said("check", str(folder), code=1)
    assert "options.nmr: SET NMR is a setting of every game" in told

    post = Post(tmp_path)
    post.judge = replace(post.judge, variants=shipped_variants(tmp_path))
    post.write("ann@example.org", "CREATE raj pure\nSET NMR WAIT")
    assert "NMR" in post.arrived[-1].text
    post.judge.store.dispose()


def test_a_reconstruction_is_called_one_wherever_it_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "variants/pure/variant.toml").read_text("utf-8")
    a_folder(tmp_path / "old", f"reconstruction = true\n{text}")
    monkeypatch.setenv("JUDGE_VARIANTS", str(tmp_path))

    assert "Pure (a reconstruction)" in said("list")
    assert "This map is a reconstruction" in said("show", "old")

    post = Post(tmp_path)
    post.judge = replace(post.judge, variants=shipped_variants(tmp_path))
    post.write("ann@example.org", "CREATE raj variant old")
    assert "Pure (a reconstruction)" in post.arrived[-1].text
    for question in ("INFO", "LIST raj", "SUMMARY raj", "INFO old"):
        post.write("bob@example.org", question)
        assert "Pure (a reconstruction)" in post.arrived[-1].text
    assert "This map is a reconstruction" in post.arrived[-1].text
    post.judge.store.dispose()


def test_a_broken_variant_is_told_of_and_no_game_is_created_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "variants/pure/variant.toml").read_text("utf-8")
    a_folder(tmp_path / "variants/pure", text)
    a_folder(tmp_path / "variants/tarn", "title = ")
    (tmp_path / "variants/empty").mkdir()
    monkeypatch.setenv("JUDGE_VARIANTS", str(tmp_path / "variants"))

    assert set(shipped_variants(tmp_path / "variants").names) == set(NAMES)
    assert "tarn is broken" in said("list")
    assert "empty is broken" in said("list")
    assert "is no TOML" in said("show", "tarn", code=1)
    trouble = variants_finding(Configuration()).trouble
    assert "empty, tarn" in trouble

    post = Post(tmp_path)
    post.judge = replace(post.judge, variants=shipped_variants(tmp_path / "variants"))
    post.write("ann@example.org", "CREATE raj variant tarn")
    assert "tarn" in post.arrived[-1].text
    assert "pure" in post.arrived[-1].text
    post.judge.store.dispose()


def test_own_variants_stand_beside_the_shipped_ones_or_in_their_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "variants/pure/variant.toml").read_text("utf-8")
    a_folder(tmp_path / "tarn", text.replace('title = "Pure"', 'title = "Tarn"'))
    a_folder(tmp_path / "pure", text.replace('title = "Pure"', 'title = "Own"'))
    (tmp_path / "tarn/geometry.json").write_text('{"version": 1, "same_as": "pure"}')
    monkeypatch.setenv("JUDGE_VARIANTS", str(tmp_path))

    found = {line.split()[0] for line in said("list").splitlines()[1:]}

    assert found == {*NAMES, "tarn"}
    assert said("show", "pure").startswith("Own")
    picture = tmp_path / "a.svg"
    assert "The picture is in" in said("show", "tarn", "--map", str(picture))
    assert picture.read_text("utf-8").startswith("<svg")


def test_each_command_takes_the_folder_of_a_variant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said("new", "tarn")

    for word in ("tarn", "tarn/", "tarn/variant.toml", "./tarn"):
        assert "tarn is ok" in said("check", word)
    assert said("show", "tarn").startswith("Tarn")
    assert "centers: 6" in said("count", "tarn")
    assert "won: " in said("play", "tarn", "--years", "9")
    line = '{"phase": "S1901M", "units": {"Red": ["A ALD"]}, "orders": {}}\n'
    for text, options in (("Red: A Alder - Hill\n", []), (line, ["--jsonl"])):
        words = ["adjudicate", "--variant", "tarn", *options]
        result = CliRunner().invoke(app, words, input=text)
        assert result.exit_code == 0
        assert "ALD" in result.output
        assert "error" not in result.output


def test_a_new_variant_writes_over_nothing(tmp_path: Path) -> None:
    folder = str(tmp_path / "tarn")
    assert "Written to" in said("new", "tarn", "--out", folder)

    assert "is there already" in said("new", "tarn", "--out", folder, code=1)
    assert "no name of a variant" in said("new", "Tarn 2", code=1)


def test_a_game_of_chance_ends_or_is_ended(tmp_path: Path) -> None:
    said("new", "tarn", "--out", str(tmp_path / "tarn"))

    short = said("play", str(tmp_path / "tarn"), "--years", "1")
    other = said("play", str(tmp_path / "tarn"), "--seed", "2", "--years", "1")

    assert "Nobody has won within 1 years." in short
    assert "Spring 1 movement" in short
    assert short != other


def test_a_game_of_chance_begins_with_its_cards_dealt() -> None:
    short = said("play", "satrap2", "--years", "1")

    assert "is loyal" in short


def test_a_variant_that_was_mended_is_read_anew(tmp_path: Path) -> None:
    text = (ROOT / "variants/pure/variant.toml").read_text("utf-8")
    a_folder(tmp_path / "pure", "title = ")
    before = shipped_variants(tmp_path).names

    (tmp_path / "pure/variant.toml").write_text(text, "utf-8")

    assert before == tuple(name for name in NAMES if name != "pure")
    assert shipped_variants(tmp_path).names == tuple(NAMES)


def a_folder(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "variant.toml").write_text(text, "utf-8")
    return folder


def test_a_game_of_chaos_starts_with_builds(post: Post) -> None:
    post.write("master@example.org", "CREATE raj chaos")
    for power in variant_called("chaos").powers:
        address = f"{power.name.replace(' ', '.').lower()}@example.org"
        post.write(address, f"JOIN {power.letter}@raj")

    starts = [mail for mail in post.arrived if "W1900A starts" in mail.subject]
    post.reply("sweden@example.org", "Build F Sweden")

    assert len(starts) > 34
    assert "Build Fleet Sweden" in post.arrived[-1].text
