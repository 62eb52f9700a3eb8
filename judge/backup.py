"""Backups: writing a whole judge into one file, and restoring it.

A backup contains the store, the key of reply addresses, the settings, and the key that signs mail.
It is a compressed tar of a manifest and the files that the manifest lists. Only the file names
below are read from it, and only with the right digests; no path from the file is ever used.
Restoring moves the present files into a folder of their own, and changes nothing before the backup
has proved good.
"""

import gzip
import hashlib
import io
import os
import pwd
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

import msgspec
from sqlalchemy import Connection, Engine, inspect
from sqlalchemy.exc import SQLAlchemyError

from judge.app import secret_key
from judge.config import PREFIX, Configuration, settings_file
from judge.host import OccupiedError, alone_in, version
from judge.mail import reply_token, token_digest
from judge.shipped import shipped
from judge.store import (
    TablesState,
    copies,
    migrate,
    migrate_within,
    open_store,
    persons,
    revision_of,
    revision_state,
    tables_state,
    upkeep,
)


class Refused(Exception):  # noqa: N818 - as everywhere, a refusal is an answer
    """A backup cannot be made or restored; the text is the reason and the remedy."""


DATABASES = {"sqlite": "judge.db", "postgresql": "judge.dump"}  # by SQLAlchemy's names of databases
KEY = "key"
CONFIGURATION = "judge.toml"
SIGNING_KEY = "dkim.pem"
MANIFEST = "manifest.json"
_NAMES = {*DATABASES.values(), KEY, CONFIGURATION, SIGNING_KEY}
_FORMAT = 1
_LARGEST_TEXT = 1_000_000  # bytes


@dataclass(frozen=True, slots=True)
class Manifest:
    """The description of a backup, inside of it."""

    format: int
    made: datetime
    version: str
    address: str
    #: The kind of its database, by SQLAlchemy's name.
    database: str
    #: The newest migration of its store.
    schema: str
    #: The owner of the data folder.
    user: str
    #: Names of settings that are set by the environment, and so are missing in the backup.
    environment: tuple[str, ...]
    #: The SHA-256 of each file.
    digests: dict[str, str] = field(default_factory=dict)


class Unusable(Exception):  # noqa: N818 - it is said of a file
    """A file is not a backup that can be restored; the text is the reason, in plain words."""


@dataclass(frozen=True, slots=True)
class Archive:
    """An unpacked backup: its manifest, and its files in a folder."""

    manifest: Manifest
    folder: Path

    def file(self, name: str) -> Path | None:
        """Return the file with this name in the backup, None if it is missing."""
        return self.folder / name if name in self.manifest.digests else None


def write_archive(target: Path, about: Manifest, files: Mapping[str, Path]) -> int:
    """Write a backup of `files` (by their names in it), whole or not at all; return its bytes.

    Only its owner can read it. An existing file is replaced. Raises OSError if it cannot be
    written.
    """
    manifest = replace(about, digests={one: _digest(files[one]) for one in files})
    said = msgspec.json.format(msgspec.json.encode(manifest))
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".backup-", delete=False) as new:
        try:
            with tarfile.open(fileobj=new, mode="w:gz", compresslevel=6) as tar:
                tar.addfile(_entry(MANIFEST, len(said)), io.BytesIO(said))
                for name, file in files.items():
                    with file.open("rb") as source:
                        tar.addfile(_entry(name, file.stat().st_size), source)
            new.flush()
            os.fsync(new.fileno())
            size = new.tell()
            Path(new.name).replace(target)
        except BaseException:
            Path(new.name).unlink()
            raise
    return size


def manifest_of(file: Path) -> Manifest:
    """Return the manifest of a backup; raises Unusable if the file is no backup."""
    with _opened(file) as tar:
        return _manifest(tar)


def configuration_in(file: Path) -> bytes | None:
    """Return the configuration in a backup, None if it has none; raises Unusable."""
    with _opened(file) as tar:
        _manifest(tar)
        for entry in tar:
            if entry.name == CONFIGURATION and entry.isreg():
                source = tar.extractfile(entry)
                return None if source is None else source.read(_LARGEST_TEXT)
    return None


