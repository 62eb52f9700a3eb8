"""A writer from an unknown address learns nothing from the answer about a place."""

import pytest

from judge.store import persons, tables
from tests.kinds import replace
from tests.post import ADDRESS, Arrived, Post
from tests.service.office import a_mail, player_of, reply_address, stored, the_game

HOME = "home@elsewhere.test"
SUBJECT = "[judge] your letter has come in"
VARYING = ("Message-ID", "Date", "In-Reply-To", "References")


@pytest.fixture
def secured(office: Post) -> Post:
    """Return the office with a player who took over Italy with a password."""
    italy = player_of(office, "Italy")
    office.write(italy, "RESIGN", reply_address(office, italy))
    office.write("ira@players.test", "JOIN Italy@smp Xyzzy9")
    return office


def told(office: Post, sender: str, body: str, to: str = ADDRESS) -> list[Arrived]:
    """Return the mails to `sender` after their letter."""
    seen = len(office.arrived)
    office.write(sender, body, to)
    return [mail for mail in office.arrived[seen:] if mail.to == sender]


def constant(mail: Arrived) -> bytes:
    """Return the mail without the parts that depend on its number and its hour."""
    for name in VARYING:
        del mail.mail[name]
    return mail.mail.as_bytes()


def test_right_or_wrong_the_answer_is_the_same_to_the_byte(secured: Post) -> None:
    italy = "ira@players.test"
    letters = [
        (f"SIGN ON {words}\nA VEN - TYR\nREGISTER Eve\nLIST", ADDRESS)
        for words in (
            "Italy@smp Xyzzy9",
            "Italy@smp Xyzzy8",
            "Ismp Xyzzy9",
            "Master@smp Xyzzy9",
            "Narnia@smp Xyzzy9",
            "Italy@nowhere Xyzzy9",
        )
    ]
    letters.append(("A VEN - TYR", reply_address(secured, italy)))
    answers = [told(secured, HOME, *letter) for letter in letters]

    assert [[mail.subject for mail in some] for some in answers] == [[SUBJECT]] * 7
    assert len({constant(mail) for (mail,) in answers}) == 1
    assert len(the_game(secured).seat("Italy").orders) == 1


def test_a_wrong_password_leaves_no_trace(secured: Post) -> None:
    before = stored(secured)
    told(secured, HOME, "SIGN ON Italy@smp Xyzzy8\nREGISTER Eve\nA VEN - TYR")
    after = stored(secured)

    changed = {name for name in before if before[name] != after[name]}
    assert changed <= {"guesses", "inbox", "openings", "outbox"}


def test_the_address_on_record_gets_a_real_answer(secured: Post) -> None:
    for sender in ("ira@players.test", "Ira@Players.test"):
        seen = len(secured.arrived)
        secured.write(sender, "SIGN ON Italy@smp Xyzzy9")

        (mail,) = secured.arrived[seen:]
        assert mail.to == "ira@players.test"
        assert mail.subject.startswith("[smp] S1901M orders")


def test_a_program_at_a_foreign_address_is_told_nothing(secured: Post) -> None:
    mail = a_mail(HOME, "A VEN - TYR", 1, secured.now)
    mail["Precedence"] = "bulk"
    seen = len(secured.arrived)
    secured.deliver(mail.as_bytes(), reply_address(secured, "ira@players.test"), HOME)

    assert [mail.to for mail in secured.arrived[seen:]] == ["ira@players.test"]


def test_a_foreign_address_is_told_so_often_an_hour(secured: Post) -> None:
    secured.judge = replace(secured.judge, answers_per_hour=3)
    guesses = [f"SIGN ON Italy@smp guess{number}" for number in range(5)]

    assert [len(told(secured, HOME, guess)) for guess in guesses] == [1, 1, 1, 0, 0]


def test_the_operator_may_have_it_asked_back_in_all_games(secured: Post) -> None:
    secured.judge = replace(secured.judge, own_address=True)
    italy = "ira@players.test"
    seen = len(secured.arrived)
    secured.write(HOME, "A VEN - TYR", reply_address(secured, italy))

    answers = {mail.to: mail for mail in secured.arrived[seen:]}
    assert answers.keys() == {HOME, italy}
    assert answers[italy].subject == "[judge] please confirm your letter"
    assert "home (at) elsewhere (dot) test" in answers[italy].text
    assert the_game(secured).seat("Italy").orders == ()


def test_a_second_address_on_record_is_not_foreign(secured: Post) -> None:
    with secured.judge.store.begin() as connection:
        found = persons.find_player(connection, "ira@players.test")
        assert found is not None
        row = {"address": HOME, "player": found.number, "main": False}
        connection.execute(tables.addresses.insert().values(row))
    secured.judge = replace(secured.judge, own_address=True)
    seen = len(secured.arrived)
    secured.write(HOME, "A VEN - TYR", reply_address(secured, found.address))

    (mail,) = secured.arrived[seen:]
    assert mail.to == "ira@players.test"
    assert "on record" not in mail.text
    assert len(the_game(secured).seat("Italy").orders) == 1


def test_several_places_in_one_letter_bring_one_mail(secured: Post) -> None:
    body = "SIGN ON Italy@smp Xyzzy9\nA VEN - TYR\nSIGN ON France@smp guess\nA PAR H"

    assert len(told(secured, HOME, body)) == 1
