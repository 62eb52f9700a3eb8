"""What the templates are told of seats that want a player, and of who waits for one."""

from judge.game import (
    ENTRANT,
    AdmissionAsked,
    EntrantConfirmed,
    FillingFact,
    FillingReply,
    Guests,
    GuestsChanged,
    GuestsShown,
    MusterCalled,
    MusterEnded,
    PlayerInvited,
    PlayerReturned,
    PowersPreferred,
    SeatOffered,
    StandbyJoined,
    SubstituteSought,
)
from judge.messages import Text, message
from judge.render.facts.pages import Facts, Scene, game_in
from judge.render.facts.table import settings_of


def facts_of(event: FillingFact | FillingReply, scene: Scene) -> Facts:
    """Return what the template of `event` may use beside its own fields."""
    match event:
        case SubstituteSought(powers):
            mine = [power for power in powers if power == scene.reader.role]
            return {"mine": mine}
        case StandbyJoined():
            return {"settings": settings_of(game_in(scene))}
        case PlayerInvited(guests):
            masters = [one.player for one in game_in(scene).masters]
            settings = settings_of(game_in(scene))
            return {**_lists(guests), "masters": masters, "settings": settings}
        case GuestsChanged(guests) | GuestsShown(guests):
            return _lists(guests)
        case AdmissionAsked(role=role):
            return {"wanted": "" if role == ENTRANT else role}
        case MusterCalled(missing=some) | MusterEnded(some):
            own = scene.reader.player.number
            return {"mine": any(one.number == own for one in some)}
        case PlayerReturned() | SeatOffered() | EntrantConfirmed() | PowersPreferred():
            return {}  # Its own fields are enough.


def _lists(guests: Guests) -> Facts:
    """Return who is on which list of a game, as rows of an address and what it is."""
    rows: list[tuple[str, Text]] = [(one.address, message("invited")) for one in guests.invitations]
    rows += [(one, message("has asked to come in")) for one in guests.asked]
    rows += [(one, message("let in")) for one in guests.allowed]
    rows += [(one, message("kept out")) for one in guests.denied]
    return {"rows": rows}
