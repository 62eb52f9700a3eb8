"""What a mail server that says no means by it: not now, not this mail, or nobody's.

A server speaks in a basic code (RFC 5321 section 4.2.1) and mostly in an enhanced one
behind it (RFC 3463). Where they do not say that the recipient or the mail is at fault,
it may be the judge itself that is refused, and then no mail of its goes out.
"""

import re
from dataclasses import dataclass

# So much of an answer fits a line of the log and of the mail to the keeper.
_LONGEST_REASON = 200
_REFUSAL = re.compile(r"(?P<code>5\d\d)(?:[ -](?P<enhanced>5\.\d{1,3}\.\d{1,3}))?\b")
# RFC 3463 sections 3.2, 3.3 and 3.5 (the address or its domain; 1.7 and 1.8 are of the
# sender), 3.4 (the length of the mail) and 3.7 (its content); RFC 7505 (null MX).
_OF_THIS_MAIL = re.compile(r"5\.(?:1\.(?:[12346]|10)|2\.\d+|3\.4|4\.4|6\.\d+)")
# RFC 5321 section 4.2.3: "user not local" and "exceeded storage allocation".
_BASIC_OF_THIS_MAIL = {"551", "552"}


@dataclass(frozen=True, slots=True)
class Sent:
    """The server took the mail and answers for it now."""


@dataclass(frozen=True, slots=True)
class TryAgain:
    """The mail did not go out this time, and may another time."""

    reason: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """The server will never take this mail for this recipient."""

    reason: str


@dataclass(frozen=True, slots=True)
class Barred:
    """The server refuses for good, and may do so with all mail of the judge.

    Whether it is this mail alone shows when it takes another one.
    """

    reason: str


Outcome = Sent | TryAgain | Rejected | Barred


def read_refusal(code: int, text: str | bytes) -> TryAgain | Rejected | Barred:
    """Return what a server means that answered a recipient or a mail with this."""
    reason = reason_of(str(code), text)
    # RFC 5321 section 4.2.1: 5yz is permanent, 4yz passes, whatever the text says.
    if not 500 <= code < 600:
        return TryAgain(reason)
    return Rejected(reason) if is_of_one_mail(reason) else Barred(reason)


def is_of_one_mail(reason: str) -> bool:
    """Return whether the codes at the start of `reason` blame a recipient or a mail."""
    found = _REFUSAL.match(reason)
    if found is None:
        return False
    if found["enhanced"] is None:
        return found["code"] in _BASIC_OF_THIS_MAIL
    return _OF_THIS_MAIL.fullmatch(found["enhanced"]) is not None


def reason_of(start: str, text: str | bytes) -> str:
    """Return one short line of what a server said."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    return " ".join(f"{start} {text}".split())[:_LONGEST_REASON]
