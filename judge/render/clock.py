"""Moments and durations in a reader's words: in UTC, in the reader's time zone, from now."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from judge.engine import PhaseKind
from judge.game import OBSERVER, Early, Game, KindTiming, Player, Stage, Timing, is_never_early
from judge.messages import Text, all_of, message, series
from judge.render.filters import duration
from judge.render.terms import nmr_text, review_text

_DAYS = (
    message("Monday"),
    message("Tuesday"),
    message("Wednesday"),
    message("Thursday"),
    message("Friday"),
    message("Saturday"),
    message("Sunday"),
)
_MONTHS = (
    message("January"),
    message("February"),
    message("March"),
    message("April"),
    message("May"),
    message("June"),
    message("July"),
    message("August"),
    message("September"),
    message("October"),
    message("November"),
    message("December"),
)
_KINDS = {
    PhaseKind.MOVEMENT: message("Movement"),
    PhaseKind.RETREAT: message("Retreats"),
    PhaseKind.ADJUSTMENT: message("Adjustments"),
}
# The days of the week from Sunday on, as in `Timing.days`.
_WEEK = (
    message("Sundays"),
    message("Mondays"),
    message("Tuesdays"),
    message("Wednesdays"),
    message("Thursdays"),
    message("Fridays"),
    message("Saturdays"),
)

Spans = tuple[tuple[datetime, datetime], ...]


@dataclass(frozen=True, slots=True)
class Due:
    """When orders are due for a reader; if `late`, this is the end of grace."""

    moment: datetime
    late: bool


def zone_of(player: Player, game: Game | None) -> str:
    """Return the time zone of a person, or that of the game if they have set none.

    Everybody has UTC until they set a zone.
    """
    if game is None or player.zone != "UTC":
        return player.zone
    return game.settings.timing.zone


def due_of(game: Game) -> Due | None:
    """Return when the running phase ends, None if that is open.

    For a paused game it is the deadline after the pause, for a game that waits for mail the end of
    that wait.
    """
    end = game.grace or game.deadline
    if end is None:
        return None
    return Due(max(end, game.held or end), late=game.grace is not None)


def running_due(game: Game) -> Due | None:
    """Return when the phase of a running game ends, None if that is open."""
    return due_of(game) if game.stage is Stage.ACTIVE else None


def is_reviewed(game: Game, role: str, now: datetime) -> bool:
    """Return whether the holder of `role` may know that the Master looks at the results now.

    Others learn it when the time for orders is over: the last orders may have come in earlier.
    """
    due = due_of(game)
    is_over = due is not None and due.moment <= now
    return game.review is not None and (is_over or role not in ("", OBSERVER))


def processed_at(game: Game) -> datetime | None:
    """Return when the phase is processed early, or None if that is unknown.

    `game` is redacted for its reader: `ready` is set only if complete orders make it early.
    """
    return None if game.ready is None else game.ready + game.settings.timing.delay


def sooner_text(game: Game, now: datetime) -> Text:
    """Return when the phase may be processed before it is due, or "" for never."""
    timing, due = game.settings.timing, due_of(game)
    if game.stage is not Stage.ACTIVE or due is None:
        return ""
    if (is_never_early(game) and not due.late) or now + timing.delay >= due.moment:
        return ""
    if not timing.delay:
        return message("as soon as the last orders are in")
    return message("{length} after the last orders are in", length=duration(timing.delay))


def moment_text(moment: datetime, now: datetime, zone: str) -> Text:
    """Return a moment as `Friday 27 November 2026, 21:00 UTC = 22:00 Europe/Berlin`.

    The distance from now follows: `in 2 days 4 hours` or `3 hours ago`.
    """
    return _with_distance(date_text(moment, zone), moment - now)


def moment_parts(moment: datetime, now: datetime, zone: str) -> tuple[Text, Text]:
    """Return `moment_text` in two parts: UTC, and the reader's zone ("" if that is UTC)."""
    utc, local = _utc(moment), _local(moment, zone)
    if not local:
        return _with_distance(utc, moment - now), ""
    return utc, _with_distance(local, moment - now)


