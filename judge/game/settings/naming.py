"""The names that a game may have."""

import re

from judge.engine import Variant

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{1,19}")
_PHASE_NAME = re.compile(r"[A-Za-z]\d+[A-Za-z]")
_RESERVED = re.compile(
    r"all|army|as|become|broadcast|clear|create|draw|eject|entrant|fleet|full|"
    r"game|games|gm|help|history|hold|in|join|judge|list|mail|mailer-daemon|"
    r"master|monitor|no|noreply|observe|observer|observers|orders|password|"
    r"pause|postmaster|press|process|quit|register|resign|resume|rollback|"
    r"root|set|sign|sign-on|signoff|signon|start|status|summary|terminate|to|"
    r"variant|wait|watch",
    re.IGNORECASE,
)


def is_game_name(name: str, variant: Variant | None) -> bool:
    """Return whether a game may be called `name`; the judge must not read it as anything else."""
    powers = () if variant is None else variant.powers
    taken = _RESERVED.fullmatch(name) or _PHASE_NAME.fullmatch(name)
    power = name.casefold() in {power.name.casefold() for power in powers}
    return not (taken or power) and _NAME.fullmatch(name) is not None
