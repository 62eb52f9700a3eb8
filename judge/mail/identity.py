"""The judge's addresses with a tag (judge+TAG@...): replies, diaries, return paths, probes.

Mail to a secret reply address counts as mail of the player for whom it was made. A token has no
readable content, and only the judge's key can make it. It appears in the Reply-To of mail to one
player; the store keeps only its digest.
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from functools import lru_cache

from judge.letter import NOTES, SHORTEST_KEY, Question, ReplyTo

LEAVING = "leave-"  # before a token: any mail to this address means RESIGN
# 128 bits cannot be guessed, and RFC 2104 section 5 allows half of an HMAC. In Base32 they are 26
# letters. Of the 64 octets for a local part (RFC 5321 section 4.5.3.1.1) 37 are left for the
# judge's own name and the plus sign.
_TOKEN_BYTES = 16
# Other spellings of the characters of an address, and the text that may interrupt a wrapped one:
# a line end, with the `=` of quoted-printable before it and quotation marks after it.
_PLUS = r"(?:[+\uff0b]|%2b|=2b|&#43;|&plus;)"
_AT = r"(?:[@\uff20]|%40|=40|&#64;|&commat;)"
_TAG = r"[\w.+=-]"
_WRAP = r"(?:=?[ \t]*\n[ \t>|]*)?"


def reply_token(key: bytes, reply_to: ReplyTo) -> str:
    """Return the token of one seat: 128 bits in 26 lower-case letters and digits.

    `key` is the judge's own secret, of at least 16 bytes. Base32 is used because addresses may lose
    the difference between upper and lower case on their way. The token is an HMAC of at least five
    fields for a conversation, and of three or four otherwise, so the two kinds are never equal.
    """
    fields = [str(reply_to.player), reply_to.game, reply_to.role]
    if reply_to.generation or reply_to.conversation:
        fields.append(str(reply_to.generation))
    return _token(key, (*fields, *reply_to.conversation))


def question_token(key: bytes, question: Question) -> str:
    """Return the token of one question; it never equals the token of a seat."""
    return _token(key, ("question", question.about))


def _token(key: bytes, fields: Iterable[str]) -> str:
    if len(key) < SHORTEST_KEY:
        raise ValueError("The key for reply addresses is shorter than 16 bytes.")
    content = b"".join(_framed(field.encode()) for field in fields)
    mac = hmac.new(key, content, hashlib.sha256).digest()
    return base64.b32encode(mac[:_TOKEN_BYTES]).decode().rstrip("=").lower()


def reply_address(judge_address: str, token: str) -> str:
    """Return the judge's address with the token in it: judge+TOKEN@example.org."""
    local, _, domain = judge_address.rpartition("@")
    return f"{local}+{token}@{domain}"


def ascii_domain(domain: str) -> str:
    """Return a domain as A-labels (RFC 5890); raises ValueError if it cannot be one."""
    return domain if domain.isascii() else domain.encode("idna").decode()


def leaving_address(reply_address: str) -> str:
    """Return the address to which a mail program writes when its user unsubscribes."""
    local, plus, rest = reply_address.partition("+")
    return f"{local}{plus}{LEAVING}{rest}"


def without_reply_addresses(text: str, judge_address: str) -> str:
    """Return `text` with the judge's plain address in place of each reply address.

    This also covers reply addresses in capitals, URL-encoded, or wrapped over several lines, quoted
    or not. A token after the judge's name is removed even without the domain.
    """
    local, _, domain = judge_address.rpartition("@")
    whole, beginning = _reply_addresses(local.lower(), domain.lower())
    return beginning.sub(local, whole.sub(judge_address, text))


@lru_cache(maxsize=8)
def _reply_addresses(local: str, domain: str) -> tuple[re.Pattern[str], ...]:
    name, place = _WRAP.join(map(re.escape, local)), _WRAP.join(map(re.escape, domain))
    begins = f"{name}{_WRAP}{_PLUS}{_WRAP}"
    tag = rf"(?:{_TAG}{_WRAP}){{1,64}}?"
    token = rf"(?:[a-z2-7]{_WRAP}){{26}}(?![a-z2-7])"
    ends = r"(?![a-z0-9-]|\.[a-z0-9])"
    return (
        re.compile(rf"{begins}{tag}{_AT}{_WRAP}{place}{ends}", re.IGNORECASE),
        re.compile(begins + token, re.IGNORECASE),
    )


def noted_game(address: str) -> str | None:
    """Return the game to whose diary an address of the judge belongs.

    None if the address belongs to no diary, "" if it names no game.
    """
    tag = address.rpartition("@")[0].lower().partition("+")[2]
    first, _, game = tag.partition("+")
    return game.strip() if first == NOTES else None


def in_full(address: str, judge_address: str) -> str:
    """Return `address`, with notes+game@ of the judge's domain expanded to judge+notes+game@."""
    local, _, domain = address.rpartition("@")
    judge, _, ours = judge_address.rpartition("@")
    first = local.partition("+")[0].lower()
    short = first == NOTES != judge.lower() and domain.lower() == ours.lower()
    return f"{judge}+{local}@{domain}" if short else address


def is_postmaster(address: str) -> bool:
    """Return whether this is the postmaster's address, whose mail a person reads (RFC 2142, 5)."""
    return address.partition("@")[0].lower() == "postmaster"


def token_digest(token: str) -> str:
    """Return the digest by which the store recognizes a token without storing it."""
    return hashlib.sha256(token.lower().encode()).hexdigest()


def _framed(field: bytes) -> bytes:
    # The length distinguishes "ab" + "c" from "a" + "bc".
    return len(field).to_bytes(4, "big") + field


_MARK = "bounce-"
_KEY = re.compile(rf"[^@]*\+{_MARK}([0-9a-z.]+)@", re.IGNORECASE)


def bounce_address(judge_address: str, message_key: str) -> str:
    """Return the envelope sender of the mail whose Message-ID begins with this key."""
    local, _, domain = judge_address.rpartition("@")
    return f"{local}+{_MARK}{message_key}@{domain}"


def bounced_key(recipient: str) -> str | None:
    """Return the key of the mail that has the return path `recipient`, or None."""
    match = _KEY.match(recipient)
    return match[1].lower() if match else None


_PROBE = "probe-"  # no token begins like this, because Base32 has no hyphen


@dataclass(frozen=True, slots=True)
class Probe:
    """A mail of the judge to itself, and the address to which it goes."""

    recipient: str
    subject: str
    raw: bytes = field(repr=False)


def probe_mail(
    judge_address: str, name: str, now: datetime, *, plus_addresses: bool = True
) -> Probe:
    """Return a probe; `name`, of lower-case letters and digits, identifies it.

    Without `plus_addresses` it goes to the plain address, where mail of programs gets no answer.
    """
    recipient = reply_address(judge_address, _PROBE + name) if plus_addresses else judge_address
    # Microsoft's servers replace the Message-ID, so the subject identifies the probe.
    subject = f"The judge writes to itself: {name}"
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"] = judge_address, recipient
    mail["Subject"], mail["Date"] = subject, format_datetime(now)
    mail["Message-ID"] = f"<{_PROBE}{name}@{judge_address.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content("This mail shows `judge check` that mail comes in.\n")
    return Probe(recipient, subject, mail.as_bytes())


def is_probe(address: str) -> bool:
    """Return whether mail to this address is a probe, which gets no answer."""
    return address.partition("+")[2].lower().startswith(_PROBE)
