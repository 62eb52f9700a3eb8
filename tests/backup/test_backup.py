"""A backup is the whole judge; a judge is made of it again, or nothing is touched."""

import io
import os
import pwd
import shutil
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from typer.testing import CliRunner, Result

from judge.backup import Refused, back_up, restore
from judge.cli.main import app
from judge.host import in_service
from judge.shipped import shipped
from judge.store import open_store, upkeep
from judge.store.copies import CopyError, copy_sqlite
from tests.backup.office import NOW, STORED, Home, running
from tests.judges.stored import kept

ROOT = Path(__file__).parent.parent.parent
Tar = Callable[[tarfile.TarFile, tarfile.TarInfo, bytes], None]


@pytest.fixture
def file(old: Home, tmp_path: Path) -> Path:
    """Return a backup of the old judge."""
    target = tmp_path / "judge.tar.gz"
    made = judge(old, "backup", str(target))
    assert made.exit_code == 0, made.output
    return target


def query(home: Home, words: str, **values: object) -> object:
    """Return the first field of what a statement gives at a home's database."""
    store = open_store(home.settings.database_url)
    with store.begin() as connection:
        found = connection.execute(text(words), values)
        first = found.scalar() if found.returns_rows else None
    store.dispose()
    return first


def judge(home: Home, *words: str) -> Result:
    """Return what came of a command of the judge at a home."""
    env = {"JUDGE_DATA": str(home.settings.data), "JUDGE_DATABASE": home.url}
    env["JUDGE_CONFIG"] = str(home.folder / "judge.toml")
    return CliRunner().invoke(app, words, env=env)


def test_a_judge_on_a_new_machine_is_the_one_that_was_backed_up(
    old: Home, new: Home, file: Path
) -> None:
    done = restore(new.settings, file, NOW)

    assert new.rows() == old.rows()
    key = new.settings.data / "key"
    assert key.read_bytes() == kept(STORED, "sqlite").key
    assert key.stat().st_mode & 0o777 == 0o600
    assert new.settings.data.stat().st_mode & 0o777 == 0o700
    assert (done.replaced, done.about.address) == (None, "j@example.org")


