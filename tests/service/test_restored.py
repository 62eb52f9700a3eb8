"""A judge that was restored from an older backup, and replies to mails that it lost."""

from datetime import timedelta

import pytest

from judge.letter import Delivery
from judge.service import keep_mail
from judge.store import upkeep
from tests.post import ADDRESS, Arrived, Post
from tests.service.office import MASTER, PLAYERS, a_mail, player_of, reply_address, the_game

DAY = timedelta(days=1)
ALARM = "[smp] mail about F1901M was lost"
BACK = "[smp] REPLY refused: it answers a lost mail"


@pytest.fixture
def lost(office: Post) -> dict[str, Arrived]:
    """Return results, by their readers, that the judge sent before it was restored."""
    backup = office.backed_up()
    office.now += DAY
    office.write(MASTER, "PROCESS S1901M", reply_address(office, MASTER))
    sent = {mail.to: mail for mail in office.arrived if mail.subject == "[smp] S1901M results"}
    office.now += DAY
    office.restore(backup)
    office.arrived.clear()
    return sent


def answer(office: Post, person: str, message_id: str, to: str = "", subject: str = "") -> None:
    """Let a person send an order as an answer to the mail of this Message-ID."""
    office.letters += 1
    mail = a_mail(person, "A PAR - BUR", office.letters, office.now)
    mail["In-Reply-To"], mail["Subject"] = message_id, subject
    office.deliver(mail.as_bytes(), to or ADDRESS, person)


def id_of(mail: Arrived) -> str:
    return str(mail.mail["Message-ID"])


def address_of(mail: Arrived) -> str:
    return str(mail.mail["Reply-To"].addresses[0].addr_spec)


def test_replies_to_lost_mails_are_given_back_and_all_are_told_once(
    office: Post, lost: dict[str, Arrived]
) -> None:
    for power in ("France", "Italy"):
        mail = lost[player_of(office, power)]
        answer(office, mail.to, id_of(mail), address_of(mail))

    told = [mail.to for mail in office.arrived if mail.subject == ALARM]
    back = [mail.to for mail in office.arrived if mail.subject == BACK]
    assert sorted(told) == sorted((*PLAYERS, MASTER))
    assert back == [player_of(office, "France"), player_of(office, "Italy")]
    assert not any(seat.orders for seat in the_game(office).seats)


def test_a_second_restore_is_told_of_again(office: Post, lost: dict[str, Arrived]) -> None:
    mail = lost[player_of(office, "France")]
    for _ in range(2):
        answer(office, mail.to, id_of(mail), address_of(mail))
        office.now += DAY
        office.restore(office.backed_up())

    assert [one.to for one in office.arrived if one.subject == ALARM].count(MASTER) == 2


def test_what_answers_a_mail_that_is_there_counts_below_a_lost_one(
    office: Post, lost: dict[str, Arrived]
) -> None:
    france = player_of(office, "France")
    answer(office, france, id_of(lost[france]), address_of(lost[france]))
    back = next(mail for mail in office.arrived if mail.subject == BACK)
    answer(office, france, f"{id_of(lost[france])} {id_of(back)}", address_of(back))

    assert len(the_game(office).seat("France").orders) == 1


@pytest.mark.parametrize("change", [("F1901M", "S1902M"), (".", ".1"), ("@", "0@")])
def test_a_message_id_that_we_did_not_make_alarms_nobody(
    office: Post, lost: dict[str, Arrived], change: tuple[str, str]
) -> None:
    france = player_of(office, "France")
    answer(office, france, id_of(lost[france]).replace(*change, 1), address_of(lost[france]))

    assert len(the_game(office).seat("France").orders) == 1
    assert not [mail for mail in office.arrived if mail.subject in (ALARM, BACK)]


@pytest.mark.parametrize(
    ("subject", "counts"),
    [
        ("Re: [smp] S1901M results", 0),
        ("Re: [smp] F1901M orders complete", 0),
        ("Re: [smp] S1901M orders complete", 1),
        ("Re: [other] F1901M orders complete", 1),
        ("Re: our talk of F1901M", 1),
        ("[EXT] Re: [smp] F1901M orders complete", 0),
    ],
)
def test_by_the_subject_alone_it_is_given_back_without_alarm(
    office: Post, subject: str, counts: int
) -> None:
    """A mail server on the way may have replaced the Message-IDs of our mails."""
    france = player_of(office, "France")
    answer(office, france, "<x@relay.test>", reply_address(office, france), subject)

    assert len(the_game(office).seat("France").orders) == counts
    assert not [mail for mail in office.arrived if mail.subject == ALARM]


@pytest.mark.parametrize(("subject", "counts"), [("AW: [smp] F1901M", 0), ("[smp] F1901M", 1)])
def test_a_subject_shows_what_is_answered_where_no_message_id_does(
    office: Post, subject: str, counts: int
) -> None:
    france = player_of(office, "France")
    office.letters += 1
    mail = a_mail(france, "A PAR - BUR", office.letters, office.now)
    mail["Subject"] = subject
    office.deliver(mail.as_bytes(), reply_address(office, france), france)

    assert len(the_game(office).seat("France").orders) == counts


EVE = "eve@example.org"


@pytest.mark.parametrize("words", ["STATUS smp", "OBSERVE smp", "SIGN ON France@smp guess"])
def test_nobody_alarms_a_game_in_which_they_have_no_place(office: Post, words: str) -> None:
    office.write(EVE, "CREATE other standard")
    for number in range(7):
        office.write(f"{number}@example.org", "JOIN other")
    backup = office.backed_up()
    office.now += DAY
    office.write(EVE, "SIGN ON M@other\nPROCESS S1901M\n\nSIGN ON M@other\nHISTORY smp")
    sent = [mail for mail in office.arrived if mail.to == EVE][-2:]
    office.now += DAY
    office.restore(backup)
    office.arrived.clear()
    for mail in sent:
        office.letters += 1
        reply = a_mail(EVE, words, office.letters, office.now)
        reply["In-Reply-To"], reply["Subject"] = id_of(mail), "Re: [smp] F1901M results"
        office.deliver(reply.as_bytes(), ADDRESS, EVE)

    assert not [mail for mail in office.arrived if mail.to in (*PLAYERS, MASTER)]
    assert BACK.replace("smp", "judge") in [mail.subject for mail in office.arrived]


def test_a_mail_that_is_forgotten_for_its_age_is_not_lost(office: Post) -> None:
    france = player_of(office, "France")
    old = [mail for mail in office.arrived if mail.to == france][-1]
    office.now += DAY
    office.write(france, "HELP", address_of(old))
    with office.judge.store.begin() as connection:
        upkeep.empty_notices(connection, office.now - DAY / 2, 100)
        assert upkeep.drop_notices(connection, office.now - DAY / 2, 100)
    answer(office, france, id_of(old), address_of(old))

    assert len(the_game(office).seat("France").orders) == 1


def test_a_mail_that_is_sent_twice_has_one_message_id(office: Post) -> None:
    """It is sent twice if the program dies before it records the sending, or is restored."""
    france = player_of(office, "France")
    raw = a_mail(france, "A PAR - BUR", 99, office.now).as_bytes()
    delivery = Delivery(raw, reply_address(office, france), france, office.now)
    keep_mail(office.judge, delivery, office.now)
    backup = office.backed_up()
    office.tick()
    first = office.arrived[-1]
    office.restore(backup)
    office.tick()

    assert first.to == france
    assert id_of(office.arrived[-1]) == id_of(first)
