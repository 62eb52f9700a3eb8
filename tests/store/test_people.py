"""Persons, their addresses, and the proofs of who they are."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError, StatementError

from judge.game import Player
from judge.store import Opening, OvertakenError, inbox, persons, tables


def add(connection: Connection, address: str, name: str) -> Player:
    """Store and return a new player."""
    new = Player(persons.next_number(connection), name, address, "Europe/Berlin")
    persons.add_player(connection, new)
    return new


def test_a_player_is_found_by_address_without_regard_to_capitals(connection: Connection) -> None:
    add(connection, "Ann@Example.org", "Ann")

    ann = Player(1, "Ann", "ann@example.org", "Europe/Berlin")
    assert persons.find_player(connection, "ANN@example.ORG") == ann


def test_an_unknown_address_is_nobodys(connection: Connection) -> None:
    assert persons.find_player(connection, "ann@example.org") is None


def test_an_address_has_one_player(connection: Connection) -> None:
    ann = add(connection, "ann@example.org", "Ann")

    with pytest.raises(OvertakenError):
        add(connection, "ANN@example.org", "Eve")
    assert persons.find_player(connection, "ann@example.org") == ann


def test_an_address_of_nobody_cannot_be_kept(store: Engine) -> None:
    row = {"address": "ann@example.org", "player": 1, "main": True}

    with pytest.raises(IntegrityError), store.begin() as connection:
        connection.execute(tables.addresses.insert().values(row))


def test_a_moment_comes_back_in_utc(connection: Connection) -> None:
    berlin = timezone(timedelta(hours=1))
    moment = datetime(2030, 1, 1, 13, 0, 0, 123456, berlin)
    opening = Opening("judge", moment, moment)
    inbox.note_opening(connection, opening, moment, timedelta(0))
    noted = inbox.last_sign(connection)

    assert noted == datetime(2030, 1, 1, 12, 0, 0, 123456, UTC)
    assert noted.tzinfo is UTC


def test_a_moment_without_a_zone_is_refused(connection: Connection, now: datetime) -> None:
    naive = Opening("judge", datetime(2030, 1, 1), now)  # noqa: DTZ001 - the very thing that is refused

    with pytest.raises(StatementError, match="needs a time zone"):
        inbox.note_opening(connection, naive, now, timedelta(0))
