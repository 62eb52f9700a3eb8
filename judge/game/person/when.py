"""When mail goes out that may wait: digests, press in one mail, and quiet hours."""

from datetime import datetime, timedelta

from judge.game.clock.wall import local_time, next_at
from judge.game.model import Digest, Game, Player, Stage

# Who gets their press by the day can still answer it, and change their orders.
_BEFORE_THE_DEADLINE = timedelta(hours=4)


def leaves_at(player: Player, game: Game, now: datetime) -> datetime:
    """Return when a mail of `game` to `player` leaves that may wait; `now` if at once.

    Nothing waits longer than four hours before the deadline, and what comes later comes
    at once; quiet hours hold it even then.
    """
    deadline = (game.grace or game.deadline) if game.stage is Stage.ACTIVE else None
    gathered = _gathered(player, deadline, now)
    if deadline is not None:
        gathered = max(now, min(gathered, deadline - _BEFORE_THE_DEADLINE))
    return quiet_until(player, gathered)


def quiet_until(player: Player, moment: datetime) -> datetime:
    """Return `moment`, or when the quiet hours of `player` end that it falls into."""
    if player.preferences.quiet is None:
        return moment
    begins, ends = player.preferences.quiet
    at = local_time(moment, player.zone).time()
    within = begins <= at < ends if begins < ends else at >= begins or at < ends
    return next_at(moment, ends, player.zone) if within else moment


def _gathered(player: Player, deadline: datetime | None, now: datetime) -> datetime:
    wishes = player.preferences
    daily = next_at(now, wishes.digest_at, player.zone)
    match wishes.digest:
        case Digest.OFF:
            return now + wishes.batch
        case Digest.DAY:
            return daily
        case Digest.PHASE:
            # Where no phase runs there is a mail a day.
            return deadline or daily
