"""What players want of the game's course: to wait, to draw it, or to leave it."""

from dataclasses import replace
from datetime import datetime

from judge.game.base import Refused
from judge.game.clock.readiness import ready_when
from judge.game.clock.when import read_when
from judge.game.commands import SetWait, VoteDraw
from judge.game.events import DrawVoted, PlayerLeft, WaitSet
from judge.game.filling.playing_master import is_last_master
from judge.game.model import ENTRANT, MASTER, OBSERVER, Game, Sender
from judge.game.refusals import (
    BadTime,
    DrawForAll,
    LastMaster,
    NoSuchPower,
    NotPlayer,
    NotSurviving,
    TimePassed,
)
from judge.game.seats import (
    power_names,
    roles_named,
    surviving_powers,
    takes_part,
    whole_names,
    with_seat,
)
from judge.game.turn import GameDrawn, GameWon, agreed_end

_DRAW = "SET DRAW"


def set_wait(game: Game, sender: Sender, command: SetWait, now: datetime) -> WaitSet | Refused:
    """Return that the sender's power waits for the deadline, or no longer does.

    It may wait until a moment; one behind the deadline is the deadline.
    """
    if sender.role not in surviving_powers(game):
        return Refused("SET WAIT", NotSurviving(sender.role))
    until = _moment_meant(game, command, now) if command.until else None
    if isinstance(until, Refused):
        return until
    if until is not None and game.deadline is not None and until >= game.deadline:
        until = None
    wait = command.wait and until is None
    before = game.seat(sender.role)
    seat = replace(before, wait=wait, wait_until=until)
    ready = ready_when(game, with_seat(game, seat), now)
    if ready is not None and before.wait_until is not None:
        # The orders may be in since long before; whoever waits no longer gives time.
        ready = now
    return WaitSet(seat.power, wait, ready, until)


def _moment_meant(game: Game, command: SetWait, now: datetime) -> datetime | Refused:
    """Return the moment that is named, in the zone of the game."""
    zone = game.settings.timing.zone
    when = read_when(command.until, zone, now, None)
    if when is None:
        # A day alone has the time of day of the deadline.
        when = read_when(command.until, zone, now, game.deadline)
    if when is None:
        return Refused("WAIT UNTIL", BadTime(command.until))
    if when <= now:
        return Refused("WAIT UNTIL", TimePassed(command.until, when))
    return when


def vote_draw(
    game: Game, sender: Sender, command: VoteDraw
) -> tuple[DrawVoted | GameDrawn | GameWon | Refused, ...]:
    """Return the vote, and the end of the game when it makes all agree at once.

    A vote stands until it is taken back, through phases to come.
    """
    if sender.role not in surviving_powers(game):
        return (Refused(_DRAW, NotSurviving(sender.role)),)
    vote = _powers_meant(game, command.powers)
    if isinstance(vote, Refused):
        return (vote,)
    seat = replace(game.seat(sender.role), draw=vote)
    end = agreed_end(with_seat(game, seat))
    voted = DrawVoted(sender.role, vote)
    return (voted,) if end is None else (voted, end)


def leave(game: Game, sender: Sender) -> PlayerLeft | Refused:
    """Return that the sender leaves his place; the only Master of a game cannot.

    One who joined it takes that back. Nor does a Master resign for a player: that is to
    eject him, and is told as such.
    """
    if sender.on_behalf:
        return Refused("RESIGN", NotPlayer((f"EJECT {sender.role.upper()}",)))
    if sender.role == MASTER and takes_part(game, sender.player):
        return PlayerLeft(sender.player, ENTRANT, ejected=False)
    if sender.role == MASTER and is_last_master(game, sender.player):
        return Refused("RESIGN", LastMaster())
    return PlayerLeft(sender.player, sender.role, ejected=False)


def _powers_meant(game: Game, words: tuple[str, ...]) -> tuple[str, ...] | Refused:
    survivors = surviving_powers(game)
    if not words:
        return survivors
    found: set[str] = set()
    for word in whole_names(game.variant, words):
        named = set(roles_named(game.variant, word)) - {MASTER, OBSERVER}
        if not named:
            return Refused(_DRAW, NoSuchPower(word, power_names(game)))
        found |= named
    for power in power_names(game):
        if power in found and power not in survivors:
            return Refused(_DRAW, NotSurviving(power))
    some = len(found) > 1 and found != set(survivors)
    if game.settings.draw_in_all_survivors and some:
        return Refused(_DRAW, DrawForAll(" ".join(words)))
    return tuple(power for power in survivors if power in found)
