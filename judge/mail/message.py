"""Reads a mail: raw bytes -> Letter, Bounced, Ignored or Overlong.

It distinguishes automatic mail from people's mail (RFC 3834). It reads delivery reports, both those
of RFC 3464 and those in plain words. Nothing here raises, whatever the bytes are: a mail that
exceeds the limits of the parser becomes Overlong, with the reason.
"""

import hashlib
import logging
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from email.utils import format_datetime
from enum import Enum
from functools import partial
from html import unescape

from flufl.bounce import all_failures

from judge.letter import Bounced, Ignored, Letter, Line, Overlong, Standing
from judge.mail.identity import (
    LEAVING,
    bounced_key,
    in_full,
    is_postmaster,
    noted_game,
    without_reply_addresses,
)
from judge.mail.mime import (
    GMAIL_REACTION,
    MAX_HEADER_BYTES,
    MESSAGE_ID,
    BeyondLimitsError,
    Part,
    children,
    date_of,
    decode_words,
    header,
    header_values,
    is_reaction,
    parse_headers,
    parse_mail,
    payload_text,
    walk,
)
from judge.mail.quotation import AWAY, BY_GMAIL, GMAIL_LINK, REACTED, RECALLED, RECEIPT, TAPBACK
from judge.mail.signature import is_authentic
from judge.mail.text import clean_text, lines_of_mail, unread_of
from judge.messages import message

LOOP_HEADER = "X-Judge-Loop"

_REACTION = "it is the reaction of a mail program"
_WRITTEN = frozenset(
    {Standing.OWN, Standing.POSSIBLE_HEADING, Standing.ATTACHED, Standing.SECOND_FORM}
)
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
    """Return the proof that a machine sent this mail, or None."""
    return next(_proofs(mail), None)


def looks_automatic(mail: Part) -> str | None:
    """Return why a program or a mailing list seems to have sent this mail, or None.

    A person can write through a list or a script. The commands of such a mail count only at a
    secret reply address.
    """
    return next(_signs(mail), None)


def only_reacts(mail: Part, lines: Sequence[Line]) -> str | None:
    """Return why no person wrote any of the `lines` of a mail, or None.

    A mail program may write a text when its user clicks on a symbol. Such a reaction means neither
    yes nor no, and is no press. A typed emoji is the sender's own word.
    """
    words = _joined(line for line in lines if line.standing in _WRITTEN)[:_LONGEST_PHRASE]
    if not words and any(map(is_reaction, walk(mail))):
        return _REACTION
    # The mail quoted in a reaction may contain lines that look like the end of the sender's text.
    if REACTED.fullmatch(words) or TAPBACK.fullmatch(words) or TAPBACK.fullmatch(_joined(lines)):
        return _REACTION
    if BY_GMAIL.fullmatch(words) and any(map(_links_to_reactions, walk(mail))):
        return _REACTION
    if RECEIPT.fullmatch(_joined(lines)[:_LONGEST_PHRASE]):
        return "it tells that a mail was read (a phrase of a mail program)"
    return "it recalls a mail (a phrase of a mail program)" if RECALLED.fullmatch(words) else None


def _links_to_reactions(part: Part) -> bool:
    page = part.get_content_type() == "text/html"
    return page and GMAIL_LINK.search(unescape(payload_text(part))) is not None


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
    for has_sign, proof in _KINDS:
        if has_sign(mail):
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
    """Return whether a mail has the form of a report (RFC 6522)."""
    return mail.get_content_type() == "multipart/report" or (
        mail.get_content_type() == "message/delivery-status"
    )


def _answers_invitation(mail: Part) -> bool:
    """Return whether a calendar program answered an invitation (RFC 6047)."""
    return any(
        part.get_content_type() == "text/calendar"
        and str(part.get_param("method", "")).upper() in {"REPLY", "COUNTER"}
        for part in walk(mail)
    )


