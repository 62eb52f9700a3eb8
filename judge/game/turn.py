"""What the passing of time does to a game: reminders, grace, results, the end."""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import reduce
from itertools import accumulate

from judge.engine import Adjudication, Reason, Victory, Vote, adjudicate, ending
from judge.game.after import after
from judge.game.clock.calendar import grace_after, next_deadline
from judge.game.clock.deadline import (
    closes_at,
    excused_until,
    has_sent,
    pace_of,
    timing_of,
    verdict,
)
from judge.game.clock.readiness import absences_of, fresh_deadline
from judge.game.clock.steps import (
    Abandon,
    Excuse,
    GiveGrace,
    GoOn,
    ProcessNow,
    Remind,
    TellAll,
    Wait,
)
from judge.game.diaries import open_diaries
from judge.game.disorder import sensible_retreats
from judge.game.events import (
    Fact,
    GameDrawn,
    GameResumed,
    GameWon,
    OrdersReminded,
    PhaseHeld,
    PhaseProcessed,
    PowersAbandoned,
    PowersExcused,
    PowersLate,
    ResultsReviewed,
)
from judge.game.filling.muster import end_muster
from judge.game.filling.openings import offers, presence
from judge.game.model import Ending, Game, Stage
from judge.game.orders.plans import plans_taken
from judge.game.orders.sheet import board_of, has_orders_to_give
from judge.game.press import released
from judge.game.seats import plays, surviving_powers

_PUNCTUAL = timedelta(hours=1)  # A tick that comes later than this is not on time.
# A phase that waits for mail for a few hours must not cost the next one a whole day.
_HELD_BRIEFLY = timedelta(hours=6)


def process_if_due(game: Game, now: datetime) -> tuple[Fact, ...]:
    """Return what the clock brings about in `game` at `now`; mostly nothing.

    Called again with the game as it is after these events it gives nothing more, unless
    the next thing is due as well.
    """
    # Diaries come one step behind the end of the game, and so behind the mail of it.
    before = (*released(game, now), *open_diaries(game))
    game = reduce(after, before, game)
    facts = end_muster(game, now) or _brought_about(game, now)
    if not facts:
        return before
    later = reduce(after, facts, game)
    return (*before, *facts, *offers(game, later, now), *released(later, now))


def _brought_about(game: Game, now: datetime) -> tuple[Fact, ...]:
    match verdict(game, now):
        case Wait():
            return ()
        case Remind(powers, reminded):
            assert game.deadline is not None
            return (OrdersReminded(powers, game.deadline, reminded),)
        case GiveGrace(powers):
            assert game.deadline is not None
            grace = grace_after(timing_of(game), game.deadline, now)
            return (PowersLate(powers, game.deadline, grace),)
        case TellAll(powers, told):
            assert game.deadline is not None
            assert game.grace is not None
            return (PowersLate(powers, game.deadline, game.grace, told),)
        case Excuse(powers):
            missed = game.grace or game.deadline
            assert missed is not None
            return (PowersExcused(powers, excused_until(game, missed, now)),)
        case Abandon(powers):
            players = tuple(
                seat.player for seat in map(game.seat, powers) if seat.player is not None
            )
            return (PowersAbandoned(powers, players),)
        case ProcessNow():
            return _reviewed(game, now) if _wants_review(game) else process(game, now)
        case GoOn():
            return (resume(game, now),)


def _wants_review(game: Game) -> bool:
    """Return whether a Master who does not play sees the results before all others."""
    looking = any(not plays(game, one.player) for one in game.masters)
    wanted = game.settings.review_in(board_of(game).phase.kind)
    return bool(wanted) and game.review is None and looking


def _reviewed(game: Game, now: datetime) -> tuple[ResultsReviewed]:
    processed = process(game, now)[0]
    assert isinstance(processed, PhaseProcessed)
    closed = processed.closed or now
    until = now + game.settings.review_in(processed.before.phase.kind)
    return (ResultsReviewed(processed.adjudication, processed.absent, closed, until),)


def resume(game: Game, now: datetime) -> GameResumed:
    """Return that the clock runs again, with the whole time of a phase.

    A deadline that was set during the pause stands, if it is still ahead.
    """
    if game.deadline is not None and game.deadline > now:
        return GameResumed(game.deadline)
    return GameResumed(fresh_deadline(game, board_of(game), now))


