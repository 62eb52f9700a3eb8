"""Tells mail from machines from mail from people (RFC 3834)."""

import re
from collections.abc import Iterator

from judge.mail.mime import Part, decode_words, header, walk
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
_SYSTEM = re.compile(r"(?:mailer-daemon|postmaster|mail-daemon|bounces?)@", re.IGNORECASE)
_NO_REPLY = re.compile(r"(?:no-?_?reply|do-?not-?reply|noreply|donotreply)\b[^@]*@", re.IGNORECASE)


def written_by_machine(mail: Part) -> str | None:
    """Return why no person can have sent this mail, or None."""
    return next(_proofs(mail), None)


def looks_automatic(mail: Part) -> str | None:
    """Return why a program or a mailing list seems to have sent this mail, or None.

    A person can write through a list or a script; what such mail says counts only
    with a secret reply address.
    """
    return next(_signs(mail), None)


def _proofs(mail: Part) -> Iterator[str]:
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


def _signs(mail: Part) -> Iterator[str]:
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


def is_report(mail: Part) -> bool:
    """Return whether a mail is in the form of a report (RFC 6522)."""
    return mail.get_content_type() == "multipart/report" or (
        mail.get_content_type() == "message/delivery-status"
    )


def _answers_invitation(mail: Part) -> bool:
    """Return whether a calendar sent this, with or without words beside (RFC 6047)."""
    return any(
        part.get_content_type() == "text/calendar"
        and str(part.get_param("method", "")).upper() in {"REPLY", "COUNTER"}
        for part in walk(mail)
    )


def is_from_system(mail: Part) -> bool:
    """Return whether a mail server wrote it, by its envelope or its sender's name."""
    if re.fullmatch(r"<\s*>", header(mail, "Return-Path")):
        return True
    return _SYSTEM.search(header(mail, "From")[:2000]) is not None


_KINDS = (
    (is_report, "it is a receipt or report of a mail program"),
    (is_from_system, "it comes from a mail system"),
)
