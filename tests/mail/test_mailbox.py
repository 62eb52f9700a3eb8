"""The judge's mailbox on a real IMAP server: no mail is lost, whatever fails."""

import os
import shutil
import smtplib
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from queue import Queue
from threading import Event, Thread

import pytest
from imapclient import IMAPClient

from judge.letter import Tls
from judge.mail import Mailbox, collect, connected, folder_of, probe_mailbox, watch
from tests import servers
from tests.patience import PATIENCE

PLAIN = "IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE LITERAL+"

pytestmark = pytest.mark.skipif(servers.DOVECOT is None, reason="dovecot is missing")


class Kept:
    """A fake judge: it records the mails that it stored, and fails on demand."""

    def __init__(self):
        self.mails = Queue()
        self.failures = 0

    def __call__(self, mail):
        if self.failures:
            self.failures -= 1
            raise ConnectionError("the database is down")
        self.mails.put(mail)

    def next(self):
        return self.mails.get(timeout=PATIENCE)


class Looks:
    """A fake that records the checks of the mailbox and their failures."""

    def __init__(self):
        self.told = Queue()

    @contextmanager
    def looking(self):
        yield
        self.told.put("looked")

    def unreachable(self, reason):
        assert "Error" in reason
        self.told.put("unreachable")


@pytest.fixture(scope="module")
def server():
    with servers.dovecot() as running:
        yield running


@pytest.fixture
def mailbox(server, request):
    user = f"judge{abs(hash(request.node.name)) % 10**8}"
    return mailbox_at(server, user)


def mailbox_at(server, user):
    return Mailbox(
        host=servers.HOST,
        port=server.imap_port,
        user=user,
        password=servers.PASSWORD,
        judge_address=f"{user}@judge.example",
        tls=Tls.NONE,
        timeout=timedelta(seconds=PATIENCE),
        poll_every=timedelta(milliseconds=50),
    )


def deliver(server, mailbox, *subjects, tag="tok"):
    recipient = mailbox.judge_address.replace("@", f"+{tag}@")
    with smtplib.LMTP(servers.HOST, server.lmtp_port, local_hostname="test") as lmtp:
        for subject in subjects:
            mail = f"From: ann@example.org\r\nSubject: {subject}\r\n\r\nA PAR H\r\n"
            lmtp.sendmail("ann@example.org", [recipient], mail)


def count(mailbox, folder):
    with connected(mailbox) as client:
        return client.folder_status(folder, "MESSAGES")[b"MESSAGES"]


@contextmanager
def watching(mailbox, kept, looks=None, is_ours=lambda mail: False):
    stop = Event()
    args = (mailbox, kept, is_ours, looks or Looks(), stop, lambda: 0.0)
    thread = Thread(target=watch, args=args)
    thread.start()
    try:
        yield stop
    finally:
        stop.set()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_a_mail_is_kept_with_its_envelope_and_moved_away(server, mailbox):
    deliver(server, mailbox, "one")
    kept = Kept()
    with connected(mailbox) as client:
        assert collect(client, mailbox, kept) == 1
    mail = kept.next()
    assert b"Subject: one" in mail.raw
    assert mail.recipient == mailbox.judge_address.replace("@", "+tok@")
    assert mail.sender == "ann@example.org"
    assert count(mailbox, "INBOX") == 0
    assert count(mailbox, "Processed") == 1


def test_a_mail_counts_from_when_the_server_took_it(server, mailbox):
    taken = datetime(2020, 1, 4, 20, 59, 16, tzinfo=timezone(timedelta(hours=-5)))
    with connected(mailbox) as client:
        client.append("INBOX", b"From: ann@example.org\r\n\r\nx\r\n", (), taken)
        kept = Kept()
        collect(client, mailbox, kept)

    arrived = kept.next().arrived
    assert arrived == taken
    assert arrived.tzinfo is UTC


