"""The judge as a program of its own, and the people who write to it."""

import asyncio
import os
import signal
import smtplib
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlalchemy import Engine

from judge.store import open_store
from tests.patience import PATIENCE, patient
from tests.post import SERVER, finding
from tests.servers import HOST, free_port, wait_for_port

ROOT = Path(__file__).parent.parent.parent
ADDRESS = "judge@judge.test"
SLOW = "250 OK at last"
HANGS = "250 OK, but nobody hears it"
_SECONDS = {SLOW: 2, HANGS: 70}  # the judge waits for a minute


@dataclass(slots=True)
class Program:
    """`judge serve` in a folder of its own, with settings from the environment."""

    folder: Path
    settings: dict[str, str]
    process: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def smtp_port(self) -> int:
        """The port that takes mail by SMTP."""
        return int(self.settings["JUDGE_SMTP_PORT"])

    @property
    def database(self) -> str:
        """The address of its store."""
        kept = f"sqlite:///{self.folder / 'data' / 'judge.db'}"
        return self.settings.get("JUDGE_DATABASE") or kept

    def start(self, *words: str) -> None:
        """Start it, or the part named; it takes a while before it listens."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command(*(words or ("serve",))),
                cwd=self.folder,
                env=environment(self.settings),
                stdout=log,
                stderr=log,
            )

    def wait(self) -> None:
        """Return when it takes mail."""
        wait_for_port(self.smtp_port)

    def worked(self) -> float:
        """Return how many seconds of the processor it has used."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/stat").read_text()
        used = status.rpartition(")")[2].split()[11:13]
        return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(PATIENCE)

    def stop(self) -> int:
        """Ask it to end, as systemd does; return its exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Return what came of another command with the same settings."""
        return run(self.folder, self.settings, *words)

    def log(self) -> str:
        """Return all that it has said so far."""
        return (self.folder / "log").read_text("utf-8")


def command(*words: str) -> list[str]:
    """Return the words that start the judge."""
    return [sys.executable, "-m", "judge", *words]


def environment(settings: dict[str, str]) -> dict[str, str]:
    """Return our environment with these settings, and none of the operator's."""
    ours = {k: v for k, v in os.environ.items() if not k.startswith("JUDGE_")}
    return ours | {"PYTHONPATH": str(ROOT)} | settings


def run(folder: Path, settings: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Return what came of a command of the judge, run in `folder`."""
    return subprocess.run(
        command(*words),
        cwd=folder,
        env=environment(settings),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@contextmanager
def program(folder: Path, relay: int, **settings: str) -> Iterator[Program]:
    """Give a judge that is not yet started, and end it with the block."""
    defaults = {
        "address": ADDRESS,
        "keeper": "keeper@players.test",
        "data": str(folder / "data"),
        "smtp_port": str(free_port()),
        "relay_port": str(relay),
        "tick": "0.3",
        "answers_per_hour": "1000",
        "press_per_hour": "1000",
        "authserv_id": SERVER,
    }
    named = {f"JUDGE_{k.upper()}": v for k, v in (defaults | settings).items()}
    judge = Program(folder, named)
    try:
        yield judge
    finally:
        if judge.process is not None and judge.process.poll() is None:
            judge.kill()


@contextmanager
def opened(url: str) -> Iterator[Engine]:
    """Give the store that a program uses, which may be at it for long on end."""
    store = patient(open_store(url))
    try:
        yield store
    finally:
        store.dispose()


@dataclass  # with slots aiosmtpd could not look through it in Python 3.11.2
class Sink:
    """Everybody's mailbox: takes each mail and keeps it, but for those who are gone.

    Of the `moods` each mail takes one, what is answered in place of 250; where that is
    nothing the mail is kept, and the connection breaks. `SLOW` is 250 after a while,
    and `HANGS` after longer than the judge waits.
    """

    taken: list[tuple[str, EmailMessage]] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)
    moods: list[str] = field(default_factory=list)

    async def handle_RCPT(  # noqa: N802 - aiosmtpd finds the hook by this name
        self,
        _server: SMTP,
        _session: Session,
        envelope: Envelope,
        address: str,
        _options: list[str],
    ) -> str:
        if address in self.gone:
            return "550 5.1.1 No such user here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 - aiosmtpd finds the hook by this name
        self, server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        mood = self.moods.pop() if self.moods else "250 OK"
        await asyncio.sleep(_SECONDS.get(mood, 0))
        if mood and not mood.startswith("250"):
            return mood
        mail = message_from_bytes(envelope.content or b"", policy=policy.default)
        self.taken.extend((to, mail) for to in envelope.rcpt_tos)
        if not mood and server.transport is not None:
            server.transport.abort()
        return mood

    def of(self, address: str) -> list[EmailMessage]:
        """Return the mails that came for `address`, oldest first."""
        return [mail for to, mail in tuple(self.taken) if to == address]


@contextmanager
def sink(host: str = HOST) -> Iterator[tuple[Sink, int]]:
    """Give a mail server that takes mail for anybody, and its port."""
    kept = Sink()
    server = Controller(kept, hostname=host, port=free_port(), ready_timeout=PATIENCE)
    server.start()
    try:
        yield kept, server.port
    finally:
        server.stop()


def a_mail(sender: str, to: str, body: str, message_id: str = "") -> EmailMessage:
    """Return a mail as a simple program writes it, and a mail server stamps it."""
    mail = EmailMessage(policy=policy.SMTP)
    mail["Authentication-Results"] = finding(sender)
    mail["From"], mail["To"], mail["Subject"] = sender, to, ""
    if message_id:
        mail["Message-ID"] = message_id
    mail.set_content(body)
    return mail


def send(port: int, mail: EmailMessage) -> bool:
    """Return whether the server has taken the mail; where it has not, try again."""
    try:
        with smtplib.SMTP(HOST, port, "people.test", timeout=PATIENCE) as server:
            server.send_message(mail)
            taken = True
    except (OSError, smtplib.SMTPException):
        taken = False
    return taken


def reply_address(mail: EmailMessage) -> str:
    """Return the secret address that this mail is answered at."""
    address: str = mail["Reply-To"].addresses[0].addr_spec
    return address


def text_of(mail: EmailMessage) -> str:
    """Return the words of a mail."""
    body = mail.get_body(("plain",))
    assert body is not None
    return body.get_content().replace("\r\n", "\n")
