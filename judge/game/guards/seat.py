"""What the holder of a place says beside his orders."""

from judge.game import votes
from judge.game.base import EVER, STARTED, Refused, Request, Who
from judge.game.commands import (
    NewReplyAddress,
    RecallPress,
    Resign,
    SeatCommand,
    SendPress,
    SetWait,
    VoteDraw,
    WithdrawDraw,
)
from judge.game.events import DrawVoted, ReplyAddressRenewed
from judge.game.guards.guard import Decision, Guard
from judge.game.model import OPEN
from judge.game.press import recall, send_press
from judge.game.refusals import NotPlayer


def guard_of_seat(command: SeatCommand) -> tuple[Guard, Decision]:
    """Return what is asked of who gives `command`, and what it then brings about."""
    match command:
        case SendPress():
            guard = Guard("PRESS", Who.ANYBODY, EVER)
            return guard, lambda at: send_press(at.game, at.sender, command, at.now)
        case RecallPress():
            guard = Guard("RECALL", Who.ANYBODY, EVER)
            return guard, lambda at: recall(at.game, at.sender, command)
        case SetWait():
            guard = Guard("SET WAIT", Who.PLAYER, STARTED)
            return guard, lambda at: votes.set_wait(at.game, at.sender, command, at.now)
        case VoteDraw():
            guard = Guard("SET DRAW", Who.PLAYER, STARTED)
            return guard, lambda at: votes.vote_draw(at.game, at.sender, command)
        case WithdrawDraw():
            guard = Guard("SET NODRAW", Who.PLAYER, STARTED)
            return guard, lambda at: DrawVoted(at.sender.role, None)
        case Resign():
            guard = Guard("RESIGN", Who.ANYBODY, OPEN)
            return guard, lambda at: votes.leave(at.game, at.sender)
        case NewReplyAddress():
            guard = Guard("NEW REPLY ADDRESS", Who.ANYBODY, EVER)
            return guard, _renew


def _renew(at: Request) -> ReplyAddressRenewed | Refused:
    """Return that the reply addresses of a place are others from now on.

    A Master who acts for a power does it for its player.
    """
    sender, holder = at.sender, at.sender.player
    if sender.on_behalf:
        player = at.game.seat(sender.role).player
        if player is None:
            return Refused("NEW REPLY ADDRESS", NotPlayer())
        holder = player
    return ReplyAddressRenewed(holder, sender.role)