@contextmanager
def open_archive(file: Path, beside: Path) -> Iterator[Archive]:
    """Yield a backup, unpacked into a folder in `beside` that is deleted after the block.

    Raises Unusable if it is damaged or no backup, OSError if it cannot be read or unpacked.
    """
    with tempfile.TemporaryDirectory(dir=beside, prefix=".restore-") as name:
        folder = Path(name)
        manifest = _unpacked(file, folder)
        for one, digest in manifest.digests.items():
            if not (folder / one).is_file() or _digest(folder / one) != digest:
                raise Unusable(f"its file {one} is damaged")
        yield Archive(manifest, folder)


def _entry(name: str, size: int) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = size, 0o600
    return entry


@contextmanager
def _opened(file: Path) -> Iterator[tarfile.TarFile]:
    try:
        with tarfile.open(file, "r:gz") as tar:
            yield tar
    except (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise Unusable(f"it is damaged, or no backup ({error})") from None


def _unpacked(file: Path, folder: Path) -> Manifest:
    """Unpack the files that the manifest lists into `folder`, and return the manifest."""
    with _opened(file) as tar:
        manifest = _manifest(tar)
        for entry in tar:
            if entry.name in manifest.digests and entry.isreg():
                _write(tar, entry, folder / entry.name)
    return manifest


def _write(tar: tarfile.TarFile, entry: tarfile.TarInfo, target: Path) -> None:
    source = tar.extractfile(entry)
    assert source is not None  # as `isreg` has said
    with source, target.open("wb") as kept:
        target.chmod(0o600)
        shutil.copyfileobj(source, kept)


def _manifest(tar: tarfile.TarFile) -> Manifest:
    first = tar.next()
    if first is None or first.name != MANIFEST or not first.isreg():
        raise Unusable("it is no backup of a judge")
    source = tar.extractfile(first)
    assert source is not None  # as `isreg` has said
    try:
        manifest = msgspec.json.decode(source.read(_LARGEST_TEXT), type=Manifest)
    except (msgspec.MsgspecError, UnicodeError):
        raise Unusable("what it says of itself cannot be read") from None
    if manifest.format != _FORMAT or not manifest.digests.keys() <= _NAMES:
        raise Unusable("it was made by a newer judge; install that one first")
    if not {KEY, DATABASES.get(manifest.database, "")} <= manifest.digests.keys():
        raise Unusable("it has no database and key in it")
    return manifest


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


@dataclass(frozen=True, slots=True)
class Owner:
    """The user that a judge runs as, by user and group number."""

    user: int
    group: int

    def take(self, path: Path) -> None:
        """Give a file or folder to this user, and let nobody else read it."""
        path.chmod(0o700 if path.is_dir() else 0o600)
        if os.geteuid() == 0:
            os.chown(path, self.user, self.group, follow_symlinks=False)


def name_of_owner(folder: Path) -> str:
    """Return the name of a folder's owner, or the owner's number if it has no name."""
    number = folder.stat().st_uid
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def owner_of(folder: Path, before: str) -> Owner:
    """Return the owner for a restored data folder; `before` is the old owner's name.

    Only root can give files to others. For root it is the present folder's owner. If that is root,
    or if there is no folder, it is the old owner; raises Refused if that user is unknown here.
    """
    if os.geteuid() != 0:
        return Owner(os.geteuid(), os.getegid())
    if folder.exists() and folder.stat().st_uid != 0:
        return Owner(folder.stat().st_uid, folder.stat().st_gid)
    try:
        user = pwd.getpwnam(before)
    except KeyError:
        raise Refused(
            f"The judge's files belonged to the user {before}, who is not known here. "
            f"Add that user (useradd --system {before}), or make the folder {folder} and "
            "give it to the user whom the judge is to run as."
        ) from None
    return Owner(user.pw_uid, user.pw_gid)


@dataclass(frozen=True, slots=True)
class BackedUp:
    """A finished backup: its size in bytes, and its contents."""

    size: int
    files: tuple[str, ...]
    environment: tuple[str, ...]


def back_up(settings: Configuration, target: Path, now: datetime) -> BackedUp:
    """Write a backup of the judge of `settings`, which may be running.

    Raises Refused, CopyError or OSError with the reason; then nothing is written.
    """
    if not (settings.key.get_secret_value() or (settings.data / "key").exists()):
        raise Refused(f"There is no key in {settings.data}: was this judge ever begun?")
    if not target.parent.is_dir():
        raise Refused(f"There is no folder {target.parent}: make it first.")
    store = open_store(settings.database_url)
    try:
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup-") as name:
            return _written(settings, store, Path(name), target, now)
    finally:
        store.dispose()


def _written(
    settings: Configuration, store: Engine, folder: Path, target: Path, now: datetime
) -> BackedUp:
    kind = store.dialect.name
    database = folder / DATABASES[kind]
    _copy(store, database)
    files = {DATABASES[kind]: database, KEY: folder / KEY}
    files[KEY].touch(mode=0o600)
    files[KEY].write_bytes(secret_key(settings))
    if settings_file().exists():
        files[CONFIGURATION] = settings_file()
    if settings.dkim_key is not None:
        files[SIGNING_KEY] = settings.dkim_key
    about = Manifest(
        format=1,
        made=now,
        version=version(),
        address=settings.address,
        database=kind,
        schema=revision_of(store),
        user=name_of_owner(settings.data),
        environment=_set_in_environment(),
    )
    size = write_archive(target, about, files)
    # The backup is valid even if this record of it fails.
    with suppress(SQLAlchemyError):
        if tables_state(store, shipped("migrations")) is TablesState.CURRENT:
            with store.begin() as connection:
                upkeep.note_mark(connection, upkeep.BACKUP, now)
    return BackedUp(size, tuple(files), about.environment)


def _copy(store: Engine, target: Path) -> None:
    if store.dialect.name != "sqlite":
        copies.copy_postgres(store, target)
        return
    source = Path(store.url.database or "")
    if not source.exists():
        raise Refused(f"There is no database {source}: is this judge's `data` right?")
    copies.copy_sqlite(source, target)


def _set_in_environment() -> tuple[str, ...]:
    """Return the names of all settings that are set by environment variables."""
    names = {f"{PREFIX}{name.upper()}" for name in Configuration.model_fields}
    return tuple(sorted(names & os.environ.keys()))


_RUNS = "A judge runs on {}. Stop it first (systemctl stop judge)."


@dataclass(frozen=True, slots=True)
class Restored:
    """A restored judge; `replaced` is the folder with the former files, None without any."""

    about: Manifest
    owner: Owner
    replaced: Path | None


def restore(settings: Configuration, file: Path, now: datetime) -> Restored:
    """Replace the judge of `settings` by a backup, and migrate its database.

    Raises Unusable, Refused, CopyError or OSError with the reason; then the present judge is
    unchanged.
    """
    about = manifest_of(file)
    _check_manifest(settings, about)
    owner = owner_of(settings.data, about.user)
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    owner.take(settings.data)
    try:
        with alone_in(settings.data), open_archive(file, settings.data) as archive:
            _check_choice(settings, archive)
            replaced = settings.data / f"replaced-{now:%Y-%m-%d-%H%M%S}"
            put_back = _restore_sqlite if about.database == "sqlite" else _restore_postgres
            put_back(settings, archive, owner, replaced, now=now)
            _put(archive.folder / KEY, settings.data / KEY, owner, replaced)
            signing = archive.file(SIGNING_KEY)
            if signing is not None and settings.dkim_key is not None:
                _put(signing, settings.dkim_key, owner, replaced)
    except OccupiedError:
        raise Refused(_RUNS.format(settings.data)) from None
    return Restored(about, owner, replaced if replaced.exists() else None)


def _check_manifest(settings: Configuration, about: Manifest) -> None:
    """Raise Refused if a backup does not fit these settings or this version."""
    here = open_store(settings.database_url).dialect.name
    if here != about.database:
        raise Refused(
            f"The backup holds a database of {about.database}, and the setting "
            f"`database` names one of {here}. Change that, or restore where it fits."
        )
    match revision_state(about.schema, shipped("migrations")):
        case TablesState.UNRELEASED:
            raise Refused(
                f"The backup is from before the first release of the judge (tables "
                f"{about.schema}), and no release can read it."
            )
        case TablesState.NEWER:
            raise Refused(
                f"The backup was made by a newer judge ({about.version}, tables "
                f"{about.schema}). Install that version here, then restore."
            )
        case _:
            pass


def _check_choice(settings: Configuration, archive: Archive) -> None:
    chosen = settings.key.get_secret_value().encode()
    if chosen and chosen != (archive.folder / KEY).read_bytes():
        raise Refused(
            "The setting `key` is another than the backup's, so that no reply address "
            "in old mail would work. Take it out, or set it as it was."
        )


def _restore_sqlite(
    settings: Configuration, archive: Archive, owner: Owner, replaced: Path, *, now: datetime
) -> None:
    new = archive.folder / DATABASES["sqlite"]
    if damage := copies.sqlite_damage(new):
        raise Refused(f"The database in the backup is damaged: {damage}.")
    store = open_store(f"sqlite:///{new}")
    try:
        migrate(store, shipped("migrations"))
        with store.begin() as connection:
            _check_key(connection, archive)
            upkeep.note_mark(connection, upkeep.RESTORED, now)
            upkeep.note_mark(connection, upkeep.BACKUP, archive.manifest.made)
    finally:
        store.dispose()
    copies.fold_sqlite(new)
    old = Path(open_store(settings.database_url).url.database or "")
    if old.exists() and copies.is_open_elsewhere(old):
        raise Refused(_RUNS.format(old))
    # The files beside the database go first: SQLite would take them for files of the new database.
    for one in reversed(copies.files_of(old)):
        _put_aside(one, owner, replaced)
    _put(new, old, owner, replaced)


def _restore_postgres(
    settings: Configuration, archive: Archive, owner: Owner, replaced: Path, *, now: datetime
) -> None:
    store = open_store(settings.database_url)
    try:
        with copies.seized_postgres(store) as connection:
            before = _kept_postgres(store, owner, replaced)
            with _undone_by(connection, before):
                copies.fill_postgres(connection, archive.folder / DATABASES["postgresql"])
                migrate_within(connection, shipped("migrations"))
                _check_key(connection, archive)
                upkeep.note_mark(connection, upkeep.RESTORED, now)
                upkeep.note_mark(connection, upkeep.BACKUP, archive.manifest.made)
                connection.commit()
    finally:
        store.dispose()


def _kept_postgres(store: Engine, owner: Owner, replaced: Path) -> Path | None:
    """Return a copy of the present database, None if it is empty."""
    if not inspect(store).get_table_names():
        return None
    _make(replaced, owner)
    kept = replaced / DATABASES["postgresql"]
    copies.copy_postgres(store, kept)
    owner.take(kept)
    return kept


@contextmanager
def _undone_by(connection: Connection, before: Path | None) -> Iterator[None]:
    """Run the block; if it fails, restore the database from the copy `before`."""
    try:
        yield
    except (Refused, copies.CopyError, SQLAlchemyError):
        connection.rollback()
        copies.fill_postgres(connection, before)
        raise


def _check_key(connection: Connection, archive: Archive) -> None:
    """Raise Refused if the backup's key has made none of the reply addresses in its database."""
    key = (archive.folder / KEY).read_bytes()
    known = persons.tokens_kept(connection)
    if known and not any(
        token_digest(reply_token(key, place)) == digest for digest, place in known
    ):
        raise Refused("The key in the backup is not that of its database.")


def _put(new: Path, target: Path, owner: Owner, replaced: Path) -> None:
    """Put a file in its place; a different file that is there is moved into `replaced`."""
    if not target.exists() or target.read_bytes() != new.read_bytes():
        if target.exists():
            _put_aside(target, owner, replaced)
        # shutil.move, because the target may be on another disk.
        shutil.move(new, target)
    owner.take(target)


def _put_aside(old: Path, owner: Owner, replaced: Path) -> None:
    _make(replaced, owner)
    shutil.move(old, replaced / old.name)
    owner.take(replaced / old.name)


def _make(folder: Path, owner: Owner) -> None:
    folder.mkdir(mode=0o700, exist_ok=True)
    owner.take(folder)
