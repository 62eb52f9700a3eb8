"""The role in which a sender speaks after each thing that his letter brought about."""

from dataclasses import replace

from judge.game import (
    ENTRANT,
    MASTER,
    OBSERVER,
    STANDBY,
    Event,
    GameCreated,
    GameStarted,
    ObserverJoined,
    Player,
    PlayerJoined,
    PlayerSignedOn,
    PowerTakenOver,
    Refused,
    ReplyAddressSent,
    Sender,
    masters,
    substitutes,
)


def sender_after(event: Event, sender: Sender) -> Sender:
    """Return the sender in the role that `event` gave him, if it gave him one.

    Who gets a place by this very letter may go on to act in it: nobody sat there whom
    a forged letter could harm.
    """
    if isinstance(event, PlayerSignedOn):
        return replace(sender, role=event.role, player=event.holder or sender.player)
    if isinstance(event, ReplyAddressSent):
        return replace(sender, role=event.role, proven=False)
    if isinstance(event, Refused) and event.command == "BECOME":
        # What follows was meant for a power that was not found, and for no other.
        return replace(sender, role=MASTER, on_behalf=False) if sender.on_behalf else sender
    if isinstance(event, masters.MasterBecame):
        return replace(sender, role=event.power, on_behalf=event.power != MASTER)
    role = _new_role(event, sender.player)
    return replace(sender, role=role, proven=True) if role else sender


def _new_role(event: Event, player: Player) -> str:
    match event:
        case GameCreated():
            return MASTER
        case ObserverJoined():
            return OBSERVER
        case substitutes.StandbyJoined():
            return STANDBY
        case PlayerJoined():
            return ENTRANT
        case PowerTakenOver(seat):
            return seat.power
        case GameStarted(seats):
            return next((s.power for s in seats if s.player == player), "")
        case _:
            return ""
