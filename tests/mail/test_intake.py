"""The judge's own door for mail, over real SMTP and LMTP."""

import logging
import smtplib
import socket
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from queue import Queue

import pytest

from judge.letter import Delivery
from judge.mail import Door, Listener, Protocol
from tests.patience import PATIENCE

HOST = "127.0.0.1"
JUDGE = "judge@judge.example"
MAIL = b"From: ann@example.org\r\nSubject: x\r\n\r\nA PAR H\r\n"
NOW = datetime(2030, 1, 4, 21, tzinfo=UTC)
SECRET = "INSERT INTO inbox VALUES ('hunter2')"


class Kept:
    """A fake judge: it records mails, and fails for some recipients."""

    def __init__(self):
        self.mails = Queue()
        self.fails_for = ()

    def __call__(self, mail):
        if mail.recipient in self.fails_for:
            raise ValueError(f"{SECRET}\r\nsecond line")
        self.mails.put(mail)

    def all(self):
        return [self.mails.get_nowait() for _ in range(self.mails.qsize())]


@contextmanager
def arriving():
    """Yield the moment of arrival, which is always the same."""
    yield NOW


@pytest.fixture
def kept():
    return Kept()


@pytest.fixture
def smtp(kept):
    with (
        Listener(Door(HOST, 0, Protocol.SMTP, JUDGE), kept, arriving) as listener,
        smtplib.SMTP(HOST, listener.port, local_hostname="test", timeout=PATIENCE) as client,
    ):
        yield client


@pytest.fixture
def lmtp(kept):
    with (
        Listener(Door(HOST, 0, Protocol.LMTP, JUDGE), kept, arriving) as listener,
        smtplib.LMTP(HOST, listener.port, local_hostname="test") as client,
    ):
        yield client


def offer(client, *recipients):
    """Begin an SMTP transaction to these recipients; return the server's code for each."""
    client.ehlo_or_helo_if_needed()
    client.mail("ann@example.org")
    return [client.rcpt(recipient)[0] for recipient in recipients]


def test_no_word_of_an_error_leaks_and_the_mail_may_come_again(smtp, kept):
    kept.fails_for = (JUDGE,)
    assert offer(smtp, JUDGE) == [250]
    code, answer = smtp.data(MAIL)
    assert code == 451
    assert b"hunter2" not in answer
    assert b"ValueError" not in answer
    assert b"second" not in answer
    assert smtp.noop()[0] == 250


def test_an_error_of_the_server_itself_does_not_leak_either(smtp, monkeypatch):
    def fail(address, judge_address):
        raise RuntimeError(SECRET)

    monkeypatch.setattr("judge.mail.intake._is_ours", fail)
    smtp.ehlo_or_helo_if_needed()
    smtp.mail("ann@example.org")
    code, answer = smtp.rcpt(JUDGE)
    assert code == 451
    assert b"hunter2" not in answer


def test_a_mail_is_kept_as_it_came_below_its_return_path(smtp, kept):
    smtp.sendmail("ann@example.org", ["Judge+ABC@Judge.example"], MAIL)
    (mail,) = kept.all()
    assert mail == Delivery(
        b"Return-Path: <ann@example.org>\r\n" + MAIL,
        "Judge+ABC@Judge.example",
        "ann@example.org",
        NOW,
    )


def test_250_is_said_only_when_the_mail_is_kept(smtp, kept):
    smtp.sendmail("ann@example.org", [JUDGE], MAIL)
    assert kept.mails.qsize() == 1


