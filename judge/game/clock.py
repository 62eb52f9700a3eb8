"""The clock of a game: days, deadline, grace, late powers, and early processing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from hashlib import sha256

from judge.engine import PhaseKind, Position, Variant
from judge.game.model import (
    OVER,
    DiaryNote,
    Early,
    Game,
    LetterTimes,
    Nmr,
    Player,
    Seat,
    Stage,
    Timing,
)
from judge.game.orders.sheet import board_of, has_orders_to_give, is_complete, sides_to_vote_on
from judge.game.refusals import CameLate
from judge.game.seats import roles_of
from judge.game.when import later, local_time, moment_of, next_at, time_by


@dataclass(frozen=True, slots=True)
class Wait:
    """There is nothing to do yet."""


@dataclass(frozen=True, slots=True)
class Remind:
    """The deadline of `powers` is near; this reminder covers all that are due by `reminded`."""

    powers: tuple[str, ...]
    reminded: datetime


@dataclass(frozen=True, slots=True)
class GiveGrace:
    """The deadline has passed, and orders of `powers` are missing."""

    powers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TellAll:
    """Everybody is told now that `powers` are late; at first only late players and Masters knew."""

    powers: tuple[str, ...]
    told: datetime


@dataclass(frozen=True, slots=True)
class Excuse:
    """The last chance of `powers` has passed; they are excused and get another one."""

    powers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Abandon:
    """The last chance of `powers` has passed, and they have sent no orders at all."""

    powers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProcessNow:
    """The phase is over."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """The pause of the game is over."""


Verdict = Wait | Remind | GiveGrace | TellAll | Excuse | Abandon | ProcessNow | GoOn
Step = tuple[datetime, GiveGrace | Excuse | Abandon | ProcessNow]


_STEP = 5  # minutes; deadlines at multiples of these are easy to remember
_MINUTES_A_DAY = 24 * 60


def time_within(hours: tuple[time, time], name: str) -> time:
    """Return a time of day for a game's deadlines; the same name always gets the same time.

    It lies between the two `hours`, both included. The span may include midnight.
    """
    begin, end = (one.hour * 60 + one.minute for one in hours)
    places = (end - begin) % _MINUTES_A_DAY // _STEP + 1
    digest = sha256(name.lower().encode()).digest()
    minutes = begin + int.from_bytes(digest[:8], "big") % places * _STEP
    return time(minutes // 60 % 24, minutes % 60)


def moments_of_words(game: Game) -> Iterator[datetime]:
    """Yield the times when held press leaves, and when a finished game's diaries may be opened."""
    yield from (one.leaves for one in game.press_held if one.leaves is not None)
    if notes_to_open(game):
        yield game.created


def notes_to_open(game: Game) -> tuple[DiaryNote, ...]:
    """Return the notes that everybody may read now, because the game is over.

    Notes of people who have left the game stay private.
    """
    if game.stage not in OVER:
        return ()
    closed = (one for one in game.diary if not one.opened)
    return tuple(one for one in closed if roles_of(game, one.author))


_DAY = timedelta(days=1)
_WEEK = 7
_NOON = 12

Absence = tuple[datetime, datetime]


def next_deadline(
    timing: Timing,
    previous: datetime | None,
    kind: PhaseKind,
    now: datetime,
    absences: Iterable[Absence] = (),
) -> datetime:
    """Return the deadline of a phase of `kind` that begins at `now`.

    First its length is added (under `Early.FIXED` to the `previous` deadline, if that is later
    than `now`). Then the deadline moves on to the time of day, then to a day that has deadlines,
    then behind each of the players' `absences`.
    """
    timing, begin = timing.of(kind), now
    if timing.early is Early.FIXED and previous is not None:
        begin = max(now, previous)
    exact = timing.clock is None
    length = timing.length(kind)
    end = begin + length if exact else later(begin, length, timing.zone, timing.clock)
    due = _on_the_clock(end, timing)
    for away, back in sorted(absences):
        if away <= due < back:
            due = _on_the_clock(back, timing)
    return due


def _on_the_clock(moment: datetime, timing: Timing) -> datetime:
    """Return the first time, from `moment` on, at which the game may have a deadline."""
    if timing.clock is None:
        return _on_a_day(moment, timing)
    return _on_a_day(next_at(moment, timing.clock, timing.zone), timing)


def grace_after(timing: Timing, deadline: datetime, now: datetime) -> datetime:
    """Return the end of grace after a missed `deadline`, on a day with deadlines.

    If the judge is so late that this time has passed, grace counts from `now`.
    """
    for begin in (deadline, now):
        length = timing.grace
        exact = timing.clock is None
        end = begin + length if exact else later(begin, length, timing.zone, timing.clock)
        grace = _on_a_day(end, timing)
        if grace > now:
            break
    return grace


def is_day_off(moment: datetime, timing: Timing) -> bool:
    """Return whether the game's days and time of day allow no deadline at `moment`."""
    return _on_a_day(moment, timing) != moment