def process(game: Game, now: datetime) -> tuple[Fact, ...]:
    """Return the results of the running phase, with the orders that are there.

    The end of the game follows them if they bring it about, or else what comes of
    orders that were kept for the next phase.
    """
    before = board_of(game)
    sent = tuple(order for seat in game.seats for order in seat.orders)
    orders = (*sent, *sensible_retreats(game))
    adjudication = adjudicate(before, orders, game.variant)
    end = end_after(game, adjudication)
    closing = closes_at(game)
    processed = PhaseProcessed(
        before=before,
        adjudication=adjudication,
        processed=now,
        absent=_absent_powers(game, adjudication),
        deadline=None if end else _deadline_after(game, adjudication, now),
        due=game.grace or game.deadline,
        closed=now if closing is None else min(closing, now),
    )
    if end:
        return (processed, end)
    changes = presence(game, after(game, processed))
    begun = reduce(after, (processed, *changes), game)
    return (processed, *changes, *plans_taken(begun, now))


def hold(game: Game, until: datetime, *, shut: bool) -> tuple[Fact, ...]:
    """Return that the phase waits `until` then for mail, unless it does so already.

    `shut` tells that mail cannot come in yet, and that this is the latest moment.
    """
    if game.held is not None and game.held >= until:
        return ()
    return (PhaseHeld(until, shut),)


def agreed_end(game: Game) -> GameDrawn | GameWon | None:
    """Return the end of the game if all who survive and play vote for the same one.

    It is a draw, or the victory of one power, which itself need not vote for it. A
    power that is out of the game by now counts in nobody's vote.
    """
    survivors = surviving_powers(game)
    votes = {
        seat.power: seat.draw and tuple(one for one in survivors if one in seat.draw)
        for seat in game.seats
        if seat.player is not None and seat.power in survivors
    }
    for power in survivors:
        others = {vote for voter, vote in votes.items() if voter != power}
        if others == {(power,)}:
            return GameWon(Ending((power,), "all others concede"))
    shared = next(iter(votes.values()), None)
    if not shared or set(votes.values()) != {shared}:
        return None
    if game.settings.draw_in_all_survivors and shared != survivors:
        return None
    return GameDrawn(Ending(shared, "draw agreed by all who play"))


def end_after(game: Game, adjudication: Adjudication) -> GameWon | GameDrawn | None:
    """Return the end of `game` if a phase that ended so brings it about."""
    after = adjudication.after
    over = ending(after, game.variant)
    if over is None:
        return agreed_end(replace(game, position=after))
    return GameWon(Ending(over.winners, _reason_told(over)))


def _reason_told(over: Victory) -> str:
    """Return why the game is over, with the places of others where rules give them.

    It is kept with the game, and so in English.
    """
    if not over.places:
        return str(over.reason)
    firsts = accumulate((len(place) for place in over.places), initial=1)
    ranks = (
        f"{first}. {', '.join(place)}" for first, place in zip(firsts, over.places, strict=False)
    )
    return f"{over.reason}. The places are {'; '.join(ranks)}"


def _absent_powers(game: Game, adjudication: Adjudication) -> tuple[str, ...]:
    """Return who had orders to give and sent none that anybody is told of.

    Votes for sides that nobody plays, and what is withheld, are secret: alone they must
    not differ from nothing.
    """
    secret = {
        one.order
        for one in adjudication.outcomes
        if isinstance(one.order, Vote) or one.reason is Reason.WITHHELD
    }
    return tuple(
        seat.power
        for seat in game.seats
        if not has_sent(seat) or (seat.orders and secret.issuperset(seat.orders))
        if has_orders_to_give(game, seat.power)
    )


def _deadline_after(game: Game, adjudication: Adjudication, now: datetime) -> datetime | None:
    if game.stage is not Stage.ACTIVE:
        return None
    kind = pace_of(adjudication.after, game.variant)
    begin = _began(game, now)
    away = absences_of(game)
    return next_deadline(game.settings.timing, game.deadline, kind, begin, away)


def _began(game: Game, now: datetime) -> datetime:
    """Return when the next phase begins: now, or when this one was due just before.

    Else the seconds until a tick would move the time of day past the one wanted, and
    the deadline by a day.
    """
    due = game.grace or game.deadline
    daily = game.held is not None and timing_of(game).clock is not None
    slack = _HELD_BRIEFLY if daily else _PUNCTUAL
    on_time = due is not None and timedelta() <= now - due < slack
    return due if due is not None and on_time else now
