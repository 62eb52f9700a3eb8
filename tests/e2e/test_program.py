"""The program as an operator meets it: its commands, what they say, how they end."""

import os
import socket
import stat
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from json import loads
from pathlib import Path

import pytest
from sqlalchemy import text, update
from typer.testing import CliRunner, Result

from judge.cli.main import app
from judge.store import LetterState
from judge.store.tables import inbox
from tests.e2e.program import ADDRESS, Program, Sink, a_mail, opened, program, run, send
from tests.patience import eventually
from tests.servers import HOST
from tests.service.talk import talk

SECRET = "open-sesame-and-more"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder, in which the program is run without a process."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def judge(here: Path, people: tuple[Sink, int]) -> Iterator[Program]:
    """Give a judge that serves."""
    with program(here, people[1]) as started:
        started.start()
        started.wait()
        yield started


def said(judge: Program, *words: str) -> Result:
    """Return what came of a command with the same settings, run in this process."""
    return CliRunner().invoke(app, words, env=judge.settings)


@pytest.fixture
def open_to_all() -> Iterator[None]:
    """Let files that are made here and in processes be open to everybody."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> set[tuple[bool, str]]:
    """Return (is a folder, mode) of all that there is in `folder`, and of itself."""
    found = set()
    for one in (folder, *folder.rglob("*")):
        with suppress(FileNotFoundError):  # a running judge takes some away
            mode = one.stat().st_mode
            found.add((stat.S_ISDIR(mode), oct(stat.S_IMODE(mode))))
    return found


@pytest.mark.usefixtures("open_to_all")
def test_what_the_judge_keeps_is_for_its_own_user_whatever_the_umask(
    here: Path, people: tuple[Sink, int]
) -> None:
    with program(here, people[1]) as judge:
        judge.start()
        judge.wait()
        for sender, body in (("m@people.test", "CREATE smp"), ("m@people.test", "MAP")):
            mail = a_mail(sender, ADDRESS, body)
            eventually(lambda mail=mail: send(judge.smtp_port, mail))
        eventually((here / "data" / "pictures").is_dir)
        names = {one.name for one in (here / "data").rglob("*")}
        found = modes(here / "data")

    assert {"judge.db", "judge.db-wal", "judge.db-shm", "key"} <= names
    assert found == {(True, "0o700"), (False, "0o600")}


@pytest.mark.usefixtures("open_to_all")
def test_the_demo_plays_a_game_and_keeps_every_mail(tmp_path: Path) -> None:
    done = run(tmp_path, {}, "demo", "--out", str(tmp_path / "mails"))

    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert done.stderr == ""
    mails = list((tmp_path / "mails").rglob("*.eml"))
    assert len(mails) > 100
    assert str(tmp_path / "mails") in done.stdout
    assert modes(tmp_path / "mails") == {(True, "0o700"), (False, "0o600")}


def test_check_is_content_with_a_judge_that_works(here: Path, people: tuple[Sink, int]) -> None:
    with program(here, people[1], address="judge@localhost") as judge:
        new = said(judge, "check", "--quick")
        migrated = said(judge, "migrate")
        checked = judge.run("check", "--quick", "--json")

    assert "note    database: There is none yet" in new.stdout
    assert migrated.exit_code == 0
    assert checked.returncode == 0, checked.stdout
    states = {(one := loads(line))["subject"]: one["state"] for line in lines(checked)}
    assert states["database"] == states["mail out"] == "ok"
    assert "problem" not in states.values()


def lines(done: subprocess.CompletedProcess[str]) -> list[str]:
    return done.stdout.splitlines()


def test_beside_a_running_judge_its_own_listeners_are_no_problem(judge: Program) -> None:
    checked = said(judge, "check", "--quick")

    assert f"ok      listeners: the judge takes SMTP at {HOST}:" in checked.stdout
    assert "PROBLEM listeners" not in checked.stdout


def test_serve_says_that_a_port_is_taken(here: Path, people: tuple[Sink, int]) -> None:
    with closing(socket.create_server((HOST, 0))) as other:
        port = other.getsockname()[1]
        with program(here, people[1], smtp_port=str(port)) as judge:
            served = judge.run("serve")

    assert served.returncode == 1
    assert "cannot be opened: another program answers there" in served.stderr
    assert "Traceback" not in served.stderr


@pytest.mark.parametrize(
    ("revision", "served_words", "checked_words"),
    [
        (
            "r9999",
            "A newer version of the judge has changed the tables",
            "PROBLEM database: A newer version of the judge",
        ),
        (
            "0039",
            "The database is from before the first release",
            "PROBLEM database: The database is from before the first release",
        ),
    ],
)
def test_serve_leaves_tables_alone_that_it_does_not_know(
    here: Path, people: tuple[Sink, int], revision: str, served_words: str, checked_words: str
) -> None:
    with program(here, people[1]) as judge:
        said(judge, "migrate")
        with opened(judge.database) as store, store.begin() as connection:
            unknown = text("UPDATE alembic_version SET version_num = :revision")
            connection.execute(unknown, {"revision": revision})
        served = said(judge, "serve")
        checked = said(judge, "check", "--quick")

    assert served.exit_code == checked.exit_code == 1
    assert served_words in served.stderr
    assert checked_words in checked.stdout


@pytest.mark.parametrize(
    ("settings", "file", "named"),
    [
        ({"JUDGE_SMTP_PORT": SECRET}, "", "smtp_port"),
        ({"JUDGE_TICK": "0"}, "", "tick"),
        ({"JUDGE_RELAY_TLS": "perhaps"}, "", "relay_tls"),
        ({}, f'relay_pasword = "{SECRET}"\n', "relay_pasword"),
        ({}, f'relay_password = {SECRET}"\n', "no TOML"),
    ],
)
@pytest.mark.parametrize("command", ["serve", "check", "migrate", "letters"])
def test_a_wrong_setting_is_named_and_its_value_is_not(
    here: Path, settings: dict[str, str], file: str, named: str, command: str
) -> None:
    (here / "judge.toml").write_text(file, "utf-8")
    ended = CliRunner().invoke(app, [command], env=settings)

    assert ended.exit_code == (1 if command == "check" else 2)
    assert named in ended.output
    assert SECRET not in ended.output


def test_letters_set_aside_are_listed_shown_and_tried_again(
    judge: Program, people: tuple[Sink, int]
) -> None:
    mail = a_mail("new@players.test", ADDRESS, "HELP", "<1@x.test>")
    eventually(lambda: send(judge.smtp_port, mail))
    eventually(lambda: people[0].of("new@players.test"))
    assert "No letter is set aside." in said(judge, "letters").stdout
    with opened(judge.database) as store, store.begin() as connection:
        stumbled = {"state": LetterState.SET_ASIDE, "note": "trace\nKeyError"}
        connection.execute(update(inbox).values(stumbled))

    listed = said(judge, "letters").stdout
    assert "new@players.test  KeyError" in listed
    shown = said(judge, "letters", "show", "1").stdout
    assert "Message-ID: <1@x.test>" in shown
    assert said(judge, "letters", "retry", "1").exit_code == 0
    eventually(lambda: len(people[0].of("new@players.test")) == 2)
    again = said(judge, "letters", "retry", "1")
    assert (again.exit_code, again.stderr) == (1, "Letter 1 is not set aside.\n")
    missing = said(judge, "letters", "show", "7")
    assert (missing.exit_code, missing.stderr) == (1, "There is no letter 7.\n")


def test_serve_ends_at_once_and_in_order_when_it_is_told_to(
    tmp_path: Path, people: tuple[Sink, int]
) -> None:
    # Whatever waited for the next tick would take a day.
    with program(tmp_path, people[1], tick="86400") as judge:
        judge.start()
        judge.wait()
        status = judge.stop()

    assert status == 0
    assert "Traceback" not in judge.log()
    assert "ERROR" not in judge.log()


def test_serve_ends_while_the_relay_hangs(tmp_path: Path) -> None:
    mail = a_mail("new@players.test", ADDRESS, "HELP")
    with (
        closing(socket.create_server((HOST, 0))) as silent,
        program(tmp_path, silent.getsockname()[1]) as judge,
    ):
        judge.start()
        judge.wait()
        eventually(lambda: send(judge.smtp_port, mail))
        with closing(silent.accept()[0]):
            assert judge.stop() == 0
    assert "not sent yet" not in judge.log()  # as it says when it has given up


def test_foreign_recipients_and_huge_mails_are_refused(judge: Program) -> None:
    sender = "MAIL FROM:<a@b.test>"
    huge = 30_000_000
    said = talk(
        judge.smtp_port,
        [
            "EHLO x",
            sender,
            "RCPT TO:<ann@players.test>",
            "RCPT TO:<judge@elsewhere.test>",
            f"RCPT TO:<{ADDRESS}>",
            "RCPT TO:<judge+anything@judge.test>",
            "RSET",
            f"{sender} SIZE={huge}",
        ],
    )
    codes = [line[:3] for line in said]

    assert codes == ["250", "250", "550", "550", "250", "250", "250", "552"]
    body = "x" * 70 + "\r\n"
    longer = talk(
        judge.smtp_port, ["EHLO x", sender, f"RCPT TO:<{ADDRESS}>", "DATA", body * 30_000 + "."]
    )
    assert longer[-1].startswith("552")
