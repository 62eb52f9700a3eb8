"""Moments and lengths of time as a reader sees them: UTC, his own zone, how long."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from judge.game import Early, Game, Stage, Timing
from judge.messages import Text, all_of, message
from judge.render.filters import duration, wrap

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
# The days of a week as `Timing.days` has them: from Sunday.
_WEEK = (
    message("Sundays"),
    message("Mondays"),
    message("Tuesdays"),
    message("Wednesdays"),
    message("Thursdays"),
    message("Fridays"),
    message("Saturdays"),
)


@dataclass(frozen=True, slots=True)
class Due:
    """When orders are due for a reader: `moment` is the end of grace if `late`."""

    moment: datetime
    late: bool


def due_of(game: Game) -> Due | None:
    """Return when the running phase ends, or None while that is open.

    For a game that is paused that is the deadline set for when it goes on.
    """
    if game.grace is not None:
        return Due(game.grace, late=True)
    return None if game.deadline is None else Due(game.deadline, late=False)


def processed_at(game: Game) -> datetime | None:
    """Return when the phase is processed early, None where that is not known.

    `game` is a view: it tells since when all orders are in only if that makes it early.
    """
    return None if game.ready is None else game.ready + game.settings.timing.delay


def sooner_text(game: Game, now: datetime) -> Text:
    """Return when the phase may be processed before it is due, "" for never."""
    timing, due = game.settings.timing, due_of(game)
    if game.stage is not Stage.ACTIVE or due is None:
        return ""
    never = timing.early is Early.NEVER and not due.late
    if never or now + timing.delay >= due.moment:
        return ""
    if not timing.delay:
        return message("as soon as the last orders are in")
    return message(
        "{length} after the last orders are in", length=duration(timing.delay)
    )


def moment_text(moment: datetime, now: datetime, zone: str) -> str:
    """Return a moment as `Friday 27 November 2026, 21:00 UTC = 22:00 Europe/Berlin`.

    How long that is from now follows: `in 2 days 4 hours` or `3 hours ago`.
    """
    return f"{date_text(moment, zone)}, {_distance(moment - now)}"


def moment_lines(moment: datetime, now: datetime, zone: str) -> str:
    """Return a moment on lines of its own: UTC, and below it the reader's zone."""
    text = moment_text(moment, now, zone)
    utc, equals, local = text.partition(" = ")
    first = wrap(utc, 2, 2)
    return f"{first}\n{wrap('= ' + local, 2, 2)}" if equals else first


def day_text(moment: datetime, zone: str) -> str:
    """Return the day of a moment in the reader's zone."""
    return _day(moment.astimezone(_zone(zone)))


def date_text(moment: datetime, zone: str) -> str:
    """Return a moment in UTC and in the reader's zone."""
    text = f"{_day(moment)} {moment.year}, {moment:%H:%M} UTC"
    local = moment.astimezone(_zone(zone))
    if local.utcoffset() == timedelta(0):
        return text
    if local.date() == moment.date():
        return f"{text} = {local:%H:%M} {zone}"
    return f"{text} = {_day(local)}, {local:%H:%M} {zone}"


def timing_text(timing: Timing) -> tuple[tuple[Text, Text], ...]:
    """Return how a game's clock runs, as rows of a name and a text."""
    lengths = message(
        "movement {movement}, retreats {retreats}, adjustments {adjustments}",
        movement=duration(timing.movement),
        retreats=duration(timing.retreat),
        adjustments=duration(timing.adjustment),
    )
    return (
        (message("Time"), lengths),
        (message("Deadlines"), _deadlines(timing)),
        (message("Grace"), _grace(timing.grace)),
        (message("Reminders"), _reminders(timing.reminders)),
        (message("Early"), _early(timing)),
    )


def _deadlines(timing: Timing) -> Text:
    clock: Text = message("to the minute")
    if timing.clock is not None:
        time = f"{timing.clock:%H:%M}"
        clock = message("at {time} {zone}", time=time, zone=timing.zone)
    pairs = list(zip(_WEEK, timing.days, strict=False))
    free = all_of([name for name, mark in pairs if mark == "-"])
    late = all_of([name for name, mark in pairs if mark.islower()])
    if free:
        clock = message("{clock}, none on {days}", clock=clock, days=free)
    if late:
        clock = message("{clock}, after noon on {days}", clock=clock, days=late)
    return clock


def _grace(span: timedelta) -> Text:
    if not span:
        return message("none")
    return message("{length} after the deadline", length=duration(span))


def _reminders(spans: tuple[timedelta, ...]) -> Text:
    if not spans:
        return message("none")
    return message("{lengths} before", lengths=all_of([duration(one) for one in spans]))


def _early(timing: Timing) -> Text:
    match timing.early:
        case Early.NEVER:
            return message("never processed before the deadline")
        case Early.ROLLING:
            return message(
                "{length} after the last orders came in", length=duration(timing.delay)
            )
        case Early.FIXED:
            return message(
                "{length} after the last orders came in; later deadlines stay as "
                "planned",
                length=duration(timing.delay),
            )


def _day(moment: datetime) -> str:
    return f"{_DAYS[moment.weekday()]} {moment.day} {_MONTHS[moment.month - 1]}"


def _distance(span: timedelta) -> str:
    if abs(span) < timedelta(seconds=30):
        return "now"
    if span < timedelta():
        return f"{duration(span)} ago"
    return f"in {duration(span)}"


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")
