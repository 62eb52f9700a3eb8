"""The log names letters, notices and games, and never has their contents."""

import io
import json
import logging
import re
from collections.abc import Callable, Iterator

import pytest

from judge.logs import write_log
from tests.post import Post
from tests.service.office import MASTER, PLAYERS, start_game

PASSWORD = "xyzzy-and-more"
SAID = "Shall we take Belgium together?"
Log = Callable[[], str]


@pytest.fixture(params=["people", "journal", "json"])
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the form of the log: for people, for the journal, or JSON."""
    monkeypatch.delenv("JOURNAL_STREAM", raising=False)
    if request.param == "journal":
        monkeypatch.setenv("JOURNAL_STREAM", "8:1234")
    return str(request.param)


@pytest.fixture
def log(form: str) -> Iterator[Log]:
    """Yield a function that returns the log so far, at level DEBUG."""
    root, stream = logging.getLogger(), io.StringIO()
    before = (root.level, root.handlers[:])
    write_log(stream, "DEBUG", as_json=form == "json")
    yield stream.getvalue
    root.setLevel(before[0])
    root.handlers[:] = before[1]


def test_no_secret_and_no_word_of_a_letter_is_logged(post: Post, log: Log) -> None:
    start_game(post)
    post.write("n@players.test", f"SIGN ON France@smp {PASSWORD}\nA PAR - BUR")
    post.reply(PLAYERS[0], f"SET PASSWORD {PASSWORD}\nA VIE - GAL\n")
    post.reply(PLAYERS[1], f"PRESS TO FRANCE\n{SAID}\nENDPRESS\n")
    post.reply(MASTER, "PROCESS S1901M")
    tokens = {one.mail["Reply-To"].addresses[0].username.partition("+")[2] for one in post.arrived}
    told = log()

    assert len(tokens) > 8
    assert "letter kept" in told
    assert [one for one in tokens if one and one in told.lower()] == []
    assert [one for one in (PASSWORD, SAID, "GAL", "BUR") if one in told] == []


def test_each_line_names_its_letter_notice_or_game(post: Post, log: Log) -> None:
    start_game(post)
    lines = log().splitlines()

    about = re.compile(r'"?(letter|notice|game|from)"?(=|: )')
    assert len(lines) > 20
    assert [line for line in lines if not about.search(line)] == []


@pytest.mark.parametrize("form", ["json"], indirect=True)
def test_programs_read_an_object_a_line(post: Post, log: Log) -> None:
    post.write("n@players.test", "HELP")
    kept, done, sent = (json.loads(line) for line in log().splitlines())

    assert (kept["event"], kept["from"]) == ("letter kept", "n@players.test")
    assert (done["event"], done["letter"]) == ("letter done", 1)
    assert (sent["event"], sent["notice"], sent["level"]) == ("notice sent", 1, "info")
    assert sent["timestamp"].endswith("Z")


def written(form: str, log: Log) -> str:
    """Return the only line of the log; digits become 9, so that times are equal."""
    (line,) = log().splitlines()
    return re.sub(r"\d", "9", line) if form != "json" else line


def test_nobody_writes_a_line_of_the_log(form: str, log: Log) -> None:
    evil = {"reason": "550 no\n<0>letter set aside letter=1\r\n"}
    logging.getLogger("judge.test").warning("notice refused\n", extra=evil)

    told = written(form, log)
    expected = {
        "people": "9999-99-99 99:99:99 WARNING notice refused"
        ' reason="999 no <9>letter set aside letter=9"',
        "journal": '<9>notice refused reason="999 no <9>letter set aside letter=9"',
    }
    assert told == expected.get(form, told)


def test_of_an_exception_its_name_alone_is_logged(form: str, log: Log) -> None:
    try:
        int(PASSWORD)
    except ValueError:
        logging.getLogger("judge.test").exception("it failed")

    told = written(form, log)
    assert "ValueError" in told
    assert PASSWORD not in told
