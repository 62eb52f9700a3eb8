"""Mailboxes at six providers: `judge setup mailbox`, and a short life of a judge in each."""

import json
import os
import pwd
import socketserver
import ssl
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from pathlib import Path
from threading import Thread

import dkim
import dns.message
import dns.rrset
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword, Session
from imapclient import IMAPClient

from judge.cli.dns import public_record
from tests.e2e.program import ROOT, Program, environment
from tests.patience import PATIENCE, eventually
from tests.provider import Post, TokenServer
from tests.servers import (
    DOVECOT,
    HOST,
    PASSWORD,
    Certificate,
    Dovecot,
    dovecot,
    free_port,
    make_certificate,
)

ANN = "ann@players.test"
CASES = tomllib.loads((Path(__file__).parents[1] / "cases" / "providers.toml").read_text("utf-8"))

pytestmark = pytest.mark.skipif(
    DOVECOT is None or os.geteuid() != 0, reason="dovecot is missing, or root for `judge setup`"
)

# Each Python that has it in its path finds the hosts of the internet at ports of this machine.
INTERNET = """\
import json, os, socket
import dns.resolver
hosts, find = json.loads(os.environ["INTERNET"]), socket.getaddrinfo
def found(host, port, *rest, **named):
    port = hosts.get(f"{host}:{port}", port if host == "127.0.0.1" else None)
    if port is None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    return find("127.0.0.1", port, *rest, **named)
socket.getaddrinfo = found
dns.resolver.default_resolver = dns.resolver.Resolver(configure=False)
dns.resolver.default_resolver.nameservers = ["127.0.0.1"]
dns.resolver.default_resolver.port = hosts["dns"]
"""
SET_UP = """\
import sys
from pathlib import Path
from judge.cli.mailbox import Registration, set_up_mailbox
from judge.cli.setup import Places
folder, user, address, client = Path(sys.argv[1]), *sys.argv[2:]
places = Places(folder / "judge.toml", folder / "dkim.pem", folder, folder / "bin" / "judge",
                folder / "judge", user, systemd=False)
sys.exit(not set_up_mailbox(address, Registration(client), places, sure=True, dry=False))
"""


@dataclass(frozen=True)
class Case:
    """A provider, as cases/providers.toml describes it."""

    address: str
    user: str
    imap: str
    smtp: str
    plus: bool
    junk: str
    flagged: bool
    capability: str
    foreign: str
    quota: list[str]
    starttls: bool = False
    oauth: str = ""
    renames: bool = False
    results: str = ""
    records: tuple[tuple[str, str, str], ...] = ()


class Submission(Post):
    """The server for mail of the account: mail to others is kept, its own goes into the box."""

    def __init__(self, case: Case, tokens: TokenServer, box: Dovecot) -> None:
        super().__init__(tokens, case.address)
        self._case, self._box = case, box
        self.is_over_quota = False

    def login(
        self, _server: object, _session: Session, _envelope: Envelope, _kind: str, said: object
    ) -> AuthResult:
        assert isinstance(said, LoginPassword)
        is_right = (said.login.decode(), said.password.decode()) == (self._case.user, PASSWORD)
        return AuthResult(success=is_right, handled=False)

    async def handle_MAIL(  # noqa: N802 - aiosmtpd's name
        self, server: object, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address != self._case.address:
            return self._case.foreign or "555 5.5.2 Syntax error, cannot be rewritten here"
        return await super().handle_MAIL(server, session, envelope, address, options)

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, server: object, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.is_over_quota and self._case.quota[0] == "RCPT":
            return self._case.quota[1]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 - aiosmtpd's name
        self, server: object, session: Session, envelope: Envelope
    ) -> str:
        if self.is_over_quota:
            return self._case.quota[1]
        assert isinstance(envelope.content, bytes)
        mail = message_from_bytes(envelope.content, policy=policy.SMTP)
        if mail["From"].addresses[0].addr_spec != self._case.address:
            return self._case.foreign or "250 rewritten"
        if self._case.renames:
            mail.replace_header("Message-ID", make_msgid(domain="provider.example"))
        to = envelope.rcpt_tos[0]
        if to.partition("@")[2] == self._case.address.partition("@")[2]:
            self._box.deliver(mail.as_bytes(), self._case.address, to)
        self.mails.append((to, mail.as_bytes()))
        return "250 OK"


