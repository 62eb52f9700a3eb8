"""Letters in the spam folder reach the judge if they are certainly for it."""

from datetime import timedelta
from email.message import EmailMessage
from email.policy import SMTP

import pytest

from judge.letter import Delivery
from judge.service import is_for_judge
from tests.post import ADDRESS, Post, stamped


@pytest.fixture
def post(post: Post) -> Post:
    post.write("ann@example.org", "CREATE smp standard")
    return post


def in_spam(
    post: Post, sender: str, to: str = ADDRESS, answered: str = "", *, proven: bool = True
) -> bool:
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = sender, to, "hello"
    if answered:
        mail["References"] = answered
    mail.set_content("STATUS\n")
    raw = stamped(mail, proven=proven)
    return is_for_judge(post.judge, Delivery(raw, to, sender, post.now), post.now)


def test_a_reply_is_for_the_judge_whoever_wrote_it(post: Post) -> None:
    mail = post.arrived[-1].mail
    address = mail["Reply-To"].addresses[0].addr_spec

    assert in_spam(post, "ann@work.example", address, proven=False)
    assert in_spam(post, "ann@work.example", answered=mail["Message-ID"], proven=False)
    assert not in_spam(post, "ann@example.org", "judge+abc@judge.test", proven=False)


def test_a_letter_is_for_the_judge_only_from_a_proven_sender_on_record(post: Post) -> None:
    assert in_spam(post, "ann@example.org")
    assert not in_spam(post, "ann@example.org", proven=False)
    assert not in_spam(post, "spam@example.net")


def test_the_keeper_is_told_of_rescued_letters_once_a_week(post: Post) -> None:
    in_spam(post, "ann@example.org")
    told = []
    for day in range(9):
        post.arrived.clear()
        post.now += timedelta(days=1)
        if day:
            in_spam(post, "ann@example.org")
        post.tick()
        told.append([mail.text for mail in post.arrived if "out of the spam" in mail.subject])

    assert [len(mails) for mails in told] == [1, 0, 0, 0, 0, 0, 0, 1, 0]
    assert "stayed unanswered" not in told[0][0]
    assert "from ann@example.org" in told[0][0]
    assert "7 letters" in told[7][0]


def test_the_keeper_is_told_how_much_stays_in_the_spam_and_each_mail_is_counted_once(
    post: Post,
) -> None:
    for _start in range(2):
        in_spam(post, "spam@example.net")
        in_spam(post, "lottery@example.net")
    post.arrived.clear()
    post.tick()
    post.now += timedelta(days=8)
    post.tick()

    (told,) = [mail for mail in post.arrived if "spam" in mail.subject]
    assert told.subject.endswith("in the spam: 2 mails")
    assert "spam@example.net" not in told.text
