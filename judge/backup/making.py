"""Making a backup of a judge that may be running."""

import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from judge.app import secret_key
from judge.backup.archive import CONFIGURATION, DATABASES, KEY, SIGNING_KEY, Manifest, write_archive
from judge.backup.owner import name_of_owner
from judge.backup.refused import Refused
from judge.config import PREFIX, Configuration, settings_file
from judge.host import version
from judge.shipped import shipped
from judge.store import TablesState, copies, open_store, revision_of, tables_state, upkeep


@dataclass(frozen=True, slots=True)
class BackedUp:
    """A backup that was made: how many `size` bytes it has, and what is in it."""

    size: int
    files: tuple[str, ...]
    environment: tuple[str, ...]


def back_up(settings: Configuration, target: Path, now: datetime) -> BackedUp:
    """Write all that the judge of `settings` is made of into one file.

    It may run meanwhile. Refused, CopyError and OSError say why it cannot be done;
    nothing is written then.
    """
    if not (settings.key.get_secret_value() or (settings.data / "key").exists()):
        raise Refused(f"There is no key in {settings.data}: was this judge ever begun?")
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
    # The file is there, whether or not this can be noted now.
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
    """Return the names of the variables of the environment that set something."""
    names = {f"{PREFIX}{name.upper()}" for name in Configuration.model_fields}
    return tuple(sorted(names & os.environ.keys()))
