"""`judge check` explains each trouble with the database, with a remedy."""

import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from judge.app import build, utc_now
from judge.cli.check import (
    data_findings,
    database_finding,
    opened,
    provider_findings,
    signature_finding,
    templates_finding,
)
from judge.cli.dns import record_findings
from judge.cli.main import app
from judge.cli.ports import is_serving
from judge.config import Configuration
from judge.host import in_service
from judge.shipped import shipped
from judge.store import Opening, inbox, migrate, open_store, upkeep


def damage(file: Path) -> None:
    raw = file.read_bytes()
    file.write_bytes(raw[:4096] + b"\xff" * 40960 + raw[45056:])


def make_a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def drop_a_table(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute("DROP TABLE letter_games")


@pytest.fixture
def settings(tmp_path: Path) -> Configuration:
    file = tmp_path / "judge.db"
    store = open_store(f"sqlite:///{file}")
    migrate(store, shipped("migrations"))
    store.dispose()
    file.chmod(0o644)
    tmp_path.chmod(0o700)
    return Configuration(data=tmp_path)


@pytest.mark.parametrize(
    ("bring_about", "told"),
    [
        (lambda _: None, ("holds everybody's press", "chmod 600")),
        (damage, ("is damaged", "judge restore", "chmod 600")),
        (lambda file: file.write_bytes(b"my notes " * 99), ("no database of SQLite", "chmod 600")),
        (make_a_folder, ("is a folder", "Move it away")),
        (drop_a_table, ("some of them, are not in this database", "judge restore")),
    ],
)
def test_a_trouble_of_the_database_is_told_beside_who_may_read_it(
    bring_about: Callable[[Path], None], told: tuple[str, ...], settings: Configuration
) -> None:
    bring_about(settings.data / "judge.db")
    trouble = database_finding(settings).trouble

    assert all(words in trouble for words in told), trouble


def test_a_disk_that_is_nearly_full_is_told(
    settings: Configuration, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.cli.check.LEAST_FREE", 10**18)
    short = [one.subject for one in data_findings(settings)]

    assert "room" in short


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{% if event %}\nnever ended\n", "refused.txt, line 2: Unexpected end of template"),
        ('{% include "gone.txt" %}', "refused.txt: includes the missing gone.txt"),
        ("{{ evnet.game }}", "refused.txt: unknown name evnet"),
    ],
)
def test_a_template_with_an_error_is_told(
    text: str, told: str, settings: Configuration, tmp_path: Path
) -> None:
    mine = tmp_path / "templates"
    shutil.copytree(shipped("templates"), mine)
    own = settings.model_copy(update={"templates": mine})
    whole = templates_finding(own)
    (mine / "refused.txt").write_text(text, "utf-8")
    broken = templates_finding(own)

    assert whole.good
    assert told in broken.trouble


def test_a_judge_does_not_start_with_a_template_that_cannot_be_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = shutil.copytree(shipped("templates"), tmp_path / "mine")
    (mine / "refused.txt").write_text("{% if event %}", "utf-8")
    monkeypatch.setenv("JUDGE_TEMPLATES", str(mine))
    monkeypatch.setenv("JUDGE_DATA", str(tmp_path / "data"))
    done = CliRunner().invoke(app, ["serve"])

    assert done.exit_code == 1
    assert "refused.txt, line 1" in done.output


def test_a_signing_key_that_is_too_short_is_told(settings: Configuration, tmp_path: Path) -> None:
    key = tmp_path / "dkim.pem"
    made = subprocess.run(["openssl", "genrsa", "512"], check=True, capture_output=True)
    key.write_bytes(made.stdout)
    trouble = signature_finding(settings.model_copy(update={"dkim_key": key}), None).trouble

    assert "has 512 bits" in trouble


def test_secrets_that_other_users_can_read_are_told(
    settings: Configuration, tmp_path: Path
) -> None:
    key = tmp_path / "dkim.pem"
    made = subprocess.run(["openssl", "genrsa", "2048"], check=True, capture_output=True)
    key.write_bytes(made.stdout)
    key.chmod(0o644)
    settings.token_file.touch(mode=0o644)
    signed = settings.model_copy(update={"dkim_key": key})
    found = [signature_finding(signed, None), *data_findings(settings)]

    assert [one.subject for one in found if one.name == "open-to-others"] == ["signature", "tokens"]


