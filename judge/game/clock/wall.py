"""Times of day in a time zone, through both changes of the clocks."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

_DAY = timedelta(days=1)


def local_time(moment: datetime, zone: str) -> datetime:
    """Return what a clock on a wall in `zone` shows at `moment`; it knows no zone."""
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def moment_of(wall: datetime, zone: str) -> datetime:
    """Return the moment at which a clock on a wall in `zone` shows `wall`.

    A time that the clocks pass over is moved forward by as much; of one that comes
    twice the first counts.
    """
    return wall.replace(tzinfo=ZoneInfo(zone), fold=0).astimezone(UTC)


def time_by(moment: datetime, clock: time | None, zone: str) -> datetime:
    """Return what a clock on a wall shows at `moment`, as if it had `clock` on each day.

    Where the clocks pass over `clock`, what is due then comes as much later. That and
    what follows it counts as if they had not been moved yet, or the time of day would
    stay later, and the next day's would be over.
    """
    wall = local_time(moment, zone)
    if clock is None:
        return wall
    # A clock that is moved near midnight moves what is due into the next day.
    for day in (wall.date(), wall.date() - _DAY):
        due = datetime.combine(day, clock)
        moved = local_time(moment_of(due, zone), zone) - due
        if moved and moment_of(wall - moved, zone) == moment:
            return wall - moved
    return wall


def later(moment: datetime, length: timedelta, zone: str, clock: time | None = None) -> datetime:
    """Return the moment `length` after `moment`; whole days leave the time of day.

    A day is 23 or 25 hours long when the clocks change, of which `clock` may be due in
    the hour that they pass over.
    """
    days = timedelta(days=length.days)
    if not days:
        return moment + length
    return moment_of(time_by(moment, clock, zone) + days, zone) + (length - days)


def next_at(moment: datetime, clock: time, zone: str) -> datetime:
    """Return the first time from `moment` on at which it is `clock` in `zone`."""
    day = local_time(moment, zone).date()
    days = (day - _DAY, day, day + _DAY)
    times = (moment_of(datetime.combine(one, clock), zone) for one in days)
    return next(one for one in times if one >= moment)
