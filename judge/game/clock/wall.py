"""Times of day in a time zone, through both changes of the clocks."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo


def local_time(moment: datetime, zone: str) -> datetime:
    """Return what a clock on a wall in `zone` shows at `moment`; it knows no zone."""
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def moment_of(wall: datetime, zone: str) -> datetime:
    """Return the moment at which a clock on a wall in `zone` shows `wall`.

    A time that the clocks pass over is moved forward by as much; of one that comes
    twice the first counts.
    """
    return wall.replace(tzinfo=ZoneInfo(zone), fold=0).astimezone(UTC)


def later(moment: datetime, length: timedelta, zone: str) -> datetime:
    """Return the moment `length` after `moment`; whole days leave the time of day.

    A day is 23 or 25 hours long when the clocks change.
    """
    days = timedelta(days=length.days)
    if not days:
        return moment + length
    return moment_of(local_time(moment, zone) + days, zone) + (length - days)


def next_at(moment: datetime, clock: time, zone: str) -> datetime:
    """Return the first time from `moment` on at which it is `clock` in `zone`."""
    day = local_time(moment, zone).date()
    today = moment_of(datetime.combine(day, clock), zone)
    if today >= moment:
        return today
    return moment_of(datetime.combine(day + timedelta(days=1), clock), zone)
