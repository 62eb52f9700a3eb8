"""The mailboxes of the people in the demo: an SMTP server that stores all mail."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from threading import Condition

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

HOST = "127.0.0.1"
# A slow machine may need this long. Nobody waits longer than until their mail comes.
PATIENCE = 300.0


@dataclass(frozen=True, slots=True)
class Delivered:
    """A mail in a mailbox: recipient, content, and file."""

    to: str
    subject: str
    text: str
    reply_to: str
    message_id: str
    file: Path


class Mailboxes:
    """Takes mail for everybody by SMTP and stores each as an `.eml` file in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._arrival = Condition()
        self._delivered: list[Delivered] = []

    async def handle_DATA(  # noqa: N802 - aiosmtpd finds the hook by this name
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Store a mail and return 250."""
        content = envelope.original_content or b""
        mail = message_from_bytes(content, policy=policy.default)
        with self._arrival:
            for recipient in envelope.rcpt_tos:
                self._delivered.append(self._stored(recipient, content, mail))
            self._arrival.notify_all()
        return "250 OK"

    def all(self) -> tuple[Delivered, ...]:
        """Return all mails that have arrived, oldest first."""
        with self._arrival:
            return tuple(self._delivered)

    def wait_for(
        self, address: str, wanted: Callable[[Delivered], bool], after: int
    ) -> Delivered | None:
        """Return the first wanted mail to `address`, without the first `after` mails.

        None if it does not arrive within `PATIENCE`.
        """

        def wanted_mail() -> Delivered | None:
            """Return the mail if it has arrived."""
            for mail in self._delivered[after:]:
                if mail.to == address and wanted(mail):
                    return mail
            return None

        with self._arrival:
            return self._arrival.wait_for(wanted_mail, PATIENCE)

    def _stored(self, recipient: str, content: bytes, mail: EmailMessage) -> Delivered:
        """Store a mail in its file, and return it."""
        number = len(self._delivered) + 1
        file = self._folder / f"{number:04}-{recipient.partition('@')[0]}.eml"
        file.touch(mode=0o600)  # it holds secret reply addresses
        file.write_bytes(content)
        body = mail.get_body(("plain",))
        return Delivered(
            to=recipient,
            subject=str(mail["Subject"]),
            text="" if body is None else body.get_content().replace("\r\n", "\n"),
            reply_to=str(mail["Reply-To"]),
            message_id=str(mail["Message-ID"]),
            file=file,
        )


@contextmanager
def open_mailboxes(folder: Path) -> Iterator[tuple[Mailboxes, int]]:
    """Open the mailboxes on loopback; yield them and their port."""
    mailboxes = Mailboxes(folder)
    server = Controller(mailboxes, hostname=HOST, port=free_port())
    server.start()
    try:
        yield mailboxes, server.port
    finally:
        server.stop()


def free_port() -> int:
    """Return a port on loopback on which nothing listens at the moment."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port
