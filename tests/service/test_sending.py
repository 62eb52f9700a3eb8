"""Every notice goes out, is given up at last, or is somebody's concern."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select

from judge.letter import Notice, Tone
from judge.mail import Rejected, Sent, TryAgain
from judge.service import send_next_notice
from judge.store import post
from judge.store.tables import NoticeState, outbox
from tests.post import ADDRESS, Post
from tests.service.office import (
    MASTER,
    MUCH_LATER,
    PowerCut,
    Relay,
    player_of,
    strike,
)


def written(office: Post, sender: str, body: str, relay: Relay) -> None:
    """Write to the judge, whose relay is this one from now on."""
    office.judge = replace(office.judge, send=relay.send)
    office.write(sender, body)


def newest_state(office: Post) -> tuple[NoticeState, int, str]:
    with office.judge.store.begin() as connection:
        row = connection.execute(
            select(outbox.c.state, outbox.c.attempts, outbox.c.reason).order_by(
                outbox.c.number.desc()
            )
        ).first()
    assert row is not None
    return tuple(row)


def test_a_notice_sent_twice_is_the_same_mail(office: Post) -> None:
    """The process dies after the relay took the mail and before that is noted."""
    relay = Relay()
    office.judge = replace(office.judge, send=relay.send)
    with office.judge.store.begin() as connection:
        notice = Notice("x@players.test", "Hello", "Hello\n", Tone.NEWS)
        post.put_notices(connection, [notice], office.now)
    with strike(office.judge.store, 3, PowerCut()), pytest.raises(PowerCut):
        send_next_notice(office.judge, office.now)
    assert not send_next_notice(office.judge, office.now)
    office.now += MUCH_LATER
    assert send_next_notice(office.judge, office.now)

    assert len(relay.taken) == 2
    assert relay.taken[0] == relay.taken[1]
    assert newest_state(office) == (NoticeState.SENT, 2, "")


def test_what_a_relay_does_not_take_now_is_tried_again_after_growing_pauses(
    office: Post,
) -> None:
    relay = Relay(*[TryAgain("451 busy")] * 4)
    written(office, "new@players.test", "HELP", relay)
    pauses, last = [], office.now
    while len(relay.taken) < 5:
        office.now += timedelta(seconds=15)
        if send_next_notice(office.judge, office.now):
            pauses.append((office.now - last) / timedelta(minutes=1))
            last = office.now

    assert pauses == [0.75, 1.5, 3, 6]
    assert newest_state(office) == (NoticeState.SENT, 5, "")
    assert len({raw for raw, _to in relay.taken}) == 1


def test_after_five_days_a_notice_is_given_up_and_the_master_told(
    office: Post,
) -> None:
    france = player_of(office, "France")
    relay = Relay(*[TryAgain("451 4.2.2 mailbox full")] * 999)
    written(office, france, "LIST", relay)
    for _ in range(5 * 24):
        office.now += timedelta(hours=1)
        if not relay.outcomes:
            break
        send_next_notice(office.judge, office.now)
    assert newest_state(office)[0] is NoticeState.QUEUED
    office.now += timedelta(hours=5)
    send_next_notice(office.judge, office.now)
    relay.outcomes.clear()
    send_next_notice(office.judge, office.now)

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


def test_two_people_whose_mail_is_refused_are_not_told_of_each_other_for_ever(
    office: Post,
) -> None:
    """The Master plays in a second game, whose Master plays in his."""
    france = player_of(office, "France")
    office.write(france, "CREATE two standard")
    office.write(MASTER, "JOIN two")
    relay = Relay(*[Rejected("550 gone")] * 50)
    written(office, france, "LIST", relay)

    assert [to for _raw, to in relay.taken] == [france, MASTER]


def test_an_address_that_no_mail_can_be_sent_to_stops_nothing(office: Post) -> None:
    seen = len(office.arrived)
    raw = "From: jürgen@players.test\nMessage-ID: <1@x>\n\nHELP\n".encode()
    office.deliver(raw, ADDRESS, "jürgen@players.test")
    assert newest_state(office)[0] is NoticeState.FAILED
    office.write("new@players.test", "HELP")

    assert [mail.to for mail in office.arrived[seen:]] == ["new@players.test"]


def test_an_outage_of_the_relay_loses_no_notice_and_changes_no_order(
    office: Post,
) -> None:
    relay = Relay(*[TryAgain("ConnectionRefusedError Connection refused")] * 7)
    for number in range(7):
        written(office, f"{number}@players.test", "HELP", relay)
    office.now += timedelta(minutes=1)
    office.tick()

    assert [to for _raw, to in relay.taken[7:]] == [
        f"{number}@players.test" for number in range(7)
    ]
