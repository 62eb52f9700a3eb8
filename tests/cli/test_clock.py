"""`judge clock`: the time that deadlines go by, and the keeper's statement that it is right."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from judge.cli.main import app
from tests.post import Post

THEN = "Last awake          2030-01-01 12:00:00 UTC."  # the time of the test judge


@pytest.fixture
def office(post: Post, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Post:
    """Yield a judge that was never awake."""
    url = post.judge.store.url.render_as_string()
    monkeypatch.setenv("JUDGE_DATABASE", url)
    monkeypatch.setenv("JUDGE_DATA", str(tmp_path))
    return post


def judge(*words: str) -> list[str]:
    done = CliRunner().invoke(app, ["clock", *words])
    assert done.exit_code == 0
    return done.stdout.splitlines()


@pytest.mark.usefixtures("office")
def test_of_a_judge_that_has_just_begun_it_is_not_known_when_it_was_awake() -> None:
    clock, awake = judge()
    assert clock.startswith("The clock says      20")
    assert awake == "Last awake          not known yet."


def test_the_keeper_is_shown_the_clock_and_may_say_that_it_is_right(office: Post) -> None:
    office.tick()
    assert judge()[1:] == [THEN]
    assert judge("right") == ["The judge goes on by this clock."]
    (awake,) = judge()[1:]
    assert awake.startswith("Last awake          20")
    assert awake != THEN
