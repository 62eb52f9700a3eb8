"""What waits for a judge that was away: first deadlines move, then letters count."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from judge.game import Stage
from tests.post import Post
from tests.service.office import (
    MASTER,
    ORDERS,
    a_mail,
    keep,
    player_of,
    reply_address,
    the_game,
)

AWAY = timedelta(hours=30)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
LENGTH = timedelta(days=3)  # of a movement phase, up to the next 21:00


def waiting(post: Post, sender: str, body: str) -> None:
    """Let a mail lie at the judge's that nobody has looked into."""
    post.letters += 1
    mail = a_mail(sender, body, post.letters, post.now)
    keep(post, mail.as_bytes(), reply_address(post, sender), sender)


def at_work_until(post: Post, moment: datetime) -> None:
    """Let time pass until `moment` without an outage."""
    judge = post.judge
    post.judge = replace(judge, outage=timedelta(days=365))
    post.now = moment
    post.tick()
    post.judge = judge


def deadline(post: Post) -> datetime:
    due = the_game(post).deadline
    assert due is not None
    return due


@pytest.fixture
def absent(office: Post) -> Callable[[Callable[[], None]], Post]:
    """Give what lets the judge be away over a deadline while people write."""

    def absent(writing: Callable[[], None]) -> Post:
        at_work_until(office, deadline(office) - HOUR)
        office.now += AWAY / 2
        writing()
        office.now += AWAY / 2
        office.tick()
        return office

    return absent


Absent = Callable[[Callable[[], None]], Post]


def test_a_deadline_that_a_waiting_letter_sets_is_not_moved(
    office: Post, absent: Absent
) -> None:
    absent(lambda: waiting(office, MASTER, "SET DEADLINE 2030-01-20 18:00"))

    assert f"{deadline(office):%d %H:%M}" == "20 18:00"
    subjects = [mail.subject for mail in office.arrived if mail.to == MASTER][-2:]
    assert "deadline moved: the judge was away" in subjects[0]
    assert "deadline" in subjects[1]


def test_a_pause_that_ends_by_a_waiting_letter_has_the_whole_time_of_a_phase(
    office: Post,
) -> None:
    office.write(MASTER, "PAUSE", reply_address(office, MASTER))
    office.tick()
    office.now += timedelta(days=2)
    office.tick()
    office.now += AWAY
    waiting(office, MASTER, "RESUME")
    office.tick()

    assert the_game(office).stage is Stage.ACTIVE
    assert LENGTH <= deadline(office) - office.now < LENGTH + DAY


def test_the_next_phase_after_a_waiting_process_has_its_own_deadline(
    office: Post, absent: Absent
) -> None:
    absent(lambda: waiting(office, MASTER, "PROCESS S1901M"))

    assert len(the_game(office).history) == 1
    assert LENGTH <= deadline(office) - office.now < LENGTH + DAY


def test_orders_from_the_time_of_the_outage_are_in_time(
    office: Post, absent: Absent
) -> None:
    def everybody() -> None:
        for power, lines in ORDERS.items():
            orders = "\n".join((*lines, "all others hold"))
            waiting(office, player_of(office, power), orders)

    absent(everybody)
    moved = [mail for mail in office.arrived if "the judge was away" in mail.subject]
    assert len(moved) == len(ORDERS) + 1
    assert not [mail for mail in office.arrived if "late" in mail.subject]

    at_work_until(office, office.now + DAY)

    (played,) = the_game(office).history
    assert played.absent == ()


def test_mail_that_waits_elsewhere_has_two_hours_to_arrive(office: Post) -> None:
    at_work_until(office, deadline(office) - MINUTE)
    office.now += AWAY
    office.tick()

    assert deadline(office) == office.now + 2 * HOUR


def test_grace_has_them_too_and_is_what_people_are_told(office: Post) -> None:
    at_work_until(office, deadline(office) + MINUTE)
    grace = the_game(office).grace
    assert grace is not None
    at_work_until(office, grace - MINUTE)
    office.now += AWAY
    office.tick()

    moved = the_game(office).grace
    assert moved == office.now + 2 * HOUR
    told = office.arrived[-1].text
    assert f"Grace ends\n  {moved:%A} {moved.day} {moved:%B %Y, %H:%M} UTC" in told
