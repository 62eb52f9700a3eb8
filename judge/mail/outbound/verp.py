"""Return paths of each mail's own (VERP): a report that comes there names the mail.

Most reports name the address that failed, and not always the one that was written to;
some name nothing at all.
"""

import re

_MARK = "bounce-"
_KEY = re.compile(rf"[^@]*\+{_MARK}([0-9a-z.]+)@", re.IGNORECASE)


def bounce_address(judge_address: str, message_key: str) -> str:
    """Return the envelope sender of the mail whose Message-ID begins with this key."""
    local, _, domain = judge_address.rpartition("@")
    return f"{local}+{_MARK}{message_key}@{domain}"


def bounced_key(recipient: str) -> str | None:
    """Return the key of the mail whose return path `recipient` is, None for others."""
    found = _KEY.match(recipient)
    return found[1].lower() if found else None
