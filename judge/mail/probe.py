"""The mail that the judge writes to itself, to see whether mail comes in."""

from dataclasses import dataclass, field
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from judge.mail.identity import reply_address

_MARK = "probe-"  # no token begins so: in Base32 there is no hyphen


@dataclass(frozen=True, slots=True)
class Probe:
    """A mail to the judge from itself, with the address that it is for."""

    recipient: str
    message_id: str
    raw: bytes = field(repr=False)


def probe_mail(judge_address: str, name: str, now: datetime) -> Probe:
    """Return a mail that is like no other, by its name of small letters and digits."""
    recipient = reply_address(judge_address, _MARK + name)
    message_id = f"<{_MARK}{name}@{judge_address.rpartition('@')[2]}>"
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"] = judge_address, recipient
    mail["Subject"] = "The judge writes to itself"
    mail["Date"], mail["Message-ID"] = format_datetime(now), message_id
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content("This mail shows `judge check` that mail comes in.\n")
    return Probe(recipient, message_id, mail.as_bytes())


def is_probe(address: str) -> bool:
    """Return whether mail to this address is such a mail, which wants no answer."""
    return address.partition("+")[2].lower().startswith(_MARK)