def test_more_mails_than_a_batch_are_kept_in_order(server, mailbox):
    subjects = [f"mail {number}." for number in range(120)]
    deliver(server, mailbox, *subjects)
    kept = Kept()
    with connected(mailbox) as client:
        assert collect(client, mailbox, kept) == 120
    assert all(subject.encode() in kept.next().raw for subject in subjects)
    assert count(mailbox, "Processed") == 120


def test_a_mail_that_could_not_be_kept_stays_and_comes_again(server, mailbox):
    deliver(server, mailbox, "one")
    kept = Kept()
    kept.failures = 1
    with connected(mailbox) as client, pytest.raises(ConnectionError):
        collect(client, mailbox, kept)
    assert count(mailbox, "INBOX") == 1
    with connected(mailbox) as client:
        collect(client, mailbox, kept)
    assert kept.mails.qsize() == 1
    assert count(mailbox, "INBOX") == 0


def test_a_mail_is_kept_again_when_the_judge_died_before_moving_it(server, mailbox):
    deliver(server, mailbox, "one")
    kept = Kept()

    def keep_and_die(mail):
        kept(mail)
        raise KeyboardInterrupt

    with connected(mailbox) as client, pytest.raises(KeyboardInterrupt):
        collect(client, mailbox, keep_and_die)
    with connected(mailbox) as client:
        assert collect(client, mailbox, kept) == 1
    assert kept.next() == kept.next()


def test_fetching_a_mail_does_not_mark_it_as_seen(server, mailbox):
    deliver(server, mailbox, "one")
    kept = Kept()
    kept.failures = 1
    with connected(mailbox) as client:
        with pytest.raises(ConnectionError):
            collect(client, mailbox, kept)
        (number,) = client.search("ALL")
        assert b"\\Seen" not in client.get_flags([number])[number]


def test_new_mail_wakes_the_watch_by_idle(server, mailbox):
    kept = Kept()
    # The next poll is in an hour, so only IDLE can report this mail in time.
    with watching(replace(mailbox, poll_every=timedelta(hours=1)), kept):
        deliver(server, mailbox, "first")
        assert b"first" in kept.next().raw
        deliver(server, mailbox, "second")
        assert b"second" in kept.next().raw


def test_the_watch_goes_on_when_keeping_failed(server, mailbox, monkeypatch):
    monkeypatch.setattr("judge.mail.mailbox._FIRST_PAUSE", timedelta(milliseconds=1))
    kept = Kept()
    kept.failures = 2
    deliver(server, mailbox, "one")
    with watching(mailbox, kept):
        assert b"one" in kept.next().raw


def test_the_watch_survives_a_restart_of_the_server(monkeypatch):
    monkeypatch.setattr("judge.mail.mailbox._FIRST_PAUSE", timedelta(milliseconds=1))
    monkeypatch.setattr("judge.mail.mailbox._LONGEST_PAUSE", timedelta(milliseconds=50))
    kept, looks = Kept(), Looks()
    with servers.dovecot() as own:
        mailbox = mailbox_at(own, "judge")
        with watching(mailbox, kept, looks):
            deliver(own, mailbox, "before")
            assert b"before" in kept.next().raw
            own.stop()
            while looks.told.get(timeout=PATIENCE) != "unreachable":
                pass
            own.start()
            deliver(own, mailbox, "after")
            assert b"after" in kept.next().raw
            assert kept.mails.empty()


def test_a_server_with_neither_idle_nor_move_is_polled_and_copied_on():
    kept = Kept()
    with servers.dovecot(capability=PLAIN) as old:
        mailbox = mailbox_at(old, "judge")
        with IMAPClient(servers.HOST, old.imap_port, ssl=False) as client:
            assert not {b"IDLE", b"MOVE", b"UIDPLUS"} & set(client.capabilities())
        with watching(mailbox, kept):
            deliver(old, mailbox, "first")
            assert b"first" in kept.next().raw
            deliver(old, mailbox, "second")
            assert b"second" in kept.next().raw
        assert count(mailbox, "INBOX") == 0
        assert count(mailbox, "Processed") == 2


