"""Mail is sent through a real SMTP server that accepts it, refuses it or fails."""

import shutil
import socket
import ssl
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from threading import Thread

import pytest
from aiosmtpd.controller import Controller

from judge.letter import Tls
from judge.mail import (
    Barred,
    OverQuota,
    Rejected,
    Relay,
    RelayConnection,
    Sent,
    TryAgain,
    probe_relay,
    retry_after,
)
from tests.patience import PATIENCE
from tests.servers import HOST, free_port, make_certificate

MAIL = b"Subject: x\r\n\r\nHello\r\n"
JUDGE = "judge@judge.example"
REFUSALS = {
    # Answers of Postfix, Exim, Postfix, Exchange, Gmail, and of servers without enhanced codes.
    "us": (
        "554 5.7.1 <ann@example.org>: Relay access denied",
        "550 relay not permitted",
        "550 5.1.8 <judge@judge.example>: Sender address rejected: Domain not found",
        "550 5.7.60 Client does not have permissions to send as this sender",
        "550 5.7.26 Unauthenticated email is not accepted due to DMARC policy",
        "554 Transaction failed",
        "503 5.5.1 Bad sequence of commands",
    ),
    # Answers of Google, Zoho, Microsoft, IONOS, StartMail.
    "quota": (
        "550 5.4.5 Daily user sending limit exceeded.",
        "454 4.7.0 Too many messages, try again later",
        "550 5.4.6 Unusual sending activity detected",
        "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException",
        "450 Mail send limit exceeded",
        "550 5.7.1 Your mail limit has been reached",
        "550 5.7.1 You have exceeded your daily sending limit",
    ),
    "one mail": (
        "550 5.1.1 <ann@example.org>: Recipient address rejected: User unknown",
        "550 5.1.2 Bad destination system address",
        "550 5.1.10 Recipient not found",
        "550 5.2.1 The email account that you tried to reach is disabled",
        "552 5.2.2 Mailbox full",
        "552 message size exceeds maximum permitted",
        "550 5.6.0 Unacceptable content",
        "551 User not local",
        "556 5.1.10 Domain does not accept mail",
    ),
}


class Sink:
    """A fake mail server that gives preset answers and counts its connections."""

    def __init__(self, extensions=()):
        self.extensions = extensions
        self.mails = []
        self.connections = 0
        self.answers = {}
        self.hang_up_at = None

    async def handle_EHLO(self, server, session, envelope, hostname, responses):  # noqa: N802 - aiosmtpd's name
        self.connections += 1
        self.hostname = hostname
        session.host_name = hostname
        return [*responses[:-1], *self.extensions, responses[-1]]

    async def handle_MAIL(self, server, session, envelope, address, options):  # noqa: N802 - aiosmtpd's name
        envelope.mail_from = address
        return self._answer("MAIL", server)

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802 - aiosmtpd's name
        answer = self._answer("RCPT", server)
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server, session, envelope):  # noqa: N802 - aiosmtpd's name
        answer = self._answer("DATA", server)
        if answer.startswith("250"):
            sender, recipients = envelope.mail_from, envelope.rcpt_tos
            self.mails.append((sender, recipients[0], envelope.original_content))
        return answer

    def _answer(self, command, server):
        if self.hang_up_at == command:
            server.transport.close()
        return self.answers.get(command, "250 OK")


def controller(sink, port, **protection):
    return Controller(
        sink, hostname=HOST, port=port, server_hostname="sink", ready_timeout=PATIENCE, **protection
    )


@contextmanager
def talk(port, *lines):
    """Serve one connection by a script: receive an expected text, send an answer, and so on.

    An unexpected text ends the connection.
    """
    with socket.create_server((HOST, port)) as door:
        door.settimeout(PATIENCE)

        def converse():
            guest, _ = door.accept()
            guest.settimeout(PATIENCE)
            with guest, guest.makefile("rb") as come:
                for heard, said in lines:
                    if come.read(len(heard)) != heard:
                        return
                    guest.sendall(said)

        thread = Thread(target=converse)
        thread.start()
        yield
        thread.join(PATIENCE)


@pytest.fixture(params=[(), ("250-PIPELINING",)], ids=["plain", "pipelining"])
def sink(request):
    return Sink(request.param)


@pytest.fixture
def server(sink):
    running = controller(sink, free_port())
    running.start()
    yield running
    running.stop()


@pytest.fixture
def courier(server):
    with RelayConnection(Relay(HOST, server.port, timeout=timedelta(seconds=PATIENCE))) as courier:
        yield courier


def send(courier):
    return courier.send(MAIL, JUDGE, "ann@example.org")


def test_a_mail_is_sent_as_it_is(courier, sink):
    assert send(courier) == Sent()
    assert sink.mails == [(JUDGE, "ann@example.org", MAIL)]


@pytest.mark.parametrize("raw", [b".\r\n..\r\nQUIT\r\n", b"x\r\n.RCPT\r\n\r\n"])
def test_a_line_that_begins_with_a_dot_ends_no_mail(courier, sink, raw):
    assert courier.send(raw, JUDGE, "ann@example.org") == Sent()
    assert sink.mails == [(JUDGE, "ann@example.org", raw)]


