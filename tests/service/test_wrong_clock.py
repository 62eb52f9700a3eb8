"""A clock that is wrong for a while does no harm."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from judge.letter import Delivery
from judge.mail import TryAgain
from judge.service import (
    Doors,
    Expected,
    Machine,
    answer_next_letter,
    believe_clock,
    keep_mail,
    process_due_games,
    watch_health,
)
from judge.service.signs import WrongClockError
from tests.kinds import replace
from tests.post import ADDRESS, KEEPER, Post
from tests.service.office import MASTER, ORDERS, a_mail, player_of, reply_address, the_game

EXPECTED = Expected(("judge",), timedelta(0), timedelta(minutes=1))
SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
WRONG = [
    pytest.param(lambda now: datetime(2020, 1, 1, tzinfo=UTC), id="started in 2020"),
    pytest.param(lambda now: now - 8 * DAY, id="a week and more behind"),
    pytest.param(lambda now: now + 8 * DAY, id="a week and more ahead"),
    pytest.param(lambda now: datetime(2033, 1, 1, tzinfo=UTC), id="2033"),
]


@pytest.fixture
def strict(office: Post) -> Post:
    """Yield a judge without grace that counts as away after a minute without a sign of life."""
    office.write(MASTER, "SET GRACE 0", reply_address(office, MASTER))
    office.judge = replace(office.judge, outage=MINUTE)
    return office


@pytest.mark.parametrize("clock", WRONG)
def test_by_a_clock_that_cannot_be_right_nothing_is_done(
    strict: Post, clock: Callable[[datetime], datetime]
) -> None:
    right, game, seen = strict.now, the_game(strict), len(strict.arrived)
    # A letter waits, and a notice is being sent.
    mail = a_mail("new@players.test", "HELP", 1, right).as_bytes()
    keep_mail(strict.judge, Delivery(mail, ADDRESS, "new@players.test", right), right)
    strict.now = clock(right)
    strict.tick()
    with pytest.raises(WrongClockError):
        strict.write("other@players.test", "HELP")
    assert not answer_next_letter(strict.judge, strict.now)
    assert len(strict.arrived) == seen
    assert the_game(strict) == game

    strict.now = right + MINUTE / 2
    strict.tick()

    assert [one.to for one in strict.arrived[seen:]] == ["new@players.test"]
    assert the_game(strict) == game


@pytest.mark.parametrize("clock", WRONG)
def test_the_keeper_may_say_that_it_is_right(
    strict: Post, clock: Callable[[datetime], datetime]
) -> None:
    strict.now = clock(strict.now)
    believe_clock(strict.judge.store, strict.now)
    strict.tick()
    strict.write("new@players.test", "HELP")

    assert strict.arrived[-1].to == "new@players.test"


def test_three_hours_ahead_and_back_no_phase_is_processed_and_all_is_answered(strict: Post) -> None:
    right = the_game(strict).deadline
    assert right is not None
    right -= 2 * HOUR
    _awake(strict, right)
    strict.now = right + 3 * HOUR
    strict.tick()
    assert the_game(strict).history == ()
    france = player_of(strict, "France")
    strict.write(france, ORDERS["France"][0], reply_address(strict, france))
    _fail_to_send(strict)

    strict.now = right + MINUTE
    seen = len(strict.arrived)
    strict.tick()
    told = {mail.to: mail.subject for mail in strict.arrived[seen:]}
    assert told.keys() == {"late@players.test", KEEPER}
    assert "the clock went back" in told[KEEPER]
    strict.now += MINUTE
    strict.write(france, "A MAR H", reply_address(strict, france))
    strict.write("new@players.test", "HELP")

    assert strict.arrived[-1].to == "new@players.test"
    assert "orders: 2 of 3" in strict.arrived[-2].subject
    assert the_game(strict).deadline == right + 2 * HOUR


def test_after_the_clock_went_back_deadlines_come_as_they_were_told(strict: Post) -> None:
    due = the_game(strict).deadline
    assert due is not None
    _awake(strict, due - 20 * HOUR)
    strict.now += 3 * HOUR
    strict.tick()
    _awake(strict, due - 20 * HOUR + MINUTE)
    _awake(strict, due - MINUTE)
    assert the_game(strict).history == ()
    _awake(strict, due)

    assert the_game(strict).history[0].processed == due


@pytest.mark.parametrize("wrong", [3 * HOUR, 10 * MINUTE, -10 * MINUTE, -3 * HOUR])
def test_while_the_clocks_of_two_programs_differ_no_phase_is_processed(
    strict: Post, wrong: timedelta
) -> None:
    """Nobody can tell which clock is right. The keeper is told of the difference and of its end."""
    due = the_game(strict).deadline
    assert due is not None
    _awake(strict, due - MINUTE)
    other = replace(
        strict.judge,
        started=strict.now - SECOND,
        doors=Doors(lambda: strict.now, mailbox=False, settling=timedelta(0)),
    )

    def both(off_by: timedelta, pause: timedelta = 10 * SECOND) -> None:
        strict.now += pause
        for judge, now in ((other, strict.now + off_by), (strict.judge, strict.now)):
            process_due_games(judge, lambda: now)  # noqa: B023 - called at once
            watch_health(judge, Machine(10**10), EXPECTED, now)

    both(timedelta(0))
    for _ in range(12):
        both(wrong)
    assert the_game(strict).history == ()

    for _ in range(12):
        both(timedelta(0))
    assert len(the_game(strict).history) == 1
    for _ in range(70):
        both(timedelta(0), MINUTE)
    strict.send_all()
    told = [f"{mail.subject}\n{mail.text}" for mail in strict.arrived if mail.to == KEEPER]
    assert told[0].startswith("[judge] two programs serve this judge")
    assert len([mail for mail in told if "two programs" in mail]) == 1
    assert len([mail for mail in told if "again: clocks" in mail]) == 1


def _awake(post: Post, until: datetime) -> None:
    """Let the judge give signs of life until then."""
    sound = post.judge
    post.tick()
    post.judge = replace(sound, outage=365 * DAY)
    post.now = until
    post.tick()
    post.judge = sound


def _fail_to_send(post: Post) -> None:
    """Let a notice wait for a while, by the present clock."""
    sound = post.judge
    post.judge = replace(sound, send=lambda *_mail: TryAgain("away"))
    post.write("late@players.test", "HELP")
    post.judge = sound
