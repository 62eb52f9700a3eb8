"""A letter with a signature of its sender's domain is believed, once, and at little cost."""

from datetime import datetime, timedelta
from email.utils import format_datetime

import pytest

from judge.mail import Unshown, signed_words
from judge.signatures import SignatureCheck
from tests.kinds import replace
from tests.mail.test_signature import Names, signed
from tests.post import ADDRESS, Arrived, Post
from tests.service.office import reply_address

ANN = "ann@example.org"
CREATE = "CREATE two standard"
QUESTION = "[judge] please confirm your letter"


class Looked:
    """A function that looks for signatures, and records the senders."""

    def __init__(self, post: Post) -> None:
        self.post = post
        self.senders: list[str] = []

    def __call__(self, unshown: Unshown, _now: datetime) -> str:
        self.senders.append(unshown.sender)
        # Other writers do not have to wait in the meantime.
        with self.post.judge.store.begin() as connection:
            connection.exec_driver_sql("UPDATE players SET name = name")
        return signed_words(unshown, self.post.judge.servers, Names())


@pytest.fixture
def looked(post: Post) -> Looked:
    found = Looked(post)
    post.judge = replace(post.judge, signed=found)
    return found


def a_letter(post: Post, body: str, number: int = 1, *more: str) -> bytes:
    head = (
        f"From: Ann <{ANN}>",
        f"To: {ADDRESS}",
        f"Subject: {body.partition(' ')[0]}",
        f"Date: {format_datetime(post.now)}",
        f"Message-ID: <{number}@example.org>",
        *more,
    )
    return "\r\n".join((*head, "", body, "")).encode()


def newest(post: Post) -> Arrived:
    return post.arrived[-1]


def test_a_signed_letter_is_done_at_once(post: Post, looked: Looked) -> None:
    post.deliver(signed(a_letter(post, CREATE)), ADDRESS, ANN)

    assert newest(post).subject.startswith("[two]")
    assert looked.senders == [ANN]


def test_a_signed_letter_that_comes_again_is_asked_about(post: Post, looked: Looked) -> None:
    few = {"include_headers": [b"from", b"date", b"subject"]}
    once = signed(a_letter(post, "REGISTER Ann Smith"), **few)
    post.deliver(once, ADDRESS, ANN)
    post.deliver(signed(a_letter(post, "REGISTER Ann Jones", 2)), ADDRESS, ANN)
    post.now += timedelta(hours=1)
    post.deliver(once.replace(b"<1@", b"<3@"), ADDRESS, ANN)

    assert newest(post).subject == QUESTION
    assert looked.senders == [ANN] * 3


def test_where_nothing_depends_on_it_no_signature_is_looked_for(post: Post, looked: Looked) -> None:
    post.deliver(a_letter(post, CREATE), ADDRESS, ANN)  # has none
    post.deliver(signed(a_letter(post, "LIST", 2)), ADDRESS, ANN)  # changes nothing
    by_a_program = "Auto-Submitted: auto-generated"
    post.deliver(signed(a_letter(post, CREATE, 3, by_a_program)), ADDRESS, ANN)
    assert looked.senders == []

    post.deliver(signed(a_letter(post, CREATE, 4)), ADDRESS, ANN)
    to = reply_address(post, ANN)
    post.deliver(signed(a_letter(post, "SET MOVE CLOCK 20:00", 5)), to, ANN)
    assert looked.senders == [ANN]


def test_without_plus_addresses_a_signed_reply_counts_for_the_place_of_the_mail_it_answers(
    post: Post, looked: Looked
) -> None:
    post.judge = replace(post.judge, plus_addresses=False)
    post.deliver(signed(a_letter(post, CREATE)), ADDRESS, ANN)
    post.deliver(signed(a_letter(post, CREATE.replace("two", "three"), 2)), ADDRESS, ANN)
    created = next(mail for mail in post.arrived if mail.subject.startswith("[two]"))
    names = f"In-Reply-To: {created.mail['Message-ID']}"
    post.deliver(signed(a_letter(post, "SET MOVE CLOCK 20:00", 3, names)), ADDRESS, ANN)

    assert created.mail["Reply-To"].addresses[0].addr_spec == ADDRESS
    assert newest(post).subject.startswith("[two] ")


def test_where_the_operator_wants_it_nothing_is_looked_up(post: Post) -> None:
    post.deliver(signed(a_letter(post, CREATE)), ADDRESS, ANN)

    assert newest(post).subject == QUESTION


def test_a_silent_dns_keeps_no_letters_waiting_for_long(post: Post) -> None:
    asked: list[str] = []

    def silent(unshown: Unshown) -> str:
        asked.append(unshown.sender)
        raise TimeoutError

    unshown = Unshown(b"", ANN, (ADDRESS,), post.now, post.now)
    check = SignatureCheck(silent)

    assert not any(check.signed(unshown, post.now) for _ in range(20))
    assert len(asked) == 3
    check.signed(unshown, post.now + timedelta(minutes=10))
    assert len(asked) == 4
