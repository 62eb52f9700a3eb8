"""What the holder of a place in a game says, beside his orders."""

import re

from judge.commands.blocks import resign
from judge.commands.messages import ADDRESSES, broadcast, grey_broadcast, grey_press, postal, press
from judge.commands.passage import Found, Misread, Passage, alone, bare, names_in
from judge.commands.table.row import Row
from judge.game import (
    Command,
    NewReplyAddress,
    RecallPress,
    SetWait,
    ShowOrders,
    VoteDraw,
    Who,
    WithdrawDraw,
)

_SO_LONG = re.compile(
    r"(?:for\s+)?(?P<length>\d{1,3}\s*(?:m|mins?|minutes?|h|hrs?|hours?|d|days?))", re.I
)


def _draw(rest: str) -> Command | None:
    """Return the vote: for a draw of all, of the powers listed, or (`NO`) for none."""
    if rest.lower() in ("no", "off"):
        return WithdrawDraw()
    if rest.lower() in ("", "yes", "all", "dias"):
        return VoteDraw()
    names = names_in(rest)
    return VoteDraw(names) if names else None


def _recall(rest: str) -> Command | None:
    """Return RECALL of the last press, of the one with the number named, or of all."""
    words = re.sub(r"^(?:my\s+)?(?:last\b\s*)?(?:press\b\s*)?|[#.]", "", rest, flags=re.I)
    if words.lower() == "all":
        return RecallPress(all_of_it=True)
    if words.isdecimal() and len(words) < 6:
        return RecallPress(int(words))
    return None if words else RecallPress()


def _concede(rest: str) -> Command | None:
    """Return the vote that the power named has won, or (`NO`) none."""
    if rest.lower() in ("no", "off"):
        return WithdrawDraw()
    names = names_in(rest)
    return VoteDraw(names) if names else None


def _wait(rest: str) -> Command | None:
    """Return SET WAIT, up to the deadline or for as long as is said."""
    found = _SO_LONG.fullmatch(rest)
    if found:
        return SetWait(True, f"in {found['length']}")
    return None if rest else SetWait(True)


def _wait_until(rest: str) -> Command | None:
    return SetWait(True, rest) if rest else None


def _ready(passage: Passage) -> Found | Misread:
    """Return that nobody need wait for one any more, and his orders as they stand."""
    return Misread() if passage.rest else Found((SetWait(False), ShowOrders()))


SEAT = (
    Row(("PRESS", "SEND PRESS"), press, Who.PLAYER, "press", ADDRESSES),
    Row(("BROADCAST",), broadcast, Who.PLAYER, "press", ADDRESSES),
    Row(("GREY PRESS", "ANONYMOUS PRESS"), grey_press, Who.PLAYER, "press", ADDRESSES),
    Row(("GREY BROADCAST", "ANONYMOUS BROADCAST"), grey_broadcast, Who.PLAYER, "press", ADDRESSES),
    Row(
        ("POSTAL PRESS",), postal, Who.PLAYER, "recall", ("POSTAL PRESS", "BROADCAST AT PHASE END")
    ),
    Row(
        ("RECALL", "RECALL PRESS", "UNSEND", "CANCEL PRESS", "DELETE PRESS"),
        alone(_recall),
        Who.ANYBODY,
        "recall",
        ("RECALL", "RECALL ALL"),
    ),
    Row(
        ("SET WAIT", "WAIT", "SET UNREADY", "UNREADY"),
        alone(_wait),
        Who.PLAYER,
        "wait",
        ("SET WAIT",),
    ),
    Row(
        ("WAIT UNTIL", "SET WAIT UNTIL", "WAIT TILL", "SET WAIT TILL"),
        alone(_wait_until),
        Who.PLAYER,
        "wait",
        ("WAIT UNTIL Friday 18:00",),
    ),
    Row(("READY", "SET READY", "I AM READY", "I'M READY"), _ready, Who.PLAYER, "wait", ("READY",)),
    Row(
        ("SET NO WAIT", "NO WAIT", "UNWAIT"),
        alone(bare(SetWait(False))),
        Who.PLAYER,
        "wait",
        ("SET NOWAIT",),
    ),
    Row(
        (
            *("SET DRAW", "DRAW", "VOTE DRAW", "VOTE FOR DRAW", "VOTE FOR A DRAW"),
            *("VOTE DIAS", "VOTE FOR DIAS"),
        ),
        alone(_draw),
        Who.PLAYER,
        "draw",
        ("SET DRAW", "SET DRAW FRANCE, ENGLAND"),
    ),
    Row(
        (
            "SET NO DRAW",
            "VOTE SOLO",
            "VOTE FOR SOLO",
            "NO DRAW",
            "VOTE NO DRAW",
            "VOTE NO",
            "WITHDRAW DRAW",
            "SET NO CONCEDE",
            "NO CONCEDE",
        ),
        alone(bare(WithdrawDraw())),
        Who.PLAYER,
        "draw",
        ("SET NODRAW",),
    ),
    Row(
        (
            *("CONCEDE", "CONCEDE TO", "SET CONCEDE", "SET CONCEDE TO"),
            *("VOTE CONCEDE", "SET CONCESSION", "SET CONCESSION TO"),
        ),
        alone(_concede),
        Who.PLAYER,
        "draw",
        ("CONCEDE FRANCE",),
    ),
    Row(("RESIGN", "WITHDRAW"), resign, Who.PLAYER, "resign"),
    Row(
        ("NEW REPLY ADDRESS", "SET NEW REPLY ADDRESS", "CHANGE REPLY ADDRESS"),
        alone(bare(NewReplyAddress())),
        Who.ANYBODY,
        "newaddress",
        ("NEW REPLY ADDRESS",),
    ),
)
