"""Checks whether a mail is from its sender's domain: by DKIM, or by our own servers' verdicts.

Anybody can write any From. The mail server in front of the judge checks by DKIM, SPF and DMARC
whether the domain in the From sent the mail, and writes its verdict into a header (RFC 8601).
Senders can forge this header, so only those of our own servers count. Without such a server the
judge checks the signature itself. Its check is stricter than DMARC, because anybody can send a
signed mail again, to other people, and with further headers that are not signed. This module also
signs the judge's own mail.
"""

import errno
import hashlib
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.utils import getaddresses
from functools import cache
from pathlib import Path

import dkim
from dkim.canonicalization import CanonicalizationPolicy
from publicsuffixlist import PublicSuffixList

from judge.letter import Line, Unread
from judge.mail.mime import Part, base64_bytes, decode_bytes, header_values, parse_mail
from judge.mail.text import lines_of_mail, unread_of


def is_aligned(signing: str, domain: str) -> bool:
    """Return whether the domain `signing` may sign for `domain`.

    It may if the two are the same or have one owner, as in DMARC's relaxed mode (RFC 7489 section
    3.1.1). Anybody can register a domain below a public suffix such as `co.uk` or `github.io`.
    """
    signing, domain = _plain(signing), _plain(domain)
    if not signing or not domain:
        return False
    owner = owner_of(domain)
    return signing == domain or (owner != "" and owner_of(signing) == owner)


def owner_of(domain: str) -> str:
    """Return the registered domain above `domain`, the one below a public suffix, or ""."""
    return _suffixes().privatesuffix(_plain(domain)) or ""


def _plain(domain: str) -> str:
    """Return the domain as in the DNS: in ASCII and lower case."""
    try:
        return domain.rstrip(".").encode("idna").decode().lower()
    except UnicodeError:
        return ""


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


_LONGEST_AUTHORS = 2_000
# A quoted string or other text outside of comments (RFC 5322 section 3.2.4), and the text between
# two brackets in a comment.
_WORD = re.compile(r'"(?P<quoted>(?:[^"\\]|\\.)*+)"|[^"()]++', re.DOTALL)
_IN_COMMENT = re.compile(r"(?:[^()\\]|\\.)++", re.DOTALL)
_KEYWORD = r"[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?+"
_PROPERTY = re.compile(
    rf"({_KEYWORD}(?:\s*+\.\s*+{_KEYWORD})?+)\s*+=\s*+(\S++)(?=\s|\Z)\s*+", re.IGNORECASE
)
_METHOD = re.compile(
    rf"({_KEYWORD})(?:\s*+/\s*+\d++)?+\s*+=\s*+({_KEYWORD})(?=\s|\Z)\s*+", re.IGNORECASE
)
# The properties of each method that name the domain that sent the mail.
_DOMAINS = {"dmarc": ("header.from",), "dkim": ("header.d", "header.i"), "spf": ("smtp.mailfrom",)}


@dataclass(frozen=True, slots=True)
class _Result:
    """The result of one method, with its properties, all in lower case."""

    method: str
    result: str
    properties: dict[str, str]


def is_authentic(mail: Part, sender: str, servers: Collection[str]) -> bool:
    """Return whether one of our `servers` confirmed that the domain of `sender` sent this mail.

    `servers` are the names in the headers that they write (`authserv-id`). Only the topmost header
    of each server is read, because servers put theirs above the sender's. An unreadable header
    counts as none. A mail with several authors is not authentic.
    """
    domain = sender.rpartition("@")[2].lower()
    headers = [_split(value) for value in header_values(mail, "Authentication-Results")]
    for server in servers:
        results = next((rest for name, rest in headers if name == server.lower()), "")
        if _is_sent_by(domain, _results(results)):
            return has_one_author(mail, sender)
    return False


def is_stamped(mail: Part, servers: Collection[str]) -> bool:
    """Return whether one of our `servers` wrote a verdict into the mail, even an empty one."""
    ours = {server.lower() for server in servers}
    values = header_values(mail, "Authentication-Results")
    return any(_split(value)[0] in ours for value in values)


