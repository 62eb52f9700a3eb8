"""Writes the mail of the judge: a Notice and its Postmark, as bytes ready to send.

The same Notice and Postmark always give the same bytes, so that a mail that is sent
twice can be recognised.
"""

import hashlib
import re
from dataclasses import dataclass, field
from datetime import datetime
from email.header import Header
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr

from judge.letter import Attachment, Notice, Tone
from judge.mail.machine import LOOP_HEADER

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\s]+")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,300}>")
_ADDRESS = re.compile(r"[^\s<>@,;:\"()\\]+@[^\s<>@,;:\"()\\]+")
_LONGEST_SUBJECT = 200
_LONGEST_NAME = 60
_LONGEST_LINE = 998
_MOST_REFERENCES = 10


@dataclass(frozen=True, slots=True)
class Postmark:
    """What is put on a Notice when it leaves: who the judge is, which mail, and when.

    `reply_address` holds the reader's token; for a reader without one it is the same
    as `from_address`.
    """

    message_id: str
    sent_at: datetime
    judge_name: str
    from_address: str
    reply_address: str = field(repr=False)


def write_notice(notice: Notice, postmark: Postmark) -> bytes:
    """Return the mail with CRLF line ends, plain text in UTF-8 and its attachments.

    Raises ValueError for an address or Message-ID that no mail can have.
    """
    fields = [
        ("From", _mailbox(postmark.judge_name, postmark.from_address)),
        ("To", _checked_address(notice.to)),
        ("Reply-To", _mailbox(postmark.judge_name, postmark.reply_address)),
        ("Subject", _text("Subject", notice.subject[:_LONGEST_SUBJECT])),
        ("Date", format_datetime(postmark.sent_at)),
        ("Message-ID", _checked_id(postmark.message_id)),
        *_thread(notice, postmark),
        # RFC 3834 section 5; the others are for programs that do not know it.
        ("Auto-Submitted", notice.tone.value),
        ("Precedence", "bulk"),
        ("X-Auto-Response-Suppress", "All"),
        (LOOP_HEADER, _domain(postmark)),
    ]
    head = "".join(f"{name}: {value}\r\n" for name, value in fields)
    return head.encode("ascii") + _content(notice, postmark.message_id)


def thread_root(game: str, domain: str) -> str:
    """Return the Message-ID under which mail programs gather all mail of one game."""
    return f"<game.{_atom(game)}@{domain}>"


def _thread(notice: Notice, postmark: Postmark) -> list[tuple[str, str]]:
    domain = _domain(postmark)
    root = [thread_root(notice.game, domain)] if notice.game is not None else []
    answered = _ids((notice.in_reply_to or "",))
    earlier = _ids((*notice.references, *answered))[-_MOST_REFERENCES:]
    references = list(dict.fromkeys([*root, *earlier]))
    parent = answered or (root if notice.tone is Tone.NEWS else [])
    fields = [("In-Reply-To", " ".join(parent))] if parent else []
    if references:
        fields.append(("References", "\r\n ".join(references)))
    if notice.game is not None:
        name = _atom(notice.game)
        fields.append(("List-Id", f"<{name}.{domain}>"))
    return fields


def _content(notice: Notice, message_id: str) -> bytes:
    """Return the headers that describe the content, an empty line, and the content."""
    message = EmailMessage(policy=SMTP)
    text = _UNPRINTABLE.sub("", notice.text.replace("\r\n", "\n")).rstrip("\n") + "\n"
    longest = max(map(len, text.split("\n")))
    plain = text.isascii() and longest <= _LONGEST_LINE
    message.set_content(text, cte="7bit" if plain else "quoted-printable")
    for attachment in notice.attachments:
        _attach(message, attachment)
    if message.is_multipart():
        digest = hashlib.sha256(message_id.encode()).hexdigest()
        message.set_boundary(f"=_{digest[:32]}")
    return message.as_bytes()


def _attach(message: EmailMessage, attachment: Attachment) -> None:
    main, _, sub = attachment.media_type.partition("/")
    message.add_attachment(
        attachment.content,
        maintype=main,
        subtype=sub,
        filename=_one_line(attachment.filename),
    )


def _text(name: str, value: str) -> str:
    """Return a header value of free text, folded and encoded (RFC 2047)."""
    line = _one_line(value)
    charset = "us-ascii" if line.isascii() else "utf-8"
    return Header(line, charset, header_name=name).encode(linesep="\r\n")


def _mailbox(name: str, address: str) -> str:
    return formataddr((_one_line(name)[:_LONGEST_NAME], _checked_address(address)))


def _one_line(value: str) -> str:
    return _CONTROL.sub(" ", value).strip()


def _checked_address(address: str) -> str:
    """Return the address with its domain in ASCII; there is no other way to send it."""
    local, _, domain = address.rpartition("@")
    if not _ADDRESS.fullmatch(address) or not local.isascii():
        raise ValueError("This is not an address that mail can be sent to.")
    return f"{local}@{domain if domain.isascii() else domain.encode('idna').decode()}"


def _checked_id(message_id: str) -> str:
    if not _MESSAGE_ID.fullmatch(message_id):
        raise ValueError(f"This is not a Message-ID: {message_id!r}")
    return message_id


def _ids(values: tuple[str, ...]) -> list[str]:
    return [value for value in values if _MESSAGE_ID.fullmatch(value)]


def _domain(postmark: Postmark) -> str:
    return _checked_address(postmark.from_address).rpartition("@")[2].lower()


def _atom(game: str) -> str:
    return re.sub(r"[^a-z0-9-]+", "-", game.lower()) or "game"