def is_from_system(mail: Part) -> bool:
    """Return whether a mail server wrote this mail, by its envelope or its sender's address."""
    if re.fullmatch(r"<\s*>", header(mail, "Return-Path")):
        return True
    return _SYSTEM.search(header(mail, "From")[:2000]) is not None


_KINDS = (
    (is_report, "it is a receipt or report of a mail program"),
    (is_from_system, "it comes from a mail system"),
)


_DELIVERY_REPORTS = {"message/delivery-status", "message/global-delivery-status"}
# Outlook's servers give a mail a Message-ID of their own, and keep ours in a header.
_NAMES = ("Message-ID", "X-Microsoft-Original-Message-ID")
_NAMED = re.compile(
    rf"^(?:x-microsoft-original-)?message-id:\s*({MESSAGE_ID.pattern})",
    re.IGNORECASE | re.MULTILINE,
)
_LONGEST_REPORT = 100_000
_ADDRESS = re.compile(r"[^\s<>;:,\"]+@[^\s<>;:,\"]+")

# By default this library logs a line for each form of report that does not match the mail.
logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)


class _Verdict(Enum):
    PERMANENT = "permanent"
    TEMPORARY = "temporary"
    NONE = "none"


def bounced(mail: Part, key: str | None = None) -> Bounced | Ignored | None:
    """Return the failures in a delivery report, or None for any other mail.

    `key` is the key of our notice if the mail came to that notice's return path.
    """
    if not (key or is_report(mail) or is_from_system(mail)):
        return None
    named = (f"<{key}@>",) if key else tuple(_message_ids(mail))
    reports = [part for part in walk(mail) if part.get_content_type() in _DELIVERY_REPORTS]
    if reports:
        blocks = tuple(block for part in reports for block in children(part))
        return _failures(blocks, named)
    failed = _ADDRESS.findall(header(mail, "X-Failed-Recipients"))
    if failed and (key or is_from_system(mail)):
        return Bounced(_unique(failed), True, named)
    return _second_look(mail, named) if key or is_from_system(mail) else None


def _second_look(mail: Part, named: tuple[str, ...]) -> Bounced | Ignored | None:
    """Return the failures in a report by its wording, in one of many known forms, or None.

    Permanent failures take precedence over temporary ones.
    """
    try:
        temporary, permanent = all_failures(mail)
    except Exception:  # noqa: BLE001 - its patterns raise on malformed mail, which is no known report
        return None
    if permanent:
        return Bounced(_unique(_texts(permanent)), True, named)
    return Bounced(_unique(_texts(temporary)), False, named) if temporary else None


def _texts(addresses: frozenset[bytes]) -> list[str]:
    return sorted(address.decode("utf-8", "replace") for address in addresses)


def _message_ids(mail: Part) -> Iterator[str]:
    """Yield the Message-IDs of the mail that a report is about.

    The report contains that mail or its headers, or it is a reply to it.
    """
    names = dict.fromkeys(_names_inside(mail))
    answered = MESSAGE_ID.findall(header(mail, "In-Reply-To"))
    earlier = MESSAGE_ID.findall(header(mail, "References"))
    yield from names or answered or earlier[-1:]


def _names_inside(mail: Part) -> Iterator[str]:
    for part in walk(mail):
        if part is not mail:
            for name in _NAMES:
                yield from MESSAGE_ID.findall(header(part, name))
        if part.get_content_maintype() == "text":
            yield from _NAMED.findall(payload_text(part)[:_LONGEST_REPORT])


def _failures(blocks: tuple[Part, ...], message_ids: tuple[str, ...]) -> Bounced | Ignored:
    for verdict in (_Verdict.PERMANENT, _Verdict.TEMPORARY):
        failed = [_address(block) for block in blocks if _verdict(block) is verdict]
        if any(failed):
            permanent = verdict is _Verdict.PERMANENT
            return Bounced(_unique(failed), permanent, message_ids)
    return Ignored("it is a delivery report that names no failure")


