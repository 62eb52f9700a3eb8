"""Maps of other programs are imported, and every line that is lost is reported."""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from judge.boards import VariantFile, open_variant
from judge.cli.variant.importing import counts_of
from judge.cli.variant.told import counts
from judge.engine import Variant, bits
from judge.mapmaking.reading.facts import Files, ImportOptions, Source
from judge.mapmaking.reading.imports import Imported, ImportRefused, import_files
from judge.notation import words_of
from judge.shipped import shipped_variants
from tests.amount import many
from tests.mapmaking import foreign

ROOT = Path(__file__).parents[2]
TARN = ROOT / "tests/cases/imports/tarn"
FORMS = ("njudge", "dpjudge", "jdip", "realpolitik", "vdiplomacy", "godip")
TARN_COUNTS = (ROOT / "tests/cases/imports/tarn.txt").read_text("utf-8").splitlines()
PACKAGE = (ROOT / "tests/cases/imports/package.txt").read_text("utf-8").splitlines()
PACKAGE_TITLES, *PACKAGE_ROWS = (
    [cell.strip() for cell in line.split("|")] for line in PACKAGE if line[0] != "#"
)
PACKAGE_HEAD = PACKAGE_TITLES[2:-1]
PACKAGE_FILES = {f"{row[0]}.map" for row in PACKAGE_ROWS}
CASES = (ROOT / "tests/cases/imports/changes.txt").read_text("utf-8")


def form(name: str) -> dict[str, bytes]:
    files = (one for one in sorted((TARN / name).rglob("*")) if one.is_file())
    return {one.name: one.read_bytes() for one in files}


def imported(files: Mapping[str, bytes], **options: object) -> Imported | ImportRefused:
    given = tuple(Source(name, raw) for name, raw in files.items())
    return import_files(Files(given, lambda _name, _near: None), ImportOptions(**options))


def whole(files: Mapping[str, bytes], **options: object) -> Imported:
    found = imported(files, **options)
    assert isinstance(found, Imported), found
    return found


def cases() -> list[tuple[str, list[str]]]:
    found = [part.splitlines() for part in CASES.split("\ncase ")[1:]]
    return [(title, [line for line in lines if line]) for title, *lines in found]


def changed(files: dict[str, bytes], steps: Sequence[str]) -> dict[str, bytes]:
    """Return files changed by steps: remove a line (-), insert one there (+), or at the end (&)."""
    texts = {name: raw.decode().splitlines() for name, raw in files.items()}
    at = 0
    for step in steps:
        mark, (name, _, text) = step[0], f"{step[2:]} ".partition(": ")
        text = text.rstrip()
        if mark in ">=*":
            continue
        lines = texts.setdefault(name, [])
        if mark == "-":
            at = next(n for n, line in enumerate(lines) if line.startswith(text))
            del lines[at]
        elif mark == "+":
            lines.insert(at, text)
            at += 1
        elif mark == "&":
            lines.append(text)
        elif mark == "x":
            del texts[name]
    return {name: "\n".join(lines).encode() for name, lines in texts.items()}


def told(found: Imported | ImportRefused) -> list[str]:
    match found:
        case ImportRefused(reason):
            return [reason]
        case Imported(facts=facts):
            return [str(note) for note in facts.notes]


def edges(found: Imported) -> tuple[set[frozenset[str]], set[frozenset[str]]]:
    """Return the edges of armies and of fleets by the abbreviations of their ends."""
    shorts = {one.key: one.words[0] for one in found.facts.provinces}
    army = {frozenset(shorts[key] for key in pair) for pair in found.facts.army}
    fleet = {
        frozenset(f"{shorts[key]}/{code.upper()}".strip("/") for key, code in pair)
        for pair in found.facts.fleet
    }
    return army, fleet


