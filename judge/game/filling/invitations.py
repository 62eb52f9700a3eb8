"""What the Master says of who may come in: invitations, and two lists."""

from dataclasses import replace
from datetime import datetime, timedelta

from judge.game.base import Refused, Secret
from judge.game.commands import AllowPlayer, DenyPlayer, Invite, TakeOffLists
from judge.game.confirm import invitation_code
from judge.game.events import GuestsChanged, PlayerInvited
from judge.game.model import Game, Invitation
from judge.game.refusals import InvitedLately, NobodyListed, NoSuchPower, TooManyInvitations
from judge.game.seats import power_names, role_named

_MOST = 50
_AGAIN = timedelta(hours=20)


def code_of(game: Game, invitation: Invitation) -> str:
    """Return the code of an invitation, which nobody finds who has not been sent it."""
    said = (str(game.seed), game.name.lower(), str(invitation.number))
    return invitation_code(*said)


def invite(game: Game, command: Invite, now: datetime) -> PlayerInvited | Refused:
    """Return that somebody is sent a code; one that he was sent before is void.

    So nobody is written to twice a day.
    """
    power = role_named(game.variant, command.power) if command.power else ""
    if power is None or power not in ("", *power_names(game)):
        return Refused("INVITE", NoSuchPower(command.power, power_names(game)))
    guests = game.guests
    for one in guests.invitations:
        if one.address == command.address and now - one.made < _AGAIN:
            return Refused("INVITE", InvitedLately(one.address, one.made))
    if guests.made >= _MOST:
        return Refused("INVITE", TooManyInvitations(_MOST))
    number = guests.made + 1
    invitation = Invitation(number, command.address, power, now)
    bare = guests.without(command.address)
    invited = replace(bare, invitations=(*bare.invitations, invitation), made=number)
    return PlayerInvited(invited, invitation, Secret(code_of(game, invitation)))


def list_player(
    game: Game, command: AllowPlayer | DenyPlayer | TakeOffLists
) -> GuestsChanged | Refused:
    """Return that somebody is let in, kept out, or treated as all others again."""
    bare = game.guests.without(command.address)
    match command:
        case AllowPlayer(address):
            return GuestsChanged(replace(bare, allowed=(*bare.allowed, address)))
        case DenyPlayer(address):
            return GuestsChanged(replace(bare, denied=(*bare.denied, address)))
        case TakeOffLists(address):
            if bare == game.guests:
                return Refused("UNINVITE", NobodyListed(address))
            return GuestsChanged(bare)