def dns_server(records: dict[tuple[str, str], str]) -> socketserver.ThreadingUDPServer:
    """Return a name server that knows only these records."""

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            asked = dns.message.from_wire(self.request[0])
            (question,) = asked.question
            answer = dns.message.make_response(asked)
            kind = dns.rdatatype.to_text(question.rdtype)
            text = records.get((question.name.to_text(omit_final_dot=True), kind))
            if text is not None:
                answer.answer = [dns.rrset.from_text(question.name, 60, "IN", kind, text)]
            self.request[1].sendto(answer.to_wire(), self.client_address)

    return socketserver.ThreadingUDPServer((HOST, 0), Handler)


@dataclass
class Provider:
    """The servers of one provider, and a judge that is to live there."""

    case: Case
    judge: Program
    tokens: TokenServer
    box: Dovecot
    submission: Submission
    certificate: Certificate

    def set_up(self, user: str) -> subprocess.CompletedProcess[str]:
        """Run `judge setup mailbox` with what a person types."""
        client = "judge-1" if self.case.oauth else ""
        words = [sys.executable, "-c", SET_UP, str(self.judge.folder), user, self.case.address]
        return subprocess.run(
            [*words, client],
            cwd=self.judge.folder,
            env=environment(self.judge.settings),
            input=f"{PASSWORD}\n",
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            start_new_session=True,  # a password is asked for at the terminal, if there is one
        )

    def letter(self, body: str, answered: EmailMessage | None = None) -> tuple[bytes, str]:
        """Return a letter of Ann as it comes to the provider, and its address."""
        mail = EmailMessage(policy=policy.SMTP)
        mail["From"], mail["To"], mail["Subject"] = ANN, self.case.address, "a letter"
        mail["Date"], mail["Message-ID"] = formatdate(), make_msgid(domain="players.test")
        if answered is not None:
            mail.replace_header("To", answered["Reply-To"] or answered["From"])
            mail["In-Reply-To"] = answered["Message-ID"]
        mail.set_content(f"{body}\n")
        to: str = mail["To"].addresses[0].addr_spec
        raw = mail.as_bytes()
        if self.case.results:
            found = f"{self.case.results}; dmarc=pass header.from=players.test"
            return f"Authentication-Results: {found}\r\n".encode() + raw, to
        key = self.certificate.key_file.read_bytes()
        return dkim.sign(raw, b"key", b"players.test", key) + raw, to

    def deliver(self, raw: bytes, to: str) -> None:
        """Let a letter come into the inbox."""
        assert self.case.plus or "+" not in to, "550 5.1.1 no such user"
        self.box.deliver(raw, ANN, to)

    def file_as_spam(self, raw: bytes, to: str) -> None:
        """Let a letter come into the folder for spam."""
        assert self.case.plus or "+" not in to, "550 5.1.1 no such user"
        with IMAPClient(HOST, self.box.imap_port, ssl=False) as client:
            if self.case.oauth:
                client.oauth2_login(self.case.address, self.tokens.access)
            else:
                client.login(self.case.user, PASSWORD)
            if not client.folder_exists(self.case.junk):
                client.create_folder(self.case.junk)
            client.append(self.case.junk, raw)

    def answer(self, number: int) -> EmailMessage:
        """Return that mail of the judge to Ann, when it has come."""

        def mails() -> list[bytes]:
            return [raw for to, raw in self.submission.mails if to == ANN]

        eventually(lambda: len(mails()) >= number)
        return message_from_bytes(mails()[number - 1], policy=policy.default)


