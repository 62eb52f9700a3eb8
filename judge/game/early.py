"""Mail to players who may still change their orders before a phase is processed early.

Players know that orders count at the deadline, or some time after the last orders are in. This mail
tells them that the last orders are in.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Self

from msgspec import structs

from judge.game.base import Event, Fact
from judge.game.clock import early_moment, moment_if_complete, wants_something
from judge.game.model import Game, Reader, Stage
from judge.game.orders.sheet import board_of, has_orders_to_give, sides_to_vote_on
from judge.game.vision import holders_of, once
from judge.game.weight import Weight

# A mail needs minutes, and five more with greylisting. If the phase is processed sooner than this,
# most players would read the mail too late, so it is not sent.
_TOO_SOON = timedelta(minutes=10)


class ProcessingSet(Fact, frozen=True):
    """All orders are in since `ready`, so the phase will be processed at `moment`.

    The players of `powers` may still change their orders, and no other mail tells them of it.
    """

    moment: datetime
    ready: datetime
    powers: tuple[str, ...]

    weight = Weight.ASIDE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the players who may still change their orders; each occurs once."""
        return once(holders_of(game, self.powers))

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact without `powers`, which would show who has orders to give."""
        return structs.replace(self, powers=())

    def applied(self, game: Game) -> Game:
        """Return the game with all its orders in."""
        return replace(game, ready=self.ready)


def processing_set(
    before: Game, after: Game, now: datetime, told: Collection[int]
) -> tuple[ProcessingSet, ...]:
    """Return the fact that the phase will be processed early, if a letter at `now` caused that.

    The letter changed `before` into `after`. It is judged as a whole, because its last line may be
    SET WAIT. `told` are the numbers of players who learn of it by other mail.
    """
    if not _in_one_phase(before, after) or wants_something(after):
        return ()
    ready = _ready_since(before, after, now)
    if ready is None:
        return ()
    moment = moment_if_complete(replace(after, ready=ready))
    if ready == after.ready and (moment is None or moment == early_moment(before)):
        return ()
    near = moment is None or moment - now < _TOO_SOON
    powers = () if near else _still_free(after, told)
    due = after.grace or after.deadline
    assert due is not None
    return (ProcessingSet(moment or due, ready, powers),)


def told_by(events: Iterable[Event], game: Game) -> tuple[int, ...]:
    """Return the numbers of players who learn from `events` when the phase is processed.

    They are the players for whom the Master acted, or all players if a power was taken over.
    """
    facts = (event for event in events if isinstance(event, Fact))
    powers = {power for fact in facts for power in fact.told_of_processing(game)}
    seats = (seat for seat in game.seats if seat.power in powers)
    return tuple(seat.player.number for seat in seats if seat.player is not None)


def _in_one_phase(before: Game, after: Game) -> bool:
    if after.stage is not Stage.ACTIVE or after.deadline is None:
        return False
    return before.position is not None and board_of(before).phase == board_of(after).phase


def _ready_since(before: Game, after: Game, now: datetime) -> datetime | None:
    """Return since when the orders count as complete; it is now if the clock was changed."""
    was, timing = before.settings.timing, after.settings.timing
    same_clock = (was.early, was.delay) == (timing.early, timing.delay)
    if before.stage is not after.stage or not same_clock:
        return now
    if after.ready is None and wants_something(before):
        return now  # The player whom the phase waited for has left.
    return after.ready


def _still_free(game: Game, told: Collection[int]) -> tuple[str, ...]:
    """Return the powers that have orders or votes to give, except those of players in `told`."""
    return tuple(
        seat.power
        for seat in game.seats
        if seat.player is not None and seat.player.number not in told
        if has_orders_to_give(game, seat.power)
        or sides_to_vote_on(board_of(game), seat.power, game.variant)
    )
