"""Reads delivery reports: RFC 3464, and those that are written for people alone."""

import logging
import re
from collections.abc import Iterator
from enum import Enum

from flufl.bounce import all_failures

from judge.letter import Bounced, Ignored
from judge.mail.machine import is_from_system, is_report
from judge.mail.mime import MESSAGE_ID, Part, children, header, payload_text, walk

_DELIVERY_REPORTS = {"message/delivery-status", "message/global-delivery-status"}
_NAMED = re.compile(rf"^message-id:\s*({MESSAGE_ID.pattern})", re.IGNORECASE | re.MULTILINE)
_LONGEST_REPORT = 100_000
_ADDRESS = re.compile(r"[^\s<>;:,\"]+@[^\s<>;:,\"]+")

# At its usual level this log has a line for each kind of report that a mail is not.
logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)


class _Verdict(Enum):
    PERMANENT = "permanent"
    TEMPORARY = "temporary"
    NONE = "none"


def bounced(mail: Part, key: str | None = None) -> Bounced | Ignored | None:
    """Return what a delivery report says, or None for any other mail.

    `key` names the mail of ours to whose return path it came, if it did.
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
    """Return what a report says by its wording, in one of the many forms known.

    Beside a temporary failure a permanent one counts, as elsewhere.
    """
    try:
        temporary, permanent = all_failures(mail)
    except Exception:  # noqa: BLE001 - patterns for well-formed mail: not its kind
        return None
    if permanent:
        return Bounced(_unique(_texts(permanent)), True, named)
    return Bounced(_unique(_texts(temporary)), False, named) if temporary else None


def _texts(addresses: frozenset[bytes]) -> list[str]:
    return sorted(address.decode("utf-8", "replace") for address in addresses)


def _message_ids(mail: Part) -> Iterator[str]:
    """Yield the names that a report gives the mail that came back.

    It holds that mail in whole or by its headers, or else answers it.
    """
    names = dict.fromkeys(_names_inside(mail))
    answered = MESSAGE_ID.findall(header(mail, "In-Reply-To"))
    earlier = MESSAGE_ID.findall(header(mail, "References"))
    yield from names or answered or earlier[-1:]


def _names_inside(mail: Part) -> Iterator[str]:
    for part in walk(mail):
        if part is not mail:
            yield from MESSAGE_ID.findall(header(part, "Message-ID"))
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
    """Return the address that we wrote to, rather than the one it was passed on to."""
    for name in ("Original-Recipient", "Final-Recipient", "X-Actual-Recipient"):
        found = _ADDRESS.search(header(block, name).partition(";")[2][:1000])
        if found:
            return found[0]
    return ""


def _unique(addresses: list[str]) -> tuple[str, ...]:
    plain = (address.strip("<>.").rpartition("@") for address in addresses if address)
    return tuple(dict.fromkeys(f"{local}@{domain.lower()}" for local, _, domain in plain))