def test_a_backup_of_older_tables_is_brought_up_to_date(
    old: Home, new: Home, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "migrations"
    shutil.copytree(shipped("migrations"), folder)
    later = 'revision = "later"\ndown_revision = "r0001"\n\n\ndef upgrade():\n    pass\n'
    (folder / "versions" / "later.py").write_text(later)
    monkeypatch.setattr("judge.backup.shipped", lambda _name: folder)
    restore(new.settings, file, NOW)

    games, tables = "SELECT count(*) FROM games", "SELECT version_num FROM alembic_version"
    assert (query(old, tables), query(new, tables)) == ("r0001", "later")
    assert query(new, games) == query(old, games)


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_a_copy_waits_for_no_writer_and_has_nothing_half_done(old: Home, tmp_path: Path) -> None:
    store = open_store(old.settings.database_url)
    with store.begin() as connection:
        connection.execute(text("UPDATE games SET name = 'half done'"))
        copy_sqlite(old.settings.data / "judge.db", tmp_path / "copy.db")
    store.dispose()

    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        names = {name for (name,) in copy.execute("SELECT name FROM games")}
    assert names
    assert "half done" not in names


def test_a_running_judge_is_backed_up_and_remembers_when(
    old: Home, new: Home, tmp_path: Path
) -> None:
    with running(old), in_service(old.settings.data):
        told = judge(old, "backup", str(tmp_path / "b.tar.gz"))
    restore(new.settings, tmp_path / "b.tar.gz", NOW)

    assert told.exit_code == 0, told.output
    assert new.rows() == old.rows()
    found = "SELECT at FROM marks WHERE name = :name"
    assert query(old, found, name=upkeep.BACKUP) is not None
    assert query(new, found, name=upkeep.BACKUP) == query(old, found, name=upkeep.BACKUP)


def test_a_backup_into_a_missing_folder_is_refused(old: Home, tmp_path: Path) -> None:
    done = judge(old, "backup", str(tmp_path / "gone" / "judge.tar.gz"))

    assert done.exit_code == 1
    assert f"There is no folder {tmp_path / 'gone'}: make it first." in done.output


def test_nothing_is_restored_on_a_judge_that_runs(old: Home, file: Path) -> None:
    before = old.rows()
    with in_service(old.settings.data):
        told = judge(old, "restore", str(file))

    assert told.exit_code == 1
    assert "Stop it first" in told.stderr
    assert "Nothing was restored" in told.stderr
    assert old.rows() == before


def test_nothing_is_restored_on_a_database_that_anything_uses(old: Home, file: Path) -> None:
    before = old.rows()
    with running(old):
        told = judge(old, "restore", str(file))

    assert told.exit_code == 1
    assert "Nothing was restored" in told.stderr
    assert old.rows() == before


def test_what_is_in_the_place_of_a_restored_judge_is_kept(old: Home, file: Path, kind: str) -> None:
    before = old.rows()
    query(old, "UPDATE games SET name = name || '!'")
    (old.settings.data / "key").write_bytes(b"the key of another judge altogether")
    done = restore(old.settings, file, NOW)

    assert old.rows() == before
    assert done.replaced is not None
    name = "judge.db" if kind == "sqlite" else "judge.dump"
    kept_files = {one.name for one in done.replaced.iterdir()}
    assert kept_files == {name, "key"}
    assert (done.replaced / "key").read_bytes().startswith(b"the key of another")
    assert done.replaced.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_what_lay_beside_a_damaged_database_is_not_taken_for_the_new_ones(
    old: Home, file: Path
) -> None:
    before, data = old.rows(), old.settings.data
    (data / "judge.db").write_bytes(b"no database" * 1000)
    for end in ("-wal", "-shm"):
        (data / f"judge.db{end}").write_bytes(b"of another" * 1000)
    done = restore(old.settings, file, NOW)

    assert done.replaced is not None
    assert {one.name for one in data.iterdir()} == {"judge.db", "key", done.replaced.name}
    assert old.rows() == before


def test_a_key_that_is_not_the_databases_is_refused_and_all_is_as_before(
    old: Home, tmp_path: Path
) -> None:
    (old.settings.data / "key").write_bytes(b"the key of another judge altogether")
    back_up(old.settings, tmp_path / "b.tar.gz", NOW)
    query(old, "UPDATE games SET name = name || '!'")
    before = old.rows()

    with pytest.raises(Refused, match="The key in the backup"):
        restore(old.settings, tmp_path / "b.tar.gz", NOW)
    assert old.rows() == before


def changed(file: Path, change: Tar) -> None:
    """Write a backup anew, each of its members as `change` adds it."""
    with tarfile.open(file) as tar:
        members = [(one, (tar.extractfile(one) or io.BytesIO()).read()) for one in tar]
    with tarfile.open(file, "w:gz") as tar:
        for member, content in members:
            change(tar, member, content)


def add(tar: tarfile.TarFile, member: tarfile.TarInfo, content: bytes) -> None:
    member.size = len(content)
    tar.addfile(member, io.BytesIO(content))


def with_a_path(tar: tarfile.TarFile, member: tarfile.TarInfo, content: bytes) -> None:
    """Add one that would lie outside beside each that belongs there."""
    add(tar, member, content)
    for name in ("../../escaped", "/tmp/escaped-from-a-backup", "extra"):
        add(tar, tarfile.TarInfo(name), b"x")


def as_links(tar: tarfile.TarFile, member: tarfile.TarInfo, content: bytes) -> None:
    """Add the key as a link to a file of the machine."""
    if member.name == "key":
        member.type, member.linkname, content = tarfile.SYMTYPE, "/etc/passwd", b""
    add(tar, member, content)


def with_a_bad_path(tar: tarfile.TarFile, member: tarfile.TarInfo, content: bytes) -> None:
    """Let the manifest name a file that would lie outside."""
    add(tar, member, content.replace(b'"key"', b'"../../key"'))


def spoilt(tar: tarfile.TarFile, member: tarfile.TarInfo, content: bytes) -> None:
    """Change one bit of the database."""
    if member.name.startswith("judge.d"):
        middle = len(content) // 2
        content = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
    add(tar, member, content)


def newer(tar: tarfile.TarFile, member: tarfile.TarInfo, content: bytes) -> None:
    """Let it be of tables that this version does not know."""
    add(tar, member, content.replace(b'"schema": "r0', b'"schema": "r9'))


def unreleased(tar: tarfile.TarFile, member: tarfile.TarInfo, content: bytes) -> None:
    """Let it be of tables from before the first release."""
    add(tar, member, content.replace(b'"schema": "r0', b'"schema": "0'))


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (as_links, "key is damaged"),
        (with_a_bad_path, "newer judge"),
        (spoilt, "judge.db is damaged"),
        (newer, "Install that version"),
        (unreleased, "from before the first release"),
    ],
)
def test_a_backup_that_was_changed_is_refused(
    new: Home, file: Path, change: Tar, words: str
) -> None:
    changed(file, change)
    told = judge(new, "restore", str(file))

    assert told.exit_code == 1
    assert words in told.stderr
    assert new.files() == {}


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_no_path_of_a_backup_is_used(old: Home, new: Home, file: Path, tmp_path: Path) -> None:
    changed(file, with_a_path)
    told = judge(new, "restore", str(file))

    assert told.exit_code == 0, told.output
    assert new.rows() == old.rows()
    assert {*new.files()} == {"data/judge.db", "data/key", "judge.toml"}
    assert not [*tmp_path.rglob("*escaped*")]
    assert not Path("/tmp/escaped-from-a-backup").exists()


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
@pytest.mark.parametrize("part", [0, 1, 3, 8, 9.99])
def test_half_a_backup_is_refused(new: Home, file: Path, part: float) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[: int(len(whole) * part / 10)])
    told = judge(new, "restore", str(file))

    assert told.exit_code == 1
    assert "cannot be restored" in told.stderr
    assert new.files() == {}


