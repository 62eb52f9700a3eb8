"""What every command of the command line needs: settings, store, and plain words.

They import what they need when they run, as the commands do.
"""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from judge.config import Configuration


@contextmanager
def in_plain_words() -> Iterator[None]:
    """Turn what the world refused into a sentence, and end with status 1."""
    from sqlalchemy.exc import SQLAlchemyError

    try:
        yield
    except OSError as error:
        reason = error.strerror or type(error).__name__
    except SQLAlchemyError as error:
        reason = f"the database cannot be used ({type(error).__name__})"
    else:
        return
    typer.echo(f"It cannot be done: {reason}. `judge check` says more.", err=True)
    raise typer.Exit(1)


def answer(text: tuple[str, bool]) -> None:
    """Print a text; the command fails if it says that something is wrong."""
    typer.echo(text[0])
    raise typer.Exit(0 if text[1] else 1)


def store() -> "Engine":
    """Return the judge's database, by the operator's settings."""
    from judge.store import open_store

    found = settings()
    found.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    return open_store(found.database_url)


def settings() -> "Configuration":
    """Return the operator's settings, or end with what is wrong, never with a value."""
    from pydantic import ValidationError

    from judge.config import Configuration

    try:
        return Configuration()
    except ValidationError as error:
        for trouble in error.errors():
            name = ".".join(str(part) for part in trouble["loc"])
            unknown = trouble["type"] == "extra_forbidden"
            what = "there is none of that name" if unknown else trouble["msg"]
            typer.echo(f"The setting {name} is wrong: {what}.", err=True)
    except tomllib.TOMLDecodeError as error:
        typer.echo(f"The settings file is no TOML: {error}.", err=True)
    typer.echo("All settings are explained in deploy/README.md.", err=True)
    raise typer.Exit(2)