def _on_a_day(moment: datetime, timing: Timing) -> datetime:
    """Return the first time from `moment` on that is on a day with deadlines."""
    for candidate in _days_from(moment, timing):
        wall = local_time(candidate, timing.zone)
        day = timing.days[(wall.weekday() + 1) % _WEEK]
        if day.isupper() or (day.islower() and wall.hour >= _NOON):
            return candidate
    return moment


def _days_from(moment: datetime, timing: Timing) -> Iterator[datetime]:
    """Yield `moment` and the same time on the following days.

    If the deadlines have no set time of day, yield noon too: a small letter in the mask of days
    allows deadlines on that day only from noon.
    """
    wall = time_by(moment, timing.clock, timing.zone)
    yield moment
    for days in range(_WEEK + 1):
        day = wall + days * _DAY
        if days:
            yield moment_of(day, timing.zone)
        if wall.hour < _NOON and wall.time() != timing.clock:
            noon = day.replace(hour=_NOON, minute=0, second=0, microsecond=0)
            yield moment_of(noon, timing.zone)


_EXCUSE = timedelta(hours=24)


def timing_of(game: Game) -> Timing:
    """Return the timing for the running phase of `game`.

    With `patient_start`, powers that have never sent orders get twice the grace in the first phase.
    """
    timing = game.settings.timing
    if game.position is not None:
        timing = timing.of(game.position.phase.kind)
    if not game.settings.patient_start or game.history:
        return timing
    silent = any(seat.player is not None and not has_sent(seat) for seat in game.seats)
    return replace(timing, grace=2 * timing.grace) if silent else timing


def nmr_of(game: Game) -> Nmr:
    """Return what happens to a power without orders in the running phase."""
    if game.position is None:
        return game.settings.nmr
    return game.settings.nmr_in(game.position.phase.kind)


def pace_of(position: Position, variant: Variant) -> PhaseKind:
    """Return the kind of phase whose length the phase of `position` has, usually its own kind.

    A phase that a rule of the variant reserves for negotiations is as long as a movement phase.
    """
    long = _takes_its_time(position, variant)
    return PhaseKind.MOVEMENT if long else position.phase.kind


def late_powers(game: Game) -> tuple[str, ...]:
    """Return the powers whose players still owe orders in this phase."""
    return tuple(seat.power for seat in game.seats if seat.player is not None and _owes(game, seat))


def deserted_powers(game: Game) -> tuple[str, ...]:
    """Return the powers without a player that the game waits for (`Nmr.WAIT`)."""
    if game.position is None or nmr_of(game) is not Nmr.WAIT:
        return ()
    vacant = (one.power for one in game.seats if one.player is None and not one.dummy)
    return tuple(power for power in vacant if has_orders_to_give(game, power))


def is_never_early(game: Game) -> bool:
    """Return whether a phase without grace lasts until its deadline, even if all orders are in."""
    never = game.settings.timing.early is Early.NEVER
    return never or _takes_its_time(game.position, game.variant)


def is_short_of_orders(game: Game) -> bool:
    """Return whether the phase waits for orders of a player, or of a deserted power."""
    return bool(late_powers(game) or deserted_powers(game))


def processed_if_complete(game: Game, deadline: datetime) -> datetime:
    """Return when the phase is processed if nobody's orders are missing.

    The `delay` leaves the last players time to correct their orders. A player may also have asked
    to wait until a moment.
    """
    delay = game.settings.timing.delay
    if game.grace is not None:
        return min((game.ready or deadline) + delay, game.grace)
    played = [seat for seat in game.seats if seat.player is not None]
    if game.ready is None or is_never_early(game) or any(seat.wait for seat in played):
        return deadline
    waited_for = [seat.wait_until for seat in played if seat.wait_until is not None]
    return min(max([game.ready + delay, *waited_for]), deadline)


def verdict(game: Game, now: datetime) -> Verdict:
    """Return the next step of the game's clock at `now`."""
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
    """Return when the clock of `game` has its next step, None if it has none."""
    return min((*moments_of_words(game), *_moments_of_the_phase(game)), default=None)


def due_at(game: Game) -> datetime | None:
    """Return when the phase's next step is due, even if the phase is held; None without a step."""
    step = _next_step(game)
    return None if step is None else step[0]


def closes_at(game: Game) -> datetime | None:
    """Return the latest time of arrival at which a letter counts in this phase, None for no limit.

    It is the time of processing if nothing changes, or the end of a grace that will be given.
    Letters that arrived in time may still be unanswered then.
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
    """Return when the grace of the running phase ends or will end, None without grace."""
    step = _next_step(game)
    given = game.grace is not None or (step is not None and isinstance(step[1], GiveGrace))
    return closes_at(game) if given else None


def is_by(moment: datetime, closing: datetime) -> bool:
    """Return whether `moment` is not later than `closing`; fractions of a second do not count."""
    return moment.replace(microsecond=0) <= closing


def excused_until(game: Game, missed: datetime, now: datetime) -> datetime:
    """Return the new deadline for powers that are excused for the deadline `missed`.

    They get as much time as grace has, or a day in a game without grace.
    """
    timing = timing_of(game)
    timing = timing if timing.grace else replace(timing, grace=_EXCUSE)
    return grace_after(timing, missed, now)


def may_be_excused(game: Game, power: str) -> bool:
    """Return whether the player of `power` has an excuse left."""
    return game.seat(power).excused < game.settings.excuses


def has_sent(seat: Seat) -> bool:
    """Return whether the seat has sent order lines in this phase, legal or not."""
    return bool(seat.orders) or seat.dated is not None


def _owes(game: Game, seat: Seat) -> bool:
    if game.position is None or (has_sent(seat) and is_complete(game, seat)):
        return False
    return has_orders_to_give(game, seat.power)


def _next_step(game: Game) -> Step | None:
    """Return the next step of the phase and its time, assuming that nothing changes before."""
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
    """Return the times of the clock's next steps in the running phase or the pause."""
    if (going_on := _goes_on_at(game)) is not None:
        return [going_on]
    step, told = _next_step(game), [moment for moment, _ in _reminders(game)]
    if (public := _public_at(game)) is not None:
        told.append(public)
    return told if step is None else [_held(game, step[0]), *told]


