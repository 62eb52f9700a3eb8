"""The data folder: who uses it at the moment."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class OccupiedError(Exception):
    """A judge runs on this folder."""


@contextmanager
def in_service(folder: Path) -> Iterator[None]:
    """Use a data folder, as a judge that serves does; who restores it is waited for.

    One that is not there is made. The system ends this with the process, however that
    dies.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _locked(folder, fcntl.LOCK_SH):
        yield


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Have a data folder for oneself; OccupiedError when a judge runs on it."""
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
