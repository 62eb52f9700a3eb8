"""Maps of other programs are imported, and what is lost is told line by line."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from judge.importing import counts_of
from judge.notation.imports import (
    Files,
    Imported,
    Refused,
    Source,
    Wishes,
    import_files,
)

ROOT = Path(__file__).parents[2]
TARN = ROOT / "tests/cases/imports/tarn"
FORMS = ("njudge", "dpjudge", "jdip", "realpolitik")
TARN_COUNTS = (ROOT / "tests/cases/imports/tarn.txt").read_text("utf-8").splitlines()
CASES = (ROOT / "tests/cases/imports/changes.txt").read_text("utf-8")


def form(name: str) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in sorted((TARN / name).iterdir())}


def imported(files: Mapping[str, bytes], **wishes: object) -> Imported | Refused:
    given = tuple(Source(name, raw) for name, raw in files.items())
    return import_files(Files(given, lambda _name, _near: None), Wishes(**wishes))


def whole(files: Mapping[str, bytes], **wishes: object) -> Imported:
    found = imported(files, **wishes)
    assert isinstance(found, Imported), found
    return found


def cases() -> list[tuple[str, list[str]]]:
    found = [part.splitlines() for part in CASES.split("\ncase ")[1:]]
    return [(title, [line for line in lines if line]) for title, *lines in found]


def changed(files: dict[str, bytes], steps: Sequence[str]) -> dict[str, bytes]:
    """Return files with lines taken out (-), put in there (+) or at the end (&)."""
    texts = {name: raw.decode().splitlines() for name, raw in files.items()}
    at = 0
    for step in steps:
        mark, (name, _, text) = step[0], f"{step[2:]} ".partition(": ")
        text = text.rstrip()
        if mark in ">=":
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


def told(found: Imported | Refused) -> list[str]:
    match found:
        case Refused(reason):
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

    assert isinstance(imported(files), Refused)
    assert whole(files, variant=name).facts.title == "Tarn Two"
