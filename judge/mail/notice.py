"""Writes the mail of the judge: a Notice and its Postmark, as bytes ready to send.

The same Notice, Postmark and picture always give the same bytes, so that a mail that
is sent twice can be recognised. What it holds:

```
mixed                   only with attachments
  alternative           only with HTML or an invitation
    text/plain
    related             only with a picture
      text/html
      image/png
    text/calendar
  attachments
```
"""

import hashlib
import re
from base64 import encodebytes
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from email.header import Header
from email.headerregistry import BaseHeader, HeaderRegistry
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr
from functools import lru_cache

from judge.letter import Attachment, Notice
from judge.mail.identity import leaving_address
from judge.mail.machine import LOOP_HEADER
from judge.mail.outbound import checked_id, thread_fields

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\s]+")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_ADDRESS = re.compile(r"[^\s<>@,;:\"()\\]+@[^\s<>@,;:\"()\\]+")
_DOT_ATOM = re.compile(r"[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*")
_LONGEST_LINE = 998  # RFC 5322 section 2.1.1
_LONGEST_WORDS = 76  # of a line with encoded words: RFC 2047 section 2
# Programs show about 70 letters of a subject, and some cut those that are folded.
_FOLLOWING = frozenset({"Observer", "Tutor", "Monitor"})
_LONGEST_SUBJECT = 200
_LONGEST_NAME = 60
# Where a template has the picture; `cid:board` in it is the picture itself.
_PICTURE = re.compile(r"<!--picture-->(.*?)<!--/picture-->", re.DOTALL)
_INVITATION = re.compile(r"BEGIN:VCALENDAR.*?END:VCALENDAR\r?\n?", re.DOTALL)
_METHOD = re.compile(r"^METHOD:([A-Z]+)", re.MULTILINE)


class _HeadersReadOnce(HeaderRegistry):
    """Reads no header twice: that took two fifths of writing a mail."""

    def __init__(self) -> None:
        super().__init__()
        self._read = lru_cache(maxsize=256)(super().__call__)
        self._kind = lru_cache(maxsize=256)(super().__getitem__)

    def __call__(self, name: str, value: str) -> BaseHeader:
        return self._read(name, value)

    def __getitem__(self, name: str) -> type[BaseHeader]:
        return self._kind(name)


# The policy of the library encodes in lines of 78, two more than RFC 2045 section 6.7.
_POLICY = SMTP.clone(max_line_length=76, header_factory=_HeadersReadOnce())


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


def write_notice(notice: Notice, postmark: Postmark, picture: bytes = b"") -> bytes:
    """Return the mail with CRLF line ends: text, HTML, invitation and attachments.

    `picture`, a PNG, goes into the HTML; without one its place there is left out.
    Raises ValueError for an address or Message-ID that no mail can have.
    """
    fields = [
        ("From", _mailbox(postmark.judge_name, postmark.from_address)),
        ("To", _written(notice.to)),
        ("Reply-To", _mailbox(postmark.judge_name, postmark.reply_address)),
        ("Subject", _text("Subject", notice.subject[:_LONGEST_SUBJECT])),
        ("Date", format_datetime(postmark.sent_at)),
        ("Message-ID", checked_id(postmark.message_id)),
        *thread_fields(notice, _domain(postmark)),
        *_ways_out(notice, postmark),
        # RFC 3834 section 5; the others are for programs that do not know it.
        ("Auto-Submitted", notice.tone.value),
        ("Precedence", "bulk"),
        ("X-Auto-Response-Suppress", "All"),
        (LOOP_HEADER, _domain(postmark)),
    ]
    head = "".join(f"{name}: {value}\r\n" for name, value in fields)
    return head.encode("ascii") + _content(notice, postmark.message_id, picture)


def _ways_out(notice: Notice, postmark: Postmark) -> list[tuple[str, str]]:
    """Return how to leave by one click; a player is not to leave his game so."""
    if notice.reply_to is None or notice.reply_to.role not in _FOLLOWING:
        return []
    # RFC 2369 section 3.2.
    leave = leaving_address(_checked_address(postmark.reply_address))
    return [("List-Unsubscribe", f"<mailto:{leave}?subject=RESIGN>")]


def _content(notice: Notice, message_id: str, picture: bytes) -> bytes:
    """Return the headers that describe the content, an empty line, and the content.

    They are the same for the same arguments.
    """
    digest = hashlib.sha256(message_id.encode()).hexdigest()[:32]
    texts = [_text_part(notice.text, "plain")]
    if notice.html:
        shown = r"\1" if picture else ""
        page = _PICTURE.sub(shown, notice.html)
        page = page.replace("cid:board", f"cid:board.{digest}@judge")
        texts.append(_text_part(page, "html"))
    for invitation in _INVITATION.findall(notice.calendar):
        texts.append(_text_part(invitation, "calendar"))
    parts = tuple(one.kind for one in texts)
    make = _framed if notice.attachments else _usual_frame
    frame = make(parts, bool(picture and notice.html), notice.attachments)
    frame = frame.replace(_DIGEST.encode(), digest.encode())
    return _BODY.sub(lambda one: _body(one[0], texts, picture), frame)


def _body(mark: bytes, texts: Sequence["_TextPart"], picture: bytes) -> bytes:
    """Return what stands in a frame where there is this mark."""
    if mark == _IMAGE:
        return _in_lines(picture)
    return texts[int(mark[1:-3])].body