@pytest.mark.parametrize("name", FORMS)
def test_all_forms_of_a_map_give_the_same(name: str) -> None:
    found = whole(form(name))

    facts = found.facts
    assert edges(found) == edges(whole(form("dpjudge")))
    assert [f"{key}: {n}" for key, n in counts_of(facts).items()] == TARN_COUNTS
    assert [(p.name, p.letter) for p in facts.powers] == [("Red", "R"), ("Blue", "B")]
    assert 'homes = ["ALD"]\nunits = ["A ALD"]' in found.toml
    assert 'homes = ["COV"]\nunits = ["F COV/SC"]' in found.toml
    assert '[start]\nseason = "Spring"\nyear = 1\nphase = "movement"' in found.toml


@pytest.mark.parametrize(("title", "steps"), cases(), ids=[c[0] for c in cases()])
def test_a_change_of_a_line_is_told_and_counted(title: str, steps: list[str]) -> None:
    files = form(title.partition(":")[0])
    usual = told(whole(files))

    found = imported(changed(files, steps))

    assert [one for one in told(found) if one not in usual] == [
        step[2:] for step in steps if step[0] == ">"
    ]
    texts = [found.toml, found.places, found.readme] if isinstance(found, Imported) else []
    lines = "\n".join(texts).splitlines()
    assert [s[2:] for s in steps if s[0] == "*" and s[2:] not in lines] == []
    counts = counts_of(found.facts) if isinstance(found, Imported) else {}
    for key, _, number in (s[2:].rpartition(" ") for s in steps if s[0] == "="):
        assert counts[key] == int(number), key


@pytest.mark.parametrize("end", [b"\r\n", b"\r", b" \t\r\n"])
@pytest.mark.parametrize("name", FORMS)
def test_line_ends_and_blanks_behind_do_not_matter(name: str, end: bytes) -> None:
    files = {one: raw.replace(b"\n", end) for one, raw in form(name).items()}

    assert edges(whole(files)) == edges(whole(form(name)))


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "latin-1"])
def test_names_with_accents_are_kept(name: str, encoding: str) -> None:
    files = {
        one: raw.decode().replace("Alder", "Åldër").encode(encoding)
        for one, raw in form(name).items()
    }

    assert 'ALD = { name = "Åldër", kind = "coast"' in whole(files).toml


def test_first_builds_that_cannot_be_kept_are_another_start() -> None:
    files = form("vdiplomacy")
    builds = b"<?php $countryUnits = array('Red' => array('Birch' => 'Army'));"

    other = whole(files | {"processOrderBuilds.php": builds})

    assert other.facts.start_differs
    assert not whole(files).facts.start_differs


def test_duality_is_imported_when_it_is_asked_for() -> None:
    files = form("njudge")
    files["map.tarn"] = files["map.tarn"].replace(b"x bir", b"xw bir")

    assert "convoys" not in whole(files).toml
    assert 'aliases = ["birchwood"], convoys = true' in whole(files, duality=True).toml


@pytest.mark.parametrize("name", ["Tarn Two", "tarn two"])
def test_a_variant_of_a_pack_is_chosen_by_its_name(name: str) -> None:
    files = form("jdip")
    start, end = files["variants.xml"].split(b"<VARIANT ", 1)
    second = end.replace(b'name="Tarn"', b'name="Tarn Two"', 1)
    files["variants.xml"] = (
        start + b"<VARIANT " + end.replace(b"</VARIANTS>", b"<VARIANT " + second)
    )

    assert isinstance(imported(files), ImportRefused)
    assert whole(files, variant=name).facts.title == "Tarn Two"


