"""A judge in a temporary folder, with a list as its relay and a clock that is set."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.utils import format_datetime, parseaddr
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Dialect, Engine, event
from sqlalchemy.pool import ConnectionPoolEntry

from judge.letter import Delivery
from judge.mail import Sent
from judge.reader import LetterReader, answered
from judge.render import Renderer
from judge.service import (
    Doors,
    Judge,
    answer_alone,
    answer_next_letter,
    keep_mail,
    paint_picture,
    process_due_games,
    send_notices,
)
from judge.shipped import shipped, shipped_variants
from judge.store import migrate, open_store, upkeep
from tests.mail.strict import faults

ADDRESS = "judge@judge.test"
HOME = "https://judge.test"
SERVER = "mx.judge.test"
KEEPER = "keeper@judge.test"
_HEADS = BytesHeaderParser(policy=policy.default)
_COMPILED: dict[object, object] = {}


@dataclass(frozen=True)
class Arrived:
    """A mail as it reached a person; most of them are looked at by nobody."""

    to: str
    raw: bytes

    @cached_property
    def mail(self) -> EmailMessage:
        """The mail as a mail program reads it."""
        return message_from_bytes(self.raw, policy=policy.default)

    @cached_property
    def subject(self) -> str:
        """Its subject, for which the rest need not be read."""
        return str(_HEADS.parsebytes(self.raw)["Subject"])

    @cached_property
    def text(self) -> str:
        """What it says, without its HTML."""
        body = self.mail.get_body(("plain",))
        assert body is not None
        return str(body.get_content()).replace("\r\n", "\n")


@dataclass(frozen=True)
class _EmptyStore:
    """The file of a store with all its tables and nothing in them, and its dialect."""

    content: bytes
    dialect: Dialect


class Post:
    """The judge and the mail it sent; `now` is what its clock shows.

    What is written is `proven`: the mail server in front of the judge has found that it
    comes from the domain of its sender.
    """

    def __init__(
        self,
        folder: Path,
        url: str = "",
        key: bytes = b"a key for tests only",
        *,
        plus_addresses: bool = True,
    ) -> None:
        self.now = datetime(2030, 1, 1, 12, 0, tzinfo=UTC)
        self.arrived: list[Arrived] = []
        self.judge = Judge(
            store=_migrated(url) if url else a_store(folder),
            renderer=_renderer(plus_addresses),
            reader=LetterReader(answered),  # what the judge asks in another process
            glance=LetterReader(answered),
            signed=None,
            alone=self._alone,
            send=self._send,
            picture=str.encode,  # for a picture stands the text of its drawing
            variants=shipped_variants(),
            seed=lambda: 1,
            jitter=lambda: 0.5,
            address=ADDRESS,
            name="Judge",
            keeper=KEEPER,
            doors=self._doors(),  # what is written to this judge is kept at once
            outage=timedelta(hours=1),
            redelivery=timedelta(hours=2),
            mails_per_hour=0,
            mails_per_day=0,
            answers_per_hour=60,
            press_per_hour=1_000,
            games_per_day=1_000,
            deadlines=None,
            plus_addresses=plus_addresses,
            own_address=False,
            started=self.now,
            servers=frozenset({SERVER}),
            key=key,
        )
        self.letters = 0
        self.proven = True

    def write(
        self,
        sender: str,
        body: str,
        to: str = ADDRESS,
        subject: str = "",
        *,
        dated: datetime | None = None,
        answered: Arrived | None = None,
    ) -> None:
        """Deliver a mail and let the judge do all it has to do."""
        self.letters += 1
        mail = EmailMessage(policy=policy.SMTP)
        mail["From"], mail["To"], mail["Subject"] = sender, to, subject
        mail["Date"] = format_datetime(dated or self.now)
        mail["Message-ID"] = f"<{self.letters}@people.test>"
        if answered is not None:
            mail["In-Reply-To"] = answered.mail["Message-ID"]
        mail.set_content(body)
        self.deliver(stamped(mail, proven=self.proven), to, parseaddr(sender)[1])

    def reply(
        self, sender: str, body: str, to: Arrived | None = None, *, dated: datetime | None = None
    ) -> None:
        """Answer `to`, or else the newest mail that `sender` got, press not counted."""
        newest = (
            to
            or [
                mail
                for mail in self.arrived
                if mail.to == sender and "Press from" not in mail.subject
            ][-1]
        )
        address = newest.mail["Reply-To"].addresses[0].addr_spec
        # What is dated by hand was written before the newest mail came.
        answered = None if dated else newest
        if dated and not self.judge.plus_addresses:
            answered = [
                mail
                for mail in self.arrived
                if mail.to == sender and mail.mail["Date"].datetime <= dated
            ][-1]
        quoted = "\n".join(f"> {line}" for line in (answered or newest).text.splitlines())
        body = f"{body}\n\nOn some day, the judge wrote:\n{quoted}\n"
        self.write(sender, body, address, dated=dated, answered=answered)

    def deliver(self, raw: bytes, to: str, sender: str) -> None:
        """Deliver these bytes and let the judge do all it has to do."""
        keep_mail(self.judge, Delivery(raw, to, sender, self.now), self.now)
        self.tick()

    def tick(self) -> None:
        """Let the judge do all that is due."""
        while answer_next_letter(self.judge, self.now):
            pass
        process_due_games(self.judge, lambda: self.now)
        self.send_all()

    def send_all(self) -> None:
        """Let the judge send all mail that is due, and do nothing else."""
        while paint_picture(self.judge, self.now):
            pass
        while send_notices(self.judge, lambda: self.now):
            pass

    def backed_up(self) -> bytes:
        """Return all that the judge knows now."""
        self.judge.store.dispose()  # writes all of it into the one file
        return Path(self.judge.store.url.database or "").read_bytes()

    def restore(self, backup: bytes) -> None:
        """Set the judge back to a backup, as `judge restore` does."""
        self.judge.store.dispose()
        folder = Path(self.judge.store.url.database or "").parent
        self.judge = replace(self.judge, store=a_store(folder, backup))
        with self.judge.store.begin() as connection:
            upkeep.note_mark(connection, upkeep.RESTORED, self.now)

    def _doors(self) -> Doors:
        return Doors(lambda: self.now, mailbox=False, settling=timedelta(0))

    def _alone(self, number: int, now: datetime) -> None:
        answer_alone(self.judge, number, now)

    def _send(self, raw: bytes, sender: str, recipient: str) -> Sent:
        assert faults(raw) == []
        self.arrived.append(Arrived(recipient, raw))
        return Sent()


@contextmanager
def unproven(post: Post) -> Iterator[None]:
    """Let what is written in the block be anybody's, for all that servers found."""
    post.proven = False
    yield
    post.proven = True


