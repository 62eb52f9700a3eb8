"""An address that loses mail is paused, and its owner finds a way back."""

from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from sqlalchemy import insert

from judge.game import Player
from judge.letter import Notice, ReplyTo, Tone
from judge.mail import Outcome, Rejected
from judge.service import answer_next_letter, note_signs
from judge.service.parts import post_notices
from judge.store import keeper, outbox, persons, tables
from tests.kinds import replace
from tests.post import ADDRESS, KEEPER, Post
from tests.service.office import MASTER, Relay, keep, reply_address, the_game

OTHER = "other@work.test"
DAY = timedelta(days=1)


@pytest.fixture
def france(office: Post) -> Player:
    player = the_game(office).seat("France").player
    assert player is not None
    return player


@pytest.fixture
def relay(office: Post, france: Player) -> Relay:
    """Yield the judge's relay, which refuses mail to the player of France."""
    relay = Relay()
    relay.refused[france.address] = Rejected("550 5.1.1 no such user")
    office.judge = replace(office.judge, send=relay.send)
    return relay


def tell(office: Post, relay: Relay, player: Player, role: str = "France") -> list[str]:
    """Cause news for a player; return the recipients of the mails that were sent."""
    relay.taken.clear()
    news = Notice(
        player.address,
        "[smp] news",
        "News.\n",
        Tone.NEWS,
        game="smp",
        reply_to=ReplyTo(player.number, "smp", role),
    )
    with office.judge.store.begin() as connection:
        post_notices(office.judge, connection, [news], office.now)
    office.send_all()
    return [to for _raw, to in relay.taken]


def wait(office: Post, days: int) -> None:
    """Let days pass in which the judge does nothing but record that it is awake."""
    for _ in range(days):
        office.now += DAY
        note_signs(office.judge, lambda: office.now)


def on_each_day(office: Post, relay: Relay, player: Player, days: int) -> list[list[str]]:
    sent = []
    for _ in range(days):
        sent.append(tell(office, relay, player))
        wait(office, 1)
    return sent


def last_mail(relay: Relay) -> EmailMessage:
    return message_from_bytes(relay.taken[-1][0], policy=policy.default)


def test_the_masters_are_told_of_an_invitation_that_failed(office: Post, relay: Relay) -> None:
    refused = Rejected("553 5.6.7 the mail server takes no address beyond ASCII")
    relay.refused |= {"jürgen@isp.test": refused, MASTER: refused}
    office.write(MASTER, "CREATE two standard\nINVITE jürgen@isp.test")
    told = [message_from_bytes(raw, policy=policy.default) for raw, to in relay.taken]
    failed = [one for one in told if "invitation to jürgen@isp.test failed" in one["Subject"]]

    assert [one["To"].addresses[0].addr_spec for one in failed] == [MASTER]
    assert "553 5.6.7" in failed[0].get_content()


def test_mail_that_fails_on_three_days_is_paused_and_the_master_told_twice(
    office: Post, relay: Relay, france: Player
) -> None:
    there = france.address

    assert on_each_day(office, relay, france, 5) == [
        [there, MASTER],
        [there],
        [there, MASTER],
        [],
        [],
    ]


def test_many_mails_that_fail_on_one_day_count_once(
    office: Post, relay: Relay, france: Player
) -> None:
    sent = [tell(office, relay, france) for _ in range(10)]

    assert sent[1:] == [[france.address]] * 9


def test_failures_weeks_apart_do_not_add_up(office: Post, relay: Relay, france: Player) -> None:
    for _ in range(5):
        tell(office, relay, france)
        wait(office, 20)

    assert france.address in tell(office, relay, france)


def test_who_is_paused_is_asked_every_few_days_and_a_reply_brings_all_back(
    office: Post, relay: Relay, france: Player
) -> None:
    there = france.address
    sent = on_each_day(office, relay, france, 10)[3:]
    assert sent == [[], [], [there], [], [], [there], []]

    relay.refused.clear()
    wait(office, 1)
    assert tell(office, relay, france) == [there]
    asked = last_mail(relay)["Reply-To"].addresses[0].addr_spec
    office.write(there, "", asked)

    assert tell(office, relay, france) == [there]
    assert last_mail(relay)["Subject"] == "[smp] news"


def test_only_a_letter_that_is_proven_brings_mail_back(
    office: Post, relay: Relay, france: Player
) -> None:
    on_each_day(office, relay, france, 3)
    germany = the_game(office).seat("Germany").player
    assert germany is not None
    relay.refused.clear()
    office.proven = False
    office.write(france.address, "LIST")
    office.write(france.address, "LIST", reply_address(office, germany.address))

    assert tell(office, relay, france) == []


