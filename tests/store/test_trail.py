"""The audit trail: it is whole until somebody changes it, even if a text is erased."""

from datetime import datetime

import pytest
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError

from judge.game import TrailEntry
from judge.store import tables, trail

TEXTS = ("France has left", "S1901M paused", "S1901M results")


def three(connection: Connection, now: datetime) -> None:
    """Write three entries, two of them together."""
    entries = [
        TrailEntry(now, None, "Keeper", "Told", "", text, salt=f"salt {text}") for text in TEXTS
    ]
    trail.append(connection, trail.KEEPERS, entries[:1])
    trail.append(connection, trail.KEEPERS, entries[1:])


def test_what_is_written_comes_back_in_its_order_and_whole(
    connection: Connection, now: datetime
) -> None:
    three(connection, now)

    found = trail.trail_of(connection, trail.KEEPERS)
    assert [one.entry.text for one in found.entries] == [*TEXTS]
    assert found.whole
    assert found.count == 3


def test_an_erased_text_breaks_nothing_and_leaves_no_salt_to_guess_it_with(
    connection: Connection, now: datetime
) -> None:
    three(connection, now)
    before = trail.trail_of(connection, trail.KEEPERS)

    second = before.entries[1]
    assert trail.erase(connection, second.number)
    assert not trail.erase(connection, second.number)
    found = trail.trail_of(connection, trail.KEEPERS)
    assert found.whole
    assert found.end == before.end
    assert found.entries[1].entry.text is None
    assert found.entries[1].entry.salt is None
    assert found.entries[1].digest == second.digest


@pytest.mark.parametrize(
    "change",
    [{"text": "France has not left"}, {"role": "Master"}, {"digest": "0" * 64}, {"link": "0" * 64}],
    ids=str,
)
def test_a_changed_entry_breaks_the_chain(
    connection: Connection, now: datetime, change: dict[str, str]
) -> None:
    three(connection, now)
    first = trail.trail_of(connection, trail.KEEPERS).entries[0].number
    table = tables.trail
    changed = table.update().where(table.c.number == first).values(change)
    connection.execute(changed)

    assert not trail.trail_of(connection, trail.KEEPERS).whole


def test_a_dropped_entry_breaks_the_chain(connection: Connection, now: datetime) -> None:
    three(connection, now)
    second = trail.trail_of(connection, trail.KEEPERS).entries[1].number
    table = tables.trail
    connection.execute(table.delete().where(table.c.number == second))

    assert not trail.trail_of(connection, trail.KEEPERS).whole


def test_no_two_entries_follow_the_same_one(store: Engine, now: datetime) -> None:
    with store.begin() as connection:
        three(connection, now)
        first = connection.execute(tables.trail.select()).first()
        assert first is not None
    again = dict(first._mapping) | {"number": 99, "link": "another"}
    with pytest.raises(IntegrityError), store.begin() as connection:
        connection.execute(tables.trail.insert().values(again))
