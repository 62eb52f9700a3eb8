"""The judge lives in a mailbox that takes only tokens, has a spam filter and no plus addresses."""

import smtplib
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from imapclient import IMAPClient

from tests.e2e.program import Program, program
from tests.patience import PATIENCE, eventually
from tests.post import stamped
from tests.provider import USER, Post, TokenServer
from tests.servers import DOVECOT, HOST, Dovecot, dovecot, free_port

ANN = "ann@players.test"

pytestmark = pytest.mark.skipif(DOVECOT is None, reason="dovecot is missing")


class Provider:
    """The token server, the mailbox and the mail server of one provider, and a judge there."""

    def __init__(self, tokens: TokenServer, box: Dovecot, post: Post, judge: Program) -> None:
        self.tokens, self.box, self.post, self.judge = tokens, box, post, judge

    def deliver(self, body: str) -> None:
        """Let a letter of Ann come into the inbox."""
        with smtplib.LMTP(HOST, self.box.lmtp_port, local_hostname="test") as lmtp:
            lmtp.sendmail(ANN, [USER], letter(body))

    def file_as_spam(self, raw: bytes) -> None:
        """Let a letter come into the folder for spam."""
        with IMAPClient(HOST, self.box.imap_port, ssl=False) as client:
            client.oauth2_login(USER, self.tokens.access)
            if not client.folder_exists("Werbung"):
                client.create_folder("Werbung")
            client.append("Werbung", raw)

    def answer(self, number: int) -> EmailMessage:
        """Return that mail of the judge to Ann, when it has come."""
        eventually(lambda: len(self._mails()) >= number)
        return message_from_bytes(self._mails()[number - 1], policy=policy.default)

    def _mails(self) -> list[bytes]:
        return [raw for to, raw in self.post.mails if to == ANN]


def letter(body: str, answered: str = "") -> bytes:
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"], mail["To"], mail["Subject"] = ANN, USER, "a letter"
    if answered:
        mail["In-Reply-To"] = answered
    mail.set_content(f"{body}\n")
    return stamped(mail)


@pytest.fixture
def provider(tmp_path: Path) -> Iterator[Provider]:
    tokens = TokenServer()
    tokens.interval = {"interval": 0}
    post = Post(tokens)
    mail = Controller(
        post,
        hostname=HOST,
        port=free_port(),
        ready_timeout=PATIENCE,
        auth_require_tls=False,
        auth_exclude_mechanism=["LOGIN", "PLAIN"],
    )
    with tokens.running() as at, dovecot(tokens=("xoauth2", f"{at}/introspect")) as box:
        mail.start()
        settings = box.settings(USER) | {
            "address": USER,
            "imap_password": "",
            "smtp_port": "0",
            "relay_user": USER,
            "oauth": "microsoft",
            "oauth_client": "judge-1",
            "oauth_server": at,
            "plus_addresses": "false",
            "return_paths": "false",
        }
        with program(tmp_path, mail.port, **settings) as judge:
            signed_in = judge.run("setup", "mailbox")
            assert signed_in.returncode == 0, signed_in.stderr
            judge.start()
            yield Provider(tokens, box, post, judge)
        mail.stop()


def test_a_game_is_led_from_the_inbox_and_from_the_spam(provider: Provider) -> None:
    provider.deliver("CREATE smp standard")
    created = provider.answer(1)
    provider.file_as_spam(b"From: s@example.net\r\nSubject: win\r\n\r\nCREATE two standard\r\n")
    provider.file_as_spam(letter("SET PRESS NONE", created["Message-ID"]))
    changed = provider.answer(2)

    assert created["Subject"].startswith("[smp] created")
    assert created["Reply-To"].addresses[0].addr_spec == USER
    assert changed["Subject"] == "[smp] PRESS is now none"


def test_after_the_provider_took_the_tokens_back_one_signs_in_again(provider: Provider) -> None:
    provider.deliver("CREATE smp standard")
    provider.answer(1)
    # What is logged in stays so; a new login is refused.
    assert provider.judge.stop() == 0
    provider.tokens.access = "revoked"
    provider.tokens.refusals = [{"error": "invalid_grant", "error_description": "revoked"}] * 1000
    provider.deliver("HELP")
    provider.judge.start()
    eventually(lambda: "the mail provider lets the judge in no more" in status(provider))
    provider.tokens.refusals.clear()
    again = provider.judge.run("setup", "mailbox")

    assert again.returncode == 0, again.stderr
    assert provider.answer(2)["Subject"]
    # The box counts as open since five seconds before it was looked into.
    eventually(lambda: "PROBLEM" not in status(provider))


def status(provider: Provider) -> str:
    return provider.judge.run("status").stdout
