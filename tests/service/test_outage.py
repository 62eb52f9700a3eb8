"""A phase waits for mail that could not come in, but no other phase does, and none for ever.

The game `smp` has no grace, and its deadline is on 4 January at 21:00.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import pytest

from judge.game import FinishedPhase
from judge.service import Doors
from judge.store import Opening
from tests.kinds import replace
from tests.post import Post
from tests.service.office import MASTER, ORDERS, a_mail, keep, player_of, reply_address, the_game

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
REDELIVERY = 2 * HOUR
HELD = "[smp] S1901M waits for mail"


class Told(Doors):
    """Doors whose mailbox is as a test says."""

    box: Callable[[datetime], Opening | None]

    def openings(self, now: datetime) -> tuple[Opening, ...]:
        box = self.box(now)
        return (*super().openings(now), *((box,) if box else ()))


@pytest.fixture
def strict(office: Post) -> Post:
    """Yield a judge without grace that counts as away after a minute without a sign of life."""
    office.write(MASTER, "SET GRACE 0", reply_address(office, MASTER))
    office.judge = replace(office.judge, outage=MINUTE)
    return office


def deadline(post: Post) -> datetime:
    due = the_game(post).deadline
    assert due is not None
    return due


def awake(post: Post, since: datetime, until: datetime) -> None:
    """Let the judge give signs of life from `since` to `until`."""
    sound = post.judge
    post.now = since
    post.tick()
    post.judge = replace(sound, outage=365 * DAY)
    post.now = until
    post.tick()
    post.judge = sound
    post.tick()


def last_phase(post: Post) -> FinishedPhase | None:
    return next(iter(the_game(post).history[-1:]), None)


def order(post: Post, power: str, arrived: datetime) -> None:
    """Store orders that arrived at some moment, without answering them."""
    player = player_of(post, power)
    post.letters += 1
    mail = a_mail(player, "\n".join(ORDERS[power]), post.letters, arrived)
    now, post.now = post.now, arrived
    keep(post, mail.as_bytes(), reply_address(post, player), player)
    post.now = now


@pytest.mark.parametrize("away", [47 * SECOND, 10 * MINUTE, 3 * DAY])
def test_a_restart_over_the_deadline_holds_the_phase(strict: Post, away: timedelta) -> None:
    due = deadline(strict)
    awake(strict, strict.now, due - away / 2)
    seen = len(strict.arrived)
    back = due + away / 2
    restarted(strict, back)
    # Until then the program before might only be slow.
    awake(strict, back, back + MINUTE)

    told = [mail for mail in strict.arrived[seen:] if mail.subject == HELD]
    assert len(told) == len(ORDERS) + 1
    awake(strict, back, back + REDELIVERY - MINUTE)
    assert last_phase(strict) is None
    order(strict, "France", strict.now)
    awake(strict, strict.now, back + REDELIVERY + MINUTE)

    over = last_phase(strict)
    assert over is not None
    assert "France" not in over.absent


def restarted(post: Post, now: datetime) -> None:
    """Start another program on the same store."""
    doors = Doors(lambda: post.now, mailbox=False, settling=timedelta(0))
    post.now = now
    post.judge = replace(post.judge, started=now, doors=doors)
    doors.refused()  # so its doors open at this moment
    post.tick()


@pytest.mark.parametrize(
    ("back", "held"), [(-REDELIVERY - MINUTE, False), (-REDELIVERY + MINUTE, True), (-MINUTE, True)]
)
def test_a_restart_before_the_deadline_holds_what_is_due_while_servers_try_again(
    strict: Post, back: timedelta, held: bool
) -> None:
    due = deadline(strict)
    awake(strict, strict.now, due + back - MINUTE)
    restarted(strict, due + back)
    awake(strict, strict.now, due)

    assert (last_phase(strict) is None) is held
    assert any(mail.subject == HELD for mail in strict.arrived) is held


def test_a_judge_that_does_not_stay_up_holds_a_phase_for_a_day(strict: Post) -> None:
    due = deadline(strict)
    awake(strict, strict.now, due - MINUTE)
    restarted(strict, due)
    for hour in range(1, 30):
        awake(strict, strict.now, due + hour * HOUR - MINUTE)
        if last_phase(strict):
            break
        restarted(strict, due + hour * HOUR)

    over = last_phase(strict)
    assert over is not None
    assert DAY <= over.processed - due <= DAY + HOUR


def test_a_judge_that_hangs_is_shut_while_it_does(strict: Post) -> None:
    due = deadline(strict)
    awake(strict, strict.now, due - 40 * SECOND)
    strict.now = due + 40 * SECOND
    strict.tick()

    assert last_phase(strict) is None
    assert strict.arrived[-1].subject == HELD


def test_a_store_that_refuses_mail_over_the_deadline_holds_the_phase(strict: Post) -> None:
    due = deadline(strict)
    awake(strict, strict.now, due - MINUTE)
    strict.now = due + SECOND
    strict.judge.doors.refused()
    strict.now += SECOND
    strict.tick()

    assert last_phase(strict) is None
    assert strict.arrived[-1].subject == HELD


def test_a_store_that_refuses_mail_again_and_again_holds_it_until_it_no_longer_does(
    strict: Post,
) -> None:
    due = deadline(strict)
    doors = Doors(lambda: strict.now, mailbox=False)
    strict.judge = replace(strict.judge, doors=doors)
    awake(strict, strict.now, due - MINUTE)
    while strict.now < due + 2 * MINUTE:
        strict.now += 3 * SECOND
        doors.refused()
        strict.tick()
    refused = strict.now
    assert the_game(strict).held == due + DAY

    awake(strict, refused, refused + MINUTE)
    assert the_game(strict).held == refused + REDELIVERY
    awake(strict, strict.now, refused + REDELIVERY - MINUTE)
    assert last_phase(strict) is None
    awake(strict, strict.now, refused + REDELIVERY + MINUTE)
    assert last_phase(strict) is not None
    told = [mail for mail in strict.arrived if mail.subject == HELD]
    assert len(told) == len(ORDERS) + 1


def test_a_game_that_is_not_due_then_goes_on_as_ever(strict: Post) -> None:
    due = deadline(strict)
    awake(strict, strict.now, due - 10 * HOUR)
    restarted(strict, due - 9 * HOUR)
    awake(strict, strict.now, due)

    assert last_phase(strict) is not None
    assert not any(mail.subject == HELD for mail in strict.arrived)


@contextmanager
def with_mailbox(post: Post, box: Callable[[datetime], Opening | None]) -> Iterator[Post]:
    """Let the judge have a mailbox, whose opening `box` returns."""
    doors = Told(lambda: post.now, mailbox=True, settling=timedelta(0))
    doors.box = box
    post.judge = replace(post.judge, doors=doors)
    yield post


def test_a_phase_waits_for_a_look_into_the_mailbox_after_its_deadline(strict: Post) -> None:
    due, begun = deadline(strict), strict.now
    looked = [due - 10 * SECOND]
    with with_mailbox(strict, lambda now: Opening("mailbox", begun, min(now, *looked))):
        awake(strict, begun, due + 5 * SECOND)
        assert last_phase(strict) is None
        looked[0] = due + 10 * SECOND
        awake(strict, strict.now, due + 15 * SECOND)

    assert last_phase(strict) is not None
    assert not any(mail.subject == HELD for mail in strict.arrived)


def test_a_mailbox_out_of_reach_over_the_deadline_holds_the_phase_until_it_is_back(
    strict: Post,
) -> None:
    due, begun = deadline(strict), strict.now
    shut, back = due - MINUTE, due + 3 * HOUR

    def box(now: datetime) -> Opening:
        if now < back:
            return Opening("mailbox", begun, min(now, shut))
        return Opening("mailbox", back, now)

    with with_mailbox(strict, box):
        seen = len(strict.arrived)
        awake(strict, begun, due + 2 * MINUTE)
        awake(strict, strict.now, back - MINUTE)
        assert the_game(strict).held == due + DAY
        awake(strict, strict.now, back + MINUTE)
        assert the_game(strict).held == back + REDELIVERY
        # The mail was in the mailbox, and its server tells the time of arrival.
        order(strict, "France", due - 44 * SECOND)
        awake(strict, strict.now, back + REDELIVERY)

    over = last_phase(strict)
    assert over is not None
    assert "France" not in over.absent
    told = [mail for mail in strict.arrived[seen:] if mail.subject == HELD]
    assert len(told) == len(ORDERS) + 1


def test_a_mailbox_that_stays_out_of_reach_holds_a_phase_for_a_day(strict: Post) -> None:
    due, begun = deadline(strict), strict.now
    with with_mailbox(strict, lambda now: Opening("mailbox", begun, min(now, due - HOUR))):
        awake(strict, begun, due + DAY - MINUTE)
        assert last_phase(strict) is None
        awake(strict, strict.now, due + DAY)

    assert last_phase(strict) is not None


def test_another_machine_that_was_up_keeps_the_door_open(strict: Post) -> None:
    due = deadline(strict)
    other = replace(strict.judge, started=strict.now + SECOND)
    awake(strict, strict.now, due - 2 * MINUTE)
    strict.judge, mine = other, strict.judge
    awake(strict, strict.now, due)
    strict.judge = mine
    restarted(strict, due + SECOND)

    assert last_phase(strict) is not None


def test_a_restart_tells_nobody_again_of_a_mailbox_that_is_still_out_of_reach(strict: Post) -> None:
    due, begun = deadline(strict), strict.now
    restart = due + 2 * MINUTE

    def box(now: datetime) -> Opening | None:
        # The new program has not read the mailbox yet.
        return Opening("mailbox", begun, due - HOUR) if now < restart else None

    with with_mailbox(strict, box):
        awake(strict, begun, due - MINUTE)
        awake(strict, strict.now, restart - SECOND)
        strict.judge = replace(strict.judge, started=restart)
        awake(strict, restart, due + 6 * HOUR)

    assert the_game(strict).held == due + DAY
    told = [mail for mail in strict.arrived if mail.subject == HELD]
    assert len(told) == len(ORDERS) + 1