@pytest.mark.parametrize(
    ("taken", "counts"), [(-30, True), (-4 * 86_400, True), (-6 * 86_400, False), (1, False)]
)
def test_a_mail_counts_from_when_the_server_in_front_took_it_as_far_as_that_can_be(
    kept, taken, counts
):
    came = NOW + timedelta(seconds=taken)
    line = f"Received: from x by mail.test with ESMTP; {format_datetime(came)}\r\n"
    door = Door(HOST, 0, Protocol.SMTP, JUDGE, servers=("mail.test",))
    with (
        Listener(door, kept, arriving) as listener,
        smtplib.SMTP(HOST, listener.port, "test", timeout=PATIENCE) as client,
    ):
        client.sendmail("ann@example.org", [JUDGE], line.encode() + MAIL)

    assert kept.all()[0].arrived == (came if counts else NOW)


def test_the_null_sender_of_a_bounce_is_taken(smtp, kept):
    smtp.sendmail("", [JUDGE], MAIL)
    mail = kept.all()[0]
    raw, sender = mail.raw, mail.sender
    assert sender == ""
    assert raw.startswith(b"Return-Path: <>\r\n")


@pytest.mark.parametrize(
    "address",
    [
        "bob@judge.example",
        "judge@elsewhere.example",
        "judge",
        "judgement@judge.example",
        "postmaster@elsewhere.example",
    ],
)
def test_addresses_of_others_are_refused_for_good(smtp, address):
    assert offer(smtp, address) == [550]


@pytest.mark.parametrize("address", ["Postmaster@Judge.example", "postmaster"])
def test_the_postmaster_can_be_written_to(smtp, address):
    assert offer(smtp, address) == [250]


def test_the_short_address_of_a_diary_is_kept_as_what_it_stands_for(smtp, kept):
    smtp.sendmail("a@example.org", ["Notes+Smp@judge.example"], MAIL)
    assert [mail.recipient for mail in kept.all()] == ["judge+Notes+Smp@judge.example"]


def test_the_answer_does_not_tell_good_tokens_from_bad_ones(smtp):
    assert offer(smtp, "judge+good@judge.example", "judge+bad@judge.example") == [250] * 2


def test_a_mail_to_two_addresses_of_the_judge_is_kept_for_each(smtp, kept):
    smtp.sendmail("a@example.org", ["judge+a@judge.example", "judge+b@judge.example"], MAIL)
    assert [mail.recipient for mail in kept.all()] == [
        "judge+a@judge.example",
        "judge+b@judge.example",
    ]


def test_when_one_copy_is_not_kept_smtp_sends_all_again(smtp, kept):
    kept.fails_for = ("judge+a@judge.example",)
    offer(smtp, "judge+a@judge.example", "judge+b@judge.example")
    assert smtp.data(MAIL)[0] == 451


def test_lmtp_answers_for_each_recipient(lmtp, kept):
    kept.fails_for = ("judge+a@judge.example",)
    offer(lmtp, "judge+a@judge.example", "judge+b@judge.example")
    assert lmtp.data(MAIL)[0] == 451
    assert lmtp.getreply()[0] == 250
    assert [mail.recipient for mail in kept.all()] == ["judge+b@judge.example"]
    assert lmtp.noop()[0] == 250


def test_the_twenty_first_recipient_has_to_wait(smtp):
    codes = offer(smtp, *(f"judge+{number}@judge.example" for number in range(21)))
    assert codes == [250] * 20 + [452]


def test_many_mails_may_come_over_one_connection(smtp, kept):
    for _ in range(150):
        smtp.sendmail("ann@example.org", [JUDGE], MAIL)
        smtp.rset()
    assert kept.mails.qsize() == 150


def test_a_mail_over_a_mebibyte_is_refused_for_good(smtp, kept):
    offer(smtp, JUDGE)
    line = b"x" * 998 + b"\r\n"
    assert smtp.data(line * 1049)[0] == 552
    assert kept.all() == []


def test_a_size_announced_as_too_large_is_refused_at_once(smtp):
    smtp.ehlo()
    assert smtp.mail("ann@example.org", ["SIZE=1048577"])[0] == 552


