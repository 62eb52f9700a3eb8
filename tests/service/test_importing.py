"""`judge import-game` imports the file of an EXPORT, also at another judge."""

import io
import json
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest
from click.testing import Result
from typer.testing import CliRunner

from judge.cli.main import app
from judge.game import Stage
from judge.service import MOST_BYTES, import_game as imported
from judge.store.exported import NoGameError, game_facts
from tests.post import Post
from tests.service.office import MASTER, the_game
from tests.service.test_export import exported, play

NEW = "new@players.test"


@pytest.fixture
def other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Post:
    """Yield another judge, to which one person has written."""
    folder = tmp_path / "other"
    folder.mkdir()
    post = Post(folder)
    monkeypatch.setenv("JUDGE_DATABASE", post.judge.store.url.render_as_string())
    monkeypatch.setenv("JUDGE_DATA", str(folder))
    post.write(NEW, "REGISTER New Master")
    return post


def import_game(file: Path, master: str = NEW) -> Result:
    return CliRunner().invoke(app, ["import-game", str(file), master])


def test_a_game_goes_on_at_another_judge(office: Post, other: Post, tmp_path: Path) -> None:
    play(office)
    there, file = the_game(office), tmp_path / "game.json"
    file.write_bytes(exported(office, MASTER)["game.json"])

    done = import_game(file)
    assert done.exit_code == 0, done.output
    game = the_game(other)
    assert (game.position, game.history) == (there.position, there.history)
    assert game.stage is Stage.PAUSED
    again = json.loads(exported(other, NEW)["game.json"])
    before = json.loads(file.read_text())
    for name in ("variant", "settings", "position", "phases", "ending"):
        assert again[name] == before[name]

    for power in ("France", "Italy"):
        other.write(f"{power}@players.test", f"JOIN {power}@smp")
    other.write(NEW, "RESUME")
    other.write(NEW, "PROCESS F1901M")
    assert len(the_game(other).history) == 2
    assert "there is a game smp" in import_game(file).output


def test_what_is_no_export_is_not_taken(other: Post, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text('{"format": "something else"}')

    told = import_game(file)
    assert told.exit_code == 1
    assert "was not taken" in told.output
    assert "nobody wrote here" in import_game(file, "nobody@players.test").output


def zipped(content: bytes, kind: int = ZIP_DEFLATED) -> bytes:
    whole = io.BytesIO()
    with ZipFile(whole, "w", kind) as archive:
        archive.writestr("game.json", content)
    return whole.getvalue()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (zipped(bytes(MOST_BYTES + 1)), "no game is larger"),
        (bytes(MOST_BYTES + 1), "no game is larger"),
        (zipped(b"{}", ZIP_LZMA), "packed in a way"),
        (zipped(b"{}")[:-30], "not a zip file"),
        (b"[1, 2]", "Expected `object`"),
        (b"null", "Expected `object`"),
        (b"[" * 100_000, "Expected `object`"),
        (b'{"a": ' + b"[" * 100_000, "recursion"),
        (b'{"game": ' + b"9" * 5_000 + b"}", "not as EXPORT writes it"),
    ],
    # A zip contains the time when it was made; every test worker must use the same test name.
    ids=lambda part: part if isinstance(part, str) else "file",
)
def test_what_no_game_can_be_is_refused_before_it_takes_room(
    other: Post, content: bytes, why: str
) -> None:
    with other.judge.store.begin() as now, pytest.raises(NoGameError, match=why):
        imported(other.judge, now, content, NEW, other.now)


def test_a_game_that_is_over_comes_in_as_claimed(office: Post, other: Post, tmp_path: Path) -> None:
    facts = {**game_facts(the_game(office)), "stage": "finished"}
    ending = {"winners": ["France"], "reason": "18 centers"}
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**facts, "ending": ending}))

    done = import_game(file)
    other.write(NEW, "HALL")
    hall = other.arrived[-1].text
    other.write(NEW, "SUMMARY smp")

    assert done.exit_code == 0, done.output
    assert "smp" not in hall
    assert "all this is claimed" in other.arrived[-1].text


UNPLAYABLE: tuple[tuple[str, str, object], ...] = (
    ("game", "no name of a game", "../smp"),
    ("players", "its powers are not those", {"France": None}),
    ("players", "powers are not those", dict.fromkeys(["France"] * 8)),
    ("position", "its board is not that", None),
    ("created", "times that cannot be", "9999-12-31T23:59:59+00:00"),
    ("created", "without a time zone", "2026-11-22T12:00:00"),
    ("created", "Invalid RFC3339", "yesterday"),
    ("ending", "winners are no powers", {"winners": ["Ruritania"], "reason": "18 centers"}),
    ("ending", "no game has such letters", {"winners": ["France"], "reason": "18\x00"}),
    ("ending", "so much", {"winners": [], "reason": "x" * 20_000}),
    ("ending", "Expected `object`", []),
    ("position.phase", "a year that cannot be", "S123456M"),
    ("position.owners", "powers that are not there", {"BER": "Ruritania"}),
    ("position.owners.BER", "Expected `str`", []),
    ("position.units", "its units cannot stand so", [["Germany", "A BER"], ["Germany", "A BER"]]),
    ("position.units", "its units cannot stand so", [["Germany", "F MUN"]]),
    ("phases.0.absent", "its absent are no powers", ["Ruritania"]),
    ("phases.0.phase", "Expected `str`", None),
    ("phases.0.phase", "not the phase of its board", "F1901M"),
    ("settings", "so much", {"comment": "x" * 20_000}),
    ("settings.timing.zone", "no SET", "x"),
    ("settings.timing.zone", "no SET", "../../etc"),
    ("settings.timing.zone", "malformed|truncated", "\ud800"),
    ("settings.timing.days", "no SET", "x"),
    ("settings.timing.days", "no SET", ""),
    ("settings.timing.movement", "no SET", -1),
    ("settings.timing.grace", "no SET", 1e11),
    ("settings.timing.grace", "malformed", float("nan")),
    ("settings.timing.reminders", "no SET", [60] * 7),
    ("settings.twists.victory", "no SET", -1),
    ("settings.twists.players", "no SET", 0),
    ("settings.twists.units", "its units cannot stand so", {"France": ["F MUN"]}),
    ("settings.most_games", "no SET", -1),
    ("settings.choices", "no SET", {"cards": "many"}),
    ("settings.comment", "no game has such letters", "a\x00b"),
    ("settings.comment", "malformed|truncated", "\ud800"),
)


def test_a_game_that_nobody_could_play_is_not_taken(office: Post) -> None:
    play(office)
    whole = exported(office, MASTER)["game.json"]
    for place, why, value in UNPLAYABLE:
        facts = {**json.loads(whole), "game": "again"}
        *path, last = place.split(".")
        part = facts
        for name in path:
            part = part[int(name) if name.isdigit() else name]
        part[last] = value
        content = json.dumps(facts).encode()
        with office.judge.store.begin() as now, pytest.raises(NoGameError, match=why):
            imported(office.judge, now, content, MASTER, office.now)
