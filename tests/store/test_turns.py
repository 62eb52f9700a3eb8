"""Every thread that wants to write gets its turn, however busy the others are."""

from pathlib import Path
from threading import Thread

from sqlalchemy import text

from judge.store import open_store
from judge.store.connect import Turns
from tests.patience import PATIENCE, eventually


def test_who_asked_first_goes_first() -> None:
    turns, went = Turns(), []

    def go(who: str) -> None:
        assert turns.take(PATIENCE)
        went.append(who)
        turns.give()

    assert turns.take(PATIENCE)
    others = [Thread(target=go, args=(who,)) for who in "abc"]
    for number, other in enumerate(others, 1):
        other.start()
        eventually(lambda wanted=number: len(turns.waiting) == wanted)
    turns.give()
    go("d")  # at once, like a thread that answers one letter after the other
    for other in others:
        other.join()

    assert went == ["a", "b", "c", "d"]


def test_who_has_waited_too_long_waits_no_more() -> None:
    turns = Turns()
    assert turns.take(PATIENCE)
    assert not turns.take(0.0)
    turns.give()

    assert turns.take(0.0)


def test_a_turn_ends_however_what_was_done_in_it_ended(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'judge.db'}")
    with store.begin() as connection:
        connection.execute(text("CREATE TABLE done (what TEXT)"))
    broken = store.connect()
    broken.execute(text("INSERT INTO done VALUES ('lost')"))
    broken.invalidate()
    broken.close()
    with store.connect() as connection:
        connection.execute(text("INSERT INTO done VALUES ('rolled back')"))
    with store.connect() as connection:
        connection.execute(text("INSERT INTO done VALUES ('first')"))
        connection.commit()
        connection.execute(text("INSERT INTO done VALUES ('second')"))
        connection.commit()
    with store.begin() as connection:
        found = connection.scalars(text("SELECT what FROM done")).all()
    store.dispose()

    assert found == ["first", "second"]
