"""Reads the mail of people: bytes as they came in, a Letter as the judge takes it.

Nothing here raises, whatever the bytes are: a mail that is built to break its reader
is Overlong, with the reason.
"""

import hashlib
import re
from collections.abc import Collection
from datetime import datetime
from email.utils import format_datetime
from functools import partial

from judge.letter import Bounced, Ignored, Letter, Line, Overlong
from judge.mail.authentic import is_authentic
from judge.mail.bounce import bounced
from judge.mail.identity import LEAVING, in_full, is_postmaster, noted_game, without_reply_addresses
from judge.mail.machine import looks_automatic, only_reacts, written_by_machine
from judge.mail.mime import (
    MAX_HEADER_BYTES,
    MESSAGE_ID,
    BeyondLimitsError,
    Part,
    date_of,
    decode_words,
    header,
    header_values,
    parse_headers,
    parse_mail,
)
from judge.mail.outbound import bounced_key
from judge.mail.words import clean_text, lines_of_mail, unread_of
from judge.messages import message

_RECIPIENT_HEADERS = ("Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To", "Cc")
_SIGN = r"[^\s\0-\x1f\x7f<>,;:\"'()\[\]\\@]"
_ANY_ADDRESS = re.compile(rf"{_SIGN}+@{_SIGN}+")
_ANGLE_ADDRESS = re.compile(r"<\s*([^<>\s\0-\x1f\x7f@]+@[^<>\s\0-\x1f\x7f@]+?)\s*>")
_QUOTED_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_COMMENT = re.compile(r"\([^()]*\)")
_WRITTEN_BY = re.compile(r"(?:^|\s)by\s+([^\s;()]+)", re.IGNORECASE)
_MOST_REFERENCES = 50
# Mail programs write what they please there, or nothing.
_RESIGNS = (Line("RESIGN"),)
_LONGEST_SUBJECT = 500
_LONGEST_NAME = 100
_LONGEST_ADDRESS = 254


def read_letter(
    raw: bytes, recipient: str, servers: Collection[str] = ()
) -> Letter | Ignored | Bounced | Overlong:
    """Return what a mail says to the judge, delivered to the address `recipient`.

    `servers` are the names under which the operator's own servers note what they found
    out about its sender.

    A mail of a machine is Ignored, but one that merely looks automatic and comes to a
    secret reply address is a Letter with `automatic` set: it counts if it reads as
    commands (RFC 3834 section 2).

    A reaction is Ignored too, whatever address it comes to: that of RFC 9078, Gmail's,
    and those that Outlook and iMessage put into words. No Letter is ever made of one,
    so it is no press, answers no question, and is not answered.
    """
    try:
        return _read(parse_mail(raw), recipient, servers)
    except BeyondLimitsError as limits:
        return Overlong(limits.reason)
    except RecursionError:
        return Overlong(message("its parts are nested too deeply"))


def head_of(raw: bytes) -> bytes:
    """Return the headers of a mail alone, as far as they are read, as a mail."""
    head, _, _ = raw[:MAX_HEADER_BYTES].replace(b"\r\n", b"\n").partition(b"\n\n")
    return head + b"\n\n"


def is_signed(raw: bytes) -> bool:
    """Return whether a mail says that some domain signed it."""
    return bool(header(parse_headers(raw), "DKIM-Signature"))


def copy_of(letter: Letter) -> bytes:
    """Return a mail that says what `letter` says, and nothing that was not read of it.

    What stands in some corner of a mail, encoded or attached, is not in it.
    """
    head = {
        "From": f"{letter.sender_name} <{letter.sender}>".strip(),
        "Subject": letter.subject,
        "Date": format_datetime(letter.date) if letter.date else "",
        "Message-ID": letter.message_id,
        "References": " ".join(letter.references),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
    }
    fields = [f"{name}: {' '.join(text.split())}" for name, text in head.items() if text]
    body = [line.text for line in letter.lines]
    return "\r\n".join([*fields, "", *body, ""]).encode("utf-8", "replace")


def head_without_keys(raw: bytes, recipient: str) -> bytes:
    """Return the headers of a mail to `recipient`, without any secret reply address."""
    # In Latin 1 every byte is a letter, and comes back as it was.
    bare = _without_keys(head_of(raw).decode("latin-1"), recipient)
    return bare.replace("\n", "\r\n").encode("latin-1")


def bare_address(recipient: str) -> str:
    """Return the judge's address without what is secret in a reply address of it."""
    local, _, domain = recipient.rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def delivered_to(raw: bytes, judge_address: str) -> str:
    """Return the judge's own address, with its token if any, that a mail came to.

    For mail from a mailbox, where no envelope is left. What the last mail server noted
    counts before what the sender wrote.
    """
    local, _, domain = judge_address.lower().rpartition("@")
    ours = [
        address
        for address in (in_full(one, judge_address) for one in _recipients(raw))
        if _base(address.lower()) in ((local, domain), ("postmaster", domain))
    ]
    tagged = (address for address in ours if "+" in address)
    return next(tagged, next(iter(ours), judge_address))


def return_path(raw: bytes) -> str:
    """Return the envelope sender that the last mail server noted, or ''."""
    found = _ANY_ADDRESS.search(header(parse_headers(raw), "Return-Path"))
    return found[0] if found else ""