def test_a_mail_without_a_last_line_end_gets_one(courier, sink):
    assert courier.send(MAIL.rstrip(), JUDGE, "ann@example.org") == Sent()
    assert sink.mails[0][2] == MAIL


def test_several_mails_go_over_one_connection(courier, sink):
    assert [send(courier) for _ in range(3)] == [Sent()] * 3
    assert sink.connections == 1


def test_the_judge_introduces_itself_by_its_domain(courier, sink):
    send(courier)
    assert sink.hostname == "judge.example"


def test_a_mail_without_a_sender_is_sent_with_the_empty_path(courier, sink):
    assert courier.send(MAIL, "", "ann@example.org") == Sent()
    assert sink.mails[0][0] in {"", "<>"}


@pytest.mark.parametrize("command", ["MAIL", "RCPT", "DATA"])
def test_a_temporary_refusal_is_tried_again(courier, sink, command):
    sink.answers[command] = "451 4.7.1 greylisted"
    assert send(courier) == TryAgain("451 4.7.1 greylisted")
    sink.answers.clear()
    assert send(courier) == Sent()


@pytest.mark.parametrize("command", ["RCPT", "DATA"])
def test_a_permanent_refusal_is_final_for_this_mail_only(courier, sink, command):
    sink.answers[command] = "550 5.1.1 no such user"
    assert send(courier) == Rejected("550 5.1.1 no such user")
    sink.answers.clear()
    assert send(courier) == Sent()


@pytest.mark.parametrize("answer", REFUSALS["us"])
@pytest.mark.parametrize("command", ["RCPT", "DATA"])
def test_a_refusal_that_blames_neither_recipient_nor_mail_may_be_of_us(
    courier, sink, command, answer
):
    sink.answers[command] = answer
    assert send(courier) == Barred(answer)


@pytest.mark.parametrize("answer", REFUSALS["quota"])
@pytest.mark.parametrize("command", ["MAIL", "RCPT", "DATA"])
def test_an_answer_about_the_quota_is_neither_of_the_recipient_nor_for_good(
    courier, sink, command, answer
):
    sink.answers[command] = answer
    assert send(courier) == OverQuota(answer)


@pytest.mark.parametrize("answer", REFUSALS["one mail"])
def test_a_refusal_that_blames_the_recipient_or_the_mail_is_of_it(courier, sink, answer):
    sink.answers["RCPT"] = answer
    assert send(courier) == Rejected(answer)


@pytest.mark.parametrize("answer", ["550 5.1.1 who are you", "530 5.7.0 authentication required"])
def test_a_refusal_of_our_own_address_is_of_us(courier, sink, answer):
    sink.answers["MAIL"] = answer
    assert send(courier) == Barred(answer)


def test_a_mail_that_is_too_long_is_told_apart_before_its_recipient(courier, sink):
    sink.answers["MAIL"] = "552 5.3.4 message size exceeds fixed limit"
    assert isinstance(send(courier), Rejected)


@pytest.mark.parametrize(("greeting", "outcome"), [(554, Barred), (421, TryAgain)])
def test_a_server_that_lets_nobody_in_refuses_us(greeting, outcome):
    port = free_port()
    with (
        talk(port, (b"", f"{greeting} no service here\r\n".encode())),
        RelayConnection(Relay(HOST, port)) as courier,
    ):
        assert send(courier) == outcome(f"{greeting} no service here")


def test_a_server_that_asks_for_the_mail_of_nobody_gets_none(monkeypatch):
    """RFC 2920 section 3.1: a server may accept DATA although it refused the recipient."""
    monkeypatch.setattr("judge.mail.relay._RECENT", PATIENCE)
    port = free_port()
    start = b"MAIL FROM:<judge@judge.example>\r\nRCPT TO:<ann@example.org>\r\nDATA\r\n"
    with (
        talk(
            port,
            (b"", b"220 x\r\n"),
            (b"ehlo judge.example\r\n", b"250-x\r\n250 PIPELINING\r\n"),
            (start, b"250 OK\r\n550 5.1.1 no such user\r\n354 go on\r\n"),
            (b".\r\n", b"554 no recipients\r\n"),
            (b"rset\r\n", b"250 OK\r\n"),
            (start, b"250 OK\r\n250 OK\r\n354 go on\r\n"),
            (MAIL + b".\r\n", b"250 OK\r\n"),
        ),
        RelayConnection(Relay(HOST, port)) as courier,
    ):
        assert send(courier) == Rejected("550 5.1.1 no such user")
        assert send(courier) == Sent()


@pytest.mark.parametrize("command", ["MAIL", "RCPT", "DATA"])
def test_a_connection_that_breaks_is_opened_again(courier, sink, command):
    sink.hang_up_at = command
    assert isinstance(send(courier), TryAgain)
    sink.hang_up_at = None
    assert send(courier) == Sent()


