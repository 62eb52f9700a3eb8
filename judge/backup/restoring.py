"""Making a judge again of its backup, in the place of one that is there.

What was there is moved into a folder of its own and never deleted. Until the backup is
known to be good, nothing is touched.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect
from sqlalchemy.exc import SQLAlchemyError

from judge.backup.archive import (
    DATABASES,
    KEY,
    SIGNING_KEY,
    Archive,
    Manifest,
    manifest_of,
    open_archive,
)
from judge.backup.owner import Owner, owner_of
from judge.backup.refused import Refused
from judge.config import Configuration
from judge.host import OccupiedError, alone_in
from judge.mail import reply_token, token_digest
from judge.shipped import shipped
from judge.store import (
    TablesState,
    copies,
    migrate,
    migrate_within,
    open_store,
    persons,
    revision_state,
    upkeep,
)

_RUNS = "A judge runs on {}. Stop it first (systemctl stop judge)."


@dataclass(frozen=True, slots=True)
class Restored:
    """A judge that was restored; `replaced` is the folder of what was in its place."""

    about: Manifest
    owner: Owner
    replaced: Path | None


def restore(settings: Configuration, file: Path, now: datetime) -> Restored:
    """Put a backup in the place of the judge of `settings`, and bring it up to date.

    Unusable, Refused, CopyError and OSError say why it cannot be done; what was there
    is as before then.
    """
    about = manifest_of(file)
    _check(settings, about)
    owner = owner_of(settings.data, about.user)
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    owner.take(settings.data)
    try:
        with alone_in(settings.data), open_archive(file, settings.data) as archive:
            _check_choice(settings, archive)
            replaced = settings.data / f"replaced-{now:%Y-%m-%d-%H%M%S}"
            _put_in_place(settings, archive, owner, replaced, now=now)
    except OccupiedError:
        raise Refused(_RUNS.format(settings.data)) from None
    return Restored(about, owner, replaced if replaced.exists() else None)


def _check(settings: Configuration, about: Manifest) -> None:
    """Refuse a backup that these settings or this version can do nothing with."""
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


def _put_in_place(
    settings: Configuration, archive: Archive, owner: Owner, replaced: Path, *, now: datetime
) -> None:
    if archive.manifest.database == "sqlite":
        _restore_sqlite(settings, archive, owner, replaced, now=now)
    else:
        _restore_postgres(settings, archive, owner, replaced, now=now)
    _put(archive.folder / KEY, settings.data / KEY, owner, replaced)
    signing = archive.file(SIGNING_KEY)
    if signing is not None and settings.dkim_key is not None:
        _put(signing, settings.dkim_key, owner, replaced)


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
    finally:
        store.dispose()
    copies.fold_sqlite(new)
    old = Path(open_store(settings.database_url).url.database or "")
    if old.exists() and copies.is_open_elsewhere(old):
        raise Refused(_RUNS.format(old))
    # Without its companions first: they would be taken for those of the new one.
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
                connection.commit()
    finally:
        store.dispose()


def _kept_postgres(store: Engine, owner: Owner, replaced: Path) -> Path | None:
    """Return where all is kept that the database holds, None where it is empty."""
    if not inspect(store).get_table_names():
        return None
    _make(replaced, owner)
    kept = replaced / DATABASES["postgresql"]
    copies.copy_postgres(store, kept)
    owner.take(kept)
    return kept


@contextmanager
def _undone_by(connection: Connection, before: Path | None) -> Iterator[None]:
    """Put the database back as it was if the block fails."""
    try:
        yield
    except (Refused, copies.CopyError, SQLAlchemyError):
        connection.rollback()
        copies.fill_postgres(connection, before)
        raise


def _check_key(connection: Connection, archive: Archive) -> None:
    """Refuse a key of which none of the reply addresses was made that are in use."""
    key = (archive.folder / KEY).read_bytes()
    known = persons.tokens_kept(connection)
    if known and not any(
        token_digest(reply_token(key, place)) == digest for digest, place in known
    ):
        raise Refused("The key in the backup is not that of its database.")


def _put(new: Path, target: Path, owner: Owner, replaced: Path) -> None:
    """Put a file where it belongs, and aside what is there and differs."""
    if not target.exists() or target.read_bytes() != new.read_bytes():
        if target.exists():
            _put_aside(target, owner, replaced)
        # It may lie on another disk.
        shutil.move(new, target)
    owner.take(target)


def _put_aside(old: Path, owner: Owner, replaced: Path) -> None:
    _make(replaced, owner)
    shutil.move(old, replaced / old.name)
    owner.take(replaced / old.name)


def _make(folder: Path, owner: Owner) -> None:
    folder.mkdir(mode=0o700, exist_ok=True)
    owner.take(folder)