def received_at(raw: bytes, servers: Collection[str]) -> datetime | None:
    """Return when the last server took this mail, if that is one of ours.

    `servers` are their names as they write them behind `by`. What stands below the
    topmost Received line anybody may have written (RFC 5321 section 4.4).
    """
    if not servers:
        return None
    newest = next(iter(header_values(parse_headers(raw), "Received")), "")
    written, _, date = newest.rpartition(";")
    by = _WRITTEN_BY.search(_COMMENT.sub(" ", written))
    ours = by is not None and by[1].lower() in {name.lower() for name in servers}
    return date_of(date.strip()) if ours else None


def address_token(recipient: str) -> str | None:
    """Return the secret part of a reply address in lower case, or None without one."""
    if bounced_key(recipient) or noted_game(recipient) is not None:
        return None
    local = recipient.rpartition("@")[0].lower()
    return local.partition("+")[2].strip().removeprefix(LEAVING) or None


def _read(mail: Part, recipient: str, servers: Collection[str]) -> Letter | Ignored | Bounced:
    report = bounced(mail, bounced_key(recipient))
    if report is not None:
        return report
    certain = written_by_machine(mail)
    if certain is not None:
        return Ignored(certain)
    token = address_token(recipient)
    suspicion = looks_automatic(mail)
    # What a program writes to the postmaster its keeper judges for himself.
    if suspicion is not None and token is None and not is_postmaster(recipient):
        return Ignored(suspicion)
    name, sender = _sender(header(mail, "From"))
    if not sender and token is None:
        return Ignored("it names no sender")
    if sender and _base(sender) == _base(recipient.lower()):
        return Ignored("it names the judge itself as its sender")
    lines = _lines(mail, recipient)
    reaction = only_reacts(mail, lines)
    if reaction is not None:
        return Ignored(reaction)
    return Letter(
        sender=sender,
        sender_name=_without_keys(name, recipient),
        subject=_without_keys(_subject(mail), recipient),
        lines=lines,
        message_id=_message_id(mail),
        references=_references(mail),
        date=date_of(header(mail, "Date")),
        token=token,
        automatic=suspicion is not None,
        authentic=is_authentic(mail, sender, servers),
        unread=unread_of(mail, lines),
        notes=noted_game(recipient),
    )


def _is_for_leaving(recipient: str) -> bool:
    return f"+{LEAVING}" in recipient.lower()


def _lines(mail: Part, recipient: str) -> tuple[Line, ...]:
    if _is_for_leaving(recipient):
        return _RESIGNS
    without_keys = partial(_without_keys, recipient=recipient)
    return lines_of_mail(mail, _subject(mail), without_keys)


def _without_keys(text: str, recipient: str) -> str:
    """Return `text` without any secret reply address: none must get into press."""
    local, domain = _base(recipient)
    text = without_reply_addresses(text, f"{local}@{domain}")
    token = address_token(recipient)
    if token is None or len(token) < 8:
        return text
    return re.sub(rf"\+?{re.escape(token)}", "", text, flags=re.IGNORECASE)


def _subject(mail: Part) -> str:
    return clean_text(decode_words(header(mail, "Subject")))[:_LONGEST_SUBJECT].strip()


def _sender(value: str) -> tuple[str, str]:
    """Return name and address from a From header, each '' when there is none."""
    value = value[:2000]
    unquoted = _COMMENT.sub(" ", _QUOTED_STRING.sub(" ", value))
    found = _ANGLE_ADDRESS.search(unquoted)
    address = found[1] if found else (_ANY_ADDRESS.findall(unquoted) or [""])[0]
    local, _, domain = address.rpartition("@")
    if not local or not domain or len(address) > _LONGEST_ADDRESS:
        return "", ""
    name = value.partition("<")[0] if found else ""
    name = clean_text(decode_words(name.strip().strip('"').replace("\\", "")))
    return name.strip(" \"'")[:_LONGEST_NAME], f"{local}@{domain.lower()}"


def _message_id(mail: Part) -> str:
    """Return the first Message-ID, or one made from the content.

    A made-up one leaves out what differs between two deliveries of one mail.
    """
    found = MESSAGE_ID.search(header(mail, "Message-ID"))
    if found:
        return found[0]
    digest = hashlib.sha256()
    for name in ("From", "To", "Date", "Subject"):
        digest.update(header(mail, name).encode("utf-8", "replace") + b"\0")
    digest.update(str(mail.get_payload()).encode("utf-8", "replace"))
    return f"<{digest.hexdigest()[:40]}@made-up.invalid>"


def _references(mail: Part) -> tuple[str, ...]:
    found = [
        message_id
        for name in ("References", "In-Reply-To")
        for value in header_values(mail, name)
        for message_id in MESSAGE_ID.findall(value)
    ]
    return tuple(dict.fromkeys(found))[-_MOST_REFERENCES:]


def _recipients(raw: bytes) -> list[str]:
    mail = parse_headers(raw)
    return [
        address
        for name in _RECIPIENT_HEADERS
        for value in header_values(mail, name)
        for address in _ANY_ADDRESS.findall(value)
    ]


def _base(address: str) -> tuple[str, str]:
    local, _, domain = address.rpartition("@")
    return local.partition("+")[0], domain