@pytest.mark.parametrize("recent", [0, PATIENCE], ids=["long ago", "just now"])
def test_a_connection_that_broke_while_it_was_not_used_costs_no_attempt(sink, monkeypatch, recent):
    monkeypatch.setattr("judge.mail.relay._RECENT", recent)
    port = free_port()
    with RelayConnection(Relay(HOST, port)) as courier:
        for _ in range(2):
            server = controller(sink, port)
            server.start()
            assert send(courier) == Sent()
            server.stop()
    assert sink.connections == 2


def test_a_server_that_is_away_is_tried_again(sink):
    with RelayConnection(Relay(HOST, free_port())) as courier:
        assert isinstance(send(courier), TryAgain)


def test_an_address_that_would_add_a_command_is_refused(courier, sink):
    outcome = courier.send(MAIL, JUDGE, "ann@example.org>\r\nRCPT TO:<bob@example.org")
    assert isinstance(outcome, Rejected)
    assert sink.mails == []


def test_an_address_beyond_ascii_is_refused_when_it_cannot_be_said(sink):
    running = controller(sink, free_port(), enable_SMTPUTF8=False)
    running.start()
    with RelayConnection(Relay(HOST, running.port)) as courier:
        outcomes = [courier.send(MAIL, JUDGE, "zoë@example.org"), send(courier)]
    running.stop()
    assert outcomes == [Rejected("553 5.6.7 the mail server takes no address beyond ASCII"), Sent()]


def test_an_address_beyond_ascii_is_said_to_a_server_that_takes_it(sink):
    """RFC 6531."""
    running = controller(sink, free_port(), enable_SMTPUTF8=True)
    running.start()
    with RelayConnection(Relay(HOST, running.port)) as courier:
        outcomes = [courier.send(MAIL, JUDGE, "zoë@bücher.example"), send(courier)]
    running.stop()
    assert outcomes == [Sent(), Sent()]
    assert sink.mails[0][1] == "zoë@xn--bcher-kva.example"


def test_a_domain_beyond_ascii_is_said_in_ascii(courier, sink):
    """RFC 5891: mail servers know a domain by its A-label."""
    assert courier.send(MAIL, JUDGE, "ann@bücher.example") == Sent()
    assert sink.mails[0][1] == "ann@xn--bcher-kva.example"


def test_a_reason_is_one_short_line(courier, sink):
    sink.answers["DATA"] = "550-" + "long " * 100 + "\r\n550 end"
    reason = send(courier).reason
    assert "\n" not in reason
    assert len(reason) <= 200


def test_a_login_that_is_not_offered_needs_a_person(server):
    relay = Relay(HOST, server.port, user="judge", password="sesame")
    with RelayConnection(relay) as courier:
        outcome = send(courier)
    assert isinstance(outcome, Barred)
    assert "sesame" not in outcome.reason
    assert "sesame" not in repr(relay)


def test_a_probe_tells_whether_the_relay_takes_mail(server):
    assert probe_relay(Relay(HOST, server.port), JUDGE) is None
    assert "ConnectionRefusedError" in probe_relay(Relay(HOST, free_port()), JUDGE)


def test_a_probe_tells_whether_the_relay_takes_the_sender(server, sink):
    sink.answers["MAIL"] = "553 5.7.1 not owned by user"
    relay = Relay(HOST, server.port)
    assert probe_relay(relay, JUDGE) == "553 5.7.1 not owned by user"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    if shutil.which("openssl") is None:
        pytest.skip("openssl is missing")
    return make_certificate(tmp_path_factory.mktemp("tls"))


@pytest.fixture(params=[Tls.IMPLICIT, Tls.STARTTLS])
def protected(request, sink, certificate):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate.file, certificate.key_file)
    protection = {"ssl_context": context}
    if request.param is Tls.STARTTLS:
        protection = {"tls_context": context, "require_starttls": True}
    running = controller(sink, free_port(), **protection)
    running.start()
    yield Relay(HOST, running.port, request.param, ca_file=str(certificate.file))
    running.stop()


def test_mail_is_sent_under_tls(protected, sink):
    with RelayConnection(protected) as courier:
        assert send(courier) == Sent()
    assert len(sink.mails) == 1


def test_mail_is_not_sent_to_a_server_that_is_not_trusted(protected, sink):
    with RelayConnection(replace(protected, ca_file=None)) as courier:
        outcome = send(courier)
    assert isinstance(outcome, Barred)
    assert sink.mails == []


def test_mail_is_not_sent_in_the_clear_when_tls_is_wanted(server, sink):
    with RelayConnection(Relay(HOST, server.port, Tls.STARTTLS)) as courier:
        assert isinstance(send(courier), Barred)
    assert sink.mails == []


def test_pauses_double_from_a_minute_to_four_hours():
    pauses = [retry_after(attempts, 1.0) for attempts in (1, 2, 3, 9, 10, 10**9)]
    minutes = [pause / timedelta(minutes=1) for pause in pauses]
    assert minutes == [1, 2, 4, 240, 240, 240]


def test_jitter_spreads_a_pause_over_its_upper_half():
    assert retry_after(1, 0.0) == timedelta(seconds=30)
    assert retry_after(1, 0.5) == timedelta(seconds=45)
