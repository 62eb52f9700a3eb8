"""Writes the judge's mail: a Notice and its Postmark -> the bytes to send.

The same Notice, Postmark and picture always give the same bytes, so that a mail that is sent twice
can be recognised. The structure of a mail:

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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from email.header import Header
from email.headerregistry import BaseHeader, HeaderRegistry
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr
from functools import lru_cache, partial

from judge.letter import Attachment, Notice, ReplyTo, Tone
from judge.mail.identity import ascii_domain, leaving_address
from judge.mail.message import LOOP_HEADER

_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,300}>")
# RFC 5322 section 3.6.4 sets no limit, but the header of a long game would grow. Mail programs find
# a thread by its root, which is always there, and its newest mails.
_MOST_REFERENCES = 10
_PRESS = "press"  # the beginning of a conversation's Message-IDs
_ROOT_LENGTH = 16


def thread_root(game: str, domain: str) -> str:
    """Return the Message-ID of the root of a game's thread."""
    return f"<game.{_atom(game)}@{domain}>"


def conversation_root(reply_to: ReplyTo, domain: str) -> str:
    """Return the Message-ID of a conversation's root, which is the same for all participants."""
    participants = {reply_to.role, *reply_to.conversation}
    content = "\n".join((reply_to.game.lower(), *sorted(participants)))
    digest = hashlib.sha256(content.encode()).hexdigest()[:_ROOT_LENGTH]
    return f"<{_PRESS}.{_atom(reply_to.game)}.{digest}@{domain}>"


def _root(notice: Notice, domain: str) -> list[str]:
    """Return a list with the root of the notice's thread, or [] if it belongs to no thread.

    The answer to a letter in a conversation stays in the conversation.
    """
    reply_to = notice.reply_to
    if reply_to is not None and reply_to.conversation:
        return [conversation_root(reply_to, domain)]
    if any(reference.startswith(f"<{_PRESS}.") for reference in notice.references):
        return []
    return [thread_root(notice.game, domain)] if notice.game is not None else []


def thread_fields(notice: Notice, domain: str) -> list[tuple[str, str]]:
    """Return the header fields (name, value) that put a notice into its thread."""
    root = _root(notice, domain)
    answered = _ids((notice.in_reply_to or "",))
    earlier = _ids((*notice.references, *answered))[-_MOST_REFERENCES:]
    references = list(dict.fromkeys([*root, *earlier]))
    parent = answered or (root if notice.tone is Tone.NEWS else [])
    fields = [("In-Reply-To", " ".join(parent))] if parent else []
    if references:
        fields.append(("References", "\r\n ".join(references)))
    if notice.game is not None:
        fields.append(("List-Id", f"<{_atom(notice.game)}.{domain}>"))
    return fields


def checked_id(message_id: str) -> str:
    """Return a valid Message-ID unchanged; raises ValueError for an invalid one."""
    if not _MESSAGE_ID.fullmatch(message_id):
        raise ValueError(f"This is not a Message-ID: {message_id!r}")
    return message_id


def _ids(values: tuple[str, ...]) -> list[str]:
    return [value for value in values if _MESSAGE_ID.fullmatch(value)]


def _atom(game: str) -> str:
    return re.sub(r"[^a-z0-9-]+", "-", game.lower()) or "game"


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\s]+")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_ADDRESS = re.compile(r"[^\s<>@,;:\"()\\]+@[^\s<>@,;:\"()\\]+")
_DOT_ATOM = re.compile(r"[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*")
_LONGEST_LINE = 998  # RFC 5322 section 2.1.1
_LONGEST_WORDS = 76  # the longest line with encoded words: RFC 2047 section 2
_FOLLOWING = frozenset({"Observer", "Tutor", "Monitor"})
# Mail programs show about 70 letters of a subject, and some cut folded subjects.
_LONGEST_SUBJECT = 200
_LONGEST_NAME = 60
# The place of a picture in a template, with its number; `cid:board0` in it refers to the picture.
_PICTURE = re.compile(r"<!--picture (\d)-->(.*?)<!--/picture-->", re.DOTALL)
_METHOD = re.compile(r"^METHOD:([A-Z]+)", re.MULTILINE)


