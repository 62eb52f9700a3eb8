"""Commands of players and observers besides orders: press, waiting, votes, resigning."""

import re

from judge.commands import messages
from judge.commands.blocks import resign
from judge.commands.passage import alone, names_in, only
from judge.commands.table.row import row_of
from judge.game import Command, Who, filing, places, press, votes

_SO_LONG = re.compile(
    r"(?:for\s+)?(?P<length>\d{1,3}\s*(?:m|mins?|minutes?|h|hrs?|hours?|d|days?))", re.I
)


def _draw(rest: str) -> Command | None:
    """Return the vote for a draw of all or of the listed powers; NO withdraws the vote."""
    if rest.lower() in ("no", "off"):
        return votes.WithdrawDraw()
    if rest.lower() in ("", "yes", "all", "dias"):
        return votes.VoteDraw()
    names = names_in(rest)
    return votes.VoteDraw(names) if names else None


def _recall(rest: str) -> Command | None:
    """Return the command RECALL for the last press, a numbered one, or all press; or None."""
    words = re.sub(r"^(?:my\s+)?(?:last\b\s*)?(?:press\b\s*)?|[#.]", "", rest, flags=re.I)
    if words.lower() == "all":
        return press.RecallPress(all_of_it=True)
    if words.isdecimal() and len(words) < 6:
        return press.RecallPress(int(words))
    return None if words else press.RecallPress()


def _concede(rest: str) -> Command | None:
    """Return the vote that the listed powers win; NO withdraws the vote."""
    if rest.lower() in ("no", "off"):
        return votes.WithdrawDraw()
    names = names_in(rest)
    return votes.VoteDraw(names) if names else None


def _wait(rest: str) -> Command | None:
    """Return the command SET WAIT, up to the deadline or for a length of time; or None."""
    match = _SO_LONG.fullmatch(rest)
    if match:
        return votes.SetWait(True, f"in {match['length']}")
    return None if rest else votes.SetWait(True)


def _wait_until(rest: str) -> Command | None:
    return votes.SetWait(True, rest) if rest else None


SEAT = (
    row_of(
        press.SendPress,
        ("PRESS", "SEND PRESS"),
        messages.partial_press,
        "press",
        messages.ADDRESSES,
        # In most games observers may write too, but the help lists the command for players.
        listed=Who.PLAYER,
    ),
    row_of(
        press.SendPress,
        ("BROADCAST",),
        messages.broadcast,
        "press",
        messages.ADDRESSES,
        listed=Who.PLAYER,
    ),
    row_of(
        press.SendPress,
        ("GREY PRESS", "ANONYMOUS PRESS"),
        messages.grey_press,
        "press",
        messages.ADDRESSES,
        listed=Who.PLAYER,
    ),
    row_of(
        press.SendPress,
        ("GREY BROADCAST", "ANONYMOUS BROADCAST"),
        messages.grey_broadcast,
        "press",
        messages.ADDRESSES,
        listed=Who.PLAYER,
    ),
    row_of(
        press.SendPress,
        ("POSTAL PRESS",),
        messages.postal,
        "recall",
        ("POSTAL PRESS", "BROADCAST AT PHASE END"),
        listed=Who.PLAYER,
    ),
    row_of(
        press.RecallPress,
        (
            *("RECALL", "RECALL PRESS", "UNSEND", "CANCEL PRESS", "DELETE PRESS"),
            *("WITHDRAW PRESS", "WITHDRAW MY PRESS"),
        ),
        alone(_recall),
        "recall",
        ("RECALL", "RECALL ALL"),
    ),
    row_of(
        votes.SetWait,
        ("SET WAIT", "WAIT", "SET UNREADY", "UNREADY"),
        alone(_wait),
        "wait",
        ("SET WAIT",),
    ),
    row_of(
        votes.SetWait,
        ("WAIT UNTIL", "SET WAIT UNTIL", "WAIT TILL", "SET WAIT TILL"),
        alone(_wait_until),
        "wait",
        ("WAIT UNTIL Friday 18:00",),
    ),
    row_of(
        votes.SetWait,
        ("READY", "SET READY", "I AM READY", "I'M READY"),
        # The answer shows the orders as they stand.
        only(votes.SetWait(False), filing.ShowOrders()),
        "wait",
        ("READY",),
    ),
    row_of(
        votes.SetWait,
        ("SET NO WAIT", "NO WAIT", "UNWAIT"),
        only(votes.SetWait(False)),
        "wait",
        ("SET NOWAIT",),
    ),
    row_of(
        votes.VoteDraw,
        (
            *("SET DRAW", "DRAW", "VOTE DRAW", "VOTE FOR DRAW", "VOTE FOR A DRAW"),
            *("VOTE DIAS", "VOTE FOR DIAS"),
        ),
        alone(_draw),
        "draw",
        ("SET DRAW", "SET DRAW FRANCE, ENGLAND"),
    ),
    row_of(
        votes.WithdrawDraw,
        (
            "SET NO DRAW",
            "VOTE SOLO",
            "VOTE FOR SOLO",
            "NO DRAW",
            "VOTE NO DRAW",
            "VOTE NO",
            "WITHDRAW DRAW",
            "WITHDRAW VOTE",
            "WITHDRAW MY VOTE",
            "SET NO CONCEDE",
            "NO CONCEDE",
        ),
        only(votes.WithdrawDraw()),
        "draw",
        ("SET NODRAW",),
    ),
    row_of(
        votes.VoteDraw,
        (
            *("CONCEDE", "CONCEDE TO", "SET CONCEDE", "SET CONCEDE TO"),
            *("VOTE CONCEDE", "SET CONCESSION", "SET CONCESSION TO"),
        ),
        alone(_concede),
        "draw",
        # The judge cannot guess to whom.
        ("HELP DRAW",),
    ),
    # Observers and others may leave with it too, but the help lists it for players.
    row_of(places.Resign, ("RESIGN", "WITHDRAW"), resign, "resign", listed=Who.PLAYER),
    row_of(
        places.NewReplyAddress,
        ("NEW REPLY ADDRESS", "SET NEW REPLY ADDRESS", "CHANGE REPLY ADDRESS"),
        only(places.NewReplyAddress()),
        "newaddress",
        ("NEW REPLY ADDRESS",),
    ),
)
