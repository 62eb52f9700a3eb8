"""`judge check` tells what hinders the work with the database, each with its mend."""

from collections.abc import Callable
from pathlib import Path

import pytest

from judge.cli.check import data_findings, database_finding
from judge.config import Configuration
from judge.shipped import shipped
from judge.store import migrate, open_store


def damage(file: Path) -> None:
    raw = file.read_bytes()
    file.write_bytes(raw[:4096] + b"\xff" * 40960 + raw[45056:])


def make_a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


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
        (damage, ("is damaged", "`judge restore`", "chmod 600")),
        (lambda file: file.write_bytes(b"my notes " * 99), ("no database of SQLite", "chmod 600")),
        (make_a_folder, ("is a folder", "move it away")),
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
