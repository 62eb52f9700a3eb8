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
    """The text `words` names no day."""

    words: str

    in_short = message("bad day")


class DayOver(Refusal, frozen=True):
    """The day that `words` name has passed, or it comes before the first day of the absence."""

    words: str

    in_short = message("day over")


class NotedAlready(Refusal, frozen=True):
    """All these days are stored as absences already."""

    in_short = message("noted already")


class NoAbsence(Refusal, frozen=True):
    """No absence is stored for the day in `words`; with "", no absence is stored at all."""

    words: str

    in_short = message("no absence noted")


class AbsenceTooLong(Refusal, frozen=True):
    """Without their Master's consent, players may be away for at most `days` days."""

    days: int

    in_short = message("too long")


class AbsenceSet(Fact, frozen=True):
    """The player of `power` is away in these `absences`, which replace all earlier ones."""

    power: str
    absences: tuple[Span, ...]

    weight = Weight.CLOCK

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the Masters and the player of the power."""
        return once((*holders(game, self.power), *holders(game, MASTER)))

    def applied(self, game: Game) -> Game:
        """Return the game with these absences of the player."""
        return with_seat(game, replace(game.seat(self.power), absences=self.absences))

    def line_to_ask(self, game: Game, now: datetime) -> str:
        """Return a command line that asks for a deadline after an absence, "" if none is needed.

        The line keeps the deadline's time of day, and stays within the limits of votes in this
        game.
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
        """Return words for the players who have to agree to a later deadline."""
        return clock_voters(game)


class AbsenceAsked(Fact, frozen=True):
    """The player of `power` asks their Master for an absence from `first` to `last`, both included.

    The absence is longer than players may set themselves.
    """

    power: str
    first: date
    last: date

    weight = Weight.CLOCK
    readers = to_masters

    def days(self) -> int:
        """Return the length of the absence in days."""
        return (self.last - self.first).days + 1


class SetAbsence(Command, frozen=True):
    """Store absences. Each span is (first day, last day) as written; "" means the same day."""

    spans: tuple[tuple[str, str], ...]

    name = "SET ABSENCE"
    who = Who.PLAYER
    stages = STARTED

    def decide(self, at: Request) -> tuple[AbsenceSet | AbsenceAsked | Refused, ...]:
        """Return a fact with all absences of the player, and a question or refusal for other spans.

        Days that touch are one absence. Absences that are over are dropped. The running deadline
        stays. Players ask their Master for more days than the game allows; the Master may set these
        for them.
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
        """Return the two days `said` as a span, a question to the Master, or a refusal.

        The last day may be in the next year, unless the two days were probably written in the wrong
        order.
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
    """Withdraw the absence that covers `day`, as written; "" withdraws all absences."""

    day: str = ""

    name = "SET NOABSENCE"
    who = Who.PLAYER
    stages = STARTED

    def decide(self, at: Request) -> AbsenceSet | Refused:
        """Return the fact with the player's remaining absences."""
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
    """Return words for the players who have to agree to a change of the clock."""
    if game.settings.time_by_all:
        return message("all players")
    return message("more than half of the players")


def _zone(game: Game, sender: Sender) -> str:
    """Return the time zone of the power's player, even if a Master writes for them."""
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
