"""`judge status`: the state of the judge on one page."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from judge.app import utc_now
from judge.cli.main import app
from judge.host import in_service
from judge.store import Opening, inbox, upkeep
from tests.post import ADDRESS, Post


@pytest.fixture
def office(post: Post, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Post:
    """Yield a judge with a game, which was awake a moment ago."""
    url = post.judge.store.url.render_as_string()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JUDGE_ADDRESS", ADDRESS)
    monkeypatch.setenv("JUDGE_DATABASE", url)
    monkeypatch.setenv("JUDGE_DATA", str(tmp_path))
    post.now = utc_now()
    post.write("m@players.test", "CREATE smp")
    hours = timedelta(hours=4)
    seen = Opening("judge", post.now - hours, post.now)
    with post.judge.store.begin() as connection:
        inbox.note_opening(connection, seen, post.now, timedelta(0))
    return post


@pytest.fixture
def running(office: Post, tmp_path: Path) -> Iterator[Post]:
    """Yield the same judge while a process holds its data folder."""
    with in_service(tmp_path):
        yield office


def status(*words: str) -> Result:
    return CliRunner().invoke(app, ["status", *words])


def test_a_database_that_the_judge_cannot_use_is_told_in_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = []
    for address in ("mysql://judge@127.0.0.1/judge", "sqlite://"):
        monkeypatch.setenv("JUDGE_DATABASE", address)
        told.append(status().output.partition(".")[0])

    assert told == [
        "The setting database is no address of a database that the judge can use",
        "The setting database names no file, so all games end with the program",
    ]


@pytest.mark.usefixtures("running")
def test_of_a_judge_that_runs_all_is_shown_at_one_look() -> None:
    told = status()
    lines = dict(line.split(maxsplit=1) for line in told.stdout.splitlines() if line)

    assert told.exit_code == 0, told.output
    assert lines["Runs"].startswith("yes, awake")
    assert lines["Letters"] == "none to be answered"
    assert lines["Mail"] == "out    none to be sent"
    assert lines["Games"] == "1 forming"
    assert lines["Backup"] == "none was ever made"
    assert "GB are free" in lines["Disk"]


def test_before_the_first_start_there_is_nothing_and_nothing_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = status()

    assert (told.exit_code, told.stderr) == (
        1,
        "There is no database yet; `judge serve` makes it when it starts.\n",
    )
    assert [*tmp_path.iterdir()] == []


@pytest.mark.usefixtures("office")
def test_a_judge_that_has_just_stopped_does_not_run() -> None:
    told = status()

    assert told.exit_code == 1
    assert "Runs        no, awake less than a second ago" in told.stdout
    assert "PROBLEM     the judge does not run" in told.stdout


def test_a_judge_that_runs_and_gives_no_sign_of_life_is_told(running: Post) -> None:
    past = utc_now() - timedelta(hours=3)
    with running.judge.store.begin() as connection:
        upkeep.forget_future(connection, past)
        upkeep.note_clock(connection, running.judge.started, past)
    told = status()

    assert told.exit_code == 1
    assert "Runs        yes, awake 3 hours ago" in told.stdout
    assert "PROBLEM     the judge runs, but gives no sign of life" in told.stdout


@pytest.mark.usefixtures("running")
def test_programs_read_an_object() -> None:
    told = json.loads(status("--json").stdout)

    assert told["runs"] is True
    assert told["stages"]["forming"] == 1
    assert told["letters"] == {"count": 0, "since": None}
    assert told["wrong"] == []


def test_the_version_is_told() -> None:
    told = CliRunner().invoke(app, ["--version"])

    assert told.exit_code == 0
    assert told.stdout.startswith("judge ")