def day_text(moment: datetime, zone: str) -> Text:
    """Return the day of a moment in the reader's zone."""
    return _day(moment.astimezone(_zone(zone)))


def date_text(moment: datetime, zone: str) -> Text:
    """Return a moment in UTC and in the reader's zone."""
    utc, local = _utc(moment), _local(moment, zone)
    return message("{utc} = {local}", utc=utc, local=local) if local else utc


def spans_text(spans: Spans, zone: str, now: datetime) -> list[tuple[Text, Text]]:
    """Return absences as rows of beginning and end, without those that are over."""
    return [
        (date_text(away, zone), message("to {date}", date=date_text(back, zone)))
        for away, back in spans
        if back > now
    ]


def timing_text(timing: Timing) -> tuple[tuple[Text, Text], ...]:
    """Return the timing of a game as rows of a name and a text."""
    lengths = message(
        "movement {movement}, retreats {retreats}, adjustments {adjustments}",
        movement=duration(timing.movement),
        retreats=duration(timing.retreat),
        adjustments=duration(timing.adjustment),
    )
    reminders = message("none")
    if timing.reminders:
        spans = all_of([duration(span) for span in timing.reminders])
        reminders = message("{lengths} before", lengths=spans)
    return (
        (message("Time"), lengths),
        (message("Deadlines"), _deadlines(timing)),
        (message("Grace"), _grace(timing.grace)),
        (message("Reminders"), reminders),
        (message("Early"), _early(timing)),
        *(_kind_row(own, timing) for own in timing.kinds),
    )


def _kind_row(own: KindTiming, timing: Timing) -> tuple[Text, Text]:
    """Return the differences for one kind of phase as a row."""
    there = timing.of(own.kind)
    parts = []
    if own.clock is not None or own.days is not None:
        parts.append(_deadlines(there))
    if own.grace is not None:
        parts.append(message("grace: {length}", length=_grace(there.grace)))
    if own.nmr is not None:
        parts.append(message("no orders: {fate}", fate=nmr_text(own.nmr)))
    if own.review is not None:
        parts.append(message("results: {when}", when=review_text(own.review)))
    return _KINDS[own.kind], series(parts)


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


def _early(timing: Timing) -> Text:
    match timing.early:
        case Early.NEVER:
            return message("never processed before the deadline")
        case Early.ROLLING:
            return message("{length} after the last orders came in", length=duration(timing.delay))
        case Early.FIXED:
            return message(
                "{length} after the last orders came in; later deadlines stay as planned",
                length=duration(timing.delay),
            )


def _utc(moment: datetime) -> Text:
    return message(
        "{day} {year}, {time} UTC", day=_day(moment), year=moment.year, time=f"{moment:%H:%M}"
    )


def _local(moment: datetime, name: str) -> Text:
    """Return a moment in a zone, with its day if that differs from UTC; "" for UTC itself."""
    local = moment.astimezone(_zone(name))
    if local.utcoffset() == timedelta(0):
        return ""
    time = f"{local:%H:%M} {name}"
    if local.date() == moment.date():
        return time
    return message("{day}, {time}", day=_day(local), time=time)


def _day(moment: datetime) -> Text:
    return message(
        "{weekday} {day} {month}",
        weekday=_DAYS[moment.weekday()],
        day=moment.day,
        month=_MONTHS[moment.month - 1],
    )


def _with_distance(text: Text, span: timedelta) -> Text:
    if abs(span) < timedelta(seconds=30):
        distance = message("now")
    elif span < timedelta():
        distance = message("{length} ago", length=duration(span))
    else:
        distance = message("in {length}", length=duration(span))
    return message("{moment}, {distance}", moment=text, distance=distance)


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")
