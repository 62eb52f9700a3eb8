"""How reliable somebody is: what he sent in time, of which the old counts less."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from judge.game.events import Fact, PhaseProcessed, PlayerLeft, PowersAbandoned, PowersLate
from judge.game.model import Conduct, ConductMark, Game, Reliability, Stage
from judge.game.orders.sheet import has_orders_to_give
from judge.game.seats import power_names, surviving_powers

HALF_LIFE = timedelta(days=180)
"""After so long a phase counts half."""
LEAST = 10
"""Of who has played fewer phases nothing is said."""
_WORTH = {
    ConductMark.SENT: (1, 1.0),
    ConductMark.LATE: (1, 0.5),
    ConductMark.MISSED: (1, 0.0),
    # Who leaves without a substitute costs his game more than a phase.
    ConductMark.LEFT: (5, 0.0),
}


def reliability_of(conduct: Sequence[Conduct], now: datetime) -> Reliability:
    """Return how reliable somebody is whose conduct that was, oldest first."""
    last: dict[tuple[str, str, str], Conduct] = {}
    for one in conduct:
        # What was told of a phase later counts: it was late, or played again.
        last[one.game, one.power, one.phase] = one
    whole = gained = 0.0
    for one in last.values():
        weight, share = _WORTH[one.mark]
        counts = weight * 0.5 ** (max(now - one.at, timedelta()) / HALF_LIFE)
        whole, gained = whole + counts, gained + counts * share
    known = len(last) >= LEAST and whole > 0
    blots = tuple(one for one in last.values() if one.mark is not ConductMark.SENT)
    return Reliability(
        percent=round(100 * gained / whole) if known else None, phases=len(last), blots=blots
    )


def conduct_in(fact: Fact, game: Game, now: datetime) -> Iterator[tuple[int, Conduct]]:
    """Yield what a fact tells of the conduct of players of `game`, by their numbers.

    `game` is as it was before. Who was processed ahead of his deadline by the Master
    has missed nothing, nor who was excused or leaves once he is out.
    """
    match fact:
        case PowersLate(powers, told=None):
            late = dict.fromkeys(powers, ConductMark.LATE)
            marks = dict.fromkeys(_asked(game), ConductMark.SENT) | late
        case PhaseProcessed(absent=absent, due=due):
            # In grace it was said already who had sent his orders in time.
            sent = () if game.grace else set(_asked(game)) - {*absent}
            marks = dict.fromkeys(sent, ConductMark.SENT)
            if due is not None and due <= now:
                marks |= dict.fromkeys(absent, ConductMark.MISSED)
        case PowersAbandoned(powers):
            marks = dict.fromkeys(powers, ConductMark.LEFT)
        case PlayerLeft(role=role, ejected=False):
            playing = game.stage in (Stage.ACTIVE, Stage.PAUSED)
            lost = playing and role in surviving_powers(game)
            marks = {role: ConductMark.LEFT} if lost else {}
        case _:
            return
    phase = str(game.position.phase) if game.position else ""
    for seat in game.seats:
        if seat.power in marks and seat.player is not None:
            mark = marks[seat.power]
            yield seat.player.number, Conduct(game.name, seat.power, phase, now, mark)


def _asked(game: Game) -> tuple[str, ...]:
    """Return the powers from which orders are wanted in this phase."""
    return tuple(one for one in power_names(game) if has_orders_to_give(game, one))
