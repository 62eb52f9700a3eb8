"""Whether the domain in a From signed the mail (DKIM), where no server has told us.

What DMARC asks of a signature is not enough where nobody stands before us: what was
signed may be sent once more, to others, and with headers that were not.
"""

import hashlib
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.utils import getaddresses

import dkim
from dkim.canonicalization import CanonicalizationPolicy

from judge.mail.authentic.domains import is_aligned, owner_of
from judge.mail.authentic.results import has_one_author, is_stamped
from judge.mail.mime import Part, header_values, parse_mail
from judge.mail.words import lines_of_mail, unread_of

# Gives the TXT record of a name, which is bytes and ends with a dot, or None; it takes
# `timeout` in seconds, and raises where nobody answers by then.
LookUp = Callable[..., bytes | None]

_SECONDS = 2
_MOST_TRIED = 3
_LONGEST_RECORD = 1500  # a key of 8192 bits; the time to use a longer one is no limit
_FROM_TESTERS = re.compile(rb"(?:^|;)\s*t\s*=[a-z\s:]*y", re.IGNORECASE)
_STRICT = re.compile(rb";\s*adkim\s*=\s*s\s*(?:;|$)", re.IGNORECASE)
# SHA-1 signs nothing any more (RFC 8301).
_ALGORITHMS = (b"rsa-sha256", b"ed25519-sha256")
_SIGNED = frozenset({b"from", b"date"})
# Who adds a second one of these chooses which of them is read.
_ONCE = (
    "from",
    "subject",
    "date",
    "to",
    "cc",
    "message-id",
    "mime-version",
    "content-type",
    "content-transfer-encoding",
    "content-disposition",
)
# These say how the body is read. Few providers sign all of them, Gmail not one of them.
_OF_BODY = frozenset({b"content-type", b"content-transfer-encoding", b"content-disposition"})
# What a body begins with that has parts, whatever its headers say (RFC 2046 section 5.1.1).
_FIRST_PART = re.compile(
    rb"^--([\w'()+,./:=?-][\w'()+,./:=? -]{0,69})\r?\n(?=content-)", re.IGNORECASE | re.MULTILINE
)
# Servers try for five days (RFC 5321 section 4.5.4.1); what is older is sent again.
_OLDEST = timedelta(days=5)
_AHEAD = timedelta(days=1)
_BARE_RETURN = re.compile(rb"\r(?!\n)")


@dataclass(frozen=True, slots=True)
class Unshown:
    """A mail of which nothing shows yet that it is of its `sender`.

    It was `written` by the clock of its sender, and should name one of the judge's
    addresses (`to`).
    """

    raw: bytes = field(repr=False)
    sender: str
    to: tuple[str, ...]
    written: datetime | None
    arrived: datetime


def signed_words(unshown: Unshown, servers: Collection[str], look_up: LookUp = dkim.get_txt) -> str:
    """Return the digest of what the domain of the sender signed, "" where it did not.

    It is the same whenever the same mail comes. A mail of which one of our `servers`
    says what it found is not looked at. Raises TimeoutError where the DNS is silent.
    """
    try:
        return _signed_words(unshown, servers, look_up)
    except TimeoutError:
        raise
    except Exception:  # noqa: BLE001 - whatever the library stumbles over is no proof
        return ""


def _signed_words(unshown: Unshown, servers: Collection[str], look_up: LookUp) -> str:
    mail = parse_mail(unshown.raw)
    if is_stamped(mail, servers) or not _is_plain(mail, unshown):
        return ""
    checker = dkim.DKIM(unshown.raw, timeout=_SECONDS)
    if not _has_the_headers(checker, mail):
        return ""
    return _digest(checker) if _is_signed(checker, mail, unshown.sender, look_up) else ""


def _is_plain(mail: Part, unshown: Unshown) -> bool:
    """Return whether the mail says by whom, when and to us, and each of it once."""
    if any(len(header_values(mail, name)) > 1 for name in _ONCE):
        return False
    named = (*header_values(mail, "To"), *header_values(mail, "Cc"))
    found = {address.lower() for _, address in getaddresses(named)}
    written = unshown.written
    return (
        written is not None
        and unshown.arrived - _OLDEST < written < unshown.arrived + _AHEAD
        and not found.isdisjoint(one.lower() for one in unshown.to)
        and has_one_author(mail, unshown.sender)
        and not _BARE_RETURN.search(unshown.raw)
    )


def _has_the_headers(checker: dkim.DKIM, mail: Part) -> bool:
    """Return whether the library finds the headers that we read, and no others.

    A line that ends the headers for one, and not for the other, shows each of them
    another sender.
    """
    theirs = [name.lower() for name, _ in checker.headers]
    return theirs == [name.lower().encode() for name, _ in mail.raw_items()]


