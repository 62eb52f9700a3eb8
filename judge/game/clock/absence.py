"""Days on which a player is away, so that no deadline falls on them."""

from datetime import date, datetime, time, timedelta

from judge.game.base import Refused
from judge.game.clock.wall import moment_of
from judge.game.clock.when import read_day
from judge.game.commands import SetAbsence, WithdrawAbsence
from judge.game.events import AbsenceAsked, AbsenceSet
from judge.game.model import Game, Sender
from judge.game.refusals import AbsenceTooLong, BadDay, DayOver, NoAbsence, NotedAlready

_DAY = timedelta(days=1)
_HALF_A_YEAR = timedelta(days=183)


def set_absence(
    game: Game, sender: Sender, command: SetAbsence, now: datetime
) -> tuple[AbsenceSet | AbsenceAsked | Refused, ...]:
    """Return when the sender's player is away from now on, these days among them.

    Days that touch are one absence. What is over is forgotten. The deadline that runs
    stays. Who wants to be away for longer than the game allows asks its Master, who may
    note that for him.
    """
    found = [_span(game, sender, span, now) for span in command.spans]
    others = tuple(one for one in found if not isinstance(one, tuple))
    spans = [one for one in found if isinstance(one, tuple)]
    if not spans:
        return others
    ahead = [one for one in game.seat(sender.role).absences if one[1] > now]
    absences = _merged([*ahead, *spans])
    if absences == tuple(ahead):
        return (Refused("SET ABSENCE", NotedAlready()), *others)
    return (AbsenceSet(sender.role, absences), *others)


def _span(
    game: Game, sender: Sender, said: tuple[str, str], now: datetime
) -> tuple[datetime, datetime] | AbsenceAsked | Refused:
    """Return from when until when the days that are `said` last, or what comes of it.

    The last day may be one of next year, but not as far behind the first one as if the
    two had been put the wrong way round.
    """
    zone = _zone(game, sender)
    first = read_day(said[0], zone, now)
    last = first
    if first is not None and said[1]:
        last = read_day(said[1], zone, max(now, _begin(first, zone)))
        soon = read_day(said[1], zone, now)
        if last and soon and soon < first and last - first > _HALF_A_YEAR:
            last = soon
    if first is None or last is None:
        return Refused("SET ABSENCE", BadDay(said[first is not None]))
    away, back = (_begin(day, zone) for day in (first, last + _DAY))
    if back <= max(now, away):
        return Refused("SET ABSENCE", DayOver(said[1] or said[0]))
    most = game.settings.longest_absence
    if back - away > most + _DAY / 2 and not sender.on_behalf:
        if game.masters:
            return AbsenceAsked(sender.role, first, last)
        return Refused("SET ABSENCE", AbsenceTooLong(most.days))
    return away, back


def withdraw_absence(
    game: Game, sender: Sender, command: WithdrawAbsence, now: datetime
) -> AbsenceSet | Refused:
    """Return when the player is away still, once he is there on the day named."""
    absences = game.seat(sender.role).absences
    others: list[tuple[datetime, datetime]] = []
    if command.day:
        zone = _zone(game, sender)
        day = read_day(command.day, zone, now)
        if day is None:
            return Refused("SET NOABSENCE", BadDay(command.day))
        begin = _begin(day, zone)
        others = [one for one in absences if not one[0] <= begin < one[1]]
    if len(others) == len(absences):
        return Refused("SET NOABSENCE", NoAbsence(command.day))
    return AbsenceSet(sender.role, tuple(others))


def _zone(game: Game, sender: Sender) -> str:
    """Return where the player lives, for whom the Master may write."""
    player = game.seat(sender.role).player
    return sender.player.zone if player is None else player.zone


def _begin(day: date, zone: str) -> datetime:
    return moment_of(datetime.combine(day, time()), zone)


def _merged(spans: list[tuple[datetime, datetime]]) -> tuple[tuple[datetime, datetime], ...]:
    """Return `spans` in order, those as one that overlap or touch."""
    merged: list[tuple[datetime, datetime]] = []
    for away, back in sorted(spans):
        if merged and away <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(back, merged[-1][1]))
        else:
            merged.append((away, back))
    return tuple(merged)
