"""Tells mail from machines from mail from people (RFC 3834, RFC 3464)."""

import re
from collections.abc import Iterator
from email.message import Message
from enum import Enum

from judge.letter import Bounced, Ignored
from judge.mail.mime import children, decode_words, header, payload_text, walk
from judge.mail.quotation.phrases import AWAY

LOOP_HEADER = "X-Judge-Loop"

_AUTO_REPLY_HEADERS = (
    "X-Autoreply",
    "X-Autorespond",
    "X-Autoresponder",
    "X-Auto-Reply-From",
    "X-Vacation",
    "X-Mail-Autoreply",
    "Autoreply",
)
_LIST_HEADERS = (
    "List-Id",
    "List-Post",
    "List-Help",
    "List-Unsubscribe",
    "Mailing-List",
    "X-Mailing-List",
    "X-BeenThere",
)
_DELIVERY_REPORTS = {"message/delivery-status", "message/global-delivery-status"}
_SYSTEM = re.compile(
    r"(?:mailer-daemon|postmaster|mail-daemon|bounces?)@", re.IGNORECASE
)
_NO_REPLY = re.compile(
    r"(?:no-?_?reply|do-?not-?reply|noreply|donotreply)\b[^@]*@", re.IGNORECASE
)
_MESSAGE_ID = re.compile(r"<[^<>\s]{1,300}>")
_NAMED = re.compile(r"^message-id:\s*(<[^<>\s]{1,300}>)", re.IGNORECASE | re.MULTILINE)
_LONGEST_REPORT = 100_000
_ADDRESS = re.compile(r"[^\s<>;:,\"]+@[^\s<>;:,\"]+")


class _Verdict(Enum):
    PERMANENT = "permanent"
    TEMPORARY = "temporary"
    NONE = "none"


def bounced(mail: Message) -> Bounced | Ignored | None:
    """Return what a delivery report says (RFC 3464), or None for any other mail."""
    reports = [
        part for part in walk(mail) if part.get_content_type() in _DELIVERY_REPORTS
    ]
    if reports and (_is_report(mail) or _is_from_system(mail)):
        blocks = tuple(block for part in reports for block in children(part))
        return _failures(blocks, tuple(_message_ids(mail)))
    failed = _ADDRESS.findall(header(mail, "X-Failed-Recipients"))
    if failed and _is_from_system(mail):
        return Bounced(_unique(failed), True, tuple(_message_ids(mail)))
    return None


def written_by_machine(mail: Message) -> str | None:
    """Return why no person can have sent this mail, or None."""
    return next(_proofs(mail), None)


def looks_automatic(mail: Message) -> str | None:
    """Return why a program or a mailing list seems to have sent this mail, or None.

    A person can write through a list or a script; what such mail says counts only
    with a secret reply address.
    """
    return next(_signs(mail), None)


def _proofs(mail: Message) -> Iterator[str]:
    if header(mail, LOOP_HEADER):
        yield "it is a mail of the judge that came back"
    if header(mail, "Auto-Submitted").lower().startswith(("auto-repl", "auto-notif")):
        yield "it is an automatic answer (Auto-Submitted)"
    if header(mail, "Precedence").lower() in {"auto_reply", "auto-reply"}:
        yield "it is an automatic answer (Precedence)"
    for name in _AUTO_REPLY_HEADERS:
        if header(mail, name).lower() not in {"", "no", "false", "none"}:
            yield f"it is an automatic answer ({name})"
    for found, proof in _KINDS:
        if found(mail):
            yield proof


def _signs(mail: Message) -> Iterator[str]:
    if header(mail, "Auto-Submitted").lower() not in {"", "no"}:
        yield "it was sent automatically (Auto-Submitted)"
    if _answers_invitation(mail):
        yield "it is the answer of a calendar to an invitation"
    precedence = header(mail, "Precedence").lower()
    if precedence in {"bulk", "junk", "list"}:
        yield f"it was sent to many (Precedence: {precedence})"
    for name in _LIST_HEADERS:
        if header(mail, name):
            yield f"it came through a mailing list ({name})"
    if AWAY.match(decode_words(header(mail, "Subject"))[:200]):
        yield "its subject is that of an absence notice"
    if _NO_REPLY.search(header(mail, "From")[:2000]):
        yield "its sender takes no replies"


def _is_report(mail: Message) -> bool:
    return mail.get_content_type() == "multipart/report" or (
        mail.get_content_type() == "message/delivery-status"
    )


def _answers_invitation(mail: Message) -> bool:
    """Return whether a calendar sent this, with or without words beside (RFC 6047)."""
    return any(
        part.get_content_type() == "text/calendar"
        and str(part.get_param("method", "")).upper() in {"REPLY", "COUNTER"}
        for part in walk(mail)
    )


def _is_from_system(mail: Message) -> bool:
    if re.fullmatch(r"<\s*>", header(mail, "Return-Path")):
        return True
    return _SYSTEM.search(header(mail, "From")[:2000]) is not None


_KINDS = (
    (_is_report, "it is a receipt or report of a mail program"),
    (_is_from_system, "it comes from a mail system"),
)


def _message_ids(mail: Message) -> Iterator[str]:
    """Yield the names of mails that a report holds, in whole or by their headers."""
    for part in walk(mail):
        for name in ("In-Reply-To", "References", *(["Message-ID"] * (part != mail))):
            yield from _MESSAGE_ID.findall(header(part, name)[:_LONGEST_REPORT])
        if part.get_content_maintype() == "text":
            text = payload_text(part)[:_LONGEST_REPORT]
            yield from _NAMED.findall(text)


def _failures(
    blocks: tuple[Message, ...], message_ids: tuple[str, ...]
) -> Bounced | Ignored:
    for verdict in (_Verdict.PERMANENT, _Verdict.TEMPORARY):
        failed = [_address(block) for block in blocks if _verdict(block) is verdict]
        if any(failed):
            permanent = verdict is _Verdict.PERMANENT
            return Bounced(_unique(failed), permanent, message_ids)
    return Ignored("it is a delivery report that names no failure")


def _verdict(block: Message) -> _Verdict:
    status = header(block, "Status")
    action = header(block, "Action").lower()
    if action.startswith(("delivered", "relayed", "expanded")):
        return _Verdict.NONE
    if status.startswith("5") or (action.startswith("failed") and not status):
        return _Verdict.PERMANENT
    failed = status.startswith("4") or action
    return _Verdict.TEMPORARY if failed else _Verdict.NONE


def _address(block: Message) -> str:
    """Return the address that we wrote to, rather than the one it was passed on to."""
    for name in ("Original-Recipient", "Final-Recipient", "X-Actual-Recipient"):
        found = _ADDRESS.search(header(block, name).partition(";")[2][:1000])
        if found:
            return found[0]
    return ""


def _unique(addresses: list[str]) -> tuple[str, ...]:
    plain = (address.strip("<>.").rpartition("@") for address in addresses if address)
    return tuple(
        dict.fromkeys(f"{local}@{domain.lower()}" for local, _, domain in plain)
    )