@lru_cache(maxsize=4)  # all mails of a phase have the same picture
def _in_lines(content: bytes) -> bytes:
    """Return it in base64: RFC 2045 section 6.8."""
    return encodebytes(content).replace(b"\n", b"\r\n")


# What stands for the digest of a Message-ID, as long as one, and for the bodies of the
# parts: the library takes ten times as long to write a mail, so it writes a frame for
# all mails of the same parts.
_DIGEST = "_digest_of_the_message_id_here__"
_PAINTED = b"_the_picture_of_a_board_is_here_"
_IMAGE = _in_lines(_PAINTED)
_BODY = re.compile(rb"^(?:~\d+~\r\n|" + re.escape(_IMAGE) + rb")", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Kind:
    """What of a text the frame of its mail depends on."""

    subtype: str
    is_plain: bool
    method: str = ""


@dataclass(frozen=True, slots=True)
class _TextPart:
    kind: _Kind
    body: bytes


def _text_part(text: str, subtype: str) -> _TextPart:
    """Return a text as it stands in a mail, with CRLF line ends."""
    text = _UNPRINTABLE.sub("", text.replace("\r\n", "\n")).rstrip("\n") + "\n"
    is_plain = text.isascii() and max(map(len, text.split("\n"))) <= _LONGEST_LINE
    method = ""
    if subtype == "calendar":
        found = _METHOD.search(text)
        method = found[1] if found else "PUBLISH"
    kind = _Kind(subtype, is_plain, method)
    if not is_plain:
        part = EmailMessage(policy=_POLICY)
        _put_text(part, text, kind)
        text = str(part.get_payload())
    return _TextPart(kind, text.replace("\n", "\r\n").encode("ascii"))


def _put_text(message: EmailMessage, text: str, kind: _Kind) -> None:
    encoding = "7bit" if kind.is_plain else "quoted-printable"
    message.set_content(text, subtype=kind.subtype, cte=encoding)
    if kind.method:
        message.set_param("method", kind.method)


def _framed(
    kinds: tuple[_Kind, ...], with_picture: bool, attachments: tuple[Attachment, ...]
) -> bytes:
    """Return a mail of such parts, with a mark in place of each body."""
    message = EmailMessage(policy=_POLICY)
    _put_text(message, "~0~\n", kinds[0])
    for number, kind in enumerate(kinds[1:], 1):
        part = EmailMessage(policy=_POLICY)
        _put_text(part, f"~{number}~\n", kind)
        del part["MIME-Version"]
        _add(message, part, kind, with_picture)
    for attachment in attachments:
        _attach(message, attachment)
    for number, part in enumerate(message.walk()):
        if part.is_multipart():
            part.set_boundary(f"=_{number}_{_DIGEST}")
    return message.as_bytes()


_usual_frame = lru_cache(maxsize=64)(_framed)


def _add(message: EmailMessage, part: EmailMessage, kind: _Kind, with_picture: bool) -> None:
    """Add HTML or an invitation; a second one is a file of its own."""
    kinds = [one.get_content_type() for one in message.walk()]
    if kind.subtype == "calendar" and "text/calendar" in kinds:
        part.add_header("Content-Disposition", "attachment", filename="cancelled.ics")
        if message.get_content_subtype() != "mixed":
            message.make_mixed()
    elif not message.is_multipart():
        message.make_alternative()
    if kind.subtype == "html" and with_picture:
        part.add_related(
            _PAINTED,
            "image",
            "png",
            cid=f"<board.{_DIGEST}@judge>",
            disposition="inline",
            filename="board.png",
        )
        part.set_param("type", "text/html")  # RFC 2387 section 3.1
    message.attach(part)


def _attach(message: EmailMessage, attachment: Attachment) -> None:
    main, _, sub = attachment.media_type.partition("/")
    message.add_attachment(
        attachment.content, maintype=main, subtype=sub, filename=_one_line(attachment.filename)
    )


def _text(name: str, value: str) -> str:
    """Return a header value of free text, folded and encoded (RFC 2047)."""
    line = _one_line(value)
    plain = line.isascii() and "=?" not in line
    charset = "us-ascii" if plain else "utf-8"
    header = Header(line, charset, _LONGEST_WORDS, header_name=name)
    return header.encode(linesep="\r\n")


def _mailbox(name: str, address: str) -> str:
    shown, address = _one_line(name)[:_LONGEST_NAME], _written(address)
    if shown.isascii() and "=?" not in shown:
        written = formataddr((re.sub(r'["\\]', "'", shown), address))
        return written.replace(" <", "\r\n <") if len(written) > 66 else written
    return f"{_text('Reply-To', shown)}\r\n <{address}>"


def _one_line(value: str) -> str:
    return _CONTROL.sub(" ", value).strip()


def _written(address: str) -> str:
    """Return the address as a header has it: RFC 5322 section 3.4.1."""
    local, _, domain = _checked_address(address).rpartition("@")
    quoted = local if _DOT_ATOM.fullmatch(local) else f'"{local}"'
    return f"{quoted}@{domain}"


def _checked_address(address: str) -> str:
    """Return the address with its domain in ASCII; there is no other way to send it."""
    local, _, domain = address.rpartition("@")
    if not _ADDRESS.fullmatch(address) or not local.isascii():
        raise ValueError("This is not an address that mail can be sent to.")
    return f"{local}@{domain if domain.isascii() else domain.encode('idna').decode()}"


def _domain(postmark: Postmark) -> str:
    return _checked_address(postmark.from_address).rpartition("@")[2].lower()
