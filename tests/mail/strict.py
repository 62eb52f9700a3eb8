"""The faults of a mail by the letter of the RFCs, which most servers do not enforce."""

import re
from base64 import b64decode
from binascii import Error
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from email import message_from_bytes
from email.message import Message

ONCE = ("From", "To", "Reply-To", "Subject", "Date", "Message-ID", "MIME-Version")
AT_MOST_ONCE = ("In-Reply-To", "References", "List-Id", "List-Unsubscribe", "Sender")
# Headers that only servers may add, or that no reader may see (RFC 5321 section 4.4, RFC 5322
# section 3.6.3).
NEVER = ("Bcc", "Received", "Return-Path", "Delivered-To", "Resent-From")

ATEXT = r"[\w!#$%&'*+/=?^`{|}~-]"
DOT_ATOM = rf"{ATEXT}+(?:\.{ATEXT}+)*"
ADDRESS = rf'(?:{DOT_ATOM}|"(?:[ !#-\[\]-~]|\\[ -~])*")@{DOT_ATOM}'
WORD = r"=\?[\w-]+\?[BbQq]\?[!->@-~]+\?="
PHRASE = rf'(?:{WORD}|{ATEXT}+|"(?:[ !#-\[\]-~]|\\[ -~])*")'
MAILBOX = re.compile(rf"(?:(?:{PHRASE}(?: {PHRASE})* )?<{ADDRESS}>|{ADDRESS})", re.A)
MESSAGE_ID = re.compile(rf"<{DOT_ATOM}@{DOT_ATOM}>", re.A)
MESSAGE_IDS = re.compile(r"<[!-;=?-~]+>(?: <[!-;=?-~]+>)*")
LIST_ID = re.compile(rf"(?:{PHRASE} )?<{DOT_ATOM}\.{DOT_ATOM}>", re.A)
# RFC 2369 section 2; RFC 8058 section 3.1 wants one address by HTTPS for its one click.
WAYS_OUT = re.compile(
    rf"(?:<https://[\w./-]+>, )?<mailto:{DOT_ATOM}@{DOT_ATOM}(?:\?[\w.=&%-]+)?>", re.A
)
FORMS = {
    "From": MAILBOX,
    "To": MAILBOX,
    "Reply-To": MAILBOX,
    "Message-ID": MESSAGE_ID,
    "Content-ID": MESSAGE_ID,
    "In-Reply-To": MESSAGE_IDS,
    "References": MESSAGE_IDS,
    "List-Id": LIST_ID,
    "List-Unsubscribe": WAYS_OUT,
    "Auto-Submitted": re.compile(r"auto-generated|auto-replied"),
    "MIME-Version": re.compile(r"1\.0"),
    "Content-Transfer-Encoding": re.compile(r"7bit|quoted-printable|base64"),
}
ENCODED = re.compile(r"=\?[^? ]*\?[^? ]*\?[^? ]*\?=")
QUOTED_PRINTABLE = re.compile(rb"(?:[!-<>-~ \t]|=[0-9A-F]{2})*=?")
BOUNDARY = re.compile(r"[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]", re.A)


def faults(raw: bytes) -> list[str]:
    """Return the faults of a mail of the judge, each in a few words."""
    # Only the reader's address may have characters beyond ASCII (RFC 6532 section 3.2).
    raw = re.sub(rb"(?m)^To: .*$", lambda to: re.sub(rb"[\x80-\xff]", b"x", to[0]), raw, count=1)
    mail = message_from_bytes(raw)
    return [*_lines(raw), *_fields(raw, mail), *_parts(mail)]


def _lines(raw: bytes) -> Iterator[str]:
    bare = raw.replace(b"\r\n", b"")
    if b"\r" in bare or b"\n" in bare:
        yield "a line does not end with CRLF (RFC 5322 section 2.3)"
    if not raw.isascii() or b"\0" in raw:
        yield "it is not in seven bits (RFC 5322 section 2.1)"
    if any(len(line) > 998 for line in raw.split(b"\r\n")):
        yield "a line is longer than 998 octets (RFC 5322 section 2.1.1)"