def test_powers_beyond_the_alphabet_get_a_letter_with_a_digit(tmp_path: Path) -> None:
    names = [f"Power {number}" for number in range(40)]
    rows = "".join(f"array('{n}','Land','Yes',{i}),\n" for i, n in enumerate(names, 1))
    ways = "".join(f"array('Power 0','{n}','No','Yes'),\n" for n in names[1:])
    units = "".join(f"'{n}'=>array('{n}'=>'Army'),\n" for n in names)
    tables = f"$territoryRawData=array({rows});$bordersRawData=array({ways});"
    files = {
        "install.php": tables,
        "variant.php": f"variantClasses $countries=array{tuple(names)};",
        "adjudicatorPreGame.php": f"$countryUnits=array({units});",
    }

    found = whole({name: text.encode() for name, text in files.items()})

    letters = [power.letter for power in found.facts.powers]
    assert letters[34] == "A0"
    assert len(set(letters)) == 40
    (tmp_path / "many").mkdir()
    (tmp_path / "many/variant.toml").write_text(found.toml, "utf-8")
    assert isinstance(open_variant(tmp_path / "many"), VariantFile)


def has_form(ours: Variant, name: str) -> bool:
    """Return whether a format can express all coasts and powers of a variant."""
    codes = {c.code for p in ours.geography.provinces for c in p.coasts}
    plain = name == "dpjudge" or codes <= {"nc", "sc", "ec", "wc"}
    return plain and (name != "njudge" or all(p.home_centers for p in ours.powers))


@pytest.mark.parametrize(
    ("variant", "name"),
    [
        (variant, name)
        for variant in shipped_variants().names
        for name in FORMS
        if has_form(shipped_variants().read(variant), name)
    ],
)
def test_our_own_variants_written_in_other_forms_are_read_back(variant: str, name: str) -> None:
    ours = shipped_variants().read(variant)

    found = whole(getattr(foreign, name)(ours))

    assert differences(found, ours) == []
    # The files are written without the neutral powers.
    nobody = {side.name for side in ours.neutrals}
    neutral = sum(unit.power in nobody for unit in ours.start.units)
    expected = counts(ours)
    expected |= {"neutrals": 0, "units": expected["units"] - neutral}
    if name == "njudge":
        # The files of njudge do not have the number of centers that wins.
        expected["victory"] = found.facts.victory
    assert counts_of(found.facts) == expected


@pytest.mark.parametrize("name", ["standard", "maharajah", "sengoku"])
def test_an_import_that_equals_a_board_up_to_names_is_drawn_as_it(name: str) -> None:
    ours = shipped_variants().read(name)
    (raw,) = foreign.godip(ours).values()
    text = re.sub(r"// .*", "// ", raw.decode())
    other = re.sub(r'"(\w\w\w)([/"])', r'"q\1\2', text)
    other = re.sub(r'/(\w)c"', r'/q\1"', other)
    given = Files((Source("old.go", other.encode()),), lambda _name, _near: None)
    boards = [shipped_variants().read(one) for one in ("pure", name)]

    found = import_files(given, ImportOptions(), boards)

    assert isinstance(found, Imported)
    assert json.loads(found.geometry)["same_as"] == name
    ending = {one.words[0]: one.name for one in found.facts.provinces}
    coasts = {(o.words[0], code) for o in found.facts.provinces for code, _ in o.coasts}
    assert coasts == {
        (ours.geography.provinces[one.province].abbreviation, one.coast.code)
        for one in ours.geography.locations
        if one.coast
    }
    assert ending.keys() == {one.abbreviation for one in ours.geography.provinces}
    assert all(one.endswith(word) for word, one in ending.items() if one[0] == "Q")
    assert whole({"old.go": raw}).geometry == ""


@pytest.mark.parametrize("row", PACKAGE_ROWS, ids=[row[0] for row in PACKAGE_ROWS])
def test_a_map_of_the_package_has_the_edges_that_are_known(row: list[str]) -> None:
    name, ours, *numbers, differing = row
    found = import_files(Files((package_map(f"{name}.map"),), package_beside), ImportOptions())

    assert isinstance(found, Imported)
    facts = counts_of(found.facts)
    assert [facts[key] for key in PACKAGE_HEAD] == list(map(int, numbers))
    if ours:
        variant = shipped_variants().read(ours)
        assert differences(found, variant) == differing.split()


def package_map(name: str) -> Source:
    package = find_spec("diplomacy")
    if package is None or package.origin is None:
        pytest.skip("The package diplomacy is not installed.")
    return Source(name, (Path(package.origin).parent / "maps" / name).read_bytes())


