"""People's addresses: each is proven to be theirs, and a lost one can be replaced."""

from datetime import timedelta

import pytest
from sqlalchemy import event

from judge.game import Denied, MailGoesThere, NotOwnAddress, NotRegistered, Refusal, TwoPlayers
from judge.passwords import is_password
from judge.store import persons
from tests.post import ADDRESS, Arrived, Post, unproven
from tests.service.office import MASTER, a_mail, player_of, reply_address, the_game

NEW = "new@players.test"
FORGER = "mallory@evil.test"
PASSWORD = "Xyzzy9"
DAY = timedelta(days=1)


def newest(office: Post, to: str) -> Arrived:
    """Return the newest mail to an address."""
    return [mail for mail in office.arrived if mail.to == to][-1]


def addresses_known(office: Post, address: str) -> tuple[str, ...]:
    """Return all addresses of the owner of `address`, the main one first."""
    with office.judge.store.begin() as connection:
        player = persons.find_player(connection, address)
        if player is None:
            return ()
        return persons.addresses_of(connection, player.number)


def comes_back(office: Post, mail: Arrived) -> None:
    """Let a mail bounce because its address is gone (RFC 3464)."""
    failed = f"Final-Recipient: rfc822; {mail.to}\r\nStatus: 5.1.1"
    status = f"Reporting-MTA: dns; x\r\n\r\n{failed}"
    raw = (
        f"From: mailer-daemon@players.test\r\nTo: {ADDRESS}\r\n"
        f"Message-ID: <bounce.{len(office.arrived)}@players.test>\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n"
        f"\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n{status}\r\n"
        "--b\r\nContent-Type: message/rfc822\r\n\r\n"
        f"Message-ID: {mail.mail['Message-ID']}\r\n\r\nx\r\n--b--\r\n"
    )
    office.deliver(raw.encode(), ADDRESS, "")


@pytest.fixture
def france(office: Post) -> str:
    """Return the address of France's player, who has set a password."""
    address = player_of(office, "France")
    office.write(address, f"SET PASSWORD {PASSWORD}")
    return address


def test_who_cannot_be_reached_comes_back_at_once_by_password(office: Post, france: str) -> None:
    comes_back(office, newest(office, france))
    office.write(NEW, f"I AM ALSO {france} {PASSWORD}")

    assert addresses_known(office, NEW) == (NEW, france)
    office.write(NEW, "A PAR - BUR")
    assert len(the_game(office).seat("France").orders) == 1


def test_an_address_from_which_one_writes_again_is_not_dead(office: Post, france: str) -> None:
    comes_back(office, newest(office, france))
    office.write(france, "ORDERS?")
    office.write(FORGER, f"I AM ALSO {france} {PASSWORD}")

    assert addresses_known(office, FORGER) == ()
    assert newest(office, france).subject == "[judge] somebody takes your place"


def test_who_can_be_reached_has_a_day_to_say_no(office: Post, france: str) -> None:
    office.write(FORGER, f"I AM ALSO {france} {PASSWORD}")
    question = newest(office, france)
    with unproven(office):
        office.reply(france, "no", question)
    office.now += DAY
    office.tick()

    assert addresses_known(office, france) == (france,)
    assert str(Denied.in_short) in newest(office, FORGER).subject


def test_a_no_that_comes_after_the_day_is_too_late(office: Post, france: str) -> None:
    office.write(NEW, f"I AM ALSO {france} {PASSWORD}")
    question = newest(office, france)
    for _ in range(25):
        office.now += timedelta(hours=1) - timedelta(seconds=1)
        office.tick()
    office.reply(france, "no", question)

    assert addresses_known(office, france) == (NEW, france)


@pytest.mark.parametrize("password", ["wrong", "", "evilpass"])
def test_without_the_password_the_old_address_must_agree(
    office: Post, france: str, password: str
) -> None:
    office.write(FORGER, f"I AM ALSO {france} {password}")
    office.now += DAY
    office.tick()

    assert addresses_known(office, france) == (france,)
    assert addresses_known(office, FORGER) == ()


