"""Seats whose players are to be replaced, and players who come back to theirs."""

from datetime import datetime

from judge.game.base import Refused
from judge.game.commands import SeekSubstitute
from judge.game.events import (
    Event,
    PlayerReturned,
    PlayerSignedOn,
    PowerTakenOver,
    SubstituteSought,
)
from judge.game.filling.applicant import Applicant
from judge.game.filling.takeover import sit_down
from judge.game.model import MASTER, Game, Sender
from judge.game.refusals import (
    NobodySought,
    NoSuchPower,
    NotMaster,
    NotPlayer,
    NotSurviving,
    SeatOpen,
)
from judge.game.seats import open_powers, power_names, role_named, surviving_powers


def seek_substitute(
    game: Game, sender: Sender, command: SeekSubstitute
) -> SubstituteSought | PlayerReturned | Refused:
    """Return that a seat may change hands, or that it may no longer.

    A player says so of his own seat, the Master of any.
    """
    name = "SEEK SUBSTITUTE" if command.wanted else "SEEK NO SUBSTITUTE"
    power = _power_meant(game, sender, command.power, name)
    if isinstance(power, Refused):
        return power
    seat = game.seat(power)
    if power not in surviving_powers(game):
        return Refused(name, NotSurviving(power))
    if not command.wanted and not seat.sought:
        return Refused(name, NobodySought(power))
    if not command.wanted:
        return PlayerReturned(power, seat.absences)
    if power in open_powers(game):
        return Refused(name, SeatOpen(power))
    return SubstituteSought((power,))


def come_back(
    game: Game, sender: Sender, now: datetime
) -> PlayerReturned | PlayerSignedOn | Refused:
    """Return that a player is there again; if he was all the time, that he is."""
    if sender.role not in power_names(game):
        return Refused("I AM BACK", NotPlayer())
    seat = game.seat(sender.role)
    ahead = tuple(one for one in seat.absences if one[0] > now)
    over = [one for one in seat.absences if one[0] <= now < one[1]]
    if not (seat.sought or seat.missed or over):
        return PlayerSignedOn(sender.role, seat.player)
    return PlayerReturned(sender.role, ahead)


def back_to_lost_seat(game: Game, sender: Sender, now: datetime) -> tuple[Event, ...] | None:
    """Return that the sender has a power again that he lost, None if he cannot."""
    if not sender.proven or sender.role not in power_names(game):
        return None
    back = Applicant(game, sender, now, earlier=(sender.role,))
    found = sit_down(sender.role, back)
    return found if isinstance(found[0], PowerTakenOver) else None


def _power_meant(game: Game, sender: Sender, words: str, name: str) -> str | Refused:
    """Return the power that `words` name, one's own for "", or why it is not his."""
    leads = sender.role == MASTER
    if not words:
        if sender.role in power_names(game):
            return sender.role
        lines = (f"{name} FOR {power_names(game)[0].upper()}",) if leads else ()
        return Refused(name, NotPlayer(lines))
    power = role_named(game.variant, words)
    if power not in power_names(game):
        return Refused(name, NoSuchPower(words, power_names(game)))
    if not leads and power != sender.role:
        return Refused(name, NotMaster())
    return power
