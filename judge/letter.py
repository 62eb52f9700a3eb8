"""The two shapes mail has inside the judge: a Letter came in, a Notice goes out.

Here is too what the settings say of mail, so that reading them loads no mail library.
"""

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum

from judge.messages import Text

# Stands near the top of every mail that may be answered; what a reply has below it is
# the quoted mail.
REPLY_MARKER = "=== Write your answer above this line ==="
# What stands for the writer's own diary where a conversation names roles.
DIARY = "Diary"
NOTES = "notes"


def notes_address(judge_address: str, game: str) -> str:
    """Return where notes for one's diary of `game` go: judge+notes+smp@example.org."""
    local, _, domain = judge_address.rpartition("@")
    return f"{local}+{NOTES}+{game.lower()}@{domain}"


@dataclass(frozen=True, slots=True)
class Delivery:
    """A mail as it was delivered to us, not yet read.

    `recipient` and `sender` are those of the envelope; `arrived` is when it had come,
    by our clock or by that of the operator's own mail server.
    """

    raw: bytes = field(repr=False)
    recipient: str
    sender: str
    arrived: datetime


class Standing(Enum):
    """Where a line stands in a mail, and so whose words it may hold."""

    OWN = "written by the sender, for all that a mail shows"
    QUOTED = "marked as quoted, or the line that announces what is so marked"
    ENCLOSED = "quoted by what is around it, into which its writer may have typed"
    POSSIBLE_HEADING = "written by the sender, or by a mail program above an older mail"
    HEADING = "part of what a mail program writes above an older mail"
    ATTACHED = "in a text file that was attached, or in a second form of the mail"
    BELOW_HEADING = "below such a heading, unmarked"
    SIGNATURE = "what begins a signature"
    BELOW_SIGNATURE = "below the beginning of a signature"
    CUT = "at REPLY_MARKER or below it: our own mail, come back"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a mail as it was written, and where it stands."""

    text: str
    standing: Standing = Standing.OWN


@dataclass(frozen=True, slots=True)
class Unread:
    """The parts of a mail whose words cannot be read, by their names or kinds.

    A picture is among the `files` only where the mail has no other words.
    """

    encrypted: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail from a person, decoded.

    `lines` are all its lines, those that are somebody else's among them: what a line
    was meant to be is not asked here. It is `authentic` if a server that we trust found
    that the domain of its `sender` sent it: anybody can write a From. `sender` is empty
    where the mail names nobody but came to a secret reply address. It is for the diary
    of the game `notes`, or of its writer's only game for "", if it came to an address
    of that.
    """

    sender: str
    sender_name: str
    subject: str
    lines: tuple[Line, ...] = field(repr=False)
    message_id: str
    references: tuple[str, ...] = ()
    date: datetime | None = None
    token: str | None = field(default=None, repr=False)
    automatic: bool = False
    authentic: bool = False
    unread: Unread = Unread()
    notes: str | None = None


NOBODYS = Letter("", "", "", (), "")
"""Stands for the letter of who is told something that answers none of his."""


@dataclass(frozen=True, slots=True)
class Ignored:
    """A mail that is kept but neither obeyed nor answered, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class Overlong:
    """A mail that is larger or deeper than any that a person writes, and how."""

    reason: Text


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

    `role` is a power's name, `Master` or `Observer`; `generation` is how often the
    reply addresses of this place were replaced by others. What answers press has its
    own address: `conversation` is who wrote that, "" for nobody who can be named, and
    then all others whom it went to; what answers a note has that of the `DIARY`. The
    address is made from it when the mail is written, so that no secret rests in the
    outbox.
    """

    player: int
    game: str
    role: str
    generation: int = 0
    conversation: tuple[str, ...] = ()


# How long a question can be answered: somebody may read his mail after the weekend.
OPEN_FOR = timedelta(days=3)


@dataclass(frozen=True, slots=True)
class Question:
    """What a reply to a notice answers, with yes or no.

    `about` names it, and no other question in this judge or another with its key. The
    reply address is made from it when the mail is written.
    """

    about: str


class Account(Enum):
    """Why a mail goes to somebody who may not have asked for it; each has its own limits."""

    OTHERS = "others"  # what somebody else wants: a claim, an invitation, a question
    WAY_BACK = "way_back"  # a reply address that is sent to the address on record
    UNPROVEN = "unproven"  # the answer to a letter of which only the From tells the sender


@dataclass(frozen=True, slots=True)
class Unasked:
    """The account on which a mail goes out, and the `causer`: who brought it about.

    The causer is the mailbox of a sender, or `@domain` where their letter proves nothing;
    "" is nobody's.
    """

    account: Account
    causer: str = ""


# Providers whose mailboxes have more than one spelling.
_DOTLESS = ("gmail.com", "googlemail.com")


def mailbox_of(address: str) -> str:
    """Return `address` in the one spelling that all addresses of its mailbox share.

    Small letters, and no `+tag`, by which one mailbox would have any number of addresses.
    """
    local, _, domain = address.lower().rpartition("@")
    local = local.partition("+")[0] or local
    if domain in _DOTLESS:
        return f"{local.replace('.', '')}@{_DOTLESS[0]}"
    return f"{local}@{domain}"


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
    notices of one game into one thread (`References`) and one list (`List-Id`); `phase`
    is the one that its game was in, "" without a board. A notice that asks a `question`
    is answered at the address of that. With a `delay` it is of that later moment in all
    that it shows. It is `unasked` where its reader may not have asked for it. Those for
    one place that are `bundled` go out together once the first of them is due; one that
    `frees` them lets that be so long after it.
    """

    to: str
    subject: str
    text: str
    tone: Tone
    game: str | None = None
    phase: str = ""
    reply_to: ReplyTo | None = None
    in_reply_to: str | None = None
    references: tuple[str, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    html: str = ""
    drawing: str = ""
    calendar: str = ""
    question: Question | None = None
    delay: timedelta = timedelta()
    unasked: Unasked | None = None
    bundled: bool = False
    frees: timedelta | None = None


# Bytes of the secret key that makes reply addresses.
SHORTEST_KEY = 16


class Tls(Enum):
    """Whether TLS begins with the connection, by STARTTLS, or never.

    A server that refuses STARTTLS is an error; nothing falls back to plain text.
    """

    IMPLICIT = "implicit"
    STARTTLS = "starttls"
    NONE = "none"


# RFC 5322 section 3.2.3, but for the plus sign that begins a token.
_LOCAL_PART = re.compile(r"[\w!#$%&'*/=?^`{|}~-]+(?:\.[\w!#$%&'*/=?^`{|}~-]+)*", re.A)
_DOMAIN = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9-]*[a-z0-9]", re.I)


def is_address(text: str) -> bool:
    """Return whether a text is a mail address and nothing else; it may hold a plus."""
    local, _, domain = text.rpartition("@")
    return bool(_LOCAL_PART.fullmatch(local.replace("+", "-"))) and is_host(domain)


def own_address(address: str) -> str:
    """Return the address that a judge can have; ValueError says why it cannot."""
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
    """Return whether a text can be the name of a machine or of a domain."""
    return bool(_DOMAIN.fullmatch(text))
