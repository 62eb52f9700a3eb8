"""Forgiving access to the headers and parts of a parsed mail, within limits.

The mail is parsed with the old `compat32` policy: the newer one raises on headers and
charsets that real mails have.
"""

import binascii
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import Policy, compat32
from email.utils import parsedate_to_datetime

from judge.mail.charsets import decode_bytes, is_no_charset
from judge.messages import Text, message

# Orders and press are a few kilobytes. What is larger is pictures and quoted mail,
# which stand behind the words; it is read so far and no further.
MAX_BYTES = 1_048_576
# Ten times what mails that went through many servers and filters were seen to have.
MAX_HEADER_BYTES = 65_536
# A mail of a person has less than ten parts, nested four deep at most.
MAX_PARTS = 100
MAX_DEPTH = 20

# Nested parts cost time for every line below them, so they are counted before parsing.
_MAX_CONTAINERS = 50
_MAX_BOUNDARIES = 2_000
_MAX_LINES = 40_000

GMAIL_REACTION = "text/vnd.google.email-reaction+json"

MESSAGE_ID = re.compile(r"<[^<>\s]{1,300}>")
_BLANKS = re.compile(r"\s+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_CONTAINER = re.compile(rb"multipart/|message/(?:rfc822|global|partial)", re.IGNORECASE)
_BOUNDARY = re.compile(rb"^--", re.MULTILINE)
_HEAD_ENDS = re.compile(rb"(?<!\r)\r*+\n\r*+\n")
_BARE_RETURNS = re.compile(rb"\r+(?!\n)")


class Part(Message):
    """A part as a parser makes it, whose Content-Type may say anything.

    Nonsense there counts as not said: the parser and `get_payload` ask it too, and the
    library raises on some of it. Headers are found by their names at once, for dozens
    are asked for that a mail does not have.
    """

    def __init__(self, policy: "Policy[Message]" = compat32) -> None:
        super().__init__(policy)
        self._values: dict[str, list[str]] = {}

    def set_raw(self, name: str, value: str) -> None:
        """Take a header from the parser; nothing else ever changes one."""
        super().set_raw(name, value)
        self._values.setdefault(name.lower(), []).append(value)

    def raw_values(self, name: str) -> Sequence[str]:
        """Return all headers of this name as they came."""
        return self._values.get(name.lower(), ())

    def get(  # type: ignore[override] # whatever it is given comes back
        self, name: str, failobj: object = None
    ) -> object:
        """Return the first header of this name, or `failobj`."""
        found = self.raw_values(name)
        return self.policy.header_fetch_parse(name, found[0]) if found else failobj

    def get_param(  # type: ignore[override] # never the tuple of RFC 2231
        self, param: str, failobj: object = None, header: str = "content-type", unquote: bool = True
    ) -> object:
        """Return the parameter of a header, or `failobj` where it is nonsense."""
        try:
            found = super().get_param(param, None, header, unquote)
        except (LookupError, ValueError, TypeError):
            return failobj
        value = found[2] if isinstance(found, tuple) else found
        if not isinstance(value, str) or "\0" in value:
            return failobj
        # With these bytes.decode raises even where it is told to replace.
        nonsense = param == "charset" and is_no_charset(value)
        return failobj if nonsense else value


class BeyondLimitsError(Exception):
    """The mail has more or deeper parts, or longer headers, than any person sends."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason)
        self.reason = reason


def parse_mail(raw: bytes) -> Part:
    """Return the parsed mail, read as far as `MAX_BYTES`.

    Raises BeyondLimitsError, and RecursionError for a mail that is built to cause it.
    """
    raw = _without_bare_returns(raw[:MAX_BYTES])
    if _end_of_head(raw) > MAX_HEADER_BYTES:
        raise BeyondLimitsError(message("its headers are too long"))
    if len(_CONTAINER.findall(raw)) > _MAX_CONTAINERS:
        raise BeyondLimitsError(message("its parts are nested too deeply"))
    if len(_BOUNDARY.findall(raw)) > _MAX_BOUNDARIES:
        raise BeyondLimitsError(message("it has too many parts"))
    if raw.count(b"\n") > _MAX_LINES:
        raise BeyondLimitsError(message("it has too many lines"))
    mail = message_from_bytes(raw, _class=Part)
    _check_parts(mail)
    return mail


def parse_headers(raw: bytes) -> Part:
    """Return the headers of a mail alone, read as far as `MAX_HEADER_BYTES`."""
    return BytesHeaderParser(_class=Part).parsebytes(_without_bare_returns(raw[:MAX_HEADER_BYTES]))


def _without_bare_returns(raw: bytes) -> bytes:
    """Return a mail with a space for each carriage return in its headers that ends no line.

    The library ends a header there, and mail servers do not: what one of them takes for the
    value of one header would be a second header here.
    """
    end = _end_of_head(raw)
    head = _BARE_RETURNS.sub(b" ", raw[:end])
    return head + raw[end:]


def _end_of_head(raw: bytes) -> int:
    found = _HEAD_ENDS.search(raw)
    return found.start() if found else len(raw)


def children(part: Part) -> tuple[Part, ...]:
    """Return the parts directly inside this one."""
    if not part.is_multipart():
        return ()
    return tuple(child for child in part.get_payload() if isinstance(child, Part))


def walk(part: Part) -> Iterator[Part]:
    """Return this part and all parts inside it, in the order of the mail."""
    yield part
    for child in children(part):
        yield from walk(child)


def is_reaction(part: Part) -> bool:
    """Return whether a part is a reaction to a mail: RFC 9078, or what Gmail sends."""
    placed = header(part, "Content-Disposition").lower()
    if part.get_content_type() == GMAIL_REACTION:
        return not placed.startswith("attachment")
    return re.match(r"reaction\s*(?:;|\Z)", placed) is not None


def header(part: Part, name: str) -> str:
    """Return the first header of this name, unfolded but not decoded, or ''."""
    return next(iter(header_values(part, name)), "")


def header_values(part: Part, name: str) -> tuple[str, ...]:
    """Return all headers of this name, unfolded but not decoded."""
    return tuple(_unfolded(_without_surrogates(value)) for value in part.raw_values(name))


def _unfolded(value: str) -> str:
    if "\n" in value or "\r" in value:
        value = _BLANKS.sub(lambda run: run[0] if {*run[0]}.isdisjoint("\r\n") else " ", value)
    return value.strip()


def decode_words(value: str) -> str:
    """Return a header value with RFC 2047 words decoded and no control characters."""
    text = _decode_words(value) if value.isascii() and "=?" in value else value
    return _CONTROL.sub(" ", text).strip()


def date_of(value: str) -> datetime | None:
    """Return the moment that a Date header tells, in UTC, or None."""
    try:
        date = parsedate_to_datetime(value)
        # A zone of -0000 gives no offset: the time is UTC (RFC 5322 section 3.3).
        return (date if date.tzinfo else date.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def payload_text(part: Part) -> str:
    """Return the words of a text part, transfer encoding and charset undone."""
    return decode_bytes(_payload_bytes(part), parameter(part, "charset"))


def parameter(part: Part, name: str) -> str | None:
    """Return a parameter of Content-Type in lower case, or None."""
    value = part.get_param(name)
    return value.strip().lower() if isinstance(value, str) else None


def _check_parts(mail: Part) -> None:
    level: tuple[Part, ...] = (mail,)
    parts = 0
    for _depth in range(MAX_DEPTH + 1):
        parts += len(level)
        if parts > MAX_PARTS:
            raise BeyondLimitsError(message("it has too many parts"))
        level = tuple(child for part in level for child in children(part))
        if not level:
            return
    raise BeyondLimitsError(message("its parts are nested too deeply"))


def _without_surrogates(value: str) -> str:
    if value.isascii():
        return value
    return decode_bytes(value.encode("utf-8", "surrogateescape"), None)


def _decode_words(value: str) -> str:
    try:
        words = decode_header(value)
    except (HeaderParseError, ValueError):
        return value
    return "".join(
        word if isinstance(word, str) else decode_bytes(word, charset) for word, charset in words
    )


def _payload_bytes(part: Part) -> bytes:
    encoding = header(part, "Content-Transfer-Encoding").lower()
    # The standard library gives up on a body that a list has added lines to.
    if encoding == "base64":
        return _base64_bytes(str(part.get_payload()))
    try:
        payload = part.get_payload(decode=True)
    except ValueError:
        return b""
    return payload if isinstance(payload, bytes) else b""


def _base64_bytes(text: str) -> bytes:
    """Return what the letters up to the first "=" mean; a list may have added more."""
    letters = re.sub(r"[^A-Za-z0-9+/]", "", text.partition("=")[0])
    if len(letters) % 4 == 1:
        letters = letters[:-1]
    return binascii.a2b_base64(letters + "==")
