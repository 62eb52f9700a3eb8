"""Deadlines by the calendar: wall-clock time, days that have them, and absences."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from judge.engine import PhaseKind
from judge.game.clock.wall import later, local_time, moment_of, next_at, time_by
from judge.game.model import Early, Timing

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
    """Return when a phase of `kind` that begins at `now` is due.

    In this order: its length is added (under `Early.FIXED` to the `previous` deadline,
    if that is later than `now`); then it moves on to the time of day; then to a day
    that has deadlines; then behind each of the `absences` of its players.
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
    """Return the first moment from `moment` on that a deadline may fall on."""
    if timing.clock is None:
        return _on_a_day(moment, timing)
    return _on_a_day(next_at(moment, timing.clock, timing.zone), timing)


def grace_after(timing: Timing, deadline: datetime, now: datetime) -> datetime:
    """Return until when those who missed `deadline` have time, on a day with deadlines.

    If the judge himself is so late that it would be over, it counts from `now`.
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
    """Return whether no deadline of the clock itself would fall on `moment`."""
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
    """Yield `moment` and the same time on the days after it.

    Where no time of day is asked for, noon comes too, from which on small letters hold.
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
