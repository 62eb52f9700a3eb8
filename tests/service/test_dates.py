"""How the date of a letter counts if its writer's clock is wrong."""

from datetime import timedelta

import pytest

from judge.letter import Delivery
from judge.service import keep_mail
from tests.post import Arrived, Post
from tests.service.office import MASTER, a_mail, player_of, reply_address, the_game

HOUR = timedelta(hours=1)


def newest_mail(office: Post, person: str) -> Arrived:
    return [mail for mail in office.arrived if mail.to == person][-1]


def write(office: Post, person: str, late: timedelta, answered: str) -> None:
    """Send an order dated `late` before now, as an answer to the mail with that name."""
    office.letters += 1
    mail = a_mail(person, "A PAR - BUR", office.letters, office.now - late)
    mail["In-Reply-To"] = answered
    office.deliver(mail.as_bytes(), reply_address(office, person), person)


@pytest.mark.parametrize("late", [timedelta(), HOUR, -HOUR])
def test_an_answer_to_the_newest_mail_counts_whatever_its_date(
    office: Post, late: timedelta
) -> None:
    france = player_of(office, "France")
    office.write(MASTER, "PROCESS S1901M", reply_address(office, MASTER))
    results = newest_mail(office, france)
    office.now += timedelta(minutes=5)
    write(office, france, late, str(results.mail["Message-ID"]))

    assert len(the_game(office).seat("France").orders) == 1


def test_an_answer_counts_that_came_by_a_clock_which_is_behind(office: Post) -> None:
    """A mail server stamps whole seconds, and its clock may be wrong."""
    france = player_of(office, "France")
    office.now = office.now.replace(microsecond=600_000)
    office.write(MASTER, "PROCESS S1901M", reply_address(office, MASTER))
    results = newest_mail(office, france)
    stamped = office.now.replace(microsecond=0)
    office.now += timedelta(seconds=1)
    office.letters += 1
    mail = a_mail(france, "A PAR - BUR", office.letters, office.now)
    mail["In-Reply-To"] = str(results.mail["Message-ID"])
    to = reply_address(office, france)
    keep_mail(office.judge, Delivery(mail.as_bytes(), to, france, stamped), office.now)
    office.tick()

    assert len(the_game(office).seat("France").orders) == 1


@pytest.mark.parametrize("answered", ["", "<1.0000@judge.test>", "<x>"])
def test_an_old_date_counts_where_no_newer_mail_is_answered(office: Post, answered: str) -> None:
    france = player_of(office, "France")
    old = answered or str(newest_mail(office, france).mail["Message-ID"])
    office.now += HOUR
    office.write(MASTER, "PROCESS S1901M", reply_address(office, MASTER))
    office.now += timedelta(minutes=5)
    write(office, france, HOUR / 2, old)

    assert the_game(office).seat("France").orders == ()
    assert "A PAR - BUR" in newest_mail(office, france).text
