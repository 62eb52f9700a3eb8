"""A phase waits for letters to its own game that came in time, and for no others.

The game `smp` has no grace; letters wait because nobody answers them.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from judge.letter import Delivery
from judge.service import answer_next_letter, keep_mail, process_due_games
from judge.store import inbox, keeper
from tests.post import ADDRESS, Post
from tests.service.office import (
    MASTER,
    ORDERS,
    a_mail,
    in_the_last_hour,
    player_of,
    reply_address,
    the_game,
)

SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)
LONGEST_ASIDE = 2 * HOUR
LATE = "[smp] orders refused: it came too late"


@pytest.fixture
def due(office: Post) -> datetime:
    """Return the deadline of the game; the clock is still before it."""
    return in_the_last_hour(office)


def kept(post: Post, sender: str, body: str, arrived: datetime, to: str = ADDRESS) -> int:
    """Store a letter that arrived at some moment, and return its number."""
    post.letters += 1
    mail = a_mail(sender, body, post.letters, arrived).as_bytes()
    keep_mail(post.judge, Delivery(mail, to, sender, arrived), post.now)
    with post.judge.store.begin() as connection:
        taken = inbox.take_letter(connection, post.now)
    assert taken is not None
    return taken.number


def processed(post: Post, now: datetime) -> bool:
    """Return whether the phase is processed when only the clock's chore runs."""
    post.now = now
    process_due_games(post.judge, lambda: post.now)
    return bool(the_game(post).history)


def by_reply(post: Post, arrived: datetime) -> int:
    france = player_of(post, "France")
    return kept(post, france, "A PAR H", arrived, reply_address(post, france))


def by_answer_in_doubt(post: Post, arrived: datetime) -> int:
    """Store a letter to the address of an answer that offers lines; return its number."""
    france = player_of(post, "France")
    post.write(france, "Draft:\nA PAR - BUR", reply_address(post, france))
    return by_reply(post, arrived)


def by_name(post: Post, arrived: datetime) -> int:
    return kept(post, "a@elsewhere.test", "SIGN ON FRANCE@smp oui\nA PAR H", arrived)


def by_sender(post: Post, arrived: datetime) -> int:
    return kept(post, player_of(post, "France"), "A PAR H", arrived)


def by_two(post: Post, arrived: datetime) -> int:
    """Store a letter that names a game in which its writer does not play; return its number."""
    body = "SIGN ON FRANCE@other oui\nA PAR H"
    return kept(post, player_of(post, "France"), body, arrived)


def by_stranger(post: Post, arrived: datetime) -> int:
    return kept(post, "new@players.test", "HELP", arrived)


@pytest.mark.parametrize("letter", [by_reply, by_answer_in_doubt, by_name, by_sender])
def test_a_letter_of_the_game_that_came_in_time_is_waited_for(
    office: Post, due: datetime, letter: Callable[[Post, datetime], int]
) -> None:
    letter(office, due + SECOND * 0.9)

    assert not processed(office, due + HOUR)
    office.tick()
    assert processed(office, office.now)


@pytest.mark.parametrize("letter", [by_reply, by_name, by_sender])
def test_a_letter_of_the_game_that_came_late_is_not(
    office: Post, due: datetime, letter: Callable[[Post, datetime], int]
) -> None:
    office.now = due + SECOND
    letter(office, due + SECOND)

    assert processed(office, due + HOUR)


@pytest.mark.parametrize("letter", [by_two, by_stranger])
def test_a_letter_of_no_game_or_another_is_not_waited_for(
    office: Post, due: datetime, letter: Callable[[Post, datetime], int]
) -> None:
    letter(office, due - SECOND)

    assert processed(office, due + SECOND)


@pytest.mark.parametrize(
    ("letter", "held"), [(by_reply, True), (by_sender, True), (by_name, False)]
)
def test_a_letter_over_which_a_worker_died_holds_its_game_if_it_is_sure_to_be_for_it(
    office: Post, due: datetime, letter: Callable[[Post, datetime], int], *, held: bool
) -> None:
    number = letter(office, due - SECOND)
    with office.judge.store.begin() as connection:
        inbox.count_attempt(connection, number, office.now)

    assert processed(office, due + SECOND) is not held