def _verdict(block: Part) -> _Verdict:
    status = header(block, "Status")
    action = header(block, "Action").lower()
    if action.startswith(("delivered", "relayed", "expanded")):
        return _Verdict.NONE
    if status.startswith("5") or (action.startswith("failed") and not status):
        return _Verdict.PERMANENT
    failed = status.startswith("4") or action
    return _Verdict.TEMPORARY if failed else _Verdict.NONE


def _address(block: Part) -> str:
    """Return the address to which the judge wrote, rather than one to which that was forwarded."""
    for name in ("Original-Recipient", "Final-Recipient", "X-Actual-Recipient"):
        match = _ADDRESS.search(header(block, name).partition(";")[2][:1000])
        if match:
            return match[0]
    return ""


def _unique(addresses: list[str]) -> tuple[str, ...]:
    plain = (address.strip("<>.").rpartition("@") for address in addresses if address)
    return tuple(dict.fromkeys(f"{local}@{domain.lower()}" for local, _, domain in plain))


_RECIPIENT_HEADERS = (
    *("Delivered-To", "X-Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To"),
    *("To", "Cc"),
)
_SIGN = r"[^\s\0-\x1f\x7f<>,;:\"'()\[\]\\@]"
_ANY_ADDRESS = re.compile(rf"{_SIGN}+@{_SIGN}+")
_ANGLE_ADDRESS = re.compile(r"<\s*([^<>\s\0-\x1f\x7f@]+@[^<>\s\0-\x1f\x7f@]+?)\s*>")
_QUOTED_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_COMMENT = re.compile(r"\([^()]*\)")
_WRITTEN_BY = re.compile(r"(?:^|\s)by\s+([^\s;()]+)", re.IGNORECASE)
_MOST_REFERENCES = 50
# A mail to unsubscribe means RESIGN, whatever text the mail program puts into it.
_RESIGNS = (Line("RESIGN"),)
_LONGEST_SUBJECT = 500
_LONGEST_NAME = 100
_LONGEST_ADDRESS = 254


def read_letter(
    raw: bytes, recipient: str, servers: Collection[str] = ()
) -> Letter | Ignored | Bounced | Overlong:
    """Return the Letter in a mail that was delivered to the address `recipient`.

    `servers` are the names under which the operator's own servers write their verdicts about the
    sender.

    A mail of a machine is Ignored. If a mail only looks automatic and comes to a secret reply
    address, it is a Letter with `automatic` set, which counts if it reads as commands (RFC 3834
    section 2).

    A reaction is Ignored at any address, so it is neither press nor an answer to a question. It may
    be one of RFC 9078, of Gmail, or one that Outlook or iMessage puts into words.
    """
    try:
        return _read(parse_mail(raw), recipient, servers)
    except BeyondLimitsError as limits:
        return Overlong(limits.reason)
    except RecursionError:
        return Overlong(message("its parts are nested too deeply"))


def head_of(raw: bytes) -> bytes:
    """Return a mail that consists of the headers of `raw`, up to `MAX_HEADER_BYTES`."""
    head, _, _ = raw[:MAX_HEADER_BYTES].replace(b"\r\n", b"\n").partition(b"\n\n")
    return head + b"\n\n"


def is_signed(raw: bytes) -> bool:
    """Return whether a mail has a DKIM signature, valid or not."""
    return bool(header(parse_headers(raw), "DKIM-Signature"))


def copy_of(letter: Letter) -> bytes:
    """Return a mail with the lines of `letter`, without encoded or unread parts of the original."""
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
    """Return the headers of a mail to `recipient`, without secret reply addresses."""
    # Latin 1 has a character for every byte.
    head = _without_keys(head_of(raw).decode("latin-1"), recipient)
    return head.replace("\n", "\r\n").encode("latin-1")


