"""Confirming before a game starts: who joined weeks ago may be there no longer."""

from datetime import datetime, timedelta

from judge.game.base import Refused
from judge.game.events import EntrantConfirmed, MusterCalled, MusterEnded
from judge.game.model import ENTRANT, Entrant, Game, Sender, Stage
from judge.game.refusals import NoMuster, TooFewPlayers
from judge.game.settings.effect import players_wanted

_USUAL = timedelta(hours=48)
# Who confirmed for a muster that others missed need not do so again soon.
_GOOD_FOR = timedelta(days=14)


def missing_at(game: Game, now: datetime) -> tuple[Entrant, ...]:
    """Return who has to confirm yet before the game starts, mostly nobody."""
    if not (game.settings.muster or game.muster):
        return ()
    return tuple(one for one in game.entrants if not _is_here(one, now))


def call_muster(game: Game, now: datetime) -> MusterCalled | Refused:
    """Return that those who joined are to confirm it."""
    missing = tuple(one.player for one in game.entrants if not _is_here(one, now))
    if not missing:
        return Refused("MUSTER", TooFewPlayers())
    return MusterCalled(now + (game.settings.muster or _USUAL), missing)


def confirm(game: Game, sender: Sender, now: datetime) -> EntrantConfirmed | Refused:
    """Return that the sender still wants to play."""
    if game.muster is None or sender.role != ENTRANT:
        return Refused("CONFIRM", NoMuster())
    missing = missing_at(game, now)
    others = [one for one in missing if one.player.number != sender.player.number]
    return EntrantConfirmed(sender.player, now, len(others))


def end_muster(game: Game, now: datetime) -> tuple[MusterEnded, ...]:
    """Return who is out because he has not confirmed in time, if the time is over."""
    if game.stage is not Stage.FORMING or game.muster is None or game.muster > now:
        return ()
    gone = tuple(one.player for one in missing_at(game, now))
    wanted = players_wanted(game.variant, game.settings)
    return (MusterEnded(gone, wanted - len(game.entrants) + len(gone)),)


def _is_here(entrant: Entrant, now: datetime) -> bool:
    return entrant.here is not None and now - entrant.here < _GOOD_FOR
