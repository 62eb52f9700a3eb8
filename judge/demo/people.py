"""The people in the demo: they write to the judge as their mail programs would."""

import smtplib
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr, make_msgid

from judge.demo.mailboxes import HOST, Delivered


@dataclass(frozen=True, slots=True)
class Person:
    """A person with a mail program."""

    name: str
    address: str


def write_mail(person: Person, to: str, subject: str, body: str, now: datetime) -> EmailMessage:
    """Return a new mail from a person."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = formataddr((person.name, person.address))
    mail["To"] = to
    mail["Subject"] = subject
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = make_msgid(domain=person.address.rpartition("@")[2])
    mail.set_content(body)
    return mail


def write_reply(person: Person, answered: Delivered, body: str, now: datetime) -> EmailMessage:
    """Return a reply as mail programs write it: the text on top, then the quoted mail."""
    quoted = "\n".join(f"> {line}" for line in answered.text.splitlines())
    whole = f"{body}\n\nOn {now:%d %b %Y at %H:%M}, the judge wrote:\n{quoted}\n"
    subject = f"Re: {answered.subject.removeprefix('Re: ')}"
    mail = write_mail(person, answered.reply_to, subject, whole, now)
    mail["In-Reply-To"] = answered.message_id
    mail["References"] = answered.message_id
    return mail


def send_mail(mail: EmailMessage, port: int) -> None:
    """Send a mail to the judge by SMTP; errors are those of smtplib."""
    with smtplib.SMTP(HOST, port, local_hostname="localhost") as server:
        server.send_message(mail)