def stamped(mail: EmailMessage, *, proven: bool = True) -> bytes:
    """Return a mail with what the mail server in front of the judge notes of it."""
    found = finding(str(mail["From"]), proven=proven)
    return f"Authentication-Results: {found}\r\n".encode() + mail.as_bytes()


def finding(sender: str, *, proven: bool = True) -> str:
    """Return what the mail server in front of the judge notes of a mail's sender."""
    domain = parseaddr(sender)[1].rpartition("@")[2]
    return f"{SERVER}; dmarc={'pass' if proven else 'none'} header.from={domain}"


def a_store(folder: Path, content: bytes | None = None) -> Engine:
    """Return the store in `folder` that holds `content`, or nothing yet."""
    file = folder / "judge.db"
    if content is not None or not file.exists():
        file.write_bytes(_empty_store().content if content is None else content)
    store = open_store(f"sqlite:///{file}")
    event.listen(store, "connect", _hurry)
    # So statements are compiled once for all tests.
    store.dialect = _empty_store().dialect
    store.update_execution_options(compiled_cache=_COMPILED)
    return store


def _hurry(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    # Nothing in a test outlives the machine; to wait for the disk takes the longest.
    connection.execute("PRAGMA synchronous = off")


@cache
def _empty_store() -> _EmptyStore:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "judge.db"
        store = _migrated(f"sqlite:///{file}")
        store.dispose()  # which leaves it all in one file
        return _EmptyStore(file.read_bytes(), store.dialect)


def _migrated(url: str) -> Engine:
    store = open_store(url)
    migrate(store, shipped("migrations"))
    return store


@cache
def _renderer(plus_addresses: bool) -> Renderer:
    """Return the templates, which are compiled once for all tests."""
    return Renderer(shipped("templates"), ADDRESS, url=HOME, plus_addresses=plus_addresses)
