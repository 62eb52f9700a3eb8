"""A bare From changes nothing: its sender is asked, and the letter waits for a yes."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from judge.game import AskedOfAnother, ProofTooLate, ProvenBefore
from judge.store import LetterState, persons
from judge.store.tables import inbox
from tests.kinds import replace
from tests.post import ADDRESS, SERVER, Arrived, Post, unproven
from tests.service.office import MASTER, PLAYERS, a_mail, player_of, reply_address, stored, the_game

VICTIM = "victim@players.test"
FORGER = "mallory@evil.test"
QUESTION = "[judge] please confirm your letter"
KEPT = ("players", "addresses", "tokens", "games", "followers", "entrants", "seats")
KEPT += ("filings", "phases", "press", "journal")
THREE_DAYS = timedelta(days=3)


def kept(office: Post) -> dict[str, object]:
    """Return all rows of the store, without mail."""
    held = stored(office)
    return {name: held[name] for name in KEPT}


def forge(office: Post, sender: str, body: str) -> Arrived:
    """Return the only answer to a letter that anybody may have written."""
    seen = len(office.arrived)
    with unproven(office):
        office.write(sender, body)
    (mail,) = answers(office, seen)
    return mail


def answers(office: Post, seen: int) -> list[Arrived]:
    """Return the answers to letters among all mails but the first ones."""
    found = office.arrived[seen:]
    return [one for one in found if one.mail["Auto-Submitted"] == "auto-replied"]


def yes(office: Post, question: Arrived, body: str = "Yes", sender: str = "") -> Arrived:
    """Return the last answer to a reply to the question."""
    seen = len(office.arrived)
    with unproven(office):
        office.reply(sender or question.to, body, question)
    return answers(office, seen)[-1]


def states(office: Post) -> list[LetterState]:
    with office.judge.store.begin() as connection:
        found = connection.scalars(select(inbox.c.state).order_by(inbox.c.number))
        return list(found)[8:]


@pytest.mark.parametrize(
    "body",
    [
        "REGISTER Mallory zone Asia/Tokyo",
        "A PAR - BUR",
        "SIGN ON France@smp\nRESIGN",
        "PRESS TO ALL\nI give up.\nENDPRESS",
        "SET DRAW",
        "CREATE two evilpass standard\nSIGN ON Mtwo evilpass\nSET MOVE 1",
        "LIST\nJOIN nowhere\nREGISTER Mallory",
    ],
)
def test_a_forged_letter_does_nothing_but_ask_whose_address_it_names(
    office: Post, body: str
) -> None:
    before, france = kept(office), player_of(office, "France")
    asked = forge(office, france, body)

    assert (asked.to, asked.subject) == (france, QUESTION)
    assert kept(office) == before
    office.now += THREE_DAYS
    office.tick()
    assert states(office) == [LetterState.IGNORED]


def test_forged_letters_start_no_game(post: Post) -> None:
    post.write(MASTER, "CREATE smp standard")
    for player in PLAYERS:
        assert forge(post, player, "JOIN smp").to == player

    assert the_game(post).entrants == ()


def test_a_password_that_a_forger_chose_opens_nothing(office: Post) -> None:
    office.write(MASTER, "CREATE two standard")
    forge(office, VICTIM, "JOIN two evilpass\nSIGN ON ?two evilpass\nRESIGN")
    before = kept(office)
    forge(office, VICTIM, "SIGN ON ?two evilpass\nPRESS TO M\nI am here.\nENDPRESS")

    assert kept(office) == before


def test_a_password_in_force_proves_its_place_at_once(office: Post) -> None:
    italy = player_of(office, "Italy")
    office.write(italy, "RESIGN", reply_address(office, italy))
    office.write(VICTIM, "JOIN Italy@smp Xyzzy9")
    answer = forge(office, VICTIM, "SIGN ON Italy@smp Xyzzy9\nA VEN - TYR")

    assert "orders: 1 of 3" in answer.subject


def test_the_letter_is_obeyed_when_its_sender_replies(office: Post) -> None:
    asked = forge(office, VICTIM, "OBSERVE smp\nREGISTER Vic zone Europe/Rome")
    answer = yes(office, asked)

    assert (answer.to, answer.subject) == (VICTIM, "[smp] you are an observer")
    with office.judge.store.begin() as connection:
        found = persons.find_player(connection, VICTIM)
    assert found is not None
    assert (found.name, found.zone) == ("Vic", "Europe/Rome")
    assert states(office) == [LetterState.DONE] * 2


def test_orders_count_once_they_are_confirmed_and_not_before(office: Post) -> None:
    france, deadline = player_of(office, "France"), the_game(office).deadline
    assert deadline is not None
    office.judge = replace(office.judge, outage=timedelta(days=99))
    office.now = deadline - timedelta(hours=1)
    asked = forge(office, france, "A PAR - BUR")
    other = forge(office, france, "A PAR - PIC")
    yes(office, asked)
    assert len(the_game(office).seat("France").orders) == 1
    for later in (timedelta(0), timedelta(days=1)):
        office.now = deadline + later
        office.tick()
    answer = yes(office, other)

    assert "orders refused" in answer.subject
    assert "A PAR - PIC" in answer.text
    assert len(the_game(office).history) == 1


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Auto-Submitted", "auto-replied"),
        ("Auto-Submitted", "auto-generated"),
        ("Precedence", "bulk"),
        ("Subject", "Out of Office: please confirm your letter"),
    ],
)
def test_a_program_says_yes_to_nothing(office: Post, header: str, value: str) -> None:
    forge(office, VICTIM, "OBSERVE smp")
    address, seen = reply_address(office, VICTIM), len(office.arrived)
    mail = a_mail(VICTIM, "I am away. JOIN me on the beach.", 1, office.now)
    mail[header] = value
    office.deliver(mail.as_bytes(), address, VICTIM)

    assert office.arrived[seen:] == []
    assert states(office) == [LetterState.WAITING, LetterState.IGNORED]


def test_a_reply_from_another_address_says_yes_to_nothing(office: Post) -> None:
    asked = forge(office, VICTIM, "OBSERVE smp")
    before = kept(office)
    told = yes(office, asked, sender=FORGER)

    assert told.to == FORGER
    assert str(AskedOfAnother.in_short) in told.subject
    assert kept(office) == before
    assert yes(office, asked).subject == "[smp] you are an observer"


def test_a_reply_after_three_days_comes_too_late(office: Post) -> None:
    office.judge = replace(office.judge, outage=timedelta(days=99))
    asked = forge(office, VICTIM, "OBSERVE smp")
    office.now += THREE_DAYS
    assert yes(office, asked).subject == "[smp] you are an observer"
    office.now += timedelta(seconds=1)
    late = yes(office, asked, "Yes.\nSET GRACE 1")

    assert str(ProofTooLate.in_short) in late.subject
    assert "your letter entered no game" in late.text


def test_a_reply_that_comes_again_does_nothing_twice(office: Post) -> None:
    asked = forge(office, VICTIM, "OBSERVE smp")
    yes(office, asked)
    office.write(VICTIM, "RESIGN", reply_address(office, VICTIM))
    for _ in range(4):  # The ends of a person's last four letters are stored.
        yes(office, asked, "Yes!")
    before = kept(office)
    again = yes(office, asked, "Yes!")

    assert str(ProvenBefore.in_short) in again.subject
    assert kept(office) == before


def test_what_stands_in_the_reply_is_obeyed_after_the_letter(office: Post) -> None:
    asked = forge(office, VICTIM, "CREATE two standard")
    yes(office, asked, "Yes.\nSIGN ON Mtwo\nSET PRESS NONE")

    assert the_game(office, "two").settings.press.value == "none"
    assert states(office) == [LetterState.DONE] * 2


@pytest.mark.parametrize(
    ("stamps", "proven"),
    [
        ([f"{SERVER}; dmarc=pass header.from=players.test"], True),
        ([f"{SERVER}; dmarc=none", f"{SERVER}; dmarc=pass header.from=players.test"], False),
        (["mx.evil.test; dmarc=pass header.from=players.test"], False),
        ([f"{SERVER}; dmarc=pass header.from=evil.test"], False),
    ],
)
def test_what_our_own_server_stamped_on_top_counts_and_nothing_else(
    office: Post, stamps: list[str], proven: bool
) -> None:
    mail = a_mail(VICTIM, "OBSERVE smp", 1, office.now)
    del mail["Authentication-Results"]
    for stamp in stamps:
        mail["Authentication-Results"] = stamp
    office.deliver(mail.as_bytes(), ADDRESS, VICTIM)

    assert (office.arrived[-1].subject == QUESTION) is not proven


def test_the_key_to_one_place_is_none_to_another_of_the_same_player(office: Post) -> None:
    """Not even if the player's own address is proven."""
    france = player_of(office, "France")
    office.write(france, "CREATE two standard")
    address, before = reply_address(office, france), kept(office)
    office.write(FORGER, "SIGN ON France@smp\nA PAR - BUR", address)

    assert kept(office) == before


def test_an_address_is_asked_so_often_a_day_whether_letters_are_its_own(office: Post) -> None:
    with unproven(office):
        for number in range(9):
            office.write(VICTIM, f"CREATE evil{number} standard")

    assert [mail.to for mail in office.arrived].count(VICTIM) == 6


def test_the_question_tells_nothing_of_a_password_that_was_tried(office: Post) -> None:
    italy = player_of(office, "Italy")
    office.write(italy, "RESIGN", reply_address(office, italy))
    office.write("ira@players.test", "JOIN Italy@smp Xyzzy9")
    letters = [f"SIGN ON Italy@smp {word}\nA VEN H\nOBSERVE smp" for word in ("Xyzzy9", "x")]
    told = [forge(office, FORGER, letter).text for letter in letters]

    assert told[0] == told[1]
    assert "OBSERVE smp" in told[0]
