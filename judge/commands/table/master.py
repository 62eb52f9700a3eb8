"""Commands of Masters about the phases and the course of a game."""

import re

from judge.commands.days import UNTIL_ELSEWHERE
from judge.commands.passage import CODE, alone, is_code, only, set_option, worded
from judge.commands.table.row import row_of
from judge.game import Command, SetOption, masters, phases, rolling
from judge.notation import read_phase_name

_UNTIL_WORDS = rf"(?:until|till?|bis(?: zum)?|{UNTIL_ELSEWHERE})"
_WHEN = re.compile(
    r"^(?:for|from|to|after|before|next|at|on|in|tomorrow|today|tonight|\d)"
    r"|\b(?:until|till|if|when|unless|once)\b"
    rf"|^{_UNTIL_WORDS}\b"
    r"|\bfor (?:\w+ ){0,2}(?:hours?|days?|weeks?|months?|while|weekend|holidays?)\b",
    re.I,
)
_UNTIL = re.compile(
    rf"{_UNTIL_WORDS}\s+(?P<when>\S.*?)"
    r"(?:[,;]?\s+because\b(?:\s+of\b)?:?\s*(?P<reason>.*))?",
    re.I,
)
_FIRST_WHY = re.compile(
    r"because\b(?:\s+of\b)?:?\s*(?P<reason>.+?)[,;]?\s+(?:until|till)\s+(?P<when>\S.*)", re.I
)


def _process(rest: str) -> Command | None:
    """Return the command PROCESS with a phase or a code, or None for other words."""
    phase = read_phase_name(rest)
    return phases.Process(phase or rest) if phase or is_code(rest) else None


def _deadline(rest: str) -> Command | None:
    """Return the command SET DEADLINE with the time as written, or None without a time."""
    return phases.SetDeadline(rest) if rest.strip("?! ") else None


def _eject(rest: str) -> Command | None:
    """Return the command EJECT for a power or address, with its code if one follows; or None."""
    who, _, code = rest.rpartition(" ")
    if not who or not CODE.fullmatch(code):
        who, code = rest, ""
    return masters.Eject(who.strip(), code) if who else None


def _rollback(rest: str) -> Command | None:
    """Return the command ROLLBACK, with a phase and a code if they follow; None for other words."""
    # RESTORE adds nothing: the orders of that phase are always stored again.
    rest = re.sub(r"(?:^|\s+)restore$", "", rest, flags=re.I)
    if not rest or read_phase_name(rest):
        return rolling.Rollback(read_phase_name(rest) or "")
    before, _, code = rest.rpartition(" ")
    phase = read_phase_name(before)
    is_complete = CODE.fullmatch(code) and (phase or not before)
    return rolling.Rollback(phase or "", code) if is_complete else None


def _terminate(rest: str) -> Command | None:
    """Return the command TERMINATE, with a code and a reason if they follow; or None."""
    code, _, reason = rest.partition(" because ")
    if rest.lower().startswith("because "):
        code, reason = "", rest[len("because ") :]
    reason = re.sub(r"^of\b", "", reason, flags=re.I).strip(" :")
    return phases.Terminate(code.strip(" ,"), reason) if is_code(code.strip(" ,")) else None


def _pause(rest: str) -> Command | None:
    """Return the command PAUSE, with its end and a reason if they follow; or None.

    Words that look like a time or a length of time are not taken for a reason.
    """
    match = _UNTIL.fullmatch(rest) or _FIRST_WHY.fullmatch(rest)
    if match is not None:
        return phases.Pause(match["reason"] or "", match["when"].strip(" ,"))
    return None if _WHEN.search(rest) else phases.Pause(rest)


MASTER = (
    row_of(SetOption, ("SET",), alone(set_option), "set", ("SET option value", "HELP SET")),
    row_of(
        phases.Process, ("PROCESS", "PROCESS!"), alone(_process), "process", ("PROCESS S1901M",)
    ),
    row_of(
        phases.SetDeadline,
        ("SET DEADLINE", "DEADLINE"),
        alone(_deadline),
        "setdeadline",
        ("STATUS", "HELP DEADLINES"),
        masters=("SET DEADLINE +24h", "SET DEADLINE Friday 21:00"),
    ),
    row_of(masters.Eject, ("EJECT",), alone(_eject), "eject", ("EJECT power", "EJECT address")),
    row_of(
        rolling.Rollback,
        ("ROLLBACK", "ROLL BACK", "ROLLBACK TO", "ROLL BACK TO"),
        alone(_rollback),
        "rollback",
        ("ROLLBACK", "ROLLBACK S1901M"),
    ),
    row_of(
        phases.Pause,
        ("PAUSE", "PAUSE GAME", "PAUSE THE GAME", "SUSPEND", "SUSPEND THE GAME"),
        alone(_pause),
        "pause",
        ("PAUSE", "PAUSE UNTIL 15 Jan 21:00 because reason", "RESUME", "SET DEADLINE Friday 21:00"),
    ),
    row_of(phases.Resume, ("RESUME", "UNPAUSE"), only(phases.Resume()), "pause", ("RESUME",)),
    row_of(
        phases.Terminate,
        ("TERMINATE", "TERMINATE GAME"),
        alone(_terminate),
        "terminate",
        ("TERMINATE",),
    ),
    row_of(
        phases.StartGame,
        ("START", "START GAME", "FORCE BEGIN", "BEGIN GAME"),
        only(phases.StartGame()),
        "start",
        ("FORCE BEGIN",),
    ),
    row_of(
        masters.Become, ("BECOME",), alone(worded(masters.Become, 3)), "become", ("BECOME power",)
    ),
)
