"""What a fact of what players say of the clock makes of a game."""

from dataclasses import replace

from judge.game.events import (
    AbsenceAsked,
    AbsenceSet,
    PowersExcused,
    ProposalMade,
    ProposalRejected,
    ProposalVoted,
    TimeFact,
)
from judge.game.model import Game
from judge.game.seats import with_seat


def after_time(game: Game, fact: TimeFact) -> Game:
    """Return `game` after a fact of what players say of the clock."""
    match fact:
        case AbsenceAsked():
            return game
        case AbsenceSet(power, absences):
            return with_seat(game, replace(game.seat(power), absences=absences))
        case ProposalMade(power, motion):
            seat = replace(game.seat(power), agrees=True)
            return replace(with_seat(game, seat), motion=motion)
        case ProposalVoted(power, yes):
            return with_seat(game, replace(game.seat(power), agrees=yes))
        case ProposalRejected(motion):
            return replace(game, motion=replace(motion, settled=True))
        case PowersExcused(powers, until):
            seats = tuple(
                replace(seat, excused=seat.excused + 1, kept=0)
                if seat.power in powers
                else seat
                for seat in game.seats
            )
            return replace(game, grace=until, held=None, seats=seats)
