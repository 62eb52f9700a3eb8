"""Tolerant access to the headers, parts and texts of a mail, within limits.

The mail is parsed with the old `compat32` policy: the newer one raises on headers and charsets of
real mails.
"""

import binascii
import codecs
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

from judge.messages import Text, message

# Python codecs that are not charsets of mail, or that take quadratic time.
_NO_CHARSET = {"idna", "punycode", "undefined", "unicode_escape"}
_NO_CHARSET |= {"raw_unicode_escape"}

# Charset names that Python does not know.
_NAMES = {
    "gb_2312_80": "gb18030",
    "iso_8859_8_i": "cp1255",
    "iso_8859_8_e": "cp1255",
    "mac_ce": "mac_latin2",
    "mac_centraleurroman": "mac_latin2",
    "unicode_1_1_utf_8": "utf_8",
    "utf_8_mac": "utf_8",
    "utf8mb4": "utf_8",
    "windows_31j": "cp932",
    "windows_874": "cp874",
    "windows_949": "cp949",
}
# Mail programs that name the charset on the left mean the one on the right, a superset of it in
# which the bytes 80 to 9F are letters.
_LARGER = {
    "ascii": "cp1252",
    "big5": "big5hkscs",
    "euc_kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso2022_jp": "iso2022_jp_ext",
    "iso8859_1": "cp1252",
    "iso8859_8": "cp1255",
    "iso8859_9": "cp1254",
    "iso8859_11": "cp874",
    "shift_jis": "cp932",
    "tis_620": "cp874",
}
_MANY_BYTES = re.compile(r"utf|gb|big5|euc|hz|iso2022|johab|shift|cp9[3-5]")


def decode_bytes(data: bytes, charset: str | None) -> str:
    """Return the text of `data`, by the named charset or else the likeliest one.

    Text in a charset of one byte per letter is almost never valid UTF-8 by accident.
    """
    name = _codec(charset)
    likely = (name, "utf_8") if _MANY_BYTES.match(name) else ("utf_8", name)
    for codec in likely:
        try:
            return data.decode(codec)
        except ValueError:
            continue
    return data.decode(name, errors="replace")


def is_no_charset(name: str) -> bool:
    """Return whether `name` is a codec of Python that is no charset of mail."""
    return _plain(name) in _NO_CHARSET


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "_", name.lower()).strip("_")


def _codec(charset: str | None) -> str:
    """Return the name of the Python codec for `charset`."""
    name = _plain(charset or "").removeprefix("x_")
    try:
        codec = codecs.lookup(_NAMES.get(name, name)).name.replace("-", "_")
        # Raises for codecs that are no charsets, such as rot13.
        bytes(4).decode(codec)
    except (LookupError, ValueError):
        return "cp1252"
    return "cp1252" if codec in _NO_CHARSET else _LARGER.get(codec, codec)


# Orders and press are a few kilobytes. Larger mails have pictures and quoted mail after the words;
# the rest is not read.
MAX_BYTES = 1_048_576
# Ten times the longest headers seen on mails that passed many servers and filters.
MAX_HEADER_BYTES = 65_536
# A person's mail has fewer than ten parts, nested at most four deep.
MAX_PARTS = 100
MAX_DEPTH = 20