def has_one_author(mail: Part, sender: str) -> bool:
    """Return whether the From of a mail names `sender` and nobody else."""
    values = header_values(mail, "From")
    if any(len(value) > _LONGEST_AUTHORS for value in values):
        return False
    return [one.lower() for _, one in getaddresses(values)] == [sender.lower()]


def _split(value: str) -> tuple[str, str]:
    """Return the name of the server that wrote the header ("" if none), and its results."""
    server, _, rest = _without_comments(value).partition(";")
    words = server.split()
    return (words[0].lower() if words else ""), rest


def _without_comments(value: str) -> str:
    """Return `value` with a space for each comment, and without quotation marks.

    A quoted string loses the characters that could end a value. After an unpaired bracket
    or quotation mark only the server's name is left, because the rest is ambiguous.
    """
    words: list[str] = []
    at = depth = 0
    while at < len(value):
        if value[at] in "()":
            depth += 1 if value[at] == "(" else -1
            words.append(" ")
            at += 1
        elif depth > 0 and (inside := _IN_COMMENT.match(value, at)):
            at = inside.end()
        elif depth == 0 and (word := _WORD.match(value, at)):
            quoted = word["quoted"]
            words.append(word[0] if quoted is None else re.sub(r"[\s;()=]", "_", quoted))
            at = word.end()
        else:
            depth = -1
            break
    plain = "".join(words)
    return plain if depth == 0 else plain.partition(";")[0]


def _results(text: str) -> tuple[_Result, ...]:
    """Return the results in a server's header, or () if any of them cannot be read."""
    results = []
    for part in filter(None, map(str.strip, text.split(";"))):
        method = _METHOD.match(part)
        properties: dict[str, str] = {}
        at = method.end() if method else 0
        while property_match := _PROPERTY.match(part, at):
            properties.setdefault(
                re.sub(r"\s", "", property_match[1]).lower(), property_match[2].lower().rstrip(".")
            )
            at = property_match.end()
        if method and at == len(part):
            results.append(_Result(method[1].lower(), method[2].lower(), properties))
        elif part.lower() != "none":
            return ()
    return tuple(results)


def _is_sent_by(domain: str, results: Collection[_Result]) -> bool:
    """Return whether a method confirmed that `domain` sent the mail, and DMARC did not fail.

    DMARC also covers whether the owner lets other domains of theirs send for this one.
    """
    verdicts = {
        result.result
        for result in results
        if result.method == "dmarc" and result.properties.get("header.from") == domain
    }
    return "fail" not in verdicts and any(_vouches(result, domain) for result in results)


def _vouches(result: _Result, domain: str) -> bool:
    """Return whether a method passed for the domain in the From."""
    names = _DOMAINS.get(result.method, ())
    value = next((result.properties[name] for name in names if name in result.properties), "")
    signing = value.rpartition("@")[2]
    if result.result != "pass" or not signing:
        return False
    return signing == domain if result.method == "dmarc" else is_aligned(signing, domain)


# Returns the TXT record of a name (bytes that end with a dot), or None. Takes `timeout` in seconds;
# raises if no answer comes in time.
LookUp = Callable[..., bytes | None]

_SECONDS = 2
_MOST_TRIED = 3
_LONGEST_RECORD = 1500  # a key of 8192 bits; longer ones take too long
_FROM_TESTERS = re.compile(rb"(?:^|;)\s*t\s*=[a-z\s:]*y", re.IGNORECASE)
_STRICT = re.compile(rb";\s*adkim\s*=\s*s\s*(?:;|$)", re.IGNORECASE)
# SHA-1 signatures are invalid (RFC 8301).
_ALGORITHMS = (b"rsa-sha256", b"ed25519-sha256")
_SIGNED = frozenset({b"from", b"date"})
# Headers that may occur only once: with two, a forger could choose which of them is read.
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
# These headers decide how the body is read. Few providers sign all of them; Gmail signs none.
_OF_BODY = frozenset({b"content-type", b"content-transfer-encoding", b"content-disposition"})
# The first boundary of a body with parts (RFC 2046 section 5.1.1).
_FIRST_PART = re.compile(
    rb"^--([\w'()+,./:=?-][\w'()+,./:=? -]{0,69})\r?\n(?=content-)", re.IGNORECASE | re.MULTILINE
)
# A tag, which shows that a body is an HTML page. An address in angle brackets is no tag.
_TAG = re.compile(rb"<(?:!|/?[a-z][a-z0-9]*(?:\s[^<>]*)?/?>)", re.IGNORECASE)
_FLOWED = b"Content-Type: text/plain; format=flowed\r\n"
_NOT_QUOTED_PRINTABLE = re.compile(rb"=(?![0-9A-Fa-f]{2}|[ \t]*(?:\r?\n|\Z))")
_BASE64 = re.compile(rb"[A-Za-z0-9+/\r\n]+={0,2}")
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]")
# Servers retry for five days (RFC 5321 section 4.5.4.1); an older mail was sent again.
_OLDEST = timedelta(days=5)
_AHEAD = timedelta(days=1)
_BARE_RETURN = re.compile(rb"\r(?!\n)")


