"""Only proven senders change anything, and no secret is ever repeated."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest
from sqlalchemy import select

from judge.store import LetterState, persons
from judge.store.tables import inbox
from tests.kinds import replace
from tests.post import ADDRESS, Post, unproven
from tests.service.office import (
    MASTER,
    PLAYERS,
    a_mail,
    confirmed,
    player_of,
    reply_address,
    stored,
    the_game,
)

STRANGER = "mallory@evil.test"
GAMES = ("games", "followers", "entrants", "seats", "filings", "phases", "press")


def of_games(office: Post) -> dict[str, object]:
    """Return all rows of the store about games."""
    kept = stored(office)
    return {name: kept[name] for name in GAMES}


def newest_letter(office: Post) -> LetterState:
    with office.judge.store.begin() as connection:
        states = select(inbox.c.state).order_by(inbox.c.number.desc())
        state = connection.scalars(states).first()
    assert state is not None
    return state


@dataclass(frozen=True, slots=True)
class Forgery:
    """A letter that must change nothing: from France's address, or from another one."""

    from_france: bool
    to: Callable[[Post, str], str]
    body: str


def plainly(_office: Post, _france: str) -> str:
    return ADDRESS


def guessed(_office: Post, _france: str) -> str:
    return "judge+aaaaaaaaaaaaaaaaaaaaaaaaaa@judge.test"


def altered(office: Post, france: str) -> str:
    address = reply_address(office, france)
    letter = "b" if address[6] == "a" else "a"
    return f"judge+{letter}{address[7:]}"


FORGERIES = {
    "orders from their address": Forgery(True, plainly, "A PAR - BUR"),
    "sign-on from their address": Forgery(True, plainly, "SIGN ON France@smp\nA PAR - BUR"),
    "sign-on with a wrong password": Forgery(
        True, plainly, "SIGN ON France@smp wrong\nA PAR - BUR\nRESIGN"
    ),
    "sign-on from elsewhere": Forgery(False, plainly, "SIGN ON France@smp\nA PAR H"),
    "a guessed token": Forgery(True, guessed, "A PAR - BUR"),
    "an altered token": Forgery(True, altered, "A PAR - BUR\nRESIGN"),
    "the Master's commands": Forgery(True, plainly, "SIGN ON Master@smp\nTERMINATE"),
    "the Master's commands by token": Forgery(
        False, reply_address, "EJECT Germany\nTERMINATE\nBECOME Germany"
    ),
    "another's orders by token": Forgery(False, reply_address, "SIGN ON Germany@smp\nA BER - KIE"),
}


@pytest.mark.parametrize("forgery", FORGERIES.values(), ids=FORGERIES)
def test_a_forged_letter_changes_nothing(office: Post, forgery: Forgery) -> None:
    france = player_of(office, "France")
    before, seen = of_games(office), len(office.arrived)
    sender = france if forgery.from_france else STRANGER
    with unproven(office):
        office.write(sender, forgery.body, forgery.to(office, france))

    assert of_games(office) == before
    assert len(office.arrived) > seen


def test_who_forges_an_address_learns_nothing(office: Post) -> None:
    """The answer goes to the address on record, whatever Reply-To says."""
    france = player_of(office, "France")
    seen = len(office.arrived)
    mail = a_mail(france, "SIGN ON France@smp\nA PAR - BUR", 1, office.now)
    del mail["Authentication-Results"]
    mail["Reply-To"] = STRANGER
    address = reply_address(office, france)
    office.deliver(mail.as_bytes(), ADDRESS, STRANGER)
    office.write(STRANGER, "A PAR - BUR", address)

    assert [mail.to for mail in office.arrived[seen:]] == [france, france, STRANGER]
    assert "smp" not in office.arrived[-1].text


def test_the_reply_address_of_who_was_ejected_opens_nothing(office: Post) -> None:
    france = player_of(office, "France")
    address = reply_address(office, france)
    eject = confirmed(office, "EJECT France")
    office.write(MASTER, eject, reply_address(office, MASTER))
    assert the_game(office).seat("France").player is None
    before = of_games(office)
    office.write(france, "A PAR - BUR\nBROADCAST\nI am back.\nENDBROADCAST", address)

    assert of_games(office) == before
    assert "A PAR - BUR" in office.arrived[-1].text


def test_the_reply_address_for_one_game_opens_no_other(office: Post) -> None:
    office.write(MASTER, "CREATE two standard")
    for player in PLAYERS:
        office.write(player, "JOIN two")
    france = player_of(office, "France")
    old = next(
        mail.mail["Reply-To"].addresses[0].addr_spec
        for mail in office.arrived
        if mail.to == france and "[smp]" in mail.subject
    )
    before = the_game(office, "two")
    office.write(france, "RESIGN", old)

    assert the_game(office, "two") == before
    assert the_game(office).seat("France").player is None


def test_a_sign_on_that_fails_leaves_its_lines_to_no_other_game(office: Post) -> None:
    france = player_of(office, "France")
    seen = len(office.arrived)
    office.write(
        france,
        "A PAR - BUR\nSIGN ON France@nowhere\nA MAR - SPA\nSIGN ON Germany@smp wrong\n"
        "A MUN - RUH\nLIST",
        reply_address(office, france),
    )

    game = the_game(office)
    assert len(game.seat("France").orders) == 1
    assert game.seat("Germany").orders == ()
    answers = office.arrived[seen:]
    assert [mail.to for mail in answers] == [france] * 3
    assert "A MAR - SPA" in answers[1].text
    assert answers[2].subject == "[judge] your letter has come in"


