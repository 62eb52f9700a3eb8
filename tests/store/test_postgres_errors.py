"""Each error of PostgreSQL is explained by its code, in words, without the password."""

from collections.abc import Iterator

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.exc import DBAPIError

from judge.store import open_store, store_trouble
from tests.postgres import postgres
from tests.servers import free_port


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with postgres() as address:
        yield address


def told(address: str, statement: str = "SELECT 1") -> str:
    """Return the explanation of the error of this statement."""
    store = open_store(address)
    try:
        with pytest.raises(DBAPIError) as caught, store.begin() as connection:
            connection.execute(text(statement))
    finally:
        store.dispose()
    trouble = str(store_trouble(caught.value, address))
    assert (make_url(address).password or "?") not in trouble
    return trouble


def changed(url: str, **parts: object) -> str:
    return make_url(url).set(**parts).render_as_string(hide_password=False)  # type: ignore[arg-type] # of several types


def test_a_server_that_is_away_or_lets_nobody_in_is_told(url: str) -> None:
    assert "cannot be reached" in told(changed(url, port=free_port()))
    assert "no database of this name" in told(changed(url, database="nothing"))
    assert "does not let this user in" in told(changed(url, password="wrong sesame"))
    assert "does not let this user in" in told(changed(url, username="nobody"))


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("SELECT * FROM games", "The tables of the judge, or some of them, are not"),
        ("SET TRANSACTION READ ONLY; CREATE TABLE a ()", "takes no changes"),
        ("SET statement_timeout = 1; SELECT pg_sleep(9)", "took too long"),
        ("DO $$ BEGIN RAISE SQLSTATE '53100'; END $$", "The disk of the PostgreSQL server is full"),
        ("DO $$ BEGIN RAISE SQLSTATE '53300'; END $$", "too many connections"),
        ("DO $$ BEGIN RAISE SQLSTATE 'XX001'; END $$", "is damaged"),
        ("DO $$ BEGIN RAISE SQLSTATE '42501'; END $$", "may not work with the tables"),
        ("DO $$ BEGIN RAISE SQLSTATE '55P03'; END $$", "has locked a table"),
        ("DO $$ BEGIN RAISE SQLSTATE '57P03'; END $$", "is starting or stopping"),
    ],
)
def test_a_trouble_is_told_by_its_sqlstate(url: str, statement: str, words: str) -> None:
    assert words in told(url, statement)
