"""Those who are asked first when a game wants a player."""

from judge.game.base import Refused
from judge.game.events import Event, StandbyJoined
from judge.game.filling.applicant import Applicant, come_back
from judge.game.model import OBSERVER, OVER, STANDBY, Follower, Stage
from judge.game.refusals import AlreadyIn, HasRoom, NotActive
from judge.game.seats import open_powers, roles_of
from judge.game.settings.effect import players_wanted


def stand_by(applicant: Applicant) -> tuple[Event, ...]:
    """Return that the applicant is asked when the game wants a player, or why not.

    Where it wants one already he need not wait.
    """
    game, player = applicant.game, applicant.sender.player
    roles = roles_of(game, player)
    if STANDBY in roles:
        return come_back(STANDBY, player, None, applicant)
    playing = [role for role in roles if role != OBSERVER]
    if playing:
        return (Refused("STAND BY", AlreadyIn(playing[0])),)
    if game.stage in OVER:
        return (Refused("STAND BY", NotActive(game.stage)),)
    wanted = players_wanted(game.variant, game.settings)
    if game.stage is Stage.FORMING and len(game.entrants) < wanted:
        return (Refused("STAND BY", HasRoom("")),)
    vacant = open_powers(game) if game.position is not None else ()
    if vacant:
        return (Refused("STAND BY", HasRoom(vacant[0])),)
    return (StandbyJoined(Follower(player)),)
