"""The two shapes mail has inside the judge: a Letter came in, a Notice goes out."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

# Stands near the top of every mail that may be answered; what a reply has below it is
# the quoted mail.
REPLY_MARKER = "=== Write your answer above this line ==="


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail from a person, decoded and cut down to the words that person wrote.

    `body` holds what was written for the judge, one line each, with quoted mail and
    signature cut away; `left_out` holds the cut lines that look like commands or
    orders, so that the answer can say they were not read.
    """

    sender: str
    sender_name: str
    subject: str
    body: str
    message_id: str
    references: tuple[str, ...] = ()
    date: datetime | None = None
    token: str | None = field(default=None, repr=False)
    left_out: tuple[str, ...] = ()
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class Ignored:
    """A mail that is kept but neither obeyed nor answered, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class Bounced:
    """A report that mail to `addresses` could not be delivered.

    `message_ids` are all that it names: anybody can write such a report, but only of a
    mail that he has seen.
    """

    addresses: tuple[str, ...]
    permanent: bool
    message_ids: tuple[str, ...] = ()


class Tone(Enum):
    """Whether a notice answers one letter or tells of something that happened.

    RFC 3834 section 5: the value is that of the `Auto-Submitted` header.
    """

    ANSWER = "auto-replied"
    NEWS = "auto-generated"


@dataclass(frozen=True, slots=True)
class ReplyTo:
    """The place in a game for which the reader of a notice may reply.

    `role` is a power's name, `Master` or `Observer`. The reply address is made from it
    when the mail is written, so that no secret rests in the outbox.
    """

    player: int
    game: str
    role: str


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes along with a notice."""

    filename: str
    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Notice:
    """A mail to one person that is ready but for its address block.

    `text` is complete on its own, 72 columns wide; `html` says the same. `drawing` is
    what a picture in it would show, of which the picture is made when the mail leaves.
    `calendar` holds calendar objects (RFC 5545), one after the other. `game` groups the
    notices of one game into one thread (`References`) and one list (`List-Id`).
    """

    to: str
    subject: str
    text: str
    tone: Tone
    game: str | None = None
    reply_to: ReplyTo | None = None
    in_reply_to: str | None = None
    references: tuple[str, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    html: str = ""
    drawing: str = ""
    calendar: str = ""