@pytest.mark.parametrize(
    ("sender", "body", "why"),
    [
        (NEW, "SET PASSWORD word", NotRegistered),
        (NEW, f"SET ADDRESS {FORGER}", NotRegistered),
        (NEW, f"FORGET ADDRESS {NEW}", NotRegistered),
        (MASTER, f"FORGET ADDRESS {NEW}", NotOwnAddress),
        (MASTER, f"FORGET ADDRESS {MASTER}", MailGoesThere),
    ],
)
def test_what_is_refused_changes_nothing(
    office: Post, sender: str, body: str, why: Refusal
) -> None:
    before = addresses_known(office, sender)
    office.write(sender, body)

    assert str(why.in_short) in newest(office, sender).subject
    assert addresses_known(office, sender) == before


def test_two_players_do_not_become_one(office: Post, france: str) -> None:
    germany = player_of(office, "Germany")
    office.write(germany, f"I AM ALSO {france}")
    office.reply(france, "yes", newest(office, france))

    assert str(TwoPlayers.in_short) in newest(office, germany).subject
    assert addresses_known(office, france) == (france,)


def test_a_forged_letter_names_no_address_and_sets_no_password(office: Post, france: str) -> None:
    for body in (
        f"SET ADDRESS {FORGER}",
        f"I AM ALSO {FORGER}",
        "SET PASSWORD evilpass",
        f"SET PASSWORD evilpass\nI AM ALSO {france} evilpass",
    ):
        with unproven(office):
            office.write(france, body)
        assert newest(office, france).subject == "[judge] please confirm your letter"
    office.write(FORGER, f"I AM ALSO {france} evilpass")

    assert FORGER not in addresses_known(office, france)
    assert "is asked" in newest(office, FORGER).subject


def test_the_key_to_a_place_is_none_to_its_player(office: Post, france: str) -> None:
    office.write(france, "ORDERS?")
    address = reply_address(office, france)
    for body in (f"SET ADDRESS {FORGER}", "SET PASSWORD evilpass"):
        office.write(FORGER, body, address)

    assert "refused: not from your address" in newest(office, france).subject
    assert addresses_known(office, france) == (france,)


def test_a_program_agrees_to_nothing(office: Post, france: str) -> None:
    office.write(france, f"SET ADDRESS {NEW}")
    mail = a_mail(NEW, "I am away.", 1, office.now)
    mail["Auto-Submitted"] = "auto-generated"
    office.deliver(mail.as_bytes(), reply_address(office, NEW), NEW)

    assert addresses_known(office, france) == (france,)


def test_a_second_person_without_games_becomes_the_first(office: Post, france: str) -> None:
    office.write(NEW, "REGISTER Fanny")
    office.write(NEW, f"I AM ALSO {france}")
    office.reply(france, "yes", newest(office, france))

    assert addresses_known(office, NEW) == (france, NEW)


def test_a_master_moves_no_player_of_their_game(office: Post, france: str) -> None:
    office.write(MASTER, f"SET ADDRESS {FORGER}", reply_address(office, MASTER))

    assert addresses_known(office, france) == (france,)
    assert addresses_known(office, MASTER) == (MASTER,)


def test_a_wrong_password_costs_the_same_whosever_the_address_is(
    office: Post, france: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the time would show who is known to the judge, and who has a password."""
    asked: list[str] = []
    store = office.judge.store

    def tries(password: str, kept: str) -> bool:
        asked.append("a password")
        return is_password(password, kept)

    def note(*words: object) -> None:
        asked.append(str(words[2]))

    monkeypatch.setattr("judge.service.learning.is_password", tries)
    done = []
    for number, address in enumerate((france, player_of(office, "Italy"), "no@players.test")):
        sender = f"{number}@elsewhere.test"
        office.write(sender, "REGISTER Somebody")
        event.listen(store, "before_cursor_execute", note)
        office.write(sender, f"I AM ALSO {address} guess{number}")
        event.remove(store, "before_cursor_execute", note)
        done.append(asked.copy())
        asked.clear()

    assert done[0].count("a password") == 1
    assert done[0] == done[1] == done[2]
