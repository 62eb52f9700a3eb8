"""A PostgreSQL of our own for tests: in a temporary folder, on loopback, gone after."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.servers import free_port

_OPTIONS = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"


@contextmanager
def postgres() -> Iterator[str]:
    """Give the URL of a fresh, empty database, whose server ends with the block.

    Without PostgreSQL the test is skipped, but where `CI` is set it fails.
    """
    programs = _programs()
    # Not pytest's folder: nobody but its owner may enter that, and PostgreSQL does not
    # run as root.
    with tempfile.TemporaryDirectory(prefix="judge-postgres-") as name:
        folder, port = Path(name), free_port()
        _run(
            _as_postgres(folder),
            programs / "initdb",
            "-D",
            folder / "data",
            "-U",
            "judge",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "--no-sync",
        )
        control = (programs / "pg_ctl", "-D", folder / "data", "-w", "-s")
        options = f"-p {port} -h 127.0.0.1 -k {folder} {_OPTIONS}"
        user = _as_postgres(folder)
        _run(user, *control, "-l", folder / "log", "-o", options, "start")
        try:
            yield f"postgresql+psycopg://judge@127.0.0.1:{port}/postgres"
        finally:
            _run(user, *control, "-m", "immediate", "stop")


def program(name: str) -> Path:
    """Return the program of this name that came with the newest PostgreSQL."""
    return _programs() / name


def _programs() -> Path:
    """Return the folder of the newest PostgreSQL's programs."""
    found = shutil.which("postgres")
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/postgres"),
        key=lambda program: int(program.parts[-3]),
    )
    if debian:
        return debian[-1].parent
    if found:
        return Path(found).resolve().parent
    if os.environ.get("CI"):
        pytest.fail("PostgreSQL is not installed.")
    pytest.skip("PostgreSQL is not installed.")


def _as_postgres(folder: Path) -> Sequence[str]:
    """Return the words that run a command as one who may run PostgreSQL."""
    if os.geteuid() != 0:
        return ()
    shutil.chown(folder, "postgres")
    return ("runuser", "-u", "postgres", "--")


def _run(user: Sequence[str], *words: str | Path) -> None:
    # Not piped: the server would keep the pipe open, and we would wait for its end.
    subprocess.run([*user, *words], check=True, stdout=subprocess.DEVNULL, cwd="/")
