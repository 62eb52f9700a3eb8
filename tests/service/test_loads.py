"""A letter needs few statements of the store."""

from collections.abc import Callable

import pytest
from sqlalchemy import event

from judge.service import answer_next_letter, learning
from tests.post import Post
from tests.service.office import (
    MASTER,
    a_mail,
    delivered,
    keep,
    player_of,
    reply_address,
    stored,
    the_game,
)


@pytest.mark.parametrize(
    "body", ["ORDERS?", "A PAR - BUR\nF BRE - MAO", "SET WAIT\nLIST smp\nSUMMARY"]
)
def test_a_letter_is_kept_and_answered_in_two_transactions(office: Post, body: str) -> None:
    france = player_of(office, "France")
    address, seen = reply_address(office, france), []

    def on_statement(*_facts: object) -> None:
        seen.append("statement")

    def on_begin(*_facts: object) -> None:
        seen.extend(["transaction", "statement"])

    store = office.judge.store
    event.listen(store, "before_cursor_execute", on_statement)
    event.listen(store, "begin", on_begin)
    mail = a_mail(france, body, 1, office.now)
    keep(office, mail.as_bytes(), address, france)
    while answer_next_letter(office.judge, office.now):
        pass

    assert seen.count("transaction") == 2
    assert seen.count("statement") <= 30


@pytest.mark.parametrize("body", ["HISTORY", "LIST smp\nMAP S1901M", "JOIN smp\nHELP"])
def test_a_game_is_loaded_once_also_with_its_past(office: Post, body: str) -> None:
    france = player_of(office, "France")
    address = reply_address(office, france)
    office.write(MASTER, "PROCESS S1901M", reply_address(office, MASTER))
    seen: list[str] = []

    def on_statement(_connection: object, _cursor: object, text: str, *_: object) -> None:
        seen.append(" ".join(text.split()))

    event.listen(office.judge.store, "before_cursor_execute", on_statement)
    office.write(france, body, address)

    assert sum("seats.plans" in text for text in seen) == 1


def test_a_new_name_is_that_of_the_player_in_all_that_follows(office: Post) -> None:
    france = player_of(office, "France")
    address = reply_address(office, france)
    office.write(france, "LIST smp\nREGISTER Frances Farmer\nLIST smp", address)

    assert "France Frances Farmer" in " ".join(office.arrived[-1].text.split())


PRESENT = """ORDERS?
A PAR - BUR; F BRE - XYZ
SET WAIT
PRESS TO ENGLAND
Hello.
ENDPRESS
I have no idea."""


def test_what_is_said_of_the_present_does_not_depend_on_the_past(
    office: Post, copy_of: Callable[[Post], Post], monkeypatch: pytest.MonkeyPatch
) -> None:
    for phase in ("S1901M", "F1901M"):
        office.write(MASTER, f"PROCESS {phase}", reply_address(office, MASTER))
    france = player_of(office, "France")
    address = reply_address(office, france)
    last, whole = copy_of(office), copy_of(office)
    last.write(france, PRESENT, address)
    monkeypatch.setattr(learning, "asks_for_the_past", lambda _sections: True)
    whole.write(france, PRESENT, address)

    assert len(the_game(last).history) == 2
    assert delivered(last) == delivered(whole)
    assert stored(last) == stored(whole)
