"""`judge notices`: unsent mails are listed, and can be sent again."""

from datetime import timedelta

import pytest
from typer.testing import CliRunner

from judge.app import utc_now
from judge.cli.main import app
from judge.letter import Notice, Tone
from judge.mail import Outcome, Rejected, Sent, TryAgain
from judge.service import send_notices
from judge.store import outbox
from tests.post import Post

REFUSALS: dict[str, Outcome] = {
    "relay": Rejected("554 5.7.1 Relay access denied"),
    "busy": TryAgain("451 busy"),
    "wrong": Rejected("550 5.1.1 User unknown"),
    "good": Sent(),
}


@pytest.fixture
def office(post: Post, tmp_path, monkeypatch: pytest.MonkeyPatch) -> Post:
    """Yield a judge with mail that was refused an hour ago."""
    url = post.judge.store.url.render_as_string()
    monkeypatch.setenv("JUDGE_DATABASE", url)
    monkeypatch.setenv("JUDGE_DATA", str(tmp_path))
    post.now = utc_now() - timedelta(hours=1)
    put(post, *REFUSALS)
    return post


def put(office: Post, *names: str) -> None:
    with office.judge.store.begin() as connection:
        notices = [Notice(f"{name}@players.test", "Hello", "Hello\n", Tone.NEWS) for name in names]
        outbox.put_notices(connection, notices, office.now)
        for number, name in enumerate(names, 1):
            match REFUSALS[name]:
                case Rejected(reason):
                    outbox.mark_failed(connection, number, reason)
                case TryAgain(reason):
                    later = office.now + timedelta(hours=4)
                    outbox.mark_retry(connection, number, later, reason)
                case _:
                    outbox.mark_sent(connection, [number], office.now)


def judge(*words: str) -> str:
    return CliRunner().invoke(app, ["notices", *words]).output


def went_out(office: Post) -> list[str]:
    while send_notices(office.judge, utc_now):
        pass
    return [mail.to.partition("@")[0] for mail in office.arrived]


def test_what_did_not_go_out_is_listed_with_its_reason(office: Post) -> None:
    lines = judge().splitlines()

    assert [line.split("UTC  ")[1] for line in lines] == [
        "failed  relay@players.test  554 5.7.1 Relay access denied",
        "waits  busy@players.test  451 busy",
        "failed  wrong@players.test  550 5.1.1 User unknown",
    ]


def test_what_the_relay_kept_back_is_sent_again(office: Post) -> None:
    assert judge("retry") == "2 will be sent.\n"
    assert went_out(office) == ["relay", "busy"]


def test_what_is_named_is_sent_again_whatever_its_reason(office: Post) -> None:
    assert judge("retry", "3") == "1 will be sent.\n"
    assert went_out(office) == ["wrong"]


def test_what_went_out_is_not_sent_again(office: Post) -> None:
    assert "There is nothing to send again." in judge("retry", "4")
    assert went_out(office) == []
