"""Judges to back up: the one that is stored, on either database."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import MetaData, select

from judge.config import Configuration
from judge.shipped import shipped
from judge.store import migrate, open_store
from tests.judges.stored import kept, restore as load

NOW = datetime(2030, 2, 1, 12, 0, tzinfo=UTC)
STORED = "0001"


@dataclass(frozen=True, slots=True)
class Home:
    """Where a judge lives, or will: its folder and the address of its database."""

    folder: Path
    url: str

    @property
    def settings(self) -> Configuration:
        """Its settings."""
        return Configuration(
            data=self.folder / "data", database=self.url, address="judge@judge.test"
        )

    def rows(self) -> dict[str, list[Any]]:
        """Return all rows of all its tables but the marks, which a backup leaves."""
        store = open_store(self.settings.database_url)
        tables = MetaData()
        tables.reflect(store)
        with store.begin() as connection:
            found = {
                table.name: sorted(map(repr, connection.execute(select(table))))
                for table in tables.sorted_tables
                if table.name != "marks"
            }
        store.dispose()
        return found

    def files(self) -> dict[str, bytes]:
        """Return all files of its folder by their paths."""
        every = (one for one in self.folder.rglob("*") if one.is_file())
        return {str(one.relative_to(self.folder)): one.read_bytes() for one in every}


def settle(home: Home, kind: str) -> None:
    """Let the stored judge live there, brought up to date."""
    stored = kept(STORED, kind)
    (home.folder / "judge.toml").write_text('address = "j@example.org"\n', "utf-8")
    home.settings.data.mkdir(parents=True, mode=0o700)
    (home.settings.data / "key").write_bytes(stored.key)
    load(stored.database, home.settings.database_url)
    store = open_store(home.settings.database_url)
    migrate(store, shipped("migrations"))
    store.dispose()


@contextmanager
def running(home: Home) -> Iterator[None]:
    """Use the database of a judge as one does that runs."""
    store = open_store(home.settings.database_url)
    with store.connect() as connection:
        connection.rollback()
        yield
    store.dispose()
