"""What a fact of seats that want a player makes of a game."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from judge.game.events import (
    AdmissionAsked,
    EntrantConfirmed,
    FillingFact,
    GuestsChanged,
    MusterCalled,
    MusterEnded,
    PlayerInvited,
    PlayerReturned,
    PowersPreferred,
    SeatOffered,
    StandbyJoined,
    SubstituteSought,
)
from judge.game.model import Entrant, Game, Player, Seat
from judge.game.seats import with_seat


def after_filling(game: Game, fact: FillingFact) -> Game:
    """Return `game` after a fact of seats that want a player."""
    match fact:
        case SubstituteSought(powers):
            return _each(game, powers, lambda seat: replace(seat, sought=True))
        case PlayerReturned(power, absences):
            back = replace(game.seat(power), sought=False, reserved=None, missed=0)
            return with_seat(game, replace(back, absences=absences))
        case StandbyJoined(standby):
            return replace(game, standbys=(*game.standbys, standby))
        case SeatOffered(powers, until):
            return _each(game, powers, lambda seat: replace(seat, reserved=until))
        case PlayerInvited(guests) | GuestsChanged(guests):
            return replace(game, guests=guests)
        case MusterCalled() | EntrantConfirmed() | PowersPreferred() | MusterEnded():
            return _before_start(game, fact)
        case AdmissionAsked(player):
            asked = (*game.guests.asked, player.address.lower())
            return replace(game, guests=replace(game.guests, asked=asked))


def _before_start(
    game: Game, fact: MusterCalled | EntrantConfirmed | PowersPreferred | MusterEnded
) -> Game:
    """Return `game` after a fact of who still wants to play in it, and as what."""
    match fact:
        case PowersPreferred(player, prefers):
            return _with_entrant(game, player, lambda one: replace(one, preferences=prefers))
        case MusterCalled(until):
            return replace(game, muster=until)
        case EntrantConfirmed(player, here, missing):
            left = game.muster if missing else None
            came = _with_entrant(game, player, lambda one: replace(one, here=here))
            return replace(came, muster=left)
        case MusterEnded(gone):
            numbers = {one.number for one in gone}
            stay = (one for one in game.entrants if one.player.number not in numbers)
            return replace(game, entrants=tuple(stay), muster=None)


def _with_entrant(game: Game, player: Player, change: Callable[[Entrant], Entrant]) -> Game:
    entrants = (change(one) if one.player.number == player.number else one for one in game.entrants)
    return replace(game, entrants=tuple(entrants))


def _each(game: Game, powers: Sequence[str], change: Callable[[Seat], Seat]) -> Game:
    """Return `game` with the seats of `powers` changed."""
    seats = (change(seat) if seat.power in powers else seat for seat in game.seats)
    return replace(game, seats=tuple(seats))