class _HeadersReadOnce(HeaderRegistry):
    """Caches parsed headers: parsing took two fifths of the time to write a mail."""

    def __init__(self) -> None:
        super().__init__()
        self._read = lru_cache(maxsize=256)(super().__call__)
        self._kind = lru_cache(maxsize=256)(super().__getitem__)

    def __call__(self, name: str, value: str) -> BaseHeader:
        return self._read(name, value)

    def __getitem__(self, name: str) -> type[BaseHeader]:
        return self._kind(name)


# The library's policy writes lines of 78, two more than RFC 2045 section 6.7 allows.
_POLICY = SMTP.clone(max_line_length=76, header_factory=_HeadersReadOnce())


@dataclass(frozen=True, slots=True)
class Postmark:
    """The headers of a mail that are decided when a Notice is sent.

    `reply_address` contains the reader's token; without a token it is `from_address`.
    """

    message_id: str
    sent_at: datetime
    judge_name: str
    from_address: str
    reply_address: str = field(repr=False)
    #: The URL at which one POST of a mail program unsubscribes its user (RFC 8058), or "".
    leave_url: str = field(default="", repr=False)


def write_notice(notice: Notice, postmark: Postmark, pictures: Sequence[bytes] = ()) -> bytes:
    """Return the mail with CRLF line ends: text, HTML, invitation and attachments.

    `pictures` are PNGs for the places in the HTML; the place of an empty one is left out. Raises
    ValueError for an invalid address or Message-ID.
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
        # RFC 3834 section 5; the other two are for programs that ignore Auto-Submitted.
        ("Auto-Submitted", notice.tone.value),
        ("Precedence", "bulk"),
        ("X-Auto-Response-Suppress", "All"),
        (LOOP_HEADER, _domain(postmark)),
    ]
    head = "".join(f"{name}: {value}\r\n" for name, value in fields)
    # All texts are encoded by now, so only an address can have characters beyond ASCII (RFC 6532).
    return head.encode("utf-8") + _content(notice, postmark.message_id, pictures)


def _ways_out(notice: Notice, postmark: Postmark) -> list[tuple[str, str]]:
    """Return the headers to unsubscribe by one click, or [] for a player.

    A player must not leave a game by one click.
    """
    if notice.reply_to is None or notice.reply_to.role not in _FOLLOWING:
        return []
    # A mail to the plain address would not tell which game its writer leaves.
    if postmark.reply_address == postmark.from_address:
        return []
    # RFC 2369 section 3.2.
    leave = f"<mailto:{leaving_address(_checked_address(postmark.reply_address))}?subject=RESIGN>"
    if not postmark.leave_url:
        return [("List-Unsubscribe", leave)]
    return [
        ("List-Unsubscribe", f"<{postmark.leave_url}>,\r\n {leave}"),
        ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
    ]


def _content(notice: Notice, message_id: str, pictures: Sequence[bytes]) -> bytes:
    """Return the headers that describe the content, an empty line, and the content."""
    digest = hashlib.sha256(message_id.encode()).hexdigest()[:32]
    texts = [_text_part(notice.text, "plain")]
    shown = [picture for picture in pictures if picture and notice.html]
    if notice.html:
        page = _PICTURE.sub(partial(_place, pictures=pictures, digest=digest), notice.html)
        texts.append(_text_part(page, "html"))
    if notice.calendar:
        texts.append(_text_part(notice.calendar, "calendar"))
    parts = tuple(text.kind for text in texts)
    write_frame = _framed if notice.attachments else _usual_frame
    frame = write_frame(parts, len(shown), notice.attachments)
    frame = frame.replace(_DIGEST.encode(), digest.encode())
    images = iter(shown)
    return _BODY.sub(lambda text: _body(text[0], texts, images), frame)


def _place(found: re.Match[str], pictures: Sequence[bytes], digest: str) -> str:
    """Return the HTML at the place of a picture, "" without the picture."""
    number = int(found[1])
    if number >= len(pictures) or not pictures[number]:
        return ""
    kept = sum(map(bool, pictures[:number]))
    return found[2].replace(f"cid:board{number}", f"cid:board{kept}.{digest}@judge")


def _body(mark: bytes, texts: Sequence["_TextPart"], images: Iterator[bytes]) -> bytes:
    """Return the content that replaces a mark of the frame."""
    if mark == _IMAGE:
        return _in_lines(next(images))
    return texts[int(mark[1:-3])].body


@lru_cache(maxsize=4)  # many mails of a phase have the same picture
def _in_lines(content: bytes) -> bytes:
    """Return `content` in base64, in lines of 76 (RFC 2045 section 6.8)."""
    return encodebytes(content).replace(b"\n", b"\r\n")


# Mails with the same kinds of parts share a frame, because writing a mail with the library takes
# ten times as long. Marks in the frame stand for the bodies and for the digest of the Message-ID,
# which has the same length.
_DIGEST = "_digest_of_the_message_id_here__"
_PAINTED = b"_the_picture_of_a_board_is_here_"
_IMAGE = _in_lines(_PAINTED)
_BODY = re.compile(rb"^(?:~\d+~\r\n|" + re.escape(_IMAGE) + rb")", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Kind:
    """The properties of a text on which the frame of its mail depends."""

    subtype: str
    is_plain: bool
    method: str = ""


@dataclass(frozen=True, slots=True)
class _TextPart:
    kind: _Kind
    body: bytes


def _text_part(text: str, subtype: str) -> _TextPart:
    """Return a text as a part of a mail, with CRLF line ends."""
    text = _UNPRINTABLE.sub("", text.replace("\r\n", "\n")).rstrip("\n") + "\n"
    is_plain = text.isascii() and max(map(len, text.split("\n"))) <= _LONGEST_LINE
    method = ""
    if subtype == "calendar":
        match = _METHOD.search(text)
        method = match[1] if match else "PUBLISH"
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


def _framed(kinds: tuple[_Kind, ...], pictures: int, attachments: tuple[Attachment, ...]) -> bytes:
    """Return a mail with parts of these kinds, with a mark in place of each body."""
    message = EmailMessage(policy=_POLICY)
    _put_text(message, "~0~\n", kinds[0])
    for number, kind in enumerate(kinds[1:], 1):
        part = EmailMessage(policy=_POLICY)
        _put_text(part, f"~{number}~\n", kind)
        del part["MIME-Version"]
        _add(message, part, kind, pictures)
    for attachment in attachments:
        main, _, sub = attachment.media_type.partition("/")
        name = _one_line(attachment.filename)
        message.add_attachment(attachment.content, maintype=main, subtype=sub, filename=name)
    for number, part in enumerate(message.walk()):
        if part.is_multipart():
            part.set_boundary(f"=_{number}_{_DIGEST}")
    return message.as_bytes()


_usual_frame = lru_cache(maxsize=64)(_framed)


def _add(message: EmailMessage, part: EmailMessage, kind: _Kind, pictures: int) -> None:
    """Add HTML with so many pictures, or an invitation."""
    if not message.is_multipart():
        message.make_alternative()
    if kind.subtype == "html" and pictures:
        for number in range(pictures):
            part.add_related(
                _PAINTED,
                "image",
                "png",
                cid=f"<board{number}.{_DIGEST}@judge>",
                disposition="inline",
                filename=f"board{number or ''}.png",
            )
        part.set_param("type", "text/html")  # RFC 2387 section 3.1
    message.attach(part)


def _text(name: str, value: str) -> str:
    """Return a header value of free text, folded and encoded (RFC 2047)."""
    line = _one_line(value)
    plain = line.isascii() and "=?" not in line
    charset = "us-ascii" if plain else "utf-8"
    header = Header(line, charset, _LONGEST_WORDS, header_name=name)
    return header.encode(linesep="\r\n")


def _mailbox(name: str, address: str) -> str:
    display_name, address = _one_line(name)[:_LONGEST_NAME], _written(address)
    if display_name.isascii() and "=?" not in display_name:
        written = formataddr((re.sub(r'["\\]', "'", display_name), address))
        return written.replace(" <", "\r\n <") if len(written) > 66 else written
    return f"{_text('Reply-To', display_name)}\r\n <{address}>"


def _one_line(value: str) -> str:
    return _CONTROL.sub(" ", value).strip()


def _written(address: str) -> str:
    """Return the address as a header value (RFC 5322 section 3.4.1)."""
    local, _, domain = _checked_address(address).rpartition("@")
    quoted = local if _DOT_ATOM.fullmatch(local) else f'"{local}"'
    return f"{quoted}@{domain}"


def _checked_address(address: str) -> str:
    """Return the address with its domain in ASCII; raises ValueError if no mail can go to it."""
    local, _, domain = address.rpartition("@")
    if not _ADDRESS.fullmatch(address):
        raise ValueError("This is not an address that mail can be sent to.")
    return f"{local}@{ascii_domain(domain)}"


def _domain(postmark: Postmark) -> str:
    return _checked_address(postmark.from_address).rpartition("@")[2].lower()
