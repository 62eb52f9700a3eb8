"""A PostgreSQL of our own for tests: in a temporary folder, on loopback, gone after."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.machine import BARE, program_here
from tests.patience import PATIENCE
from tests.servers import free_port

_PASSWORD = "sesame"
_OPTIONS = "-c fsync=off -c full_page_writes=off"


@dataclass(frozen=True, slots=True)
class Server:
    """A PostgreSQL in a folder of its own, at a port of loopback.

    One that is not `durable` may lose what it committed when it crashes, as it would
    with the whole machine in any case.
    """

    folder: Path
    port: int
    durable: bool

    @property
    def url(self) -> str:
        """The address of its database."""
        return url_at(self.port)

    def start(self) -> None:
        """Start it, and return when it takes connections."""
        options = f"-p {self.port} -h 127.0.0.1 -k {self.folder} {_OPTIONS}"
        options += f" -c synchronous_commit={'on' if self.durable else 'off'}"
        self._control("-l", self.folder / "log", "-o", options, "start")

    def stop(self) -> None:
        """Stop it in order: it ends the sessions there are."""
        self._control("-m", "fast", "stop")

    def crash(self) -> None:
        """Stop it as a crash does."""
        self._control("-m", "immediate", "stop")

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Let it answer nothing in the block, and end no connection."""
        main = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        with stopped((main,)):  # it begins no other then, and buries none
            children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
            with stopped([*map(int, children)]):
                yield

    def _control(self, *words: str | Path) -> None:
        control = (_programs() / "pg_ctl", "-D", self.folder / "data", "-w", "-s")
        control += ("-t", f"{PATIENCE:.0f}")
        _run(_as_postgres(self.folder), *control, *words)


@contextmanager
def stopped(processes: Sequence[int]) -> Iterator[None]:
    """Let these processes do nothing in the block."""
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


def url_at(port: int) -> str:
    """Return the address of the database of the server at this port."""
    return f"postgresql+psycopg://judge:{_PASSWORD}@127.0.0.1:{port}/postgres"


@contextmanager
def postgres() -> Iterator[str]:
    """Give the URL of a fresh, empty database, whose server ends with the block.

    Without PostgreSQL the test is skipped, but where `CI` is set it fails.
    """
    with postgres_server() as server:
        yield server.url


@contextmanager
def postgres_server(*, durable: bool = False) -> Iterator[Server]:
    """Give a server with an empty database, as `postgres` does."""
    programs = _programs()
    # Not pytest's folder: nobody but its owner may enter that, and PostgreSQL does not
    # run as root.
    with tempfile.TemporaryDirectory(prefix="judge-postgres-") as name:
        server = Server(Path(name), free_port(), durable)
        secret = server.folder / "password"
        secret.write_text(_PASSWORD)
        _run(
            _as_postgres(server.folder),
            programs / "initdb",
            "-D",
            server.folder / "data",
            "-U",
            "judge",
            "-A",
            "password",
            f"--pwfile={secret}",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "--no-sync",
        )
        server.start()
        try:
            yield server
        finally:
            server.crash()


def program(name: str) -> Path:
    """Return the program of this name that came with the newest PostgreSQL."""
    return _programs() / name


def _programs() -> Path:
    """Return the folder of the newest PostgreSQL's programs."""
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/postgres"),
        key=lambda program: int(program.parts[-3]),
    )
    if debian and not BARE:
        return debian[-1].parent
    if elsewhere := program_here("postgres"):
        return Path(elsewhere).resolve().parent
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
