"""Every notice is sent, or is given up in the end, or is reported to somebody."""

from contextlib import suppress
from datetime import timedelta

import pytest
from sqlalchemy import select

from judge.letter import Notice, Tone
from judge.mail import Barred, Outcome, Rejected, Sent, TryAgain
from judge.service import Expected, Machine, send_notices, watch_health
from judge.service.mail_out import paint_overdue
from judge.store import keeper, outbox, tables
from judge.store.tables import NoticeState
from tests.kinds import replace
from tests.post import ADDRESS, KEEPER, Post
from tests.service.office import MASTER, MUCH_LATER, PowerCut, Relay, player_of, strike


def written(office: Post, sender: str, body: str, relay: Relay) -> None:
    """Write to the judge, which sends its mail by this relay from now on."""
    office.judge = replace(office.judge, send=relay.send)
    office.write(sender, body)


def newest_state(office: Post) -> tuple[NoticeState, int, str]:
    with office.judge.store.begin() as connection:
        row = connection.execute(
            select(
                tables.outbox.c.state, tables.outbox.c.attempts, tables.outbox.c.reason
            ).order_by(tables.outbox.c.number.desc())
        ).first()
    assert row is not None
    return tuple(row)


def test_a_notice_sent_twice_is_the_same_mail(office: Post) -> None:
    """The process dies after the relay accepted the mail, before that is recorded."""
    relay = Relay()
    office.judge = replace(office.judge, send=relay.send)
    with office.judge.store.begin() as connection:
        notice = Notice("x@players.test", "Hello", "Hello\n", Tone.NEWS)
        outbox.put_notices(connection, [notice], office.now)
    with strike(office.judge.store, 3, PowerCut()), pytest.raises(PowerCut):
        send_notices(office.judge, lambda: office.now)
    assert not send_notices(office.judge, lambda: office.now)
    office.now += MUCH_LATER
    assert send_notices(office.judge, lambda: office.now)

    assert len(relay.taken) == 2
    assert relay.taken[0] == relay.taken[1]
    assert newest_state(office) == (NoticeState.SENT, 2, "")


def queue(office: Post, number: int) -> None:
    """Queue `number` mails, to 0@players.test and so on."""
    with office.judge.store.begin() as connection:
        for one in range(number):
            notice = Notice(f"{one}@players.test", "Hello", "Hello\n", Tone.NEWS)
            outbox.put_notices(connection, [notice], office.now)


def test_what_went_out_before_a_mail_that_fails_is_not_sent_once_more(office: Post) -> None:
    relay = Relay()

    def send(raw: bytes, sender: str, to: str) -> Outcome:
        if to.startswith("2"):
            raise KeyError(to)
        return relay.send(raw, sender, to)

    office.judge = replace(office.judge, send=send)
    queue(office, 4)
    for later in (timedelta(0), timedelta(0), MUCH_LATER):
        office.now += later
        with suppress(KeyError):
            office.send_all()

    assert [to[0] for _raw, to in relay.taken] == ["0", "1", "3"]


def test_what_a_slow_relay_leaves_of_a_batch_is_anybodys(office: Post) -> None:
    relay = Relay()

    def send(raw: bytes, sender: str, to: str) -> Outcome:
        office.now += timedelta(seconds=50)
        return relay.send(raw, sender, to)

    office.judge = replace(office.judge, send=send)
    queue(office, 3)
    assert send_notices(office.judge, lambda: office.now)
    assert [to[0] for _raw, to in relay.taken] == ["0", "1"]
    office.send_all()

    assert [to[0] for _raw, to in relay.taken] == ["0", "1", "2"]
    assert newest_state(office) == (NoticeState.SENT, 1, "")


def test_who_sends_mail_paints_where_nobody_else_does(office: Post) -> None:
    relay = Relay()
    office.judge = replace(office.judge, send=relay.send)
    with office.judge.store.begin() as connection:
        drawn = Notice("x@players.test", "", "Hello\n", Tone.NEWS, drawings=("a map",))
        outbox.put_notices(connection, [drawn], office.now)
    assert not send_notices(office.judge, lambda: office.now)
    assert not paint_overdue(office.judge, office.now)
    office.now += timedelta(minutes=1)
    assert paint_overdue(office.judge, office.now)
    assert send_notices(office.judge, lambda: office.now)

    assert [to for _raw, to in relay.taken] == ["x@players.test"]


def test_what_a_relay_does_not_take_now_is_tried_again_after_growing_pauses(office: Post) -> None:
    relay = Relay(*[TryAgain("451 busy")] * 4)
    written(office, "new@players.test", "HELP", relay)
    pauses, last = [], office.now
    while len(relay.taken) < 5:
        office.now += timedelta(seconds=15)
        if send_notices(office.judge, lambda: office.now):
            pauses.append((office.now - last) / timedelta(minutes=1))
            last = office.now

    assert pauses == [0.75, 1.5, 3, 6]
    assert newest_state(office) == (NoticeState.SENT, 5, "")
    assert len({raw for raw, _to in relay.taken}) == 1


