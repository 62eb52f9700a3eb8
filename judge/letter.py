"""Mail inside the judge: a Letter came in, a Notice goes out.

The settings check mail addresses and keys by functions of this module, so that they load no mail
library.
"""

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum

from judge.messages import Text

# The line near the top of every mail that may be answered. In a reply, this line and the lines
# below it are the judge's own mail, quoted.
REPLY_MARKER = "=== Write your answer above this line ==="
# The name of a player's own diary among the roles of a conversation.
DIARY = "Diary"
NOTES = "notes"


def notes_address(judge_address: str, game: str) -> str:
    """Return the address for notes to the diary of a game: judge+notes+smp@example.org."""
    local, _, domain = judge_address.rpartition("@")
    return f"{local}+{NOTES}+{game.lower()}@{domain}"


@dataclass(frozen=True, slots=True)
class Delivery:
    """A mail as it was delivered to us, not yet parsed."""

    raw: bytes = field(repr=False)
    #: Recipient and sender in the SMTP envelope.
    recipient: str
    sender: str
    #: The time of arrival, by our clock or by that of the operator's own mail server.
    arrived: datetime


class Standing(Enum):
    """The part of a mail in which a line stands; it says who may have written the line."""

    OWN = "written by the sender, as far as the mail shows"
    QUOTED = "marked as quoted, or the line above that announces the quotation"
    ENCLOSED = "between quoted lines; the sender may have typed into the quotation"
    POSSIBLE_HEADING = "written by the sender, or a mail program's heading above an older mail"
    HEADING = "part of a mail program's heading above an older mail"
    ATTACHED = "in an attached text file"
    SECOND_FORM = "only in the second form of the mail, such as its HTML page"
    BELOW_HEADING = "below such a heading, not marked as quoted"
    SIGNATURE = "the beginning of a signature"
    BELOW_SIGNATURE = "below the beginning of a signature"
    CUT = "REPLY_MARKER or below it: our own mail, quoted"
    STRUCK = "struck through, or behind a sign that says no"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a mail as it was written, and the part of the mail in which it stands."""

    text: str
    standing: Standing = Standing.OWN


@dataclass(frozen=True, slots=True)
class Unread:
    """The parts of a mail whose text cannot be read, by their file names or media types.

    A picture is among the `files` only if the mail has no other text.
    """

    encrypted: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail from a person, decoded."""

    #: The address in From; "" if the mail has none but came to a secret reply address.
    sender: str
    sender_name: str
    subject: str
    #: All lines, also quoted ones. Orders and commands are read from them later.
    lines: tuple[Line, ...] = field(repr=False)
    message_id: str
    references: tuple[str, ...] = ()
    date: datetime | None = None
    #: The token of the reply address to which it came.
    token: str | None = field(default=None, repr=False)
    #: Whether a program sent it, such as a vacation responder.
    automatic: bool = False
    #: Whether a server that we trust found that the domain of the sender sent it. Otherwise anybody
    #: may have written this From.
    authentic: bool = False
    unread: Unread = Unread()
    #: The game of the diary for which it is a note; "" is the writer's only game, None is no note.
    notes: str | None = None


NO_LETTER = Letter("", "", "", (), "")
"""The letter behind a notice that answers no letter."""