# Each nested part costs time for every line below it, so boundaries are counted before parsing.
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
    """A part of a parsed mail; an invalid Content-Type counts as absent.

    The library's parser and its `get_payload` read the Content-Type too, and raise on some invalid
    values. Headers are indexed by name for speed: the judge asks for dozens that a mail lacks.
    """

    def __init__(self, policy: "Policy[Message]" = compat32) -> None:
        super().__init__(policy)
        self._values: dict[str, list[str]] = {}

    def set_raw(self, name: str, value: str) -> None:
        """Take a header from the parser; headers never change afterwards."""
        super().set_raw(name, value)
        self._values.setdefault(name.lower(), []).append(value)

    def raw_values(self, name: str) -> Sequence[str]:
        """Return all headers of this name, not decoded."""
        return self._values.get(name.lower(), ())

    def get(  # type: ignore[override] # it returns whatever `failobj` is
        self, name: str, failobj: object = None
    ) -> object:
        """Return the first header of this name, or `failobj`."""
        values = self.raw_values(name)
        return self.policy.header_fetch_parse(name, values[0]) if values else failobj

    def get_param(  # type: ignore[override] # never the tuple of RFC 2231
        self, param: str, failobj: object = None, header: str = "content-type", unquote: bool = True
    ) -> object:
        """Return the parameter of a header, or `failobj` if it is missing or invalid."""
        try:
            found = super().get_param(param, None, header, unquote)
        except (LookupError, ValueError, TypeError):
            return failobj
        value = found[2] if isinstance(found, tuple) else found
        if not isinstance(value, str) or "\0" in value:
            return failobj
        # bytes.decode raises with these codecs even with errors="replace".
        nonsense = param == "charset" and is_no_charset(value)
        return failobj if nonsense else value


class BeyondLimitsError(Exception):
    """The mail has more or deeper parts, or longer headers, than any person sends."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason)
        self.reason = reason


def parse_mail(raw: bytes) -> Part:
    """Return the parsed mail, read up to `MAX_BYTES`.

    Raises BeyondLimitsError for a mail beyond the limits, and RecursionError for one built to
    exhaust the parser's stack.
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
    """Return only the headers of a mail, read up to `MAX_HEADER_BYTES`."""
    return BytesHeaderParser(_class=Part).parsebytes(_without_bare_returns(raw[:MAX_HEADER_BYTES]))


def _without_bare_returns(raw: bytes) -> bytes:
    """Return a mail with a space for each carriage return in its headers that ends no line.

    The library ends a header at a lone carriage return, mail servers do not. Otherwise a part of a
    header's value could pass for a second header.
    """
    end = _end_of_head(raw)
    head = _BARE_RETURNS.sub(b" ", raw[:end])
    return head + raw[end:]


def _end_of_head(raw: bytes) -> int:
    match = _HEAD_ENDS.search(raw)
    return match.start() if match else len(raw)


def children(part: Part) -> tuple[Part, ...]:
    """Return the parts directly inside this one."""
    if not part.is_multipart():
        return ()
    return tuple(child for child in part.get_payload() if isinstance(child, Part))


def walk(part: Part) -> Iterator[Part]:
    """Yield this part and all parts inside it, in the order of the mail."""
    yield part
    for child in children(part):
        yield from walk(child)


def is_reaction(part: Part) -> bool:
    """Return whether a part is a reaction to a mail, as in RFC 9078 or in Gmail's own form."""
    disposition = header(part, "Content-Disposition").lower()
    if part.get_content_type() == GMAIL_REACTION:
        return not disposition.startswith("attachment")
    return re.match(r"reaction\s*(?:;|\Z)", disposition) is not None


def header(part: Part, name: str) -> str:
    """Return the first header of this name, unfolded, not decoded, or ''."""
    return next(iter(header_values(part, name)), "")


def header_values(part: Part, name: str) -> tuple[str, ...]:
    """Return all headers of this name, unfolded, not decoded."""
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
    """Return the moment in a Date header, in UTC, or None."""
    try:
        date = parsedate_to_datetime(value)
        # The zone -0000 gives no offset: the time is UTC (RFC 5322 section 3.3).
        return (date if date.tzinfo else date.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def payload_text(part: Part) -> str:
    """Return the text of a text part, with transfer encoding and charset decoded."""
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
    # The standard library fails on a body to which a mailing list added lines.
    if encoding == "base64":
        return base64_bytes(str(part.get_payload()))
    try:
        payload = part.get_payload(decode=True)
    except ValueError:
        return b""
    return payload if isinstance(payload, bytes) else b""


def base64_bytes(text: str) -> bytes:
    """Return the bytes of a base64 text up to its first "="; a mailing list may add lines below."""
    letters = re.sub(r"[^A-Za-z0-9+/]", "", text.partition("=")[0])
    if len(letters) % 4 == 1:
        letters = letters[:-1]
    return binascii.a2b_base64(letters + "==")
