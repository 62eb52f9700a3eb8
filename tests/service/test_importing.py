"""`judge import-game` sets up again what EXPORT sent, also at another judge."""

import json
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from judge.cli.main import app
from judge.game import Stage
from judge.service import import_game as imported
from judge.store.exported import NoGameError, game_facts
from tests.post import Post
from tests.service.office import MASTER, the_game
from tests.service.test_export import exported, play

NEW = "new@players.test"


@pytest.fixture
def other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Post:
    """Give another judge, to which one person has written."""
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


UNPLAYABLE: dict[str, dict[str, object]] = {
    "no name of a game": {"game": "../smp"},
    "its powers are not those": {"players": {"France": None}},
    "its board is not that": {"position": None},
    "without a time zone": {"created": "2026-11-22T12:00:00"},
}
CROWDED = (["A BER", "A BER"], ["F MUN"])


def test_a_game_that_nobody_could_play_is_not_taken(office: Post) -> None:
    facts = {**game_facts(the_game(office)), "game": "again"}
    board = facts["position"]
    assert isinstance(board, dict)
    crowds = [
        {"position": {**board, "units": [["Germany", unit] for unit in units]}} for units in CROWDED
    ]

    for why, change in (
        *UNPLAYABLE.items(),
        *(("its units cannot stand so", one) for one in crowds),
    ):
        content = json.dumps({**facts, **change}).encode()
        with office.judge.store.begin() as now, pytest.raises(NoGameError, match=why):
            imported(office.judge, now, content, MASTER, office.now)
