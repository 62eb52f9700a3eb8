"""Whether a letter came too late for the running phase."""

from judge.game.clock.deadline import closes_at, is_by
from judge.game.model import Game, LetterTimes
from judge.game.orders.sheet import board_of
from judge.game.refusals import CameLate


def why_late(game: Game, times: LetterTimes) -> CameLate | None:
    """Return that the phase had closed when a letter came, None when it had not.

    It may not be processed yet: what came in time may be unanswered.
    """
    closing = closes_at(game)
    if closing is None or is_by(times.arrived, closing):
        return None
    return CameLate(board_of(game).phase, closing, times.arrived)
