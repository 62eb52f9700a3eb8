"""Mails that are not in the corpus of letters: hostile mail, and mail without an envelope."""

import time
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings, strategies as st

from judge.letter import Bounced, Ignored, Letter, Overlong
from judge.mail import delivered_to, read_letter, return_path
from judge.mail.message import received_at
from tests.amount import many
from tests.mail.nasty import CORPUS, FOUND, built
from tests.mail.words import own_words

JUDGE = "judge@judge.example"
PIECES = [
    b"\r\n", b"\n\n", b"--", b"--b\n", b"=", b"=?utf-8?b?", b"?=", b"\x00", b"\xff\xfe",
    b"Content-Type: multipart/mixed; boundary=b\n", b"Content-Type: message/rfc822\n\n",
    b"Content-Transfer-Encoding: base64\n", b"Content-Transfer-Encoding: x-uuencode\n",
    b"charset=idna", b"charset=\"\x00\"", b"<", b">", b"((((", b"\"", b"+", b"@",
    b"<div>", b"<blockquote type=cite>", b"From: ", b"Date: ", b"begin 644 x\n",
    b"PRESS\n", b"ENDPRESS\n", b"On 1.1.2026 x wrote:\n", b"> ",
    b"&#xe000;", b"\xe2\x80\xa8",
    b"Content-Type: message/delivery-status\n\nStatus: 5\n",
]  # fmt: skip
HEAD = b"From: ann@example.org\n"


@st.composite
def mutated(draw):
    mail = bytearray(draw(st.sampled_from(CORPUS)))
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(mail)))
        end = min(len(mail), start + draw(st.integers(0, 40)))
        piece = draw(st.sampled_from(PIECES) | st.binary(max_size=20))
        mail[start:end] = piece * draw(st.sampled_from([1, 1, 1, 2, 50]))
    return bytes(mail)


@given(mutated() | built() | st.binary(max_size=500))
@settings(max_examples=many(500))
def test_any_bytes_can_be_read(raw):
    letter = read_letter(raw, f"judge+abc@{JUDGE}")
    assert isinstance(letter, Letter | Ignored | Bounced | Overlong)
    if isinstance(letter, Letter):
        body = own_words(letter)
        assert "\r" not in body
        assert "\n" not in letter.subject + letter.sender + letter.sender_name
        body.encode("utf-8")
        letter.subject.encode("utf-8")


def test_whatever_a_fuzzer_has_found_can_be_read():
    assert len(FOUND) > 50
    for raw in FOUND:
        read_letter(raw, f"judge+abc@{JUDGE}")
        assert delivered_to(raw, JUDGE).partition("@")[2].lower() == "judge.example"


@given(mutated() | built() | st.binary(max_size=500))
@settings(max_examples=many(100))
def test_any_bytes_have_a_recipient(raw):
    assert delivered_to(raw, JUDGE).partition("@")[2].lower() == "judge.example"
    assert "\n" not in return_path(raw)


HOSTILE = {
    "nested parts": HEAD
    + b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (number, number)
        for number in range(2000)
    ),
    "many lines in nested parts": HEAD
    + b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (number, number)
        for number in range(19)
    )
    + b"\nx\n" * 19_000,
    "nested mails": HEAD + b"Content-Type: message/rfc822\n\n" * 5000,
    "many parts": HEAD
    + b"Content-Type: multipart/mixed; boundary=b\n\n"
    + b"--b\n\nx\n" * 20_000,
    "comments": b"From: " + b"(" * 20_000 + b"\n\nA PAR H\n",
    "many recipients": HEAD
    + b"To: "
    + b", ".join(b"a%d@example.org" % number for number in range(3000))
    + b"\n\nA PAR H\n",
    "long headers": HEAD + b"X: " + b"y" * 100_000 + b"\n\nA PAR H\n",
    "many headers": HEAD + b"X: y\n" * 20_000 + b"\nA PAR H\n",
    "one long line": HEAD + b"\n" + b"A" * 1_000_000,
    "short lines": HEAD + b"\n" + b"a\n" * 39_000,
    "too many lines": HEAD + b"\n" + b"a\n" * 500_000,
    "attributions": HEAD + b"\n" + b"On 2026 at 10:00 a <a@b> c\n" * 30_000,
    "attributions with colons": HEAD + b"\n" + (b"On 20 schrieb " * 28 + b":\n") * 2500,
    "header tables": HEAD + b"\n" + b"From: a@b\n" * 39_000,
    "signatures": HEAD + b"\n" + b"-- \nA PAR - BUR\n" * 19_000,
    "presses": HEAD + b"\n" + b"PRESS\nOn 2026 you wrote:\n" * 19_000,
    "blanks": HEAD + b"\n" + b" " * 1_000_000,
    "flowed": HEAD
    + b"Content-Type: text/plain; format=flowed\n\n"
    + (b"x" * 70 + b" \n") * 14_000,
    "nested tags": HEAD
    + b"Content-Type: text/html\n\n"
    + b"<div>" * 60_000
    + b"A PAR H",
    "nested tags with names": HEAD
    + b"Content-Type: text/html\n\n"
    + b"<b class='>'><p><i>" * 40_000
    + b"A PAR H",
    "nested tables": HEAD
    + b"Content-Type: text/html\n\n"
    + b"<table><tr><td>" * 20_000
    + b"A PAR H",
    "nested quotes": HEAD
    + b"Content-Type: text/html\n\n"
    + b"<blockquote type=cite>" * 20_000
    + b"A PAR H",
    "open tags": HEAD + b"Content-Type: text/html\n\n" + b"<" * 1_000_000,
    "wide table": HEAD
    + b"Content-Type: text/html\n\n<table><tr>"
    + b"<td>a<td>" * 20_000,
    "encoded words": HEAD
    + b"Subject: "
    + b"=?utf-8?q?a?= " * 4000
    + b"\n\nA PAR H\n",
    "calendar that never ends": HEAD
    + b"Content-Type: text/calendar\n\n"
    + b"BEGIN:VEVENT\nBEGIN:VALARM\n" * 35_000,
    "days without number": HEAD
    + b"Content-Type: text/calendar\n\n"
    + b"BEGIN:VEVENT\nDTSTART:20211201T000000Z\nRRULE:FREQ=DAILY\nEND:VEVENT\n"
    * 12_000,
    "punycode": HEAD
    + b"Content-Type: text/plain; charset=punycode\n\n"
    + b"a" * 900_000,
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_mail_is_read_in_seconds(name):
    start = time.process_time()
    letter = read_letter(HOSTILE[name], JUDGE)
    assert isinstance(letter, Letter | Ignored | Overlong)
    # Processor time, so that other load does not matter. Work that grows faster than the length
    # would take hours.
    assert time.process_time() - start < 60