def _is_signed(checker: dkim.DKIM, mail: Part, sender: str, look_up: LookUp) -> bool:
    domain = sender.rpartition("@")[2]
    signatures = [name for name, _ in checker.headers if name.lower() == b"dkim-signature"]
    fitting = (number for number in range(len(signatures)) if _fits(checker, number, domain))
    tried = [number for number, _ in zip(fitting, range(_MOST_TRIED), strict=False)]
    return any(
        checker.verify(number, _keys(look_up))
        and _may_speak(checker.domain.decode("ascii"), domain, look_up)
        and _reads_the_same(checker, mail)
        for number in tried
    )


def _fits(checker: dkim.DKIM, number: int, domain: str) -> bool:
    """Return whether a signature, if it is right, covers what we go by."""
    try:
        fields, covered, _ = checker.verify_headerprep(number)
    except dkim.DKIMException:
        return False
    names = {name.lower() for name, _ in checker.headers}
    wanted = _SIGNED | ({b"subject"} & names)
    return (
        fields[b"a"] in _ALGORITHMS
        and b"l" not in fields  # below what is signed anybody can go on
        and wanted <= set(covered)
        and is_aligned(fields[b"d"].decode("ascii", "replace"), domain)
    )


def _keys(look_up: LookUp) -> LookUp:
    """Return what looks up keys that count (RFC 6376 section 3.6.1)."""

    def key(name: bytes, timeout: int) -> bytes | None:
        record = _record(look_up, name)
        if record is None or len(record) > _LONGEST_RECORD:
            return None
        return None if _FROM_TESTERS.search(record) else record

    return key


def _may_speak(signing: str, domain: str, look_up: LookUp) -> bool:
    """Return whether the owner of `domain` lets others of his domains sign for it."""
    if signing.lower() == domain.lower():
        return True
    for name in dict.fromkeys((domain, owner_of(domain))):
        record = _record(look_up, f"_dmarc.{name}.".encode())
        if record is not None and record.startswith(b"v=DMARC1"):
            return not _STRICT.search(record)
    return True


def _reads_the_same(checker: dkim.DKIM, mail: Part) -> bool:
    """Return whether a signature covers how the body is read, or the body shows it by itself.

    The headers that say so may be anybody's where they are not signed. Without a Content-Type
    the body is what it looks like; all kinds of multipart are read alike.
    """
    names = {name.lower() for name, _ in checker.headers}
    unsigned = (_OF_BODY & names) - set(checker.include_headers)
    if not unsigned:
        return True
    head = b"".join(
        name + b":" + value for name, value in checker.headers if name.lower() not in unsigned
    )
    if b"content-type" in unsigned:
        head = _type_shown(checker.body) + head
    bare = parse_mail(head + b"\r\n" + checker.body)
    lines, bare_lines = (lines_of_mail(one, "", str) for one in (mail, bare))
    return lines == bare_lines and unread_of(mail, lines) == unread_of(bare, bare_lines)


def _type_shown(body: bytes) -> bytes:
    """Return the Content-Type of a body by its own look: a multipart, or plain text.

    A multipart begins with its first part, or with a preamble that speaks of MIME, and it
    ends: so nobody's text can be taken for one.
    """
    first = _FIRST_PART.search(body)
    if first is None:
        return b""
    preamble, boundary = body[: first.start()], first[1]
    ends = re.search(rb"^--" + re.escape(boundary) + rb"--[ \t]*\r?$", body, re.MULTILINE)
    if ends is None or (preamble.strip() and b"MIME" not in preamble):
        return b""
    return b'Content-Type: multipart/mixed; boundary="' + boundary + b'"\r\n'


def _record(look_up: LookUp, name: bytes) -> bytes | None:
    try:
        return look_up(name, timeout=_SECONDS)
    except dkim.DnsTimeoutError as silent:
        raise TimeoutError(str(silent)) from None


def _digest(checker: dkim.DKIM) -> str:
    """Return the digest of the words that are signed in any case.

    Not of the signature: there may be two of them, and each can be written in many
    ways, as spaces can.
    """
    relaxed = CanonicalizationPolicy.from_c_value(b"relaxed/relaxed")
    digest = hashlib.sha256(relaxed.canonicalize_body(checker.body))
    for name, value in relaxed.canonicalize_headers(checker.headers):
        if name in (b"from", b"date", b"subject"):
            digest.update(name + b":" + value)
    return digest.hexdigest()
