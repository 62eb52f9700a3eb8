"""Whether a phase has all it waits for, and when a phase that begins now is due.

A phase that has all is processed a while later. Once people were told when, that moment
stays unless the phase wants something again: whoever corrects his orders by then moves
it for nobody.
"""

from datetime import datetime

from judge.engine import PhaseKind, Position
from judge.game.clock.calendar import next_deadline
from judge.game.clock.deadline import has_sent, is_short_of_orders, pace_of, processed_if_complete
from judge.game.model import Game, Stage
from judge.game.orders.sheet import board_of, sides_to_vote_on


def ready_when(before: Game, after: Game, now: datetime) -> datetime | None:
    """Return since when all orders that `after` needs are in, None if they are not.

    `before` is the game until `now`: what was set by then stays.
    """
    if wants_something(after):
        return None
    return now if early_moment(before) is None else before.ready


def early_moment(game: Game) -> datetime | None:
    """Return when the phase is processed before it is due, None if it will not be."""
    moment = moment_if_complete(game)
    return None if moment is None or is_short_of_orders(game) else moment


def moment_if_complete(game: Game) -> datetime | None:
    """Return what `early_moment` does for a game that waits for nobody's orders."""
    due = game.grace or game.deadline
    if game.stage is not Stage.ACTIVE or game.held or game.review:
        return None
    if not (game.ready and due):
        return None
    moment = processed_if_complete(game, due)
    return moment if moment < due else None


def wants_something(game: Game) -> bool:
    """Return whether orders are wanted, or somebody wants to wait for the deadline.

    In grace the deadline is over: only who was late is waited for.
    """
    waiting = waiting_powers(game) or _undecided_powers(game)
    return is_short_of_orders(game) or bool(waiting and game.grace is None)


def waiting_powers(game: Game) -> tuple[str, ...]:
    """Return the powers whose players want the phase to last until its deadline."""
    return tuple(seat.power for seat in game.seats if seat.wait and seat.player is not None)


def _undecided_powers(game: Game) -> tuple[str, ...]:
    """Return the powers that have sent nothing where all there is to do is to vote.

    In a movement phase all are asked for orders anyway.
    """
    board = board_of(game)
    if board.phase.kind is PhaseKind.MOVEMENT:
        return ()
    return tuple(
        seat.power
        for seat in game.seats
        if seat.player is not None
        and not has_sent(seat)
        and sides_to_vote_on(board, seat.power, game.variant)
    )


def fresh_deadline(game: Game, position: Position, now: datetime) -> datetime:
    """Return the deadline of the phase of `position`, all its time from `now` on."""
    kind = pace_of(position, game.variant)
    return next_deadline(game.settings.timing, None, kind, now, absences_of(game))


def absences_of(game: Game) -> tuple[tuple[datetime, datetime], ...]:
    """Return when anybody who plays will be away."""
    playing = (seat for seat in game.seats if seat.player is not None)
    return tuple(away for seat in playing for away in seat.absences)


def deadline_for_newcomer(game: Game, now: datetime) -> datetime | None:
    """Return the deadline once a vacant power is taken over: one that is still ahead.

    A deadline that has passed would be no time at all for the new player.
    """
    assert game.position is not None
    if game.review is not None:
        return game.deadline
    ahead = game.deadline is not None and game.deadline > now and game.grace is None
    if ahead or game.stage is Stage.PAUSED:
        return game.deadline
    return fresh_deadline(game, game.position, now)
