"""Tells mail from machines from mail from people (RFC 3834)."""

import re
from collections.abc import Iterable, Iterator, Sequence

from judge.letter import Line, Standing
from judge.mail.mime import GMAIL_REACTION, Part, decode_words, header, is_reaction, walk
from judge.mail.quotation.phrases import AWAY, REACTED, RECALLED, TAPBACK

LOOP_HEADER = "X-Judge-Loop"

_REACTION = "it is the reaction of a mail program"
_WRITTEN = frozenset({Standing.OWN, Standing.POSSIBLE_HEADING, Standing.ATTACHED})
_LONGEST_PHRASE = 2_000

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


def only_reacts(mail: Part, lines: Sequence[Line]) -> str | None:
    """Return why nobody wrote any of the `lines` of a mail, None where somebody may have.

    A reaction is one click on a picture, for which the mail program writes: it says
    neither yes nor no, and is no press. An emoji that somebody typed is their own word.
    """
    words = _joined(line for line in lines if line.standing in _WRITTEN)[:_LONGEST_PHRASE]
    if not words and any(map(is_reaction, walk(mail))):
        return _REACTION
    # A mail that is quoted whole may hold lines at which the own words seem to end.
    if REACTED.fullmatch(words) or TAPBACK.fullmatch(words) or TAPBACK.fullmatch(_joined(lines)):
        return _REACTION
    return "it recalls a mail (a phrase of a mail program)" if RECALLED.fullmatch(words) else None


def _joined(lines: Iterable[Line]) -> str:
    return " ".join(" ".join(line.text for line in lines).split())


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
    if any(part.get_content_type() == GMAIL_REACTION and is_reaction(part) for part in walk(mail)):
        yield _REACTION
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
