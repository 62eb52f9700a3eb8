"""What an older judge left: its database as SQL, its key, and the facts of its games.

Each lies under `tests/cases/judges` in a folder named by the revision of its tables.
"""

import json
import lzma
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import make_url

from tests.postgres import postgres, program

FOLDER = Path(__file__).parent.parent / "cases" / "judges"
KINDS = ("sqlite", "postgres")


@dataclass(frozen=True, slots=True)
class OldJudge:
    """A judge on one kind of database; `facts` are those that `facts.py` collects."""

    database: str
    key: bytes
    facts: dict[str, Any]


def kept(revision: str, kind: str) -> OldJudge:
    """Return the judge that was kept under this revision."""
    folder = FOLDER / revision
    return OldJudge(
        database=lzma.decompress((folder / f"{kind}.sql.xz").read_bytes()).decode(),
        key=(folder / "key").read_bytes(),
        facts=json.loads(lzma.decompress((folder / f"{kind}.json.xz").read_bytes())),
    )


def keep(revision: str, kind: str, judge: OldJudge) -> None:
    """Write a judge to where `kept` finds it.

    Its facts are those of each kind but for the reply addresses: these are made of the
    numbers of players, and PostgreSQL leaves some out.
    """
    folder = FOLDER / revision
    folder.mkdir(parents=True, exist_ok=True)
    facts = json.dumps(judge.facts, indent=1, ensure_ascii=False)
    (folder / f"{kind}.sql.xz").write_bytes(_packed(judge.database))
    (folder / f"{kind}.json.xz").write_bytes(_packed(facts))
    (folder / "key").write_bytes(judge.key)


def _packed(content: str) -> bytes:
    return lzma.compress(content.encode(), preset=9 | lzma.PRESET_EXTREME)


@contextmanager
def empty_databases(kind: str, folder: Path, count: int) -> Iterator[list[str]]:
    """Give the addresses of so many new databases of one kind, gone after the block."""
    if kind == "sqlite":
        yield [f"sqlite:///{folder / f'judge{number}.db'}" for number in range(count)]
        return
    with postgres() as url:
        names = [f"judge{number}" for number in range(count)]
        with psycopg.connect(_plain(url), autocommit=True) as server:
            for name in names:
                server.execute(f"CREATE DATABASE {name}")
        whole = make_url(url)
        yield [whole.set(database=name).render_as_string(hide_password=False) for name in names]


def dumped(url: str) -> str:
    """Return all tables and rows of a database as SQL statements."""
    if url.startswith("sqlite"):
        with _sqlite(url) as connection:
            return "\n".join(connection.iterdump())
    words = ("--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=100")
    told = subprocess.run(
        [program("pg_dump"), *words, _plain(url)],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PGCLIENTENCODING": "UTF8"},
    )
    return _without_settings(told.stdout)


def restore(database: str, url: str) -> None:
    """Run the statements of `dumped` on an empty database."""
    if url.startswith("sqlite"):
        with _sqlite(url) as connection:
            connection.executescript(database)
        return
    with psycopg.connect(_plain(url)) as connection:
        connection.execute(database.encode())


def _without_settings(dump: str) -> str:
    """Return a dump of PostgreSQL without what only that version and `psql` know.

    Settings stand above the first table; lines of `psql` are the first and the last.
    """
    head, table, rest = dump.partition("CREATE TABLE")
    assert "SET client_encoding = 'UTF8'" in head
    body = rest.rpartition("-- PostgreSQL database dump complete")[0]
    return f"{table}{body}"


def _sqlite(url: str) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(make_url(url).database or ""))


def _plain(url: str) -> str:
    return url.replace("postgresql+psycopg:", "postgresql:")