@pytest.mark.parametrize(
    ("header", "body", "state"),
    [
        ("Auto-Submitted: auto-generated", "A PAR - BUR", LetterState.DONE),
        ("Precedence: bulk", "I am away until Monday.", LetterState.IGNORED),
        ("List-Id: <a.list.test>", "A PAR - BUR", LetterState.DONE),
        ("Auto-Submitted: auto-replied", "A PAR - BUR", LetterState.IGNORED),
        ("X-Judge-Loop: judge.test", "A PAR - BUR", LetterState.IGNORED),
    ],
)
def test_automatic_mail_counts_only_with_a_secret_and_commands(
    office: Post, header: str, body: str, state: LetterState
) -> None:
    france = player_of(office, "France")
    seen, before = len(office.arrived), stored(office)["outbox"]
    name, _, value = header.partition(": ")
    for number, to in enumerate((reply_address(office, france), ADDRESS)):
        mail = a_mail(france, body, number, office.now)
        mail[name] = value
        office.deliver(mail.as_bytes(), to, france)
        done = state is LetterState.DONE and to != ADDRESS
        assert newest_letter(office) is (state if done else LetterState.IGNORED)

    obeyed = state is LetterState.DONE
    assert len(the_game(office).seat("France").orders) == int(obeyed)
    assert len(office.arrived) == seen + int(obeyed)
    assert len(stored(office)["outbox"]) == len(before) + int(obeyed)


@pytest.mark.parametrize(
    ("body", "known"),
    [
        ("JOIN nowhere", False),
        ("JOIN smp", False),
        ("SIGN ON France@smp guess", False),
        ("CREATE smp standard", False),
        ("CREATE two word", False),
        ("HELP", False),
        ("OBSERVE smp", True),
        ("CREATE two standard", True),
        ("REGISTER Ann", True),
    ],
)
def test_who_gets_no_place_is_not_registered(office: Post, body: str, known: bool) -> None:
    office.write("new@players.test", body)

    with office.judge.store.begin() as connection:
        found = persons.find_player(connection, "new@players.test")
    assert (found is not None) is known


def test_one_address_gets_so_many_answers_an_hour_but_is_obeyed(office: Post) -> None:
    # Each of them has had one answer, about their joining.
    office.judge = replace(office.judge, answers_per_hour=4)
    france = player_of(office, "France")
    address, seen = reply_address(office, france), len(office.arrived)
    for line in ("A PAR - BUR", "A PAR - PIC", "A PAR - GAS", "F BRE - MAO"):
        office.write(france, line, address)

    answers = office.arrived[seen:]
    assert [mail.to for mail in answers] == [france] * 3
    told = [" ".join(mail.text.split()) for mail in answers]
    assert ["the last answer" in text for text in told] == [False, False, True]
    again = office.now + timedelta(hours=1)
    assert f"You get answers again after {again:%A %-d %B %Y, %H:%M} UTC" in told[-1]
    assert len(the_game(office).seat("France").orders) == 2
    for _ in range(2):
        office.now += timedelta(minutes=31)
        office.tick()
    office.write(france, "A MAR - SPA", address)
    assert len(office.arrived) == seen + 4


def test_secrets_are_never_repeated(office: Post, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    secret, seen = "open-sesame", len(office.arrived)
    france = player_of(office, "France")
    address = reply_address(office, france)
    token = address.partition("+")[2].partition("@")[0]
    for sender, body, to in (
        ("new@players.test", f"CREATE two {secret} standard", ADDRESS),
        ("new@players.test", f"CREATE two {secret} standard", ADDRESS),
        ("other@players.test", f"JOIN two {secret}", ADDRESS),
        ("third@players.test", f"JOIN nowhere {secret}\nA PAR H", ADDRESS),
        (STRANGER, f"SIGN ON France@smp {secret}\nA PAR - BUR", ADDRESS),
        (STRANGER, f"SIGN ON France smp {secret} and more", ADDRESS),
        (STRANGER, f"SIGNON Fsmp {secret}", ADDRESS),
        (STRANGER, f"OBSERVE smp {secret}", ADDRESS),
        (STRANGER, f"SET PASSWORD {secret}", ADDRESS),
        (STRANGER, f"I AM ALSO {france} {secret}", ADDRESS),
        (france, f"SET PASSWORD {secret}", address),
        (france, f"BROADCAST\nWrite to {address}!\nENDBROADCAST", address),
        (france, f"A PAR - {token}", address),
    ):
        office.write(sender, body, to)
        office.write(sender, "ORDERS?", to, subject=body.splitlines()[0])

    assert len(office.arrived) > seen + 20
    for mail in office.arrived[seen:]:
        assert secret not in f"{mail.subject}{mail.text}".lower()
        assert token not in f"{mail.subject}{mail.text}".lower()
    logged = str([vars(record) for record in caplog.records])
    assert secret not in logged
    assert token not in logged
    with office.judge.store.begin() as connection:
        answered = inbox.c.state == LetterState.DONE
        letters = connection.execute(select(inbox.c.note, inbox.c.raw).where(answered)).all()
    for note, raw in letters:
        assert secret not in f"{note}{raw.decode()}"
