"""The installation on this machine: its version, and locks on the data folder."""

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
    """A running judge uses this data folder."""


@contextmanager
def in_service(folder: Path) -> Iterator[None]:
    """Hold the lock of a running judge on a data folder; several judges may hold it.

    It waits while a backup is being restored. A missing folder is made. The system releases the
    lock when the process ends, even after a crash.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _locked(folder, fcntl.LOCK_SH):
        yield


def is_in_service(folder: Path) -> bool:
    """Return whether a process on this machine holds the lock of `in_service` on a data folder."""
    try:
        with alone_in(folder):
            return False
    except OccupiedError:
        return True
    except OSError:
        return False


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Hold a lock on a data folder against running judges; OccupiedError if one runs on it."""
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
