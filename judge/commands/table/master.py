"""What the Master tells the judge about his game."""

import re

from judge.commands.grammar.options import set_option
from judge.commands.grammar.passage import alone
from judge.commands.grammar.plain import CODE, bare, is_code
from judge.commands.table.row import Row
from judge.game import (
    Become,
    Command,
    Eject,
    Pause,
    Process,
    Resume,
    Rollback,
    SetDeadline,
    StartGame,
    Terminate,
    Who,
)
from judge.notation import read_phase_name

_WHEN = re.compile(
    r"^(?:for|from|to|after|before|next|at|on|in|tomorrow|today|tonight|\d)"
    r"|\b(?:until|till|if|when|unless|once)\b"
    r"|\bfor (?:\w+ ){0,2}(?:hours?|days?|weeks?|months?|while|weekend|holidays?)\b",
    re.I,
)
_UNTIL = re.compile(
    r"(?:until|till)\s+(?P<when>\S.*?)"
    r"(?:[,;]?\s+because\b(?:\s+of\b)?:?\s*(?P<reason>.*))?",
    re.I,
)
_FIRST_WHY = re.compile(
    r"because\b(?:\s+of\b)?:?\s*(?P<reason>.+?)[,;]?\s+(?:until|till)\s+(?P<when>\S.*)", re.I
)


def _process(rest: str) -> Command | None:
    """Return PROCESS with the phase or the code named."""
    phase = read_phase_name(rest)
    return Process(phase or rest) if phase or is_code(rest) else None


def _deadline(rest: str) -> Command | None:
    """Return SET DEADLINE with the time as it was written."""
    return SetDeadline(rest) if rest.strip("?! ") else None


def _eject(rest: str) -> Command | None:
    """Return EJECT of the power or address named, with the code behind it."""
    who, code = _split_code(rest)
    return Eject(who, code) if who else None


def _rollback(rest: str) -> Command | None:
    """Return ROLLBACK to the phase named, with the code behind it."""
    # What was ordered then is always stored again.
    rest = re.sub(r"(?:^|\s+)restore$", "", rest, flags=re.I)
    if not rest or read_phase_name(rest):
        return Rollback(read_phase_name(rest) or "")
    before, _, code = rest.rpartition(" ")
    phase = read_phase_name(before)
    said = CODE.fullmatch(code) and (phase or not before)
    return Rollback(phase or "", code) if said else None


def _terminate(rest: str) -> Command | None:
    """Return TERMINATE with the code behind it, for the reason given."""
    code, _, reason = rest.partition(" because ")
    if rest.lower().startswith("because "):
        code, reason = "", rest[len("because ") :]
    reason = re.sub(r"^of\b", "", reason, flags=re.I).strip(" :")
    return Terminate(code.strip(" ,"), reason) if is_code(code.strip(" ,")) else None


def _pause(rest: str) -> Command | None:
    """Return PAUSE until the time named, for the reason given.

    A reason that seems to say when or how long is not taken for one.
    """
    found = _UNTIL.fullmatch(rest) or _FIRST_WHY.fullmatch(rest)
    if found is not None:
        return Pause(found["reason"] or "", found["when"].strip(" ,"))
    return None if _WHEN.search(rest) else Pause(rest)


def _become(rest: str) -> Command | None:
    """Return BECOME with the power named."""
    return Become(rest) if 0 < len(rest.split()) < 4 else None


def _split_code(rest: str) -> tuple[str, str]:
    who, _, code = rest.rpartition(" ")
    return (who.strip(), code) if who and CODE.fullmatch(code) else (rest, "")


MASTER = (
    Row(("SET",), alone(set_option), Who.MASTER, "set", ("SET option value", "HELP SET")),
    Row(("PROCESS", "PROCESS!"), alone(_process), Who.MASTER, "process", ("PROCESS S1901M",)),
    Row(
        ("SET DEADLINE", "DEADLINE"),
        alone(_deadline),
        Who.MASTER,
        "setdeadline",
        ("STATUS", "HELP DEADLINES"),
        ("SET DEADLINE +24h", "SET DEADLINE Friday 21:00"),
    ),
    Row(("EJECT",), alone(_eject), Who.MASTER, "eject", ("EJECT power", "EJECT address")),
    Row(
        ("ROLLBACK", "ROLL BACK", "ROLLBACK TO", "ROLL BACK TO"),
        alone(_rollback),
        Who.MASTER,
        "rollback",
        ("ROLLBACK", "ROLLBACK S1901M"),
    ),
    Row(
        ("PAUSE", "PAUSE GAME", "PAUSE THE GAME", "SUSPEND", "SUSPEND THE GAME"),
        alone(_pause),
        Who.MASTER,
        "pause",
        ("PAUSE", "PAUSE UNTIL 15 Jan 21:00 because reason", "RESUME", "SET DEADLINE Friday 21:00"),
    ),
    Row(("RESUME", "UNPAUSE"), alone(bare(Resume())), Who.MASTER, "pause", ("RESUME",)),
    Row(
        ("TERMINATE", "TERMINATE GAME"), alone(_terminate), Who.MASTER, "terminate", ("TERMINATE",)
    ),
    Row(
        ("START", "START GAME", "FORCE BEGIN", "BEGIN GAME"),
        alone(bare(StartGame())),
        Who.MASTER,
        "start",
        ("FORCE BEGIN",),
    ),
    Row(("BECOME",), alone(_become), Who.MASTER, "become", ("BECOME power",)),
)