def delivered_to(raw: bytes, judge_address: str) -> str:
    """Return the judge's address to which a mail was delivered, with its token if any.

    It is read from the headers, because mail from a mailbox has no envelope. The headers of the
    last mail server take precedence over those of the sender.
    """
    local, _, domain = judge_address.lower().rpartition("@")
    ours = [
        address
        for address in (in_full(found, judge_address) for found in _recipients(raw))
        if _base(address.lower()) in ((local, domain), ("postmaster", domain))
    ]
    tagged = (address for address in ours if "+" in address)
    return next(tagged, next(iter(ours), judge_address))


def return_path(raw: bytes) -> str:
    """Return the envelope sender that the last mail server recorded, or ''."""
    match = _ANY_ADDRESS.search(header(parse_headers(raw), "Return-Path"))
    return match[0] if match else ""


def received_at(raw: bytes, servers: Collection[str]) -> datetime | None:
    """Return when the last server received this mail, if that server is one of ours.

    `servers` are the names that our servers write after `by`. Anybody can forge the Received lines
    below the topmost one (RFC 5321 section 4.4).
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
    proof = written_by_machine(mail)
    if proof is not None:
        return Ignored(proof)
    token = address_token(recipient)
    suspicion = looks_automatic(mail)
    # The keeper reads mail to the postmaster, and can judge automatic mail themselves.
    if suspicion is not None and token is None and not is_postmaster(recipient):
        return Ignored(suspicion)
    name, sender = _sender(header(mail, "From"))
    if not sender and token is None:
        return Ignored("it names no sender")
    if sender and _base(sender) == _base(recipient.lower()):
        return Ignored("it names the judge itself as its sender")
    lines = (
        _RESIGNS
        if f"+{LEAVING}" in recipient.lower()
        else lines_of_mail(mail, _subject(mail), partial(_without_keys, recipient=recipient))
    )
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


def _without_keys(text: str, recipient: str) -> str:
    """Return `text` without secret reply addresses, which must not appear in press."""
    local, domain = _base(recipient)
    text = without_reply_addresses(text, f"{local}@{domain}")
    token = address_token(recipient)
    if token is None or len(token) < 8:
        return text
    return re.sub(rf"\+?{re.escape(token)}", "", text, flags=re.IGNORECASE)


def _subject(mail: Part) -> str:
    return clean_text(decode_words(header(mail, "Subject")))[:_LONGEST_SUBJECT].strip()


def _sender(value: str) -> tuple[str, str]:
    """Return the name and the address in a From header, each '' if missing."""
    value = value[:2000]
    unquoted = _COMMENT.sub(" ", _QUOTED_STRING.sub(" ", value))
    match = _ANGLE_ADDRESS.search(unquoted)
    address = match[1] if match else (_ANY_ADDRESS.findall(unquoted) or [""])[0]
    local, _, domain = address.rpartition("@")
    if not local or not domain or len(address) > _LONGEST_ADDRESS:
        return "", ""
    name = value.partition("<")[0] if match else ""
    name = clean_text(decode_words(name.strip().strip('"').replace("\\", "")))
    return name.strip(" \"'")[:_LONGEST_NAME], f"{local}@{domain.lower()}"


def _message_id(mail: Part) -> str:
    """Return the first Message-ID, or one made from the content.

    Two deliveries of the same mail get the same made-up Message-ID.
    """
    match = MESSAGE_ID.search(header(mail, "Message-ID"))
    if match:
        return match[0]
    digest = hashlib.sha256()
    for name in ("From", "To", "Date", "Subject"):
        digest.update(header(mail, name).encode("utf-8", "replace") + b"\0")
    digest.update(str(mail.get_payload()).encode("utf-8", "replace"))
    return f"<{digest.hexdigest()[:40]}@made-up.invalid>"


def _references(mail: Part) -> tuple[str, ...]:
    message_ids = [
        message_id
        for name in ("References", "In-Reply-To")
        for value in header_values(mail, name)
        for message_id in MESSAGE_ID.findall(value)
    ]
    return tuple(dict.fromkeys(message_ids))[-_MOST_REFERENCES:]


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
