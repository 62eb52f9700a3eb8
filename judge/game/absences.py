"""Days on which a player is away, so that no deadline falls on them."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta

from judge.game.base import STARTED, Command, Fact, Refusal, Refused, Request, Who
from judge.game.model import MASTER, Game, Reader, Sender
from judge.game.seats import with_seat
from judge.game.vision import holders, once, to_masters
from judge.game.weight import Weight
from judge.game.when import moment_of, read_day
from judge.messages import Message, message

_DAY = timedelta(days=1)
_HALF_A_YEAR = timedelta(days=183)

Span = tuple[datetime, datetime]


class BadDay(Refusal, frozen=True):
    """The `words` name no day."""

    words: str

    in_short = message("bad day")


class DayOver(Refusal, frozen=True):
    """The day in `words` is over, or comes before the first one."""

    words: str

    in_short = message("day over")


class NotedAlready(Refusal, frozen=True):
    """The player is known to be away on all these days."""

    in_short = message("noted already")


class NoAbsence(Refusal, frozen=True):
    """No absence is noted on the day in `words`, or none at all for ""."""

    words: str

    in_short = message("no absence noted")


class AbsenceTooLong(Refusal, frozen=True):
    """Players may not be away for more than `days` without their Master's consent."""

    days: int

    in_short = message("too long")


class AbsenceSet(Fact, frozen=True):
    """The player of `power` will be away in all these `absences`."""

    power: str
    absences: tuple[Span, ...]

    weight = Weight.CLOCK

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the Masters, and the player where a Master did it for them."""
        return once((*holders(game, self.power), *holders(game, MASTER)))

    def applied(self, game: Game) -> Game:
        """Return the game with these absences of the player."""
        return with_seat(game, replace(game.seat(self.power), absences=self.absences))

    def line_to_ask(self, game: Game, now: datetime) -> str:
        """Return the line that asks for a deadline after an absence, "" if there is no need.

        It keeps the time of day, and the game's settings allow it.
        """
        if game.deadline is None or game.position is None or game.motion:
            return ""
        due, kind = game.deadline, game.position.phase.kind
        ends = (back for away, back in self.absences if away <= due < back)
        over = max(ends, default=None)
        if over is None or due <= now:
            return ""
        days = -((due - over) // _DAY)
        if days * _DAY <= game.settings.timing.of(kind).length(kind):
            return f"EXTEND +{24 * days}h because I am away"
        until = due + days * _DAY
        return f"VOTE PAUSE UNTIL {until:%Y-%m-%d} because I am away"

    def voters(self, game: Game) -> Message:
        """Return which players have to agree to a later deadline."""
        return clock_voters(game)


class AbsenceAsked(Fact, frozen=True):
    """The player of `power` asks to be away from the day `first` to the day `last`.

    They may not note so many days themselves.
    """

    power: str
    first: date
    last: date

    weight = Weight.CLOCK

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the Masters."""
        return to_masters(self, game)

    def days(self) -> int:
        """Return the length of the absence in days."""
        return (self.last - self.first).days + 1


class SetAbsence(Command, frozen=True):
    """Note an absence in these `spans`, from a day to a day as written; "" is the same day."""

    spans: tuple[tuple[str, str], ...]

    name = "SET ABSENCE"
    who = Who.PLAYER
    stages = STARTED

    def decide(self, at: Request) -> tuple[AbsenceSet | AbsenceAsked | Refused, ...]:
        """Return the player's absences from now on, with these days.

        Days that touch are one absence. Absences that are over are dropped. The running deadline
        stays. Players ask their Master for more days than the game allows; the Master may note
        these for them.
        """
        found = [self._span(at, span) for span in self.spans]
        others = tuple(one for one in found if not isinstance(one, tuple))
        spans = [one for one in found if isinstance(one, tuple)]
        if not spans:
            return others
        ahead = [one for one in at.game.seat(at.sender.role).absences if one[1] > at.now]
        absences = _merged([*ahead, *spans])
        if absences == tuple(ahead):
            return (self.refused(NotedAlready()), *others)
        return (AbsenceSet(at.sender.role, absences), *others)

    def _span(self, at: Request, said: tuple[str, str]) -> Span | AbsenceAsked | Refused:
        """Return the span of the days in `said`, or why there is none.

        The last day may be one of next year, unless the two days were probably written in the
        wrong order.
        """
        game, sender, now = at.game, at.sender, at.now
        zone = _zone(game, sender)
        first = read_day(said[0], zone, now)
        last = first
        if first is not None and said[1]:
            last = read_day(said[1], zone, max(now, _begin(first, zone)))
            soon = read_day(said[1], zone, now)
            if last and soon and soon < first and last - first > _HALF_A_YEAR:
                last = soon
        if first is None or last is None:
            return self.refused(BadDay(said[first is not None]))
        away, back = (_begin(day, zone) for day in (first, last + _DAY))
        if back <= max(now, away):
            return self.refused(DayOver(said[1] or said[0]))
        most = game.settings.longest_absence
        if back - away > most + _DAY / 2 and not sender.on_behalf:
            if game.masters:
                return AbsenceAsked(sender.role, first, last)
            return self.refused(AbsenceTooLong(most.days))
        return away, back


class WithdrawAbsence(Command, frozen=True):
    """Withdraw the absence on `day` as written, or all absences for ""."""

    day: str = ""

    name = "SET NOABSENCE"
    who = Who.PLAYER
    stages = STARTED

    def decide(self, at: Request) -> AbsenceSet | Refused:
        """Return the player's absences that are left."""
        absences = at.game.seat(at.sender.role).absences
        others: list[Span] = []
        if self.day:
            zone = _zone(at.game, at.sender)
            day = read_day(self.day, zone, at.now)
            if day is None:
                return self.refused(BadDay(self.day))
            begin = _begin(day, zone)
            others = [one for one in absences if not one[0] <= begin < one[1]]
        if len(others) == len(absences):
            return self.refused(NoAbsence(self.day))
        return AbsenceSet(at.sender.role, tuple(others))


def clock_voters(game: Game) -> Message:
    """Return which players have to agree to a change of the clock."""
    if game.settings.time_by_all:
        return message("all players")
    return message("more than half of the players")


def _zone(game: Game, sender: Sender) -> str:
    """Return the time zone of the player, even if a Master writes for them."""
    player = game.seat(sender.role).player
    return sender.player.zone if player is None else player.zone


def _begin(day: date, zone: str) -> datetime:
    return moment_of(datetime.combine(day, time()), zone)


def _merged(spans: list[Span]) -> tuple[Span, ...]:
    """Return `spans` in order; spans that overlap or touch become one."""
    merged: list[Span] = []
    for away, back in sorted(spans):
        if merged and away <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(back, merged[-1][1]))
        else:
            merged.append((away, back))
    return tuple(merged)
