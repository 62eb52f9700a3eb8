"""What a fact of what players say of the clock, and decide, makes of a game."""

from dataclasses import replace

from judge.game.events import (
    PowersExcused,
    ProposalAgreed,
    ProposalMade,
    ProposalRejected,
    ProposalVoted,
    TimeFact,
)
from judge.game.model import Game, Motion, MotionKind
from judge.game.seats import with_seat


def after_time(game: Game, fact: TimeFact) -> Game:
    """Return `game` after a fact of what players say of the clock."""
    match fact:
        case ProposalMade(power, motion):
            return replace(_asked(game, power, motion), motion=motion)
        case ProposalVoted(power, yes):
            return with_seat(game, replace(game.seat(power), agrees=yes))
        case ProposalAgreed(motion) | ProposalRejected(motion):
            return replace(game, motion=replace(motion, settled=True))
        case PowersExcused(powers, until):
            seats = tuple(
                replace(seat, excused=seat.excused + 1, kept=0) if seat.power in powers else seat
                for seat in game.seats
            )
            return replace(game, grace=until, held=None, seats=seats)


def _asked(game: Game, power: str, motion: Motion) -> Game:
    """Return `game` with the vote of who proposed something, and no other any more."""
    bare = replace(game, seats=tuple(replace(one, agrees=None) for one in game.seats))
    seat = bare.seat(power)
    proposed = seat.proposed or motion.kind is MotionKind.COMMAND
    return with_seat(bare, replace(seat, agrees=True, proposed=proposed))
