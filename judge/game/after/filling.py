"""What a fact of seats that want a player makes of a game."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from judge.game.events import (
    AdmissionAsked,
    FillingFact,
    GuestsChanged,
    PlayerInvited,
    PlayerReturned,
    SeatOffered,
    StandbyJoined,
    SubstituteSought,
)
from judge.game.model import Game, Seat
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
        case AdmissionAsked(player):
            asked = (*game.guests.asked, player.address.lower())
            return replace(game, guests=replace(game.guests, asked=asked))


def _each(game: Game, powers: Sequence[str], change: Callable[[Seat], Seat]) -> Game:
    """Return `game` with the seats of `powers` changed."""
    seats = (change(seat) if seat.power in powers else seat for seat in game.seats)
    return replace(game, seats=tuple(seats))
