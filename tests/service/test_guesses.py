"""Nobody can find a password by trying, or fill a mailbox by trying."""

import pytest

from tests.kinds import replace
from tests.post import Arrived, Post
from tests.service.office import player_of, reply_address, the_game

HOLDER = "ira@players.test"
FOREIGN = "[judge] your letter has come in"
RIGHT = "SIGN ON Italy@smp Xyzzy9\nA VEN - TYR"


@pytest.fixture
def secured(office: Post) -> Post:
    """Return the office with a player who took over Italy with a password."""
    italy = player_of(office, "Italy")
    office.write(italy, "RESIGN", reply_address(office, italy))
    office.write(HOLDER, "JOIN Italy@smp Xyzzy9")
    office.judge = replace(office.judge, answers_per_hour=999)
    return office


def guess(office: Post, times: int, sender: str = "eve{}@elsewhere.test") -> None:
    """Send several wrong passwords for Italy."""
    for number in range(times):
        office.write(sender.format(number), f"SIGN ON Italy@smp guess{number}")


def told(office: Post, seen: int) -> list[Arrived]:
    return [mail for mail in office.arrived[seen:] if "wrong passwords" in mail.subject]


def is_open(office: Post) -> bool:
    """Return whether the right password opens Italy."""
    office.write("home@elsewhere.test", RIGHT)
    return len(the_game(office).seat("Italy").orders) == 1


@pytest.mark.parametrize(("times", "opened"), [(19, True), (20, False)])
def test_after_many_tries_none_is_made_not_even_with_the_right_one(
    secured: Post, times: int, opened: bool
) -> None:
    guess(secured, times)

    assert is_open(secured) is opened


def test_the_answer_does_not_tell_that_none_is_tried(secured: Post) -> None:
    guess(secured, 20)
    seen = len(secured.arrived)
    is_open(secured)

    assert [(m.to, m.subject) for m in secured.arrived[seen:]] == [("home@elsewhere.test", FOREIGN)]


def test_one_sender_has_so_many_tries_at_all_places(secured: Post) -> None:
    guess(secured, 20, "home@elsewhere.test")
    secured.now = secured.now.replace(day=secured.now.day + 1, hour=0, minute=1)
    guess(secured, 19, "home@elsewhere.test")

    assert is_open(secured)


def test_one_letter_has_no_more_tries_than_many(secured: Post) -> None:
    body = "\n".join(f"SIGN ON Italy@smp guess{number}" for number in range(9))
    secured.write("eve@elsewhere.test", f"{body}\n{RIGHT}")

    assert not the_game(secured).seat("Italy").orders


def test_the_reply_address_opens_the_place_as_ever(secured: Post) -> None:
    guess(secured, 20)
    secured.write(HOLDER, "A VEN - TYR", reply_address(secured, HOLDER))

    assert len(the_game(secured).seat("Italy").orders) == 1


def test_the_holder_and_the_keeper_are_told_once_a_day(secured: Post) -> None:
    seen = len(secured.arrived)
    guess(secured, 4)
    assert told(secured, seen) == []
    guess(secured, 30)

    mails = told(secured, seen)
    assert [mail.to for mail in mails] == [HOLDER, secured.judge.keeper]
    assert "Italy" in mails[0].subject
    assert "+" in str(mails[0].mail["Reply-To"])


def test_wrong_passwords_are_not_kept(secured: Post) -> None:
    guess(secured, 2)
    with secured.judge.store.begin() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM guesses").all()

    assert len(rows) == 2
    assert "guess1" not in str(rows)