def test_after_five_days_a_notice_is_given_up_and_the_master_told(office: Post) -> None:
    france = player_of(office, "France")
    relay = Relay()
    relay.refused[france] = TryAgain("451 4.2.2 mailbox full")
    written(office, france, "LIST", relay)
    for _ in range(5 * 24 - 1):
        office.now += timedelta(hours=1)
        send_notices(office.judge, lambda: office.now)
    assert newest_state(office)[0] is NoticeState.QUEUED
    written(office, "new@players.test", "HELP", relay)
    office.now += timedelta(hours=5)
    while send_notices(office.judge, lambda: office.now):
        pass

    raw, to = relay.taken[-1]
    assert to == MASTER
    assert b"mailbox full" in raw
    assert france.encode() in raw


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        (Rejected("550 5.1.1 no such user"), [MASTER]),
        (TryAgain("450 greylisted"), []),
        (Sent(), []),
    ],
    ids=["refused", "again", "sent"],
)
def test_the_master_is_told_of_mail_that_is_refused_for_good(
    office: Post, outcome: Sent | TryAgain | Rejected, told: list[str]
) -> None:
    relay = Relay(outcome)
    written(office, player_of(office, "France"), "LIST", relay)

    assert [to for _raw, to in relay.taken[1:]] == told


def test_two_people_whose_mail_is_refused_are_not_told_of_each_other_for_ever(office: Post) -> None:
    """The Master plays in a second game, whose Master plays in theirs."""
    france = player_of(office, "France")
    office.write(france, "CREATE two standard")
    office.write(MASTER, "JOIN two")
    relay = Relay(*[Rejected("550 gone")] * 50)
    written(office, france, "LIST", relay)

    assert [to for _raw, to in relay.taken] == [france, MASTER]


def test_an_address_that_the_relay_cannot_say_stops_nothing_and_the_keeper_is_told(
    office: Post,
) -> None:
    def send(raw: bytes, sender: str, to: str) -> Outcome:
        return relay.send(raw, sender, to) if to.isascii() else Rejected("553 5.6.7 not in ASCII")

    relay = Relay()
    office.judge = replace(office.judge, send=send)
    raw = "From: jürgen@players.test\nMessage-ID: <1@x>\n\nHELP\n".encode()
    office.deliver(raw, ADDRESS, "jürgen@players.test")
    office.write("new@players.test", "HELP")

    assert {to for _raw, to in relay.taken} == {KEEPER, "new@players.test"}


def test_an_outage_of_the_relay_loses_no_notice_and_changes_no_order(office: Post) -> None:
    relay = Relay(*[TryAgain("ConnectionRefusedError Connection refused")] * 7)
    for number in range(7):
        written(office, f"{number}@players.test", "HELP", relay)
    office.now += timedelta(minutes=1)
    office.tick()

    assert [to for _raw, to in relay.taken[7:]] == [f"{number}@players.test" for number in range(7)]


RELAYING_DENIED = Barred("554 5.7.1 Relay access denied")


def refused_for(office: Post, relay: Relay, minutes: int) -> None:
    """Let some minutes pass with a relay that refuses everything."""
    expected = Expected(("judge",), timedelta(0), timedelta(hours=1))
    for _ in range(2 * minutes):
        relay.outcomes = [RELAYING_DENIED] * 50
        office.now += timedelta(seconds=30)
        office.send_all()
        watch_health(office.judge, Machine(10**10), expected, office.now)


def test_a_relay_that_refuses_everything_loses_nothing_and_the_keeper_is_told_once(
    office: Post,
) -> None:
    relay = Relay(*[RELAYING_DENIED] * 50)
    written(office, player_of(office, "France"), "LIST", relay)
    written(office, "new@players.test", "HELP", relay)
    refused_for(office, relay, minutes=600)
    assert newest_state(office)[0] is NoticeState.QUEUED

    relay.outcomes, relay.taken = [], []
    office.now += timedelta(hours=4)
    office.send_all()

    told = {to: raw for raw, to in relay.taken}
    assert sorted(to for _raw, to in relay.taken) == sorted(
        [KEEPER, "new@players.test", player_of(office, "France")]
    )
    assert b"Relay access denied" in b" ".join(told[KEEPER].split())


def test_one_mail_that_is_refused_beside_others_is_given_up_after_three_tries(office: Post) -> None:
    france = player_of(office, "France")
    relay = Relay()
    relay.refused[france] = Barred("550 no such user")
    written(office, france, "LIST", relay)
    written(office, "new@players.test", "HELP", relay)
    for minute in range(10):
        office.now += timedelta(minutes=1)
        written(office, f"{minute}@players.test", "HELP", relay)

    tried = [to for _raw, to in relay.taken if to in (france, MASTER, KEEPER)]
    assert tried == [france, france, france, MASTER]


def test_mail_that_no_relay_takes_for_five_days_is_nobodys_fault_and_can_be_retried(
    office: Post,
) -> None:
    france = player_of(office, "France")
    relay = Relay(*[RELAYING_DENIED] * 50)
    written(office, france, "LIST", relay)
    for _ in range(6 * 24):
        relay.outcomes = [RELAYING_DENIED] * 50
        office.now += timedelta(hours=1)
        office.send_all()
    assert MASTER not in {to for _raw, to in relay.taken}

    relay.outcomes, relay.taken = [], []
    with office.judge.store.begin() as connection:
        failed = [one.number for one in keeper.undelivered(connection)]
        keeper.send_again(connection, failed, office.now)
    office.send_all()

    assert france in {to for _raw, to in relay.taken}