@contextmanager
def provider(case: Case, folder: Path) -> Iterator[Provider]:
    """Run the servers of a provider, and give a judge that is set up nowhere yet."""
    hosts = [case.imap, case.smtp, *filter(None, [case.oauth])]
    certificate = make_certificate(folder, [one.partition(":")[0] for one in hosts])
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate.file, certificate.key_file)
    tokens = TokenServer(case.address)
    tokens.interval = {"interval": 0}
    # Each login renews the token, and the provider replaces the refresh token each time.
    tokens.lasts = 1
    records = {(name, kind): text for name, kind, text in case.records}
    signed = public_record(certificate.key_file)
    records["key._domainkey.players.test", "TXT"] = f'"{signed[:200]}" "{signed[200:]}"'
    with ExitStack() as stack:
        names = stack.enter_context(dns_server(records))
        Thread(target=names.serve_forever, daemon=True).start()
        stack.callback(names.shutdown)
        asked = stack.enter_context(tokens.running())
        secure = stack.enter_context(tokens.running(context))
        box = stack.enter_context(
            dovecot(
                case.capability,
                certificate=certificate,
                tokens=("xoauth2", f"{asked}/introspect") if case.oauth else None,
                junk=(case.junk, case.flagged),
            )
        )
        submission = Submission(case, tokens, box)
        server = Controller(
            submission,
            hostname=HOST,
            port=free_port(),
            ready_timeout=PATIENCE,
            authenticator=submission.login,
            auth_exclude_mechanism=["LOGIN", "PLAIN"] if case.oauth else [],
            auth_require_tls=case.starttls,
            ssl_context=None if case.starttls else context,
            tls_context=context if case.starttls else None,
        )
        server.start()
        stack.callback(server.stop)
        ports: dict[str, int] = {
            case.imap: box.imaps_port,
            case.smtp: server.port,
            case.oauth: int(secure.rpartition(":")[2]),
            "dns": names.server_address[1],
        }
        (folder / "sitecustomize.py").write_text(INTERNET, "utf-8")
        data = f'data = "{folder / "data"}"\nkeeper = "keeper@players.test"\ntick = 0.3\n'
        (folder / "judge.toml").write_text(data, "utf-8")
        settings = {
            "JUDGE_CONFIG": str(folder / "judge.toml"),
            "PYTHONPATH": f"{folder}:{ROOT}",
            "INTERNET": json.dumps(ports),
            "SSL_CERT_FILE": str(certificate.file),
            "MAIL_CONFIG": str(folder),  # there is no Postfix
            "no_proxy": "*",
        }
        judge = Program(folder, settings)
        yield Provider(case, judge, tokens, box, submission, certificate)
        if judge.process is not None and judge.process.poll() is None:
            judge.kill()


@pytest.mark.parametrize("name", CASES)
def test_a_judge_lives_in_a_mailbox_of_this_provider(name: str, tmp_path: Path) -> None:
    case = Case(**CASES[name])
    with provider(case, tmp_path) as at:
        done = at.set_up(pwd.getpwuid(os.geteuid()).pw_name)
        assert done.returncode == 0, done.stdout + done.stderr
        checked = at.judge.run("check")
        assert "PROBLEM" not in checked.stdout, checked.stdout + checked.stderr
        at.judge.start()
        at.deliver(*at.letter("CREATE smp standard"))
        created = at.answer(1)
        at.file_as_spam(*at.letter("SET PRESS NONE", created))
        changed = at.answer(2)
        at.submission.is_over_quota = bool(case.quota)
        at.deliver(*at.letter("HELP", changed))
        if case.quota:
            eventually(lambda: "mail waits for the provider's quota" in at.judge.log())
            assert "quota is used up" in at.judge.run("status").stdout
        else:
            at.answer(3)

    assert created["Subject"].startswith("[smp] created")
    assert created["From"].addresses[0].addr_spec == case.address
    assert changed["Subject"] == "[smp] PRESS is now none"
