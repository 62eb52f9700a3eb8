"""When a phase is due, whom it waits for, and what the clock does next.

All rules of lateness stand here: deadlines, days off, reminders, grace, WAIT, early
processing, and powers that send nothing or have no player.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from judge.engine import PhaseKind, Position, Variant
from judge.game.clock.calendar import grace_after
from judge.game.clock.steps import (
    Abandon,
    Excuse,
    GiveGrace,
    GoOn,
    ProcessNow,
    Remind,
    Step,
    TellAll,
    Verdict,
    Wait,
)
from judge.game.clock.words import moments_of_words
from judge.game.model import Early, Game, Nmr, Player, Seat, Stage, Timing
from judge.game.orders.sheet import has_orders_to_give, is_complete

_EXCUSE = timedelta(hours=24)


def timing_of(game: Game) -> Timing:
    """Return the timing that holds for the running phase of `game`.

    In the first one those who have never sent anything may have twice the grace.
    """
    timing = game.settings.timing
    if game.position is not None:
        timing = timing.of(game.position.phase.kind)
    if not game.settings.patient_start or game.history:
        return timing
    silent = any(seat.player is not None and not has_sent(seat) for seat in game.seats)
    return replace(timing, grace=2 * timing.grace) if silent else timing


def nmr_of(game: Game) -> Nmr:
    """Return what happens to who sends nothing in the running phase."""
    if game.position is None:
        return game.settings.nmr
    return game.settings.nmr_in(game.position.phase.kind)


def pace_of(position: Position, variant: Variant) -> PhaseKind:
    """Return of which kind of phase this one has the time: mostly of its own.

    One that a rule of the variant gives to negotiations has that of a movement.
    """
    long = _takes_its_time(position, variant)
    return PhaseKind.MOVEMENT if long else position.phase.kind


def late_powers(game: Game) -> tuple[str, ...]:
    """Return the powers whose players still owe orders in this phase."""
    return tuple(seat.power for seat in game.seats if seat.player is not None and _owes(game, seat))


def is_any_late(game: Game) -> bool:
    """Return whether a player still owes orders in this phase."""
    return any(seat.player is not None and _owes(game, seat) for seat in game.seats)


def deserted_powers(game: Game) -> tuple[str, ...]:
    """Return the powers without a player that the game waits for (`Nmr.WAIT`)."""
    if game.position is None or nmr_of(game) is not Nmr.WAIT:
        return ()
    vacant = (one.power for one in game.seats if one.player is None and not one.dummy)
    return tuple(power for power in vacant if has_orders_to_give(game, power))


def is_never_early(game: Game) -> bool:
    """Return whether a phase without grace lasts until it is due, whoever is ready."""
    never = game.settings.timing.early is Early.NEVER
    return never or _takes_its_time(game.position, game.variant)


def is_short_of_orders(game: Game) -> bool:
    """Return whether the phase waits for orders of a player, or of a deserted power."""
    return is_any_late(game) or bool(deserted_powers(game))


def processed_if_complete(game: Game, deadline: datetime) -> datetime:
    """Return when a phase is processed that waits for nobody's orders.

    The time of `delay` lets those who were last correct themselves; and somebody may
    have asked to wait until a moment.
    """
    delay = game.settings.timing.delay
    if game.grace is not None:
        return min((game.ready or deadline) + delay, game.grace)
    if _waits_for_deadline(game) or game.ready is None:
        return deadline
    ready = game.ready + delay
    return min(max([ready, *_moments_waited_for(game)]), deadline)


def verdict(game: Game, now: datetime) -> Verdict:
    """Return what the clock has to do in `game` at `now`; one thing at a time."""
    if (going_on := _goes_on_at(game)) is not None:
        return GoOn() if going_on <= now else Wait()
    step = _next_step(game)
    if step is not None and _held(game, step[0]) <= now:
        return step[1]
    public = _public_at(game)
    if public is not None and public <= now:
        return TellAll(late_powers(game), public)
    due = [(at, power) for at, power in _reminders(game) if at <= now]
    if due:
        powers = tuple(dict.fromkeys(power for _, power in due))
        return Remind(powers, max(at for at, _ in due))
    return Wait()


def wakes_at(game: Game) -> datetime | None:
    """Return when the clock has something to do in `game`, None if it never will."""
    return min((*moments_of_words(game), *_moments_of_the_phase(game)), default=None)


def due_at(game: Game) -> datetime | None:
    """Return when the phase goes a step on, held or not; None if it never will."""
    step = _next_step(game)
    return None if step is None else step[0]


def closes_at(game: Game) -> datetime | None:
    """Return by when a letter must have come to count in this phase, None for ever.

    That is when the phase is processed if nothing changes, or the end of a grace that
    will be given. The letters that came by then may still be unanswered.
    """
    step = _next_step(game)
    if step is None:
        return None
    if game.review is not None:
        return game.review.closed
    due = _held(game, step[0])
    if isinstance(step[1], Excuse):
        return excused_until(game, step[0], due)
    if isinstance(step[1], GiveGrace):
        return grace_after(timing_of(game), step[0], due)
    return due


def grace_ends(game: Game) -> datetime | None:
    """Return when the grace of the running phase ends, given or to come, None without one."""
    step = _next_step(game)
    given = game.grace is not None or (step is not None and isinstance(step[1], GiveGrace))
    return closes_at(game) if given else None


def is_by(moment: datetime, closing: datetime) -> bool:
    """Return whether `moment` is not later than `closing`, whose second is in time."""
    return moment.replace(microsecond=0) <= closing


def excused_until(game: Game, missed: datetime, now: datetime) -> datetime:
    """Return until when those have time who are excused for what they `missed`.

    It is as long as grace, or a day where there is none.
    """
    timing = timing_of(game)
    timing = timing if timing.grace else replace(timing, grace=_EXCUSE)
    return grace_after(timing, missed, now)


def may_be_excused(game: Game, power: str) -> bool:
    """Return whether the player of `power` may miss his last chance once more."""
    return game.seat(power).excused < game.settings.excuses


def has_sent(seat: Seat) -> bool:
    """Return whether anything came from this seat in this phase, right or wrong."""
    return bool(seat.orders) or seat.dated is not None


def _owes(game: Game, seat: Seat) -> bool:
    if game.position is None or (has_sent(seat) and is_complete(game, seat)):
        return False
    return has_orders_to_give(game, seat.power)


def _next_step(game: Game) -> Step | None:
    """Return the next thing that becomes of the phase, and when, if nothing changes."""
    if _runs(game) and game.review is not None:
        return game.review.until, ProcessNow()
    if not _runs(game) or game.deadline is None or deserted_powers(game):
        return None
    late = late_powers(game)
    if not late:
        return processed_if_complete(game, game.deadline), ProcessNow()
    if game.grace is None and timing_of(game).grace:
        return game.deadline, GiveGrace(late)
    excused = tuple(power for power in late if may_be_excused(game, power))
    if excused:
        return game.grace or game.deadline, Excuse(excused)
    silent = tuple(power for power in late if not has_sent(game.seat(power)))
    lost = silent and nmr_of(game) is Nmr.WAIT
    return game.grace or game.deadline, Abandon(silent) if lost else ProcessNow()


def _goes_on_at(game: Game) -> datetime | None:
    return game.resumes if game.stage is Stage.PAUSED else game.muster


def _held(game: Game, due: datetime) -> datetime:
    return due if game.held is None else max(due, game.held)


def _moments_of_the_phase(game: Game) -> list[datetime]:
    """Return when the clock has something to do in the running phase, or a pause."""
    if (going_on := _goes_on_at(game)) is not None:
        return [going_on]
    step, told = _next_step(game), [moment for moment, _ in _reminders(game)]
    if (public := _public_at(game)) is not None:
        told.append(public)
    return told if step is None else [_held(game, step[0]), *told]


def _runs(game: Game) -> bool:
    """Return whether the clock of `game` runs; it stands when nobody plays."""
    played = any(seat.player is not None for seat in game.seats)
    return game.stage is Stage.ACTIVE and game.position is not None and played


def _waits_for_deadline(game: Game) -> bool:
    asked = any(seat.wait for seat in game.seats if seat.player is not None)
    return asked or is_never_early(game)


def _takes_its_time(position: Position | None, variant: Variant) -> bool:
    special = variant.rules.special
    return position is not None and any(rule.waits(position, variant) for rule in special)


def _moments_waited_for(game: Game) -> Iterator[datetime]:
    for seat in game.seats:
        if seat.player is not None and seat.wait_until is not None:
            yield seat.wait_until


def _reminders(game: Game) -> list[tuple[datetime, str]]:
    """Return when to remind whom yet in this phase.

    A reminder from before the phase began is none: who was told of the phase knows.
    Who owes no orders gets none, and whose player has own ones not those of the game.
    """
    over = bool(game.grace or game.held or game.review)
    if game.deadline is None or over or not _runs(game):
        return []
    assert game.position is not None
    timing = game.settings.timing
    length = timing.length(pace_of(game.position, game.variant))
    begun = game.history[-1].processed if game.history else game.deadline - length
    since = max(begun, game.reminded or begun)
    return [
        (moment, seat.power)
        for seat in game.seats
        if seat.player is not None and _owes(game, seat)
        for before in _own_reminders(seat.player, timing)
        if since < (moment := game.deadline - before) < game.deadline
    ]


def _public_at(game: Game) -> datetime | None:
    """Return when all are told who is late, None if they know it or never will.

    Those who are late have some time of their grace for themselves.
    """
    private, due = game.settings.late_notices, game.deadline
    if not private or due is None or game.grace is None or not _runs(game):
        return None
    public = due + private
    over = game.held or game.review or not is_any_late(game) or public >= game.grace
    known = game.reminded is not None and game.reminded >= public
    return None if over or known else public


def _own_reminders(player: Player, timing: Timing) -> tuple[timedelta, ...]:
    own = player.preferences.reminders
    return timing.reminders if own is None else own