def test_a_backup_of_another_kind_of_database_is_refused(new: Home, file: Path, kind: str) -> None:
    other = "postgresql+psycopg://judge@127.0.0.1:1/x" if kind == "sqlite" else ""
    home = Home(new.folder, other)

    with pytest.raises(Refused, match="`database`"):
        restore(home.settings, file, NOW)
    assert new.files() == {}


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_the_settings_come_along_to_a_machine_that_has_none(
    old: Home, new: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dkim = tmp_path / "dkim.pem"
    dkim.write_text("a private key", "utf-8")
    monkeypatch.setenv("JUDGE_DKIM_KEY", str(dkim))
    made = judge(old, "backup", str(tmp_path / "b.tar.gz"))
    dkim.unlink()
    first = judge(new, "restore", str(tmp_path / "b.tar.gz"))
    again = judge(new, "restore", str(tmp_path / "b.tar.gz"))
    (new.folder / "judge.toml").write_text('address = "k@example.org"\n', "utf-8")
    other = judge(new, "restore", str(tmp_path / "b.tar.gz"))

    assert "JUDGE_DATA, JUDGE_DATABASE, JUDGE_DKIM_KEY" in made.stdout
    assert "The configuration is the backup's" in first.stdout
    assert "onfiguration" not in again.stdout
    assert "The configuration here was kept" in other.stdout
    assert dkim.read_text("utf-8") == "a private key"
    assert dkim.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_settings_of_a_backup_that_is_not_restored_do_not_stay(
    old: Home, new: Home, tmp_path: Path
) -> None:
    judge(old, "backup", str(tmp_path / "b.tar.gz"))
    changed(tmp_path / "b.tar.gz", spoilt)
    told = judge(new, "restore", str(tmp_path / "b.tar.gz"))

    assert told.exit_code == 1
    assert new.files() == {}


@pytest.mark.skipif(os.geteuid() != 0, reason="Only root gives files to others.")
def test_what_root_restores_belongs_to_the_user_of_the_judge(
    old: Home, new: Home, tmp_path: Path
) -> None:
    daemon = pwd.getpwnam("daemon")
    os.chown(old.settings.data, daemon.pw_uid, daemon.pw_gid)
    judge(old, "backup", str(tmp_path / "b.tar.gz"))
    told = judge(new, "restore", str(tmp_path / "b.tar.gz"))
    again = judge(new, "restore", str(tmp_path / "b.tar.gz"))

    assert (told.exit_code, again.exit_code) == (0, 0), told.output + again.output
    found = [new.folder / "judge.toml", new.settings.data]
    found += new.settings.data.rglob("*")
    assert {one.stat().st_uid for one in found} == {daemon.pw_uid}
    modes = {(one.is_dir(), one.stat().st_mode & 0o777) for one in found}
    assert modes == {(True, 0o700), (False, 0o600)}


@pytest.mark.skipif(os.geteuid() != 0, reason="Only root gives files to others.")
@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_a_user_who_is_not_known_here_is_asked_for(old: Home, new: Home, tmp_path: Path) -> None:
    os.chown(old.settings.data, 54_321, 54_321)
    judge(old, "backup", str(tmp_path / "b.tar.gz"))
    told = judge(new, "restore", str(tmp_path / "b.tar.gz"))

    assert told.exit_code == 1
    assert "useradd --system 54321" in told.stderr
    assert new.files() == {}


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_full_disk_is_told_and_nothing_half_done_stays(
    old: Home, file: Path, tmp_path: Path, command: str
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    target = disk / "b.tar.gz" if command == "backup" else file
    data = old.settings.data if command == "backup" else disk / "data"
    mount = ("mount", "-t", "tmpfs", "-o", "size=100k", "x", str(disk))
    shell = (
        f"{' '.join(mount)} && {sys.executable} -m judge {command} {target}; find {disk} -type f"
    )
    settings = {"JUDGE_DATA": str(data), "JUDGE_CONFIG": str(old.folder / "judge.toml")}
    env = {**os.environ, "PYTHONPATH": str(ROOT), **settings}
    done = subprocess.run(
        ["unshare", "--map-root-user", "--mount", "sh", "-c", shell],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    if "unshare" in done.stderr or "mount:" in done.stderr:
        pytest.skip("No small disk can be made here.")

    assert "full" in done.stderr or "No space left on device" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_a_judge_that_never_began_has_nothing_to_back_up(new: Home, tmp_path: Path) -> None:
    (new.folder / "judge.toml").touch()
    told = judge(new, "backup", str(tmp_path / "b.tar.gz"))

    assert told.exit_code == 1
    assert "was this judge ever begun?" in told.stderr
    assert not (tmp_path / "b.tar.gz").exists()


@pytest.mark.parametrize("kind", ["postgres"], indirect=True)
def test_where_pg_dump_is_missing_it_is_asked_for(
    old: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")

    with pytest.raises(CopyError, match="postgresql-client"):
        back_up(old.settings, tmp_path / "b.tar.gz", NOW)
    assert not (tmp_path / "b.tar.gz").exists()