@dataclass(frozen=True, slots=True)
class Unshown:
    """A mail whose `sender` is not yet proved.

    `written` is the mail's Date. `to` are the judge's addresses; the mail should be to one of them.
    """

    raw: bytes = field(repr=False)
    sender: str
    to: tuple[str, ...]
    written: datetime | None
    arrived: datetime


def signed_words(unshown: Unshown, servers: Collection[str], look_up: LookUp = dkim.get_txt) -> str:
    """Return the digest of the content that the sender's domain signed, or "" without a signature.

    Equal mails have equal digests. A mail with a verdict of one of our `servers` gets "". Raises
    TimeoutError if the DNS does not answer.
    """
    try:
        return _signed_words(unshown, servers, look_up)
    except TimeoutError:
        raise
    except Exception:  # noqa: BLE001 - a mail that the library fails on proves nothing
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
    """Return whether the mail has one author, one current date, and a recipient of ours."""
    if any(len(header_values(mail, name)) > 1 for name in _ONCE):
        return False
    named = (*header_values(mail, "To"), *header_values(mail, "Cc"))
    recipients = {address.lower() for _, address in getaddresses(named)}
    written = unshown.written
    return (
        written is not None
        and unshown.arrived - _OLDEST < written < unshown.arrived + _AHEAD
        and not recipients.isdisjoint(ours.lower() for ours in unshown.to)
        and has_one_author(mail, unshown.sender)
        and not _BARE_RETURN.search(unshown.raw)
    )


