"""`judge backup` and `judge restore`: a whole judge in one file, and back again."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from judge.cli.console import explained, settings

if TYPE_CHECKING:
    from judge.backup import BackedUp, Restored

_WORDS = {
    "judge.db": "the database",
    "judge.dump": "the database",
    "key": "the key of the reply addresses",
    "judge.toml": "the configuration",
    "dkim.pem": "the key that mail is signed with",
}


def backup(file: Annotated[Path, typer.Argument(help="Where: judge.tar.gz, for example.")]) -> None:
    """Write all that this judge is made of into one file, while it runs."""
    from judge.app import utc_now
    from judge.backup import back_up

    found = settings()
    with _told(f"No backup was written to {file}."):
        made = back_up(found, file, utc_now())
    typer.echo(_backup_text(file, found.address, made))


def restore(file: Annotated[Path, typer.Argument(help="What `judge backup` has written.")]) -> None:
    """Make a judge of a backup, in the place of one that is there and does not run.

    The settings here say where; a machine without any gets those of the backup. What
    was in its place is moved aside.
    """
    from judge.app import utc_now
    from judge.backup import restore as put_back

    with _told("Nothing was restored; all is as it was."), _configured(file) as found:
        done = put_back(settings(), file, utc_now())
        if found.taken:
            done.owner.take(found.file)
    typer.echo(_restored_text(file, done, found))


def _backup_text(file: Path, address: str, made: "BackedUp") -> str:
    inside = ", ".join(_WORDS[name] for name in made.files)
    said = f"""\
Backup of {address}: {file} ({_size_text(made.size)}).
In it: {inside}.
Whoever has it can read every mail and order, so keep it as safe as the judge."""
    if made.environment:
        named = ", ".join(made.environment)
        said += f"\nNot in it, for they are set in the environment: {named}."
    return f"{said}\n`judge restore {file}` makes a judge of it."


def _size_text(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"


def _restored_text(file: Path, done: "Restored", configured: "_Configured") -> str:
    about = done.about
    said = f"Restored: {about.address} as it was at {about.made:%Y-%m-%d %H:%M} UTC."
    if configured.taken:
        lies = configured.file.absolute()
        said += f"\nThe configuration is the backup's, and lies in {lies}."
    elif configured.differs:
        said += (
            "\nThe configuration here was kept; that of the backup is shown by\n"
            f"    tar -xzOf {file} judge.toml"
        )
    if about.environment:
        named = ", ".join(about.environment)
        said += f"\nThese were set in the environment there: {named}."
    if done.replaced is not None:
        said += (
            f"\nWhat was here before lies in {done.replaced};\n"
            "put it back to undo this, or delete it when all is well."
        )
    return f"{said}\nNow let `judge check` look at it, and start the judge."


@contextmanager
def _told(nothing: str) -> Iterator[None]:
    """Run the block; after an error print the reason and `nothing`, and end with status 1."""
    from sqlalchemy.exc import SQLAlchemyError

    from judge.backup import Refused, Unusable
    from judge.store import copies

    try:
        yield
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        said = f"It cannot be done: {where}{error.strerror}."
    except SQLAlchemyError as error:
        said = explained(error)
    except Refused as refused:
        said = str(refused)
    except Unusable as unusable:
        said = f"This file cannot be restored: {unusable}."
    except copies.CopyError as error:
        said = f"The database cannot be copied: {error}."
    else:
        return
    typer.echo(f"{said}\n{nothing}", err=True)
    raise typer.Exit(1)


@dataclass(frozen=True, slots=True)
class _Configured:
    """The settings file, and whether it is the backup's (taken), or differs from it."""

    file: Path
    taken: bool
    differs: bool


@contextmanager
def _configured(file: Path) -> Iterator[_Configured]:
    """Yield the settings file; a machine without one gets the backup's.

    It stays only if the block ends without an error.
    """
    from judge.backup import configuration_in
    from judge.config import settings_file

    target, text = settings_file(), configuration_in(file)
    if text is None or target.exists():
        differs = text is not None and target.read_bytes() != text
        yield _Configured(target, taken=False, differs=differs)
        return
    target.touch(mode=0o600)
    try:
        target.write_bytes(text)
        yield _Configured(target, taken=True, differs=False)
    except BaseException:
        target.unlink()
        raise