@pytest.mark.parametrize("letter", [by_reply, by_sender])
def test_a_letter_that_was_set_aside_holds_its_game_for_two_hours(
    office: Post, due: datetime, letter: Callable[[Post, datetime], int]
) -> None:
    number = letter(office, due - SECOND)
    office.now = told = due + HOUR
    with office.judge.store.begin() as connection:
        inbox.set_aside(connection, number, "trouble", told)

    assert not processed(office, told + LONGEST_ASIDE - SECOND)
    assert processed(office, told + LONGEST_ASIDE + SECOND)


def test_a_letter_that_was_set_aside_holds_no_game_past_the_end_of_grace(
    office: Post, due: datetime
) -> None:
    office.write(MASTER, "SET GRACE 1 HOUR", reply_address(office, MASTER))
    process_due_games(office.judge, lambda: due + SECOND)
    grace = the_game(office).grace
    assert grace == due + HOUR
    office.now = grace - 2 * SECOND
    number = by_reply(office, office.now)
    with office.judge.store.begin() as connection:
        inbox.set_aside(connection, number, "trouble", office.now)

    assert processed(office, grace)


def test_a_letter_that_was_set_aside_and_tried_again_counts_from_when_it_came(
    office: Post, due: datetime
) -> None:
    number = by_reply(office, due - SECOND)
    with office.judge.store.begin() as connection:
        inbox.set_aside(connection, number, "trouble", due)
    assert not processed(office, due + HOUR)
    with office.judge.store.begin() as connection:
        assert keeper.try_again(connection, number)
    office.tick()

    (over,) = the_game(office).history
    assert "France" not in over.absent


def test_a_letter_that_was_set_aside_in_the_phase_before_holds_none(
    office: Post, due: datetime
) -> None:
    number = by_reply(office, due - SECOND)
    with office.judge.store.begin() as connection:
        inbox.set_aside(connection, number, "trouble", office.now)
    office.write(MASTER, "PROCESS S1901M", reply_address(office, MASTER))
    office.write(MASTER, "SET DEADLINE 2030-01-04 22:00", reply_address(office, MASTER))
    office.now += 3 * HOUR
    process_due_games(office.judge, lambda: office.now)

    assert len(the_game(office).history) == 2


def test_a_letter_from_after_the_deadline_is_handed_back_however_long_the_queue_is(
    office: Post, due: datetime
) -> None:
    """An order that came seconds too late waits behind an unanswered letter."""
    by_reply(office, due - SECOND)
    office.now = due + 10 * SECOND
    assert not processed(office, office.now)
    austria = player_of(office, "Austria")
    orders = "\n".join(ORDERS["Austria"])
    office.letters += 1
    mail = a_mail(austria, orders, office.letters, office.now).as_bytes()
    to = reply_address(office, austria)
    keep_mail(office.judge, Delivery(mail, to, austria, office.now), office.now)
    office.now += HOUR
    office.tick()

    (late,) = [one for one in office.arrived if one.subject == LATE]
    assert late.to == austria
    assert "A VIE - GAL" in late.text
    (over,) = the_game(office).history
    assert "Austria" in over.absent
    assert "France" not in over.absent
    assert the_game(office).seat("Austria").orders == ()


def test_a_letter_is_late_for_a_worker_that_read_its_clock_before_it_came(
    office: Post, due: datetime
) -> None:
    office.now = due + 10 * SECOND
    by_reply(office, office.now)
    answer_next_letter(office.judge, due - SECOND)
    office.tick()

    (late,) = [one for one in office.arrived if one.subject == LATE]
    assert late.to == player_of(office, "France")


def test_orders_from_before_the_processing_never_count_for_the_next_phase(
    office: Post, due: datetime
) -> None:
    assert processed(office, due + 20 * SECOND)
    office.send_all()
    austria = player_of(office, "Austria")
    office.letters += 1
    mail = a_mail(austria, "A VIE - GAL", office.letters, due + 30 * SECOND).as_bytes()
    to = reply_address(office, austria)
    arrived = due + 10 * SECOND
    keep_mail(office.judge, Delivery(mail, to, austria, arrived), office.now)
    office.tick()

    assert "its phase is over" in office.arrived[-1].subject
    assert the_game(office).seat("Austria").orders == ()


def test_a_late_letter_counts_for_the_grace(office: Post, due: datetime) -> None:
    office.write(MASTER, "SET GRACE 24h", reply_address(office, MASTER))
    office.now = due + 10 * SECOND
    by_reply(office, office.now)
    office.tick()

    assert the_game(office).grace is not None
    assert the_game(office).seat("France").orders
