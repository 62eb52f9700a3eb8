"""A judge in a temporary folder, with a list as its relay and a clock that is set."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr
from pathlib import Path

from judge.mail import Sent
from judge.render import Renderer
from judge.service import (
    Judge,
    answer_next_letter,
    keep_mail,
    process_due_games,
    send_next_notice,
)
from judge.shipped import shipped, shipped_variants
from judge.store import migrate, open_store

ADDRESS = "judge@judge.test"


@dataclass(frozen=True, slots=True)
class Arrived:
    """A mail as it reached a person."""

    to: str
    subject: str
    text: str
    mail: EmailMessage


class Post:
    """The judge and the mail it sent; `now` is what its clock shows."""

    def __init__(
        self, folder: Path, url: str = "", key: bytes = b"a key for tests only"
    ) -> None:
        self.now = datetime(2030, 1, 1, 12, 0, tzinfo=UTC)
        self.arrived: list[Arrived] = []
        store = open_store(url or f"sqlite:///{folder / 'judge.db'}")
        migrate(store, shipped("migrations"))
        self.judge = Judge(
            store=store,
            renderer=Renderer(shipped("templates"), ADDRESS),
            send=self._send,
            picture=str.encode,  # for a picture stands the text of its drawing
            variants=shipped_variants(),
            seed=lambda: 1,
            jitter=lambda: 0.5,
            address=ADDRESS,
            name="Judge",
            keeper="keeper@judge.test",
            outage=timedelta(hours=1),
            answers_per_hour=60,
            key=key,
        )
        self.letters = 0

    def write(
        self,
        sender: str,
        body: str,
        to: str = ADDRESS,
        subject: str = "",
        *,
        dated: datetime | None = None,
    ) -> None:
        """Deliver a mail and let the judge do all it has to do."""
        self.letters += 1
        mail = EmailMessage(policy=policy.SMTP)
        mail["From"], mail["To"], mail["Subject"] = sender, to, subject
        mail["Date"] = format_datetime(dated or self.now)
        mail["Message-ID"] = f"<{self.letters}@people.test>"
        mail.set_content(body)
        self.deliver(mail.as_bytes(), to, parseaddr(sender)[1])

    def reply(
        self,
        sender: str,
        body: str,
        to: Arrived | None = None,
        *,
        dated: datetime | None = None,
    ) -> None:
        """Answer the newest mail that `sender` got, or else `to`."""
        newest = to or [mail for mail in self.arrived if mail.to == sender][-1]
        quoted = "\n".join(f"> {line}" for line in newest.text.splitlines())
        body = f"{body}\n\nOn some day, the judge wrote:\n{quoted}\n"
        address = newest.mail["Reply-To"].addresses[0].addr_spec
        self.write(sender, body, address, dated=dated)

    def deliver(self, raw: bytes, to: str, sender: str) -> None:
        """Deliver these bytes and let the judge do all it has to do."""
        keep_mail(self.judge, raw, to, sender, self.now)
        self.tick()

    def tick(self) -> None:
        """Let the judge do all that is due."""
        while answer_next_letter(self.judge, self.now):
            pass
        process_due_games(self.judge, self.now)
        self.send_all()

    def send_all(self) -> None:
        """Let the judge send all mail that is due, and do nothing else."""
        while send_next_notice(self.judge, self.now):
            pass

    def _send(self, raw: bytes, sender: str, recipient: str) -> Sent:
        mail = message_from_bytes(raw, policy=policy.default)
        body = mail.get_body(("plain",))
        assert body is not None
        text = body.get_content().replace("\r\n", "\n")
        self.arrived.append(Arrived(recipient, str(mail["Subject"]), text, mail))
        return Sent()