def package_beside(name: str, _near: str) -> Source | None:
    return package_map(name) if name in PACKAGE_FILES else None


def differences(found: Imported, ours: Variant) -> list[str]:
    """Return the edges that only one of the two maps has, by our abbreviations."""
    board = ours.geography
    called = {
        "".join(words_of(word)): province.abbreviation
        for province in board.provinces
        for word in (*province.aliases, province.abbreviation, province.name)
    }
    shorts = {
        one.words[0]: next(
            called[fold]
            for word in (one.name, *one.words)
            if (fold := "".join(words_of(word))) in called
        )
        for one in found.facts.provinces
    }
    theirs = [{renamed(edge, shorts) for edge in kind} for kind in edges(found)]
    return sorted(
        f"{kind}:{'-'.join(sorted(edge))}"
        for kind, one, other in zip("AF", theirs, edges_of(ours), strict=True)
        for edge in one ^ other
    )


def renamed(edge: frozenset[str], shorts: Mapping[str, str]) -> frozenset[str]:
    parts = (end.partition("/") for end in edge)
    return frozenset(f"{shorts[name]}{slash}{coast}" for name, slash, coast in parts)


def edges_of(variant: Variant) -> tuple[set[frozenset[str]], set[frozenset[str]]]:
    board = variant.geography

    def named(masks: Sequence[int]) -> set[frozenset[str]]:
        return {
            frozenset((board.locations[one].text, board.locations[other].text))
            for one, mask in enumerate(masks)
            for other in bits(mask)
        }

    return named(board.army_edges), named(board.fleet_edges)


def test_whatever_is_damaged_is_read_or_refused() -> None:
    chance = Random("damage")
    ours = shipped_variants().read("standard")
    sets = [form(name) for name in FORMS] * many(8)
    sets += [getattr(foreign, name)(ours) for name in FORMS]
    for files in sets:
        name = chance.choice(sorted(files))
        for damage in (cut, torn, shuffled, spoiled):
            found = imported(files | {name: damage(files[name], chance)})

            assert told(found) == list(dict.fromkeys(told(found)))
            if isinstance(found, Imported):
                tomllib.loads(found.toml)


def cut(raw: bytes, chance: Random) -> bytes:
    return raw[: chance.randrange(len(raw))]


def torn(raw: bytes, chance: Random) -> bytes:
    return b"\n".join(line for line in raw.split(b"\n") if chance.random() < 0.8)


def shuffled(raw: bytes, chance: Random) -> bytes:
    words = [line.split(b" ") for line in raw.split(b"\n")]
    for line in words:
        if chance.random() < 0.2:
            chance.shuffle(line)
    return b"\n".join(b" ".join(line) for line in words)


def spoiled(raw: bytes, chance: Random) -> bytes:
    spots = {chance.randrange(len(raw)) for _ in range(9)}
    return bytes(chance.randrange(256) if n in spots else b for n, b in enumerate(raw))


@pytest.mark.parametrize(
    "text",
    [
        "<VARIANTS>" + "<a>" * 9999,
        "USE a\nFLOW A:MOVEMENT,RETREATS IFYEARDIV:0 A:ADJUSTMENTS NEWYEAR:0\n",
        "A, l a\nB, l b\n-1\na-mv: b\n-1\n" + "R" * 9999,
    ],
)
def test_what_is_too_much_ends_well(text: str) -> None:
    assert told(imported({"map.much": text.encode(), "a.map": b"LAND A ABUTS B\n"}))


@pytest.mark.parametrize("size", [0, 1, 9, 400, 4000])
def test_no_noise_is_a_map(size: int) -> None:
    chance = Random(size)
    for start in (b"", b"PK\x03\x04", b"<VARIANTS>", b"\xff\xfe", b"USE a\n"):
        found = imported({"map.noise": start + chance.randbytes(size)})

        assert isinstance(found, ImportRefused)