def _fields(raw: bytes, mail: Message) -> Iterator[str]:
    head = raw.partition(b"\r\n\r\n")[0].decode("ascii", "replace")
    for line in head.split("\r\n"):
        if not line.strip():
            yield "a folded line is empty (RFC 5322 section 3.2.2)"
        if not re.match(r"[!-9;-~]+: ?\S|[ \t]", line):
            yield f"no header field: {line!r}"
        # A Message-ID cannot be folded, nor can an address.
        if len(line) > 78 and " " in line.strip().partition(": ")[2]:
            yield f"a line that could be folded is longer than 78: {line!r}"
        if ENCODED.search(line) and len(line) > 76:
            yield f"a line with encoded words is longer than 76 (RFC 2047): {line!r}"
    count = Counter(name.lower() for name in mail.keys())  # noqa: SIM118 - each time
    for name in ONCE:
        if count[name.lower()] != 1:
            yield f"{name} stands there {count[name.lower()]} times"
    yield from (f"{name} twice" for name in AT_MOST_ONCE if count[name.lower()] > 1)
    yield from (f"{name} is not ours" for name in NEVER if count[name.lower()])
    yield from _values(mail)
    yield from _date(str(mail["Date"]))


def _values(part: Message) -> Iterator[str]:
    for name, folded in part.items():
        value = re.sub(r"\r?\n(?=[ \t])", "", folded)
        form = FORMS.get(name)
        if form and not form.fullmatch(re.sub(r"[ \t]+", " ", value)):
            yield f"{name}: {value!r}"
        for word in ENCODED.findall(value):
            if len(word) > 75 or not re.fullmatch(WORD, word):
                yield f"no encoded word (RFC 2047 section 2): {word!r}"
            if f'"{word}' in value:
                yield f"an encoded word in quotes (RFC 2047 section 5): {value!r}"


def _date(value: str) -> Iterator[str]:
    try:
        date = datetime.strptime(value, "%a, %d %b %Y %H:%M:%S %z")
    except ValueError:
        yield f"Date: {value!r}"
        return
    if f"{date:%a, %d %b %Y %H:%M:%S %z}" != value:
        yield f"Date is on another day: {value!r}"


def _parts(mail: Message) -> Iterator[str]:
    for part in mail.walk():
        if part is not mail:
            yield from _values(part)
        if part.defects:
            yield f"a part is broken: {part.defects}"
        if part.is_multipart():
            yield from _multipart(part)
        else:
            yield from _leaf(part)


def _multipart(part: Message) -> Iterator[str]:
    boundary = part.get_boundary() or ""
    if not BOUNDARY.fullmatch(boundary):
        yield f"boundary {boundary!r} (RFC 2046 section 5.1.1)"
    if part["Content-Transfer-Encoding"] not in (None, "7bit"):
        yield "a multipart is encoded (RFC 2045 section 6.4)"
    if part.get_content_subtype() == "related":
        first = part.get_payload(0)
        if part.get_param("type") != first.get_content_type():
            yield "related without the type of its root (RFC 2387 section 3.1)"


def _leaf(part: Message) -> Iterator[str]:
    body = str(part.get_payload()).encode("ascii", "replace")
    lines = body.replace(b"\r\n", b"\n").split(b"\n")
    charset = str(part.get_param("charset", "us-ascii")).lower()
    match str(part["Content-Transfer-Encoding"]):
        case "7bit" if charset not in ("us-ascii", "utf-8"):
            yield f"seven bits in {charset}"
        case "quoted-printable":
            if not all(map(QUOTED_PRINTABLE.fullmatch, lines)):
                yield "no quoted-printable (RFC 2045 section 6.7)"
            if any(len(line) > 76 or line.endswith((b" ", b"\t")) for line in lines):
                yield "a quoted-printable line is too long or ends with a space"
        case "base64":
            yield from _base64(lines)
    if part.get_content_type() == "text/calendar" and not part.get_param("method"):
        yield "an invitation without its method (RFC 6047 section 2.4)"


def _base64(lines: list[bytes]) -> Iterator[str]:
    if any(len(line) > 76 for line in lines):
        yield "a base64 line is longer than 76 (RFC 2045 section 6.8)"
    try:
        b64decode(b"".join(lines), validate=True)
    except Error:
        yield "no base64 (RFC 2045 section 6.8)"
