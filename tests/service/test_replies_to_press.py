"""Replies to press: a program's reply is not press, and mail programs find the thread."""

from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.game import press
from judge.letter import ReplyTo
from judge.mail import reply_token, token_digest
from tests.post import Arrived, Post, stamped


@pytest.fixture
def post(tmp_path: Path) -> Post:
    post = Post(tmp_path)
    post.write("m@x.org", "CREATE smp")
    for power in ("Austria", "England", "France", "Germany", "Italy", "Russia"):
        post.write(f"{power[0].lower()}@x.org", f"JOIN {power}@smp")
    post.write("t@x.org", "JOIN Turkey@smp")
    post.write("f@x.org", "PRESS TO G\nHello!\nENDPRESS")
    return post


def newest(post: Post, to: str) -> Arrived:
    return [mail for mail in post.arrived if mail.to == to][-1]


def roots(mail: EmailMessage) -> list[str]:
    return [one for one in str(mail["References"]).split() if one.startswith("<press.")]


def test_what_a_program_answers_to_press_goes_to_nobody(post: Post) -> None:
    mailed = newest(post, "g@x.org")
    reply = EmailMessage()
    reply["From"], reply["To"] = "g@x.org", mailed.mail["Reply-To"]
    reply["Subject"], reply["Message-ID"] = "Out of office", "<away@x.org>"
    reply["Auto-Submitted"] = "auto-replied"
    reply.set_content("I am away until Monday.")
    sent = len(post.arrived)

    address = mailed.mail["Reply-To"].addresses[0].addr_spec
    post.deliver(stamped(reply, proven=True), address, "g@x.org")

    assert len(post.arrived) == sent


@pytest.mark.parametrize(
    "reply",
    [
        "To England: France lies.",
        "Dear England, France lies.",
        "@England France lies.",
        "E: France lies.",
        "PRESS ENGLAND\nFrance lies.",
        "send to england: France lies.",
        "DIARY France lies.",
        "private: France lies.",
        "NOTE\nFrance lies.\nEND NOTE",
        "Please do not show this to France.",
        "Judge: may France do that?",
        "My orders:\nA MUN - RUH",
        "SET ABSENCE 5 Jan",
        "vote draw",
        "England: they lie. Italy: they too.",
    ],
)
def test_a_reply_that_may_be_for_others_is_asked_about_first(post: Post, reply: str) -> None:
    sent = len(post.arrived)

    post.reply("g@x.org", reply, newest(post, "g@x.org"))

    (question,) = post.arrived[sent:]
    assert question.to == "g@x.org"
    assert question.subject == "[smp] is this press or orders?"


@pytest.mark.parametrize(
    "reply",
    [
        "To be honest, I trust you.",
        "Dear France, fine.",
        "History repeats itself.",
        "Judge for yourself.",
        "Never tell me the odds.",
        "I vote draw when you do.",
        "My orders are in.",
    ],
)
def test_talk_goes_to_the_writer_of_the_press(post: Post, reply: str) -> None:
    sent = len(post.arrived)

    post.reply("g@x.org", reply, newest(post, "g@x.org"))

    assert {mail.to for mail in post.arrived[sent:]} == {"f@x.org", "g@x.org"}


@pytest.mark.parametrize(
    ("reply", "is_obeyed"), [("Extend +24h", True), ("Extension granted!", False)]
)
def test_a_master_commands_in_a_reply_with_a_time_alone(
    post: Post, reply: str, is_obeyed: bool
) -> None:
    post.write("f@x.org", "PRESS TO MASTER\nOne more day?\nENDPRESS")
    sent = len(post.arrived)

    post.reply("m@x.org", reply, newest(post, "m@x.org"))

    subjects = {mail.subject for mail in post.arrived[sent:]}
    assert any("deadline moved" in one for one in subjects) is is_obeyed
    assert any("Press from the Master" in one for one in subjects) is not is_obeyed


def test_a_second_answer_to_what_a_reply_means_does_nothing(post: Post) -> None:
    post.reply("g@x.org", "SET DRAW, I hope.\nA MUN - RUH", newest(post, "g@x.org"))
    question = newest(post, "g@x.org")
    post.reply("g@x.org", "ORDERS", question)
    sent = len(post.arrived)

    post.reply("g@x.org", "PRESS", question)

    (answer,) = post.arrived[sent:]
    assert answer.subject.startswith(f"[judge] REPLY refused: {press.MeaningSettled.in_short}")


def test_what_was_said_to_all_who_joined_has_nobody_to_answer_after_the_start(
    tmp_path: Path,
) -> None:
    post = Post(tmp_path)
    post.write("m@x.org", "CREATE two germany_italy")
    post.write("a@x.org", "JOIN two")
    post.write("a@x.org", "SIGN ON two\nBROADCAST\nHello!\nENDBROADCAST")
    mailed = newest(post, "m@x.org")
    post.write("b@x.org", "JOIN two")
    sent = len(post.arrived)

    post.reply("m@x.org", "to all\nHello yourself!", mailed)

    (answer,) = post.arrived[sent:]
    assert answer.subject == f"[two] PRESS refused: {press.ConversationOver.in_short}"
    assert "Hello yourself!" in answer.text


def test_both_sides_find_a_conversation_in_one_thread_of_its_own(post: Post) -> None:
    there = newest(post, "g@x.org").mail
    post.reply("g@x.org", "Hello yourself!", newest(post, "g@x.org"))
    back = newest(post, "f@x.org").mail

    assert roots(there) == roots(back) != []
    assert there["Reply-To"] != back["Reply-To"]
    assert "<game." not in str(back["References"])


def test_no_address_of_a_conversation_is_that_of_another_or_of_the_game() -> None:
    key = b"a key for tests only"
    places = [
        ReplyTo(7, "demo", "France"),
        ReplyTo(7, "demo", "France", 1),
        ReplyTo(7, "demo", "France", 0, ("Germany",)),
        ReplyTo(7, "demo", "France", 1, ("Germany",)),
        ReplyTo(7, "demo", "France", 0, ("Germany", "Italy")),
        ReplyTo(7, "demo", "France", 0, ("GermanyItaly",)),
    ]

    assert len({token_digest(reply_token(key, place)) for place in places}) == 6
