"""Secret reply addresses: whoever writes to one is the player it was made for.

A token says nothing by itself and cannot be made without the judge's key. It is
written into the Reply-To of mail to one player; the store keeps only its digest.
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable
from functools import lru_cache

from judge.letter import NOTES, Question, ReplyTo

LEAVING = "leave-"  # before a token: whatever is written there means RESIGN
SHORTEST_KEY = 16
# 128 bits cannot be guessed, and RFC 2104 section 5 allows to keep half of an HMAC; in
# Base32 they are 26 letters, which leaves 37 of the 64 octets that RFC 5321 section
# 4.5.3.1.1 gives a local part to the judge's own name and the plus sign.
_TOKEN_BYTES = 16
# How the signs of an address may stand in a text, and what may tear it apart: the end
# of a line, with the `=` of quoted-printable before and marks of quotation behind.
_PLUS = r"(?:[+\uff0b]|%2b|=2b|&#43;|&plus;)"
_AT = r"(?:[@\uff20]|%40|=40|&#64;|&commat;)"
_TAG = r"[\w.+=-]"
_WRAP = r"(?:=?[ \t]*\n[ \t>|]*)?"


def reply_token(key: bytes, reply_to: ReplyTo) -> str:
    """Return the token of 128 bits, in 26 small letters and digits, for one seat.

    The key is the judge's own secret, of at least 16 bytes. Addresses lose the
    difference of small and capital letters on the way; Base32 does not need it. The
    first generation is left out: so it was before there were others. A conversation
    makes five fields or more of the three or four.
    """
    fields = [str(reply_to.player), reply_to.game, reply_to.role]
    if reply_to.generation or reply_to.conversation:
        fields.append(str(reply_to.generation))
    return _token(key, (*fields, *reply_to.conversation))


def question_token(key: bytes, question: Question) -> str:
    """Return the token for one question, as long as that for a seat, and never its."""
    return _token(key, ("question", question.about))


def _token(key: bytes, fields: Iterable[str]) -> str:
    if len(key) < SHORTEST_KEY:
        raise ValueError("The key for reply addresses is shorter than 16 bytes.")
    said = b"".join(_framed(field.encode()) for field in fields)
    mac = hmac.new(key, said, hashlib.sha256).digest()
    return base64.b32encode(mac[:_TOKEN_BYTES]).decode().rstrip("=").lower()


def reply_address(judge_address: str, token: str) -> str:
    """Return the judge's address with the token in it: judge+TOKEN@example.org."""
    local, _, domain = judge_address.rpartition("@")
    return f"{local}+{token}@{domain}"


def leaving_address(reply_address: str) -> str:
    """Return where a mail program writes for who wants no more mails like this one."""
    local, plus, rest = reply_address.partition("+")
    return f"{local}{plus}{LEAVING}{rest}"


def without_reply_addresses(text: str, judge_address: str) -> str:
    """Return `text` with the bare address of the judge for each of its reply addresses.

    They are found in capitals, URL-encoded, and wrapped into several lines too, quoted
    or not; a token behind the judge's name is found without its domain.
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
    """Return for which game's diary an address of the judge is, None if for none.

    It is "" where it names no game.
    """
    tag = address.rpartition("@")[0].lower().partition("+")[2]
    first, _, game = tag.partition("+")
    return game.strip() if first == NOTES else None


def in_full(address: str, judge_address: str) -> str:
    """Return `address`, and for notes+game@ of the judge's domain what it stands for.

    That is the judge+notes+game@ by which the mail is kept.
    """
    local, _, domain = address.rpartition("@")
    judge, _, ours = judge_address.rpartition("@")
    first = local.partition("+")[0].lower()
    short = first == NOTES != judge.lower() and domain.lower() == ours.lower()
    return f"{judge}+{local}@{domain}" if short else address


def is_postmaster(address: str) -> bool:
    """Return whether who writes there wants a person (RFC 2142 section 5)."""
    return address.partition("@")[0].lower() == "postmaster"


def token_digest(token: str) -> str:
    """Return the digest by which the store knows a token without holding it."""
    return hashlib.sha256(token.lower().encode()).hexdigest()


def _framed(field: bytes) -> bytes:
    # The length keeps "ab" + "c" apart from "a" + "bc".
    return len(field).to_bytes(4, "big") + field
