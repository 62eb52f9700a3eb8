"""Functions that all commands need: settings, store, and errors in plain words.

They import modules when they run, as the commands do.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from judge.config import Configuration
    from judge.troubles import Trouble


Picture = Annotated[
    Path | None, typer.Option("--map", help="A file for the picture: .svg or .png.")
]
Dark = Annotated[bool, typer.Option(help="Draw it for a dark page.")]


@contextmanager
def in_plain_words() -> Iterator[None]:
    """Run the block; print an error of the system or the database as a sentence, and end.

    The exit status is 1 then.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from judge.store import NewerStoreError, UnreleasedStoreError

    try:
        yield
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        reason = f"{where}{error.strerror or type(error).__name__}."
    except (SQLAlchemyError, NewerStoreError, UnreleasedStoreError) as error:
        reason = explained(error)
    else:
        return
    typer.echo(f"It cannot be done: {reason} `judge check` says more.", err=True)
    raise typer.Exit(1)


def explained(error: Exception) -> str:
    """Return why the database cannot be used, and what to do."""
    from judge.cli.settings import read_settings
    from judge.config import Configuration
    from judge.store import store_trouble
    from judge.troubles import trouble

    found = read_settings()
    known = store_trouble(error, found.database_url) if isinstance(found, Configuration) else None
    return str(known or trouble("store-unusable", error=type(error).__name__))


def answer(text: tuple[str, bool]) -> None:
    """Print a text and end the program, with status 1 if the flag with the text is False."""
    typer.echo(text[0])
    raise typer.Exit(0 if text[1] else 1)


def store() -> "Engine":
    """Return the judge's database; if there is none, print why and end with status 1."""
    from judge.store import open_store

    found = settings()
    if wrong := address_trouble(found):
        typer.echo(str(wrong), err=True)
        raise typer.Exit(1)
    act_as_owner(found)
    file = sqlite_file(found)
    if file is not None and not (file.exists() and file.stat().st_size):
        from judge.cli.check import database_gone

        none_yet = "There is no database yet; `judge serve` makes it when it starts."
        typer.echo(str(database_gone(file) or none_yet), err=True)
        raise typer.Exit(1)
    return open_store(found.database_url)


def address_trouble(settings: "Configuration") -> "Trouble | None":
    """Return why the setting `database` names no database that the judge can use, or None."""
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    from judge.troubles import trouble

    try:
        kind = make_url(settings.database_url).get_backend_name()
    except (ArgumentError, ValueError):
        return trouble("store-address")
    if kind not in ("sqlite", "postgresql"):
        return trouble("store-address")
    in_memory = kind == "sqlite" and sqlite_file(settings) is None
    return trouble("store-in-memory") if in_memory else None


def sqlite_file(settings: "Configuration") -> Path | None:
    """Return the file of an SQLite database, None for another database.

    Raises errors of SQLAlchemy for an impossible address.
    """
    from sqlalchemy import make_url

    url = make_url(settings.database_url)
    if url.get_backend_name() != "sqlite":
        return None
    return Path(url.database) if url.database else None


def act_as_owner(settings: "Configuration") -> None:
    """If root runs this program, become the owner of the data folder.

    So it creates no file that the judge cannot read, and its mistakes have only the judge's rights.
    """
    if os.geteuid() != 0 or not settings.data.is_dir():
        return
    owner = settings.data.stat()
    if owner.st_uid == 0:
        return
    os.setgroups([])
    os.setgid(owner.st_gid)
    os.setuid(owner.st_uid)
    # Child processes start in the working folder, and root's may be private.
    if not os.access(".", os.R_OK | os.X_OK):
        os.chdir("/")


def serve_as_owner(settings: "Configuration") -> None:
    """Become the owner of the data folder as `act_as_owner` does, or end if they see no program."""
    act_as_owner(settings)
    if hidden := program_hidden():
        typer.echo(str(hidden), err=True)
        raise typer.Exit(1)


def program_hidden() -> "Trouble | None":
    """Return the trouble that this user cannot read Python's modules; later imports would fail."""
    from judge.troubles import trouble

    if os.access(os.__file__, os.R_OK):
        return None
    return trouble("program-hidden", file=str(Path(os.__file__).parent))


def settings() -> "Configuration":
    """Return the operator's settings; or print what is wrong, without values, and end."""
    from judge.cli.settings import read_settings
    from judge.config import Configuration

    found = read_settings()
    if isinstance(found, Configuration):
        return found
    for one in found:
        typer.echo(one.trouble, err=True)
    typer.echo("All settings are explained in deploy/README.md.", err=True)
    raise typer.Exit(2)
