"""Which users can read the judge's files, and change its program."""

import os
import pwd
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.cli.check import program_finding
from judge.cli.setup import Places, set_up
from tests.e2e.program import run
from tests.servers import free_port

USER = "nobody"
FAR = {
    "address": "judge@club.localhost",
    "keeper": "ann@example.net",
    "mail_in": "imaps://judge@127.0.0.1",
    "mail_out": "smtps://judge@127.0.0.1",
    "imap_password": "sesame",
    "relay_password": "sesame",
}


@pytest.fixture
def folder() -> Iterator[Path]:
    """Yield a folder that every user may look into."""
    if os.geteuid() != 0:
        pytest.skip("only root can give files to others")
    made = Path(tempfile.mkdtemp(prefix="judge-rights-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


def owner_and_mode(path: Path) -> tuple[str, str]:
    found = path.stat()
    return pwd.getpwuid(found.st_uid).pw_name, oct(found.st_mode & 0o777)


def test_setup_gives_the_secrets_to_the_judges_user_alone(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = folder / "data"
    (data / "pictures").mkdir(parents=True, mode=0o755)
    for name in ("judge.db", "key", "pictures/a.png"):
        (data / name).write_text("as an older version left it", "utf-8")
    places = Places(
        config=folder / "judge.toml", link=folder / "no" / "link", user=USER,
        program=folder / "judge", systemd=False,
    )  # fmt: skip
    assert set_up(FAR | {"data": str(data)}, places, sure=True, dry=False)

    for path in (data, data / "pictures"):
        assert owner_and_mode(path) == (USER, "0o700")
    for path in (data / "judge.db", data / "key", places.config):
        assert owner_and_mode(path) == (USER, "0o600")
    assert "sesame" in places.config.read_text("utf-8")
    assert "sesame" not in capsys.readouterr().out


def test_what_root_does_is_done_as_the_owner_of_the_data(folder: Path) -> None:
    data = folder / "data"
    data.mkdir(mode=0o700)
    shutil.chown(data, USER)
    its_own = folder / "of-root"
    its_own.mkdir(mode=0o700)
    settings = {"JUDGE_DATA": str(data), "JUDGE_SMTP_PORT": str(free_port())}
    done = run(its_own, settings, "migrate")
    checked = run(its_own, settings, "check", "--quick")

    assert done.returncode == 0, done.stderr
    assert "ok      database: can be reached" in checked.stdout, checked.stderr
    assert owner_and_mode(data / "judge.db") == (USER, "0o600")


def test_settings_that_only_root_can_read_are_told_to_root(folder: Path) -> None:
    data = folder / "data"
    data.mkdir(mode=0o700)
    shutil.chown(data, USER)
    config = folder / "judge.toml"
    config.write_text(f'data = "{data}"\nsmtp_port = {free_port()}\n', "utf-8")
    config.chmod(0o600)
    checked = run(folder, {"JUDGE_CONFIG": str(config)}, "check", "--quick")

    assert f"PROBLEM settings: {config} cannot be read: Permission denied." in checked.stdout
    assert '"judge setup" sets that right' in checked.stdout


@pytest.mark.parametrize("loose", ["bin", "judge/app.py"])
def test_a_program_that_others_can_change_is_named(folder: Path, loose: str) -> None:
    (folder / "judge").mkdir()
    (folder / "judge" / "app.py").touch()
    (folder / "bin").mkdir()
    before = program_finding(folder / "bin", folder / "judge")
    shutil.chown(folder / loose, USER)
    found = program_finding(folder / "bin", folder / "judge")

    assert before.good == "only root can change it."
    assert str(folder / loose) in found.trouble
