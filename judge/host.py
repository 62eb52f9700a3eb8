"""The machine a judge runs on: its version there, and the users of the data folder."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path

PACKAGE = "diplomacy-judge"


def version() -> str:
    """Return the installed version of this judge, "not installed" for a plain checkout."""
    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        return "not installed"


class OccupiedError(Exception):
    """A judge runs on this folder."""


@contextmanager
def in_service(folder: Path) -> Iterator[None]:
    """Use a data folder, as a running judge does; waits while a backup is restored.

    A missing folder is made. The system ends the use when the process ends, however it
    does.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _locked(folder, fcntl.LOCK_SH):
        yield


def is_in_service(folder: Path) -> bool:
    """Return whether a process on this machine uses a data folder, as a running judge does."""
    try:
        with alone_in(folder):
            return False
    except OccupiedError:
        return True
    except OSError:
        return False


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Use a data folder alone; OccupiedError if a judge runs on it."""
    try:
        with _locked(folder, fcntl.LOCK_EX | fcntl.LOCK_NB):
            yield
    except BlockingIOError:
        raise OccupiedError from None


@contextmanager
def _locked(folder: Path, how: int) -> Iterator[None]:
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(opened, how)
        yield
    finally:
        os.close(opened)
