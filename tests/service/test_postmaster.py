"""Mail to the postmaster reaches the keeper, and nobody can flood the keeper."""

from datetime import timedelta

import pytest

from tests.kinds import replace
from tests.post import ADDRESS, KEEPER, Post

POSTMASTER = "Postmaster@judge.test"


def test_mail_to_the_postmaster_reaches_the_keeper_and_is_not_obeyed(post: Post) -> None:
    post.write("ann@isp.test", "CREATE smp standard\n", POSTMASTER, "Your mail")

    (told,) = post.arrived
    assert told.to == KEEPER
    assert "ann@isp.test" in told.text
    assert "Subject: Your mail" in told.text
    assert "| CREATE smp standard" in told.text


def test_a_program_that_reports_spam_is_heard(post: Post) -> None:
    raw = f"From: fbl@isp.test\nTo: {POSTMASTER}\nPrecedence: bulk\n\nComplaint.\n"
    post.deliver(raw.encode(), POSTMASTER, "fbl@isp.test")

    assert [mail.to for mail in post.arrived] == [KEEPER]


@pytest.mark.parametrize("sender", ["", "mailer-daemon@isp.test"])
def test_mail_systems_and_the_judge_itself_are_not(post: Post, sender: str) -> None:
    raw = f"Return-Path: <>\nFrom: {sender or ADDRESS}\n\nUndelivered.\n"
    post.deliver(raw.encode(), POSTMASTER, sender)

    assert post.arrived == []


def test_a_keeper_who_is_the_postmaster_makes_no_loop(post: Post) -> None:
    post.judge = replace(post.judge, keeper=POSTMASTER)
    post.write("ann@isp.test", "Hello\n", POSTMASTER)
    post.deliver(post.arrived[-1].raw, POSTMASTER, ADDRESS)

    assert len(post.arrived) == 1


def test_much_mail_to_the_postmaster_is_one_mail_an_hour(post: Post) -> None:
    for _ in range(8):
        post.write("ann@isp.test", "Hello\n", POSTMASTER)
    assert len(post.arrived) == 1

    post.judge = replace(post.judge, outage=timedelta(hours=9))
    post.now += timedelta(minutes=61)
    post.tick()
    assert post.arrived[1].subject == "[judge] 7 things went wrong"
    assert "letter 8 is for the postmaster" in post.arrived[1].text
