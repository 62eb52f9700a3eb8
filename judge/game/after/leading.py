"""What a fact that its Master alone brings about makes of a game."""

from dataclasses import replace

from judge.game.after.beginning import begun_at, taken_from_observers
from judge.game.events import (
    DummySet,
    GameRolledForward,
    LeadingFact,
    OfficialAnnounced,
    PowerControlled,
    ResultsReviewed,
    TutorNamed,
)
from judge.game.model import Game, Review, Seat, Stage
from judge.game.seats import with_seat


def after_leading(game: Game, fact: LeadingFact) -> Game:
    """Return `game` after a fact that its Master brought about."""
    match fact:
        case OfficialAnnounced():
            return game
        case TutorNamed(player):
            watched, alone = taken_from_observers(game, player)
            return replace(alone, tutors=(*alone.tutors, watched))
        case ResultsReviewed(closed=closed, until=until):
            return replace(game, review=Review(closed, until))
        case PowerControlled(power, player=player):
            bare = replace(game.seat(power), player=player, password=None)
            seat = replace(bare, wait=False, wait_until=None, draw=None, missed=0)
            return with_seat(game, seat)
        case DummySet(power, dummy):
            seat = replace(game.seat(power), dummy=dummy, reserved=None)
            return with_seat(game, seat)
        case GameRolledForward(phases, deadline):
            begun = begun_at(phases[-1].adjudication.after, deadline, game)
            return replace(
                begun,
                stage=Stage.ACTIVE,
                seats=tuple(map(_fresh, game.seats)),
                history=(*game.history, *phases),
                undone=(),
            )


def _fresh(seat: Seat) -> Seat:
    """Return `seat` with nothing sent for the phase that begins."""
    bare = replace(seat, orders=(), troubled=(), dated=None, earlier=(), entered=())
    return replace(bare, wait=False, wait_until=None, agrees=None, proposed=False)