def test_a_server_with_uidplus_but_without_move_loses_only_what_was_kept():
    kept = Kept()
    with servers.dovecot(capability=f"{PLAIN} UIDPLUS IDLE") as old:
        mailbox = mailbox_at(old, "judge")
        deliver(old, mailbox, "one", "two")
        with connected(mailbox) as client:
            assert collect(client, mailbox, kept) == 2
        assert count(mailbox, "INBOX") == 0
        assert count(mailbox, "Processed") == 2


@pytest.mark.parametrize(
    ("folder", "named"), [("Werbung", ()), ("Unbekannt", ("Unbekannt",)), ("Junk Email", ())]
)
def test_our_mail_is_taken_out_of_the_folder_for_spam(folder, named, mailbox):
    """Werbung has the flag of RFC 6154, Unbekannt is in the settings, Junk Email is usual."""
    kept = Kept()
    with connected(mailbox) as client:
        client.create_folder(folder)
        for subject in ("spam", "orders", "more spam"):
            client.append(folder, f"Subject: {subject}\r\n\r\nx\r\n".encode())
    mailbox = replace(mailbox, junk=named)
    with watching(mailbox, kept, is_ours=lambda mail: b"orders" in mail.raw):
        assert b"orders" in kept.next().raw
        with connected(mailbox) as client:
            client.append(folder, b"Subject: late orders\r\n\r\nx\r\n")
        assert b"late orders" in kept.next().raw
    assert count(mailbox, folder) == 2
    assert kept.mails.empty()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_the_server_of_the_tests_needs_no_root():
    kept = Kept()
    with servers.dovecot(run_as="nobody") as own:
        mailbox = mailbox_at(own, "judge")
        deliver(own, mailbox, "one")
        with connected(mailbox) as client:
            assert collect(client, mailbox, kept) == 1


def test_a_probe_finds_nothing_wrong_with_a_good_mailbox(mailbox):
    assert probe_mailbox(mailbox) is None


def test_a_probe_tells_of_a_wrong_password_without_naming_it(mailbox):
    trouble = probe_mailbox(replace(mailbox, password="open barley"))
    assert "LoginError" in trouble
    assert "barley" not in trouble


def test_a_probe_tells_of_a_server_that_is_not_there(mailbox):
    trouble = probe_mailbox(replace(mailbox, port=servers.free_port()))
    assert "ConnectionRefusedError" in trouble


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    if shutil.which("openssl") is None:
        pytest.skip("openssl is missing")
    return servers.make_certificate(tmp_path_factory.mktemp("tls"))


def test_a_mailbox_is_read_under_tls_only_when_its_certificate_is_trusted(certificate):
    with servers.dovecot(certificate=certificate) as own:
        plain = mailbox_at(own, "judge")
        trusting = replace(plain, ca_file=str(certificate.file))
        ports = {Tls.IMPLICIT: own.imaps_port, Tls.STARTTLS: own.imap_port}
        for tls, port in ports.items():
            assert probe_mailbox(replace(trusting, tls=tls, port=port)) is None
            refusal = probe_mailbox(replace(plain, tls=tls, port=port))
            assert "SSLCertVerificationError" in refusal


def test_a_mailbox_does_not_show_its_password(mailbox):
    assert servers.PASSWORD not in repr(mailbox)


def test_a_mail_is_found_by_its_subject_in_whatever_folder_it_lies(mailbox):
    subject = "The judge writes to itself: 1f"
    with connected(mailbox) as client:
        client.create_folder("Junk mail")
        client.append("Junk mail", f"Subject: {subject}\r\n\r\nx\r\n".encode())

    assert folder_of(mailbox, subject) == "Junk mail"
    assert folder_of(mailbox, "The judge writes to itself: 2e") is None