def _runs(game: Game) -> bool:
    """Return whether the clock of `game` runs; it stops while the game has no players."""
    played = any(seat.player is not None for seat in game.seats)
    return game.stage is Stage.ACTIVE and game.position is not None and played


def _takes_its_time(position: Position | None, variant: Variant) -> bool:
    special = variant.rules.special
    return position is not None and any(rule.waits(position, variant) for rule in special)


def _reminders(game: Game) -> list[tuple[datetime, str]]:
    """Return the reminders still to be sent in this phase: times, each with a power.

    A reminder from before the phase began is left out, because players have just been told of the
    phase. Powers that owe no orders get none. A player with their own reminder times gets no
    reminders at the game's times.
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
    """Return when everybody is told who is late, None if they know already or are never told.

    During the first part of grace only the late players and the Masters know it.
    """
    private, due = game.settings.late_notices, game.deadline
    if not private or due is None or game.grace is None or not _runs(game):
        return None
    public = due + private
    over = game.held or game.review or not late_powers(game) or public >= game.grace
    known = game.reminded is not None and game.reminded >= public
    return None if over or known else public


def _own_reminders(player: Player, timing: Timing) -> tuple[timedelta, ...]:
    own = player.preferences.reminders
    return timing.reminders if own is None else own


def why_late(game: Game, times: LetterTimes) -> CameLate | None:
    """Return a refusal for a letter that came after the phase had closed, None if it came in time.

    A closed phase may not be processed yet, because letters that came in time may be unanswered.
    """
    closing = closes_at(game)
    if closing is None or is_by(times.arrived, closing):
        return None
    return CameLate(board_of(game).phase, closing, times.arrived)


def ready_when(before: Game, after: Game, now: datetime) -> datetime | None:
    """Return when the last needed orders of `after` came in, None while some are missing.

    `before` is the game before this change at `now`. If its orders were complete already, its
    earlier time stays.
    """
    if wants_something(after):
        return None
    return now if early_moment(before) is None else before.ready


def early_moment(game: Game) -> datetime | None:
    """Return when the phase is processed early, None if it will not be."""
    moment = moment_if_complete(game)
    return None if moment is None or is_short_of_orders(game) else moment


def moment_if_complete(game: Game) -> datetime | None:
    """Return the result of `early_moment`, assuming that no orders are missing."""
    due = game.grace or game.deadline
    if game.stage is not Stage.ACTIVE or game.held or game.review:
        return None
    if not (game.ready and due):
        return None
    moment = processed_if_complete(game, due)
    return moment if moment < due else None


def wants_something(game: Game) -> bool:
    """Return whether orders are missing, or a player asked to wait for the deadline.

    In grace no player can ask to wait; only late powers are waited for.
    """
    waiting = waiting_powers(game) or _undecided_powers(game)
    return is_short_of_orders(game) or bool(waiting and game.grace is None)


def waiting_powers(game: Game) -> tuple[str, ...]:
    """Return the powers that asked for the phase to last until its deadline."""
    return tuple(seat.power for seat in game.seats if seat.wait and seat.player is not None)


def _undecided_powers(game: Game) -> tuple[str, ...]:
    """Return the powers that have not voted, in a phase in which they can only vote.

    In a movement phase all powers have units to order, so the result is empty.
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
    """Return the deadline of the phase of `position`, with its full length from `now` on."""
    kind = pace_of(position, game.variant)
    return next_deadline(game.settings.timing, None, kind, now, absences_of(game))


def absences_of(game: Game) -> tuple[tuple[datetime, datetime], ...]:
    """Return the absences of all players."""
    playing = (seat for seat in game.seats if seat.player is not None)
    return tuple(away for seat in playing for away in seat.absences)


def deadline_for_newcomer(game: Game, now: datetime) -> datetime | None:
    """Return the deadline once a new player has taken over a vacant power.

    A deadline that has passed is replaced, because it would leave the new player no time.
    """
    assert game.position is not None
    if game.review is not None:
        return game.deadline
    ahead = game.deadline is not None and game.deadline > now and game.grace is None
    if ahead or game.stage is Stage.PAUSED:
        return game.deadline
    return fresh_deadline(game, game.position, now)
