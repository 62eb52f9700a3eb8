"""`judge admin` obeys on the host the commands that a keeper may mail, and records them."""

import pytest
from click.testing import Result
from typer.testing import CliRunner

from judge.cli.main import app
from tests.post import Post


@pytest.fixture
def office(post: Post, tmp_path, monkeypatch: pytest.MonkeyPatch) -> Post:
    """Yield a judge to which one player has written."""
    monkeypatch.setenv("JUDGE_DATABASE", post.judge.store.url.render_as_string())
    monkeypatch.setenv("JUDGE_DATA", str(tmp_path))
    post.write("ann@example.org", "REGISTER Ann")
    return post


def admin(*words: str) -> Result:
    return CliRunner().invoke(app, ["admin", *words])


def test_what_is_done_on_the_host_is_done_and_written_down(office: Post) -> None:
    blocked = admin("block", "ann@example.org", "because", "she asked")
    assert blocked.exit_code == 0
    assert "UNBLOCK ann@example.org" in blocked.output
    office.write("ann@example.org", "LIST")

    assert [mail.subject for mail in office.arrived] == ["[judge] welcome, Ann"]
    written = admin("audit").output
    assert "the chain is whole" in written
    assert "Keeper: BlockAddress ann@example.org she asked" in written


def test_a_line_that_no_keeper_may_mail_changes_nothing(office: Post) -> None:
    assert admin("dance").exit_code == 2
    # The trail has only the entry that it was shown.
    assert "1 entry" in admin("audit").output