def test_a_judge_that_hangs_is_told(
    settings: Configuration, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_DATA", str(settings.data))
    with in_service(settings.data):
        checked = CliRunner().invoke(app, ["check", "--quick"])

    assert "PROBLEM judge: The judge runs, but gives no sign of life." in checked.output


def test_two_judges_of_different_addresses_share_no_database(settings: Configuration) -> None:
    now = utc_now()
    with opened(settings) as store, store.begin() as connection:
        upkeep.note_address(connection, "zeus@judge.test", now)
    stopped = database_finding(settings)
    with in_service(settings.data):
        running = database_finding(settings)
    same = settings.model_copy(update={"address": "zeus@judge.test"})

    assert stopped.name == "store-open-to-others"
    assert "another judge, zeus@judge.test, works on this database" in running.trouble.lower()
    with in_service(settings.data):
        assert database_finding(same).name == "store-open-to-others"


def test_a_judge_does_not_start_with_one_port_for_two_things(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_DATA", str(tmp_path / "data"))
    for name in ("JUDGE_SMTP_PORT", "JUDGE_WORK_PORT"):
        monkeypatch.setenv(name, "12525")
    done = CliRunner().invoke(app, ["serve"])

    assert done.exit_code == 1
    assert "`work_port` 12525 takes mail already" in done.output


def test_nothing_is_to_be_published_in_the_domain_of_a_provider() -> None:
    def never(name: str, kind: str) -> tuple[str, ...]:
        raise AssertionError(name)

    (found,) = record_findings(Configuration(address="judge@gmail.com"), never)

    assert "belongs to Gmail" in found.good


def test_a_judge_without_ports_serves_while_a_process_holds_its_folder(
    settings: Configuration,
) -> None:
    boxed = settings.model_copy(update={"smtp_port": 0})
    with in_service(settings.data):
        held = is_serving(boxed, utc_now(), utc_now())

    assert held
    assert not is_serving(boxed, utc_now(), utc_now())


def test_what_is_special_about_a_provider_is_noted_where_the_settings_differ() -> None:
    yahoo = Configuration(imap_host="imap.mail.yahoo.com")
    noted = [one.note for one in provider_findings(yahoo)]
    right = yahoo.model_copy(update={"plus_addresses": False, "mails_per_day": 400})

    assert ["judge+anything@" in noted[0], "mails_per_day = 450" in noted[1]] == [True, True]
    assert [*provider_findings(right)] == []
    assert [*provider_findings(Configuration())] == []


def test_a_judge_does_not_start_without_the_key_of_its_old_mail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a new key no reply to an old mail would count, and nobody would know why."""
    monkeypatch.setenv("JUDGE_DATA", str(tmp_path))
    judge = build(Configuration())
    now = judge.started
    with judge.store.begin() as connection:
        inbox.note_opening(connection, Opening("judge", now, now), now, timedelta(0))
    judge.store.dispose()
    (tmp_path / "key").unlink()
    checked = CliRunner().invoke(app, ["check", "--quick"])
    gone = CliRunner().invoke(app, ["serve"])
    (tmp_path / "key").touch(mode=0o600)
    empty = CliRunner().invoke(app, ["serve"])

    assert f"PROBLEM key: {tmp_path}/key is missing" in checked.output
    assert (gone.exit_code, empty.exit_code) == (1, 1)
    assert "key is missing" in gone.output
    assert "key is damaged" in empty.output
    assert (tmp_path / "key").stat().st_size == 0


@pytest.mark.parametrize("empty", [True, False])
def test_a_judge_does_not_begin_anew_where_its_database_has_vanished(
    empty: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_DATA", str(tmp_path))
    build(Configuration()).store.dispose()
    file = tmp_path / "judge.db"
    file.unlink()
    (tmp_path / "pictures").mkdir(mode=0o700)
    if empty:
        file.touch(mode=0o600)
    told = [CliRunner().invoke(app, words) for words in (["check", "--quick"], ["serve"])]

    assert [one.exit_code for one in told] == [1, 1]
    assert all("judge.db is missing or empty" in one.output for one in told)
    assert file.exists() == empty