def test_a_mail_of_just_a_mebibyte_is_kept(smtp, kept):
    line = b"x" * 1022 + b"\r\n"
    smtp.sendmail("ann@example.org", [JUDGE], line * 1024)
    assert len(kept.all()[0].raw) > 1_048_576


def test_eight_bit_text_and_long_lines_are_kept(smtp, kept):
    mail = b"Subject: x\r\n\r\n" + "é".encode() * 20_000 + b"\r\n"
    smtp.sendmail("ann@example.org", [JUDGE], mail, ["BODY=8BITMIME"])
    assert kept.all()[0].raw.endswith(mail)


def test_a_sender_with_letters_beyond_ascii_is_taken(smtp, kept):
    smtp.sendmail("zoë@example.org", [JUDGE], MAIL, ["SMTPUTF8"])
    assert kept.all()[0].sender == "zoë@example.org"


def test_a_line_that_begins_with_a_dot_is_kept(smtp, kept):
    smtp.sendmail("ann@example.org", [JUDGE], b"\r\n.\r\n..x\r\n")
    assert kept.all()[0].raw.endswith(b"\r\n\r\n.\r\n..x\r\n")


@pytest.mark.parametrize("end", [b"\n.\n", b"\n.\r\n", b"\r\n.\n", b"\r.\r"])
def test_no_second_mail_can_be_smuggled_in(smtp, kept, end):
    offer(smtp, JUDGE)
    smtp.docmd("DATA")
    smuggled = b"MAIL FROM:<x@example.org>\r\nRCPT TO:<judge@judge.example>\r\nDATA\r\n"
    smtp.send(b"Subject: x\r\n\r\nA" + end + smuggled + b"B\r\n.\r\n")
    assert smtp.getreply()[0] == 250
    assert len(kept.all()) == 1


def test_a_sender_that_goes_away_in_the_middle_leaves_nothing(smtp, kept):
    offer(smtp, JUDGE)
    smtp.docmd("DATA")
    smtp.send(b"Subject: half")
    smtp.close()
    assert kept.all() == []


@pytest.mark.parametrize("limit", ["_MOST_CONNECTIONS", "_MOST_OF_ONE"])
def test_connections_beyond_the_limit_are_told_to_come_back(kept, monkeypatch, limit):
    monkeypatch.setattr(f"judge.mail.intake.{limit}", 2)
    with (
        Listener(Door(HOST, 0, Protocol.SMTP, JUDGE), kept, arriving) as listener,
        ExitStack() as stack,
    ):
        greetings = []
        for _ in range(5):
            client = socket.create_connection((HOST, listener.port), PATIENCE)
            stack.enter_context(client)
            greetings.append(client.recv(3))
    # The connection that the listener makes when it starts may still count.
    assert greetings.count(b"220") in {1, 2}
    assert greetings.count(b"421") == 5 - greetings.count(b"220")


def test_neither_tokens_nor_mails_are_logged(smtp, caplog):
    caplog.set_level(logging.DEBUG)
    smtp.sendmail("ann@example.org", ["judge+hush@judge.example"], MAIL)
    assert "hush" not in caplog.text
    assert "PAR" not in caplog.text


def test_a_failure_is_logged_without_its_text(smtp, kept, caplog):
    kept.fails_for = (JUDGE,)
    offer(smtp, JUDGE)
    smtp.data(MAIL)
    assert "ValueError" in caplog.text
    assert "hunter2" not in caplog.text


def test_a_port_that_is_taken_is_an_error_at_the_start(kept):
    with Listener(Door(HOST, 0, Protocol.SMTP, JUDGE), kept, arriving) as listener:
        second = Listener(Door(HOST, listener.port, Protocol.SMTP, JUDGE), kept, arriving)
        with pytest.raises(OSError, match="in use"):
            second.start()


def test_a_stopped_door_takes_no_mail(kept):
    with Listener(Door(HOST, 0, Protocol.SMTP, JUDGE), kept, arriving) as listener:
        port = listener.port
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((HOST, port))
