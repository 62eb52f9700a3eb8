"""The names of notices in their Message-IDs, which nobody without the key can make.

`<S1901M.1893790800.KEY@example.org>` tells what the mail shows anyway: the phase of its
game (or `judge`) and its Date, in seconds. The key is 16 hexadecimal digits that tell the notice
from all others, and 16 that are a keyed mark of all the rest. Nothing in it counts mails.
"""

import hashlib
import hmac
import re
from dataclasses import dataclass
from datetime import UTC, datetime

_HALF = 16  # hexadecimal digits, 64 bits; the whole key fits into a return path
_NO_PHASE = "judge"
_NAME = re.compile(r"<([a-z0-9-]+)\.(\d{1,11})\.([0-9a-f]{32})@[^<>]*>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MarkedName:
    """What the Message-ID of a mail of ours tells: its key, its phase, when it was made.

    The phase is "" for a mail about no board.
    """

    phase: str
    made: datetime
    key: str


def message_key(secret: bytes, phase: str, made: datetime, row: str) -> str:
    """Return the key of the notice that this text tells from all others."""
    own = _hmac(secret, f"message {row}")
    return own + _mark(secret, phase, made, own)


def message_name(phase: str, made: datetime, key: str) -> str:
    """Return the left part of a notice's Message-ID."""
    return f"{phase or _NO_PHASE}.{_seconds(made)}.{key}"


def key_of(message_id: str) -> str:
    """Return the key of the notice that has this Message-ID, if it is one of ours."""
    return message_id.strip("<>").rpartition("@")[0].rpartition(".")[2].lower()


def marked_name(secret: bytes, message_id: str) -> MarkedName | None:
    """Return what a Message-ID tells if it was made with this `secret`, else None."""
    found = _NAME.fullmatch(message_id)
    if found is None:
        return None
    key = found[3].lower()
    own, mark = key[:_HALF], key[_HALF:]
    made = datetime.fromtimestamp(int(found[2]), UTC)
    phase = "" if found[1].lower() == _NO_PHASE else found[1].upper()
    if not hmac.compare_digest(mark, _mark(secret, phase, made, own)):
        return None
    return MarkedName(phase, made, key)


def _mark(secret: bytes, phase: str, made: datetime, own: str) -> str:
    return _hmac(secret, f"mark {phase} {_seconds(made)} {own}")


def _seconds(made: datetime) -> int:
    return int(made.timestamp())


def _hmac(secret: bytes, text: str) -> str:
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()[:_HALF]
