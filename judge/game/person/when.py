"""When mail goes out that may wait: digests, press in one mail, and quiet hours."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from judge.game.events import (
    Fact,
    GameDrawn,
    GameRolledBack,
    GameTerminated,
    GameWon,
    ObserverJoined,
    PhaseProcessed,
    PlayerJoined,
    PlayerLeft,
    PlayerRegistered,
    PressSent,
)
from judge.game.model import Digest, Game, Player, Preferences, Reader, Stage

# Who gets his press by the day can still answer it, and change his orders.
_BEFORE_THE_DEADLINE = timedelta(hours=4)
_DAY = timedelta(days=1)
_MAY_WAIT = PressSent | PlayerJoined | ObserverJoined | PlayerLeft | PlayerRegistered
_TURNS = PhaseProcessed | GameRolledBack | GameWon | GameDrawn | GameTerminated


def may_wait(fact: Fact, reader: Reader) -> bool:
    """Return whether the news of `fact` may wait: it is press, or who comes and goes.

    Who left himself is told at once.
    """
    own = isinstance(fact, PlayerLeft) and fact.player.number == reader.player.number
    return isinstance(fact, _MAY_WAIT) and not own


def turns_the_board(fact: Fact) -> bool:
    """Return whether with `fact` press of the time before it comes too late."""
    return isinstance(fact, _TURNS)


def leaves_at(player: Player, game: Game, now: datetime) -> datetime:
    """Return when a mail of `game` to `player` leaves that may wait; `now` if at once.

    Nothing waits longer than four hours before the deadline, and what comes later comes
    at once; quiet hours hold it even then.
    """
    wishes, zone = player.preferences, ZoneInfo(player.zone)
    deadline = (game.grace or game.deadline) if game.stage is Stage.ACTIVE else None
    gathered = _gathered(wishes, zone, deadline, now)
    if deadline is not None:
        gathered = max(now, min(gathered, deadline - _BEFORE_THE_DEADLINE))
    return quiet_until(player, gathered)


def quiet_until(player: Player, moment: datetime) -> datetime:
    """Return `moment`, or when the quiet hours of `player` end that it falls into."""
    quiet, zone = player.preferences.quiet, ZoneInfo(player.zone)
    if quiet is None:
        return moment
    begins, ends = quiet
    at = moment.astimezone(zone).time()
    within = begins <= at < ends if begins < ends else at >= begins or at < ends
    return _next(ends, zone, moment) if within else moment


def _gathered(
    wishes: Preferences, zone: ZoneInfo, deadline: datetime | None, now: datetime
) -> datetime:
    match wishes.digest:
        case Digest.OFF:
            return now + wishes.batch
        case Digest.DAY:
            return _next(wishes.digest_at, zone, now)
        case Digest.PHASE:
            # Where no phase runs there is a mail a day.
            return deadline or _next(wishes.digest_at, zone, now)


def _next(at: time, zone: ZoneInfo, now: datetime) -> datetime:
    """Return when it is that time of day in `zone` next, after `now`."""
    today = now.astimezone(zone).date()
    days = (datetime.combine(today + n * _DAY, at, zone) for n in range(3))
    return next(day for day in days if day > now).astimezone(now.tzinfo)
