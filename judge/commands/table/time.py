"""Commands of players about time, and proposals on which they vote."""

import re

from judge.commands.days import COUNTS, days_of
from judge.commands.passage import alone, only
from judge.commands.table.row import row_of
from judge.game import Command, Who, absences, filing, proposals

_SPAN = re.compile(r"\s+(?:to|until|till|through|thru|bis|-)\s+", re.I)
_LENGTH = re.compile(
    r"(?:\d{1,4}(?:\.\d)?\s*(?:m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)\b"
    r"[\s,]*(?:and\s+)?)+|\d{1,3}",
    re.I,
)
_REASON = re.compile(r"[,;]?\s*\bbecause\b(?:\s+of\b)?:?\s*", re.I)
_EXTENSION = ("EXTEND +24h", "EXTEND +24h because reason")
_PAUSE = ("VOTE PAUSE UNTIL 15 Jan because reason",)


def _absence(rest: str) -> Command | None:
    """Return the command SET ABSENCE with one or more spans of days, or None."""
    rest = re.sub(r"^(?:to|until|till)\s+", "today to ", rest.rstrip(" .!"), flags=re.I)
    rest = re.sub(r"^between\s+(.+?)\s+and\s+", r"\1 to ", rest, flags=re.I)
    rest = re.sub(r"^(?:from|on)\s+", "", rest, flags=re.I)
    spans = tuple(_span(days) for days in re.split(r"\s+and\s+|;\s*", rest, flags=re.I))
    return absences.SetAbsence(spans) if all(first for first, _ in spans) else None


def _span(days: str) -> tuple[str, str]:
    """Return the first and the last day as written; the last is "" if only one day is named."""
    if both := days_of(days):
        return both
    first, *last = _SPAN.split(days, 1)
    return first, "".join(last)


def _extension(rest: str) -> Command | None:
    """Return the command EXTEND with a time, and with a reason if one follows; or None."""
    when, *reason = _REASON.split(rest, 1)
    when = re.sub(r"^(?:the\s+)?deadline\s+", "", when, flags=re.I)
    when = re.sub(r"^(?:by|until|till|to|of|for)\s+", "", when, flags=re.I)
    count, _, unit = when.partition(" ")
    when = f"{COUNTS[count.lower()]} {unit}" if count.lower() in COUNTS else when
    if _LENGTH.fullmatch(when):
        # A length counts from the deadline, never from now.
        when = f"+{when}"
    return proposals.ProposeExtension(when, "".join(reason)) if when else None


def _pause(rest: str) -> Command | None:
    """Return the command VOTE PAUSE with its end, and with a reason if one follows; or None."""
    when, *reason = _REASON.split(rest, 1)
    when = re.sub(r"^(?:until|till|to)\s+", "", when, flags=re.I)
    return proposals.ProposePause(when, "".join(reason))


def _proposal(rest: str) -> Command | None:
    """Return the command PROPOSE for a command line, with a reason if one follows; or None."""
    line, *reason = _REASON.split(rest, 1)
    return proposals.Propose(line, "".join(reason)) if line else None


TIME = (
    row_of(
        absences.SetAbsence,
        (
            *("SET ABSENCE", "SET HOLIDAY", "SET VACATION", "ABSENCE"),
            *("HOLIDAY", "VACATION", "AWAY", "REQUEST ABSENCE"),
        ),
        alone(_absence),
        "absence",
        ("SET ABSENCE 5 Jan TO 9 Jan",),
    ),
    row_of(
        absences.WithdrawAbsence,
        (
            *("SET NO ABSENCE", "NO ABSENCE", "SET NO HOLIDAY", "SET NO VACATION"),
            *("CANCEL ABSENCE", "WITHDRAW ABSENCE"),
        ),
        alone(absences.WithdrawAbsence),
        "absence",
        ("SET NOABSENCE", "SET NOABSENCE 5 Jan"),
    ),
    row_of(
        filing.ShowOrders,
        (
            *("SHOW ABSENCES", "SHOW ABSENCE", "SHOW MY ABSENCES", "MY ABSENCES"),
            *("LIST ABSENCES", "ABSENCES"),
        ),
        only(filing.ShowOrders()),
        "absence",
        ("SHOW ABSENCES",),
    ),
    row_of(
        proposals.ProposeExtension,
        (
            *("EXTEND", "VOTE EXTEND", "EXTENSION", "PROPOSE EXTENSION"),
            *("REQUEST EXTENSION", "EXTEND DEADLINE"),
        ),
        alone(_extension),
        "extend",
        _EXTENSION,
        # Masters may give it too, but the help tells them to set a deadline instead.
        listed=Who.PLAYER,
        masters=("SET DEADLINE +24h",),
    ),
    row_of(
        proposals.ProposePause, ("VOTE PAUSE", "PROPOSE PAUSE"), alone(_pause), "extend", _PAUSE
    ),
    row_of(
        proposals.Propose,
        ("PROPOSE", "VOTE TO"),
        alone(_proposal),
        "propose",
        ("PROPOSE SET MOVE NEXT 48", "PROPOSE EJECT FRANCE because reason"),
    ),
    row_of(
        proposals.Agree,
        ("AGREE", "I AGREE", "AGREED"),
        only(proposals.Agree(True)),
        "extend",
        ("AGREE",),
    ),
    row_of(
        proposals.Agree,
        ("DISAGREE", "I DISAGREE"),
        only(proposals.Agree(False)),
        "extend",
        ("DISAGREE",),
    ),
)