@dataclass(frozen=True, slots=True)
class Ignored:
    """A mail that is stored but neither executed nor answered, and the reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Overlong:
    """A mail larger or deeper than any that a person writes, and what is too large."""

    reason: Text


@dataclass(frozen=True, slots=True)
class Bounced:
    """A report that mail to `addresses` could not be delivered.

    Anybody can write such a report. Only somebody who has seen a mail can give its message id.
    """

    addresses: tuple[str, ...]
    permanent: bool
    #: All message ids in the report.
    message_ids: tuple[str, ...] = ()


class Tone(Enum):
    """Whether a notice answers a letter or reports an event.

    The value is that of the header `Auto-Submitted` (RFC 3834 section 5).
    """

    ANSWER = "auto-replied"
    NEWS = "auto-generated"


@dataclass(frozen=True, slots=True)
class ReplyTo:
    """The seat in a game to which a reply to a notice belongs.

    The address is computed from it when the mail is written, so the outbox contains no secret.
    """

    player: int
    game: str
    #: A power's name, `Master` or `Observer`.
    role: str
    #: The number of times that the reply addresses of this seat were replaced.
    generation: int = 0
    #: For an answer to press: its writer ("" for an anonymous one), then its other recipients. For
    #: an answer to a note: `DIARY`. Such answers have addresses of their own.
    conversation: tuple[str, ...] = ()


# The time in which a question can be answered. Some people read their mail after the weekend.
OPEN_FOR = timedelta(days=3)


@dataclass(frozen=True, slots=True)
class Question:
    """The question of a notice; a reply answers it with yes or no.

    The reply address is computed from it when the mail is written.
    """

    #: Its name, unique among all questions of all judges that share a key.
    about: str

    @property
    def has_page(self) -> bool:
        """Return whether a page with the answers yes and no belongs to the question."""
        return not self.about.startswith((PRESS_OR_ORDERS, LINES_OFFERED))


PRESS_OR_ORDERS = "meaning"
"""The first word in the name of a question that is answered with PRESS or ORDERS."""
LINES_OFFERED = "lines"
"""The first word in the name of a question whether lines of an ordinary answer are meant."""


class Account(Enum):
    """The kind of a mail that its reader may not have asked for; each kind has its own limits."""

    OTHERS = "others"  # a wish of somebody else: a claim, an invitation, a question
    WAY_BACK = "way_back"  # a reply address, sent to the address on record
    KEY = "key"  # a key to the pages, sent to the address on record
    UNPROVEN = "unproven"  # the answer to a letter whose sender only From names


@dataclass(frozen=True, slots=True)
class Unasked:
    """The kind of a mail that its reader may not have asked for, and the person who caused it."""

    account: Account
    #: The sender's mailbox; `@domain` if their letter is not authentic; "" without a sender.
    causer: str = ""


# Providers that deliver several spellings of an address to one mailbox: they ignore dots.
_DOTLESS = ("gmail.com", "googlemail.com")


def mailbox_of(address: str) -> str:
    """Return the normal form of an address: lower case, without `+tag`.

    With tags, one mailbox would have any number of addresses.
    """
    local, _, domain = address.lower().rpartition("@")
    local = local.partition("+")[0] or local
    if domain in _DOTLESS:
        return f"{local.replace('.', '')}@{_DOTLESS[0]}"
    return f"{local}@{domain}"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that is attached to a notice."""

    filename: str
    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Notice:
    """A mail to one person, complete except for the address block."""

    to: str
    subject: str
    #: The whole mail as plain text, with lines of 72 columns.
    text: str
    tone: Tone
    #: Notices of one game form one thread (`References`) and one list (`List-Id`).
    game: str | None = None
    #: The phase of the game; "" without a board.
    phase: str = ""
    reply_to: ReplyTo | None = None
    in_reply_to: str | None = None
    references: tuple[str, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    #: The whole mail as HTML.
    html: str = ""
    #: The data of the pictures. These are painted when the mail is sent.
    drawings: tuple[str, ...] = ()
    #: Calendar objects (RFC 5545), concatenated.
    calendar: str = ""
    #: A notice with a question has the question's reply address.
    question: Question | None = None
    #: The time until it is sent; it is dated at that moment.
    delay: timedelta = timedelta()
    #: The account of limits, if its reader may not have asked for it.
    unasked: Unasked | None = None
    #: Whether it waits to be sent in one mail with the other bundled notices for its seat. That
    #: mail is sent when the first of them is due.
    bundled: bool = False
    #: The bundled notices for its seat become due at most this long after it is written.
    frees: timedelta | None = None


# The least number of bytes in the secret key for reply addresses.
SHORTEST_KEY = 16


class Tls(Enum):
    """Whether TLS begins with the connection, by STARTTLS, or never.

    A server that refuses STARTTLS is an error. There is no fallback to plain text.
    """

    IMPLICIT = "implicit"
    STARTTLS = "starttls"
    NONE = "none"


# RFC 5322 section 3.2.3, without the plus sign, which begins a token.
_LOCAL_PART = re.compile(r"[\w!#$%&'*/=?^`{|}~-]+(?:\.[\w!#$%&'*/=?^`{|}~-]+)*", re.A)
_DOMAIN = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9-]*[a-z0-9]", re.I)


def is_address(text: str) -> bool:
    """Return whether a text is a mail address and nothing else; it may contain a plus sign."""
    local, _, domain = text.rpartition("@")
    return bool(_LOCAL_PART.fullmatch(local.replace("+", "-"))) and is_host(domain)


def own_address(address: str) -> str:
    """Return an address that a judge can have; ValueError for users says why it cannot."""
    if "+" in address.rpartition("@")[0]:
        raise ValueError(
            "no plus sign may stand in it, for the judge puts one before the tokens of "
            "its reply addresses; choose another address"
        )
    if not is_address(address):
        raise ValueError(
            "this is no mail address; it looks like judge@example.org, and is the "
            "address alone, without a name and without accents"
        )
    return address


def is_host(text: str) -> bool:
    """Return whether a text can be the name of a host or domain."""
    return bool(_DOMAIN.fullmatch(text))


def bare_address(recipient: str) -> str:
    """Return the judge's plain address that belongs to one of its reply addresses."""
    local, _, domain = recipient.rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"