def _has_the_headers(checker: dkim.DKIM, mail: Part) -> bool:
    """Return whether the library finds exactly the headers that the judge reads.

    The library and our parser could take different lines for the end of the headers. Then the
    signature would cover another sender than the sender that the judge reads.
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
    """Return whether a signature, if valid, covers everything that the judge relies on."""
    try:
        fields, covered, _ = checker.verify_headerprep(number)
    except dkim.DKIMException:
        return False
    names = {name.lower() for name, _ in checker.headers}
    required = _SIGNED | ({b"subject"} & names)
    return (
        fields[b"a"] in _ALGORITHMS
        and b"l" not in fields  # anybody can append to a body that is signed in part
        and required <= set(covered)
        and is_aligned(fields[b"d"].decode("ascii", "replace"), domain)
    )


def _keys(look_up: LookUp) -> LookUp:
    """Return a look-up that finds no overlong keys and no keys for testing (RFC 6376, 3.6.1)."""

    def key(name: bytes, timeout: int) -> bytes | None:
        record = _record(look_up, name)
        if record is None or len(record) > _LONGEST_RECORD:
            return None
        return None if _FROM_TESTERS.search(record) else record

    return key


def _may_speak(signing: str, domain: str, look_up: LookUp) -> bool:
    """Return whether the owner of `domain` lets their domain `signing` sign for it."""
    if signing.lower() == domain.lower():
        return True
    for name in dict.fromkeys((domain, owner_of(domain))):
        record = _record(look_up, f"_dmarc.{name}.".encode())
        if record is not None and record.startswith(b"v=DMARC1"):
            return not _STRICT.search(record)
    return True


def _reads_the_same(checker: dkim.DKIM, mail: Part) -> bool:
    """Return whether the body reads the same whatever its unsigned headers are.

    A forger can add headers that are not signed, and remove them. Without a signed Content-Type the
    body itself shows how it is read; all kinds of multipart are read alike. A header that the
    signature names and the mail lacks is signed as absent (RFC 6376 section 5.4.2).
    """
    unsigned = _OF_BODY - set(checker.include_headers)
    if not unsigned:
        return True
    head = b"".join(
        name + b":" + value for name, value in checker.headers if name.lower() not in unsigned
    )
    heads = [head]
    if b"content-type" in unsigned:
        content_type = _type_shown(checker.body)
        if not content_type and _TAG.search(checker.body):
            return False  # it may be an HTML page
        heads = [content_type + head] if content_type else [head, _FLOWED + head]
    signed_only = [parse_mail(start + b"\r\n" + checker.body) for start in heads]
    is_whole = b"content-transfer-encoding" in unsigned and not signed_only[0].is_multipart()
    if is_whole and _looks_encoded(checker.body):
        return False
    return all(_reading(form) == _reading(mail) for form in signed_only)


def _reading(mail: Part) -> tuple[tuple[Line, ...], Unread]:
    lines = lines_of_mail(mail, "", str)
    return lines, unread_of(mail, lines)


def _looks_encoded(body: bytes) -> bool:
    """Return whether a body may be quoted-printable or base64 (RFC 2045 section 6)."""
    if b"=" in body and not _NOT_QUOTED_PRINTABLE.search(body):
        return True
    if not _BASE64.fullmatch(body.strip()):
        return False
    return _NO_TEXT.search(decode_bytes(base64_bytes(body.decode("ascii")), None)) is None


def _type_shown(body: bytes) -> bytes:
    """Return the Content-Type that the body itself shows: a multipart, or b"" for plain text.

    A multipart begins with its first part, or with a preamble that mentions MIME, and has a closing
    boundary. So a person's own text is never read as a multipart.
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
    """Return the digest of the content that every accepted signature covers.

    It leaves out the signature itself, because a mail may have two, and each can be written in many
    ways.
    """
    relaxed = CanonicalizationPolicy.from_c_value(b"relaxed/relaxed")
    digest = hashlib.sha256(relaxed.canonicalize_body(checker.body))
    for name, value in relaxed.canonicalize_headers(checker.headers):
        if name in (b"from", b"date", b"subject"):
            digest.update(name + b":" + value)
    return digest.hexdigest()


_SAMPLE = b"From: judge@%s\r\nSubject: DKIM\r\n\r\nDKIM\r\n"


@dataclass(frozen=True, slots=True)
class Signer:
    """The private key of a domain, and the DNS name (selector) of its public key."""

    domain: str
    selector: str
    key: bytes = field(repr=False)

    def signed(self, raw: bytes) -> bytes:
        """Return the mail with a signature over its body and all its headers.

        The signature survives changed spaces (relaxed canonicalization).
        """
        relaxed = (b"relaxed", b"relaxed")
        names = self.selector.encode(), self.domain.encode()
        signature: bytes = dkim.sign(raw, *names, self.key, canonicalize=relaxed)
        return signature + raw


def read_signer(domain: str, selector: str, file: Path) -> Signer:
    """Return the signer with the RSA key in `file` (PEM).

    Raises OSError if the file holds no such key.
    """
    signer = Signer(domain, selector, file.read_bytes())
    try:
        signer.signed(_sample(domain))
    except dkim.DKIMException as error:
        reason = f"{file} holds no RSA key to sign with"
        raise OSError(errno.EINVAL, reason) from error
    return signer


LEAST_KEY_BITS = 1024  # RFC 8301 section 3.2


def key_bits(signer: Signer) -> int:
    """Return the length of a signer's RSA key."""
    modulus: int = dkim.crypto.parse_pem_private_key(signer.key)["modulus"]
    return modulus.bit_length()


def probe_signer(signer: Signer, look_up: Callable[..., bytes | None] = dkim.get_txt) -> str | None:
    """Return why other servers cannot verify our signatures, or None if they can."""
    name = f"{signer.selector}._domainkey.{signer.domain}"
    try:
        is_valid = dkim.verify(signer.signed(_sample(signer.domain)), dnsfunc=look_up)
    except (dkim.DKIMException, OSError) as error:
        return f"{name}: {type(error).__name__}"
    return None if is_valid else f"the TXT record {name} does not hold its public key"


def _sample(domain: str) -> bytes:
    return _SAMPLE % domain.encode()
