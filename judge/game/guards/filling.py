"""Who may say what of seats that want a player, and what it brings about."""

from collections.abc import Mapping
from types import MappingProxyType

from judge.game.base import EVER, FORMING, STARTED, Who
from judge.game.commands import (
    AllowPlayer,
    ComeBack,
    Confirm,
    DenyPlayer,
    FillingCommand,
    Invite,
    Muster,
    PreferPowers,
    SeekSubstitute,
    ShowGuests,
    TakeOffLists,
)
from judge.game.events import GuestsShown
from judge.game.filling import invitations, substitutes
from judge.game.filling.muster import call_muster, confirm
from judge.game.filling.preferring import preferred
from judge.game.guards.guard import Decision, Guard
from judge.game.model import OPEN

_LISTS: Mapping[type, str] = MappingProxyType(
    {AllowPlayer: "ALLOW PLAYER", DenyPlayer: "DENY PLAYER", TakeOffLists: "UNINVITE"}
)


def guard_of_filling(command: FillingCommand) -> tuple[Guard, Decision]:
    """Return what is asked of who gives `command`, and what it then brings about."""
    match command:
        case SeekSubstitute():
            guard = Guard("SEEK SUBSTITUTE", Who.ANYBODY, STARTED)
            return guard, lambda at: substitutes.seek_substitute(at.game, at.sender, command)
        case ComeBack():
            guard = Guard("I AM BACK", Who.ANYBODY, STARTED)
            return guard, lambda at: substitutes.come_back(at.game, at.sender, at.now)
        case Invite():
            guard = Guard("INVITE", Who.MASTER, OPEN)
            return guard, lambda at: invitations.invite(at.game, command, at.now)
        case AllowPlayer() | DenyPlayer() | TakeOffLists():
            guard = Guard(_LISTS[type(command)], Who.MASTER, OPEN)
            return guard, lambda at: invitations.list_player(at.game, command)
        case Muster():
            guard = Guard("MUSTER", Who.MASTER, FORMING)
            return guard, lambda at: call_muster(at.game, at.now)
        case Confirm():
            guard = Guard("CONFIRM", Who.PLAYER, FORMING)
            return guard, lambda at: confirm(at.game, at.sender, at.now)
        case PreferPowers(words):
            guard = Guard("SET PREFERENCE", Who.PLAYER, FORMING)
            return guard, lambda at: preferred(at.game, at.sender.player, words)
        case ShowGuests():
            guard = Guard("GUESTS", Who.MASTER, EVER)
            return guard, lambda at: GuestsShown(at.game.guests)