@pytest.mark.parametrize("name", ["nested tags", "nested tables"])
def test_html_is_read_however_deep_it_is(name):
    letter = read_letter(HOSTILE[name], JUDGE)
    assert isinstance(letter, Letter)
    assert own_words(letter).endswith("A PAR H")


def test_a_mail_over_the_limit_is_read_as_far_as_it_goes():
    raw = HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nA PAR H\n--b\n"
    raw += b"Content-Type: image/png\n\n" + b"x" * 78 * 20_000 + b"\n--b--\n"
    letter = read_letter(raw, JUDGE)
    assert isinstance(letter, Letter)
    assert own_words(letter) == "A PAR H"


def test_a_made_up_message_id_is_the_same_at_the_next_delivery():
    one = read_letter(b"Received: by a\n" + HEAD + b"\nA PAR H\n", JUDGE)
    two = read_letter(b"Received: by b\n" + HEAD + b"\nA PAR H\n", JUDGE)
    other = read_letter(HEAD + b"\nA PAR - BUR\n", JUDGE)
    assert one.message_id == two.message_id
    assert one.message_id != other.message_id


def test_references_are_gathered_once_each_and_commas_do_no_harm():
    raw = HEAD + b"References: <a@x>,<b@x>\n <c@x>\nIn-Reply-To: Your mail <c@x>\n\n"
    assert read_letter(raw, JUDGE).references == ("<a@x>", "<b@x>", "<c@x>")


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ("Delivered-To: judge+a@judge.example\nTo: judge+b@judge.example", "judge+a@"),
        ("X-Original-To: judge+a@judge.example", "judge+a@"),
        ("Envelope-To: <judge+a@judge.example>", "judge+a@"),
        ("To: Judge <judge+a@judge.example>, bob@example.net", "judge+a@"),
        ("To: bob@example.net\nCc: JUDGE+A@Judge.Example", "JUDGE+A@"),
        ("Delivered-To: judge@judge.example\nTo: judge+a@judge.example", "judge+a@"),
        ("Delivered-To: mallory+a@judge.example", "judge@"),
        ("To: judge+a@elsewhere.example", "judge@"),
        ("Reply-To: judge+a@judge.example", "judge@"),
        ("To: notes+smp@judge.example", "judge+notes+smp@"),
        ("To: notes+smp@elsewhere.example", "judge@"),
        ("", "judge@"),
    ],
)
def test_the_recipient_is_found_without_an_envelope(headers, expected):
    raw = f"{headers}\nSubject: x\n\nTo: judge+z@judge.example\n".lstrip().encode()
    assert delivered_to(raw, JUDGE).partition("@")[0] + "@" == expected


def test_the_return_path_is_found_without_an_envelope():
    assert return_path(b"Return-Path: <a@x.example>\n\n") == "a@x.example"
    assert return_path(b"Return-Path: <>\n\n") == ""
    assert return_path(b"\nReturn-Path: <a@x.example>\n") == ""


def test_a_letter_does_not_show_its_token():
    letter = read_letter(HEAD + b"\nA PAR H\n", "judge+hush@judge.example")
    assert letter.token == "hush"
    assert "hush" not in repr(letter)


RECEIVED = """\
Received: from mx.far.example (mx.far.example [192.0.2.1])
\tby mail.example.org (Postfix) with ESMTPS id 4XYZ
\tfor <judge@example.org>; Fri,  4 Jan 2030 20:59:30 +0000 (UTC)
"""
FORGED = RECEIVED.replace("20:59:30", "11:00:00")
FOREIGN = RECEIVED.replace("by mail.example.org", "by mx.far.example")


@pytest.mark.parametrize(
    ("header", "taken"),
    [
        pytest.param(RECEIVED, True, id="ours"),
        pytest.param(RECEIVED + FORGED, True, id="ours above a forged one"),
        pytest.param(RECEIVED.replace("mail.", "MAIL."), True, id="in capitals"),
        pytest.param(FOREIGN + RECEIVED, False, id="ours is not the topmost"),
        pytest.param(RECEIVED.replace(";", ","), False, id="no date"),
        pytest.param("", False, id="none"),
        pytest.param(
            FOREIGN.replace("from mx.far.example (", "from x (by mail.example.org "),
            False,
            id="ours in a comment",
        ),
    ],
)
def test_only_the_topmost_line_of_our_own_server_tells_when_it_took_a_mail(
    header: str, *, taken: bool
) -> None:
    raw = f"Return-Path: <a@b.test>\n{header}From: a@b.test\n\nA PAR H\n".encode()
    found = received_at(raw, ("other.example", "mail.example.org"))

    moment = datetime(2030, 1, 4, 20, 59, 30, tzinfo=UTC)
    assert found == (moment if taken else None)