def test_who_asks_for_something_is_answered_though_their_news_are_paused(
    office: Post, relay: Relay, france: Player
) -> None:
    on_each_day(office, relay, france, 3)
    relay.taken.clear()
    office.proven = False
    office.write(france.address, "LIST")

    answered = [to for _raw, to in relay.taken if to == france.address]
    assert answered == [france.address]


def test_a_stranger_whose_answer_came_back_is_not_answered_for_two_weeks(
    office: Post, relay: Relay
) -> None:
    """Somebody else may be writing in their name."""
    relay.refused["nobody@players.test"] = Rejected("550 5.1.1 no such user")
    office.write("nobody@players.test", "HELP")
    relay.taken.clear()
    office.write("nobody@players.test", "LIST")
    assert relay.taken == []

    wait(office, 15)
    office.write("nobody@players.test", "LIST")
    assert "nobody@players.test" in [to for _raw, to in relay.taken]


def test_who_has_another_address_is_told_there_and_gets_their_mail_there(
    office: Post, relay: Relay, france: Player
) -> None:
    with office.judge.store.begin() as connection:
        also = {"address": OTHER, "player": france.number, "main": False}
        connection.execute(insert(tables.addresses).values(also))
    sent = on_each_day(office, relay, france, 3)
    moved = the_game(office).seat("France").player
    assert moved is not None

    assert sent[2] == [france.address, OTHER]
    assert france.address in last_mail(relay).get_content()
    assert tell(office, relay, moved) == [OTHER]


def test_the_keeper_hears_of_a_master_whose_mail_is_paused(office: Post, relay: Relay) -> None:
    relay.refused[MASTER] = Rejected("550 5.1.1 no such user")
    (master,) = the_game(office).masters
    for _ in range(3):
        sent = tell(office, relay, master.player, "Master")
        wait(office, 1)

    assert sent == [MASTER, KEEPER]


REPORT = """\
From: MAILER-DAEMON@mx.test
To: {to}
Subject: failure notice
Message-ID: <1@mx.test>

Hi. This is the qmail-send program at mx.test.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<{failed}>:
Sorry, no mailbox here by that name. (#5.1.1)
"""


def test_a_report_that_names_no_mail_counts_by_the_return_path_it_comes_to(
    office: Post, relay: Relay, france: Player
) -> None:
    relay.refused.clear()
    tell(office, relay, france)
    (path,) = relay.paths
    relay.taken.clear()
    report = REPORT.format(to=path, failed="somebody@inner.test").encode()
    office.deliver(report, path, "")
    office.deliver(report.replace(b"1@mx", b"2@mx"), path, "")

    assert [to for _raw, to in relay.taken] == [MASTER]
    assert france.address.encode() in relay.taken[0][0]


@pytest.mark.parametrize(
    "words",
    [
        "From: {person}\nAuto-Submitted: auto-replied\n\nI am away until Monday.",
        "From: {person}\n\nWho is this?",
        "From: MAILER-DAEMON@mx.test\nSubject: Warning: message delayed\n\n"
        "THIS IS A WARNING MESSAGE ONLY.\nYOU DO NOT NEED TO RESEND YOUR MESSAGE.\n",
    ],
    ids=["away", "person", "delayed"],
)
def test_what_else_comes_to_a_return_path_is_held_against_nobody(
    office: Post, relay: Relay, france: Player, words: str
) -> None:
    relay.refused.clear()
    tell(office, relay, france)
    (path,) = relay.paths
    relay.taken.clear()
    office.deliver(words.format(person=france.address).encode(), path, "")

    assert MASTER not in [to for _raw, to in relay.taken]


def test_a_report_that_overtakes_the_word_that_its_mail_is_sent_counts(
    office: Post, relay: Relay, france: Player
) -> None:
    """A server may report the failure at once, before the judge has its answer 250."""

    def send(raw: bytes, path: str, to: str) -> Outcome:
        if to == france.address:
            report = REPORT.format(to=path, failed=to).encode()
            keep(office, report, path)
            answer_next_letter(office.judge, office.now)
        return relay.send(raw, path, to)

    relay.refused.clear()
    office.judge = replace(office.judge, send=send)
    assert MASTER in tell(office, relay, france)
    with office.judge.store.begin() as connection:
        (lost,) = keeper.undelivered(connection)
        assert persons.bounce_record(connection, france.address) is not None
    assert (lost.to, lost.reason) == (france.address, outbox.CAME_BACK)


def test_a_made_up_return_path_is_nobodys(office: Post, relay: Relay) -> None:
    path = f"judge+bounce-{'0' * 32}@{ADDRESS.partition('@')[2]}"
    office.deliver(REPORT.format(to=path, failed="x@y.test").encode(), path, "")

    assert relay.taken == []
