"""What a fact that its Master alone brings about makes of a game."""

from dataclasses import replace

from judge.engine import Order, Phase
from judge.game.after.beginning import begun_at, played_at, taken_from_observers
from judge.game.events import (
    DummySet,
    GameRolledForward,
    LeadingFact,
    OfficialAnnounced,
    PositionEdited,
    PowerControlled,
    ResultsReviewed,
    TutorNamed,
)
from judge.game.model import Game, Review, Seat, Stage
from judge.game.orders.planned import plans_left
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
        case PositionEdited():
            return _edited(game, fact)
        case GameRolledForward(phases, deadline):
            begun = begun_at(phases[-1].adjudication.after, deadline, game)
            return replace(
                begun,
                stage=Stage.ACTIVE,
                seats=tuple(map(_fresh, game.seats)),
                history=(*game.history, *phases),
                undone=(),
            )


def _edited(game: Game, fact: PositionEdited) -> Game:
    """Return `game` on another board, with the clock as it was.

    Who had ordered on the old one asks to wait: else what nobody thought over again
    would be processed at once. A vote for a draw was for the old one too.
    """
    unfit, new_phase = dict(fact.unfit), fact.position.phase != fact.before.phase
    seats = tuple(
        _with_plans_left(_fresh(replace(seat, draw=None)), fact.position.phase)
        if new_phase
        else _rethought(seat, unfit.get(seat.power, ()))
        for seat in game.seats
    )
    begun = replace(played_at(fact.position, game), position=fact.position, seats=seats)
    before = None if fact.restored else game.edited or fact.before
    return replace(begun, edited=before, ready=None)


def _rethought(seat: Seat, unfit: tuple[Order, ...]) -> Seat:
    """Return `seat` without orders that fit no more; what was before them is gone."""
    left = tuple(order for order in seat.orders if order not in unfit)
    return replace(
        seat,
        orders=left,
        entered=tuple(one for one in seat.entered if one.order in left),
        earlier=(),
        receipt=seat.receipt + bool(unfit),
        wait=seat.wait or bool(seat.orders),
        draw=None,
    )


def _with_plans_left(seat: Seat, phase: Phase) -> Seat:
    return replace(seat, plans=plans_left(seat, phase)) if seat.plans else seat


def _fresh(seat: Seat) -> Seat:
    """Return `seat` with nothing sent for the phase that begins."""
    bare = replace(seat, orders=(), troubled=(), dated=None, earlier=(), entered=())
    return replace(bare, wait=False, wait_until=None, agrees=None, proposed=False)
