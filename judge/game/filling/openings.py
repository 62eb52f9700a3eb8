"""What comes of seats that fall open: who is asked first, and who is replaced."""

from datetime import datetime, timedelta

from judge.game.clock.deadline import nmr_of
from judge.game.events import Fact, PlayerReturned, SeatOffered, SubstituteSought
from judge.game.model import Game, Nmr
from judge.game.seats import is_given_up, open_powers, surviving_powers

FIRST_CALL = timedelta(hours=24)
"""So long a seat that falls open is for those on stand-by alone."""


def offers(before: Game, after: Game, now: datetime) -> tuple[SeatOffered, ...]:
    """Return that seats which fell open are offered to those on stand-by, if any."""
    if not after.standbys or after.position is None:
        return ()
    known = open_powers(before) if before.position is not None else ()
    fresh = tuple(power for power in open_powers(after) if power not in known)
    return (SeatOffered(fresh, now + FIRST_CALL),) if fresh else ()


def presence(before: Game, after: Game) -> tuple[Fact, ...]:
    """Return whose seats may change hands once a phase is over, and whose no longer.

    Who has missed as many phases in a row as the game allows is to be replaced; who was
    to be and has sent orders again is not.
    """
    limit = after.settings.patience
    alive = surviving_powers(after)
    back = tuple(
        PlayerReturned(seat.power, seat.absences)
        for seat in before.seats
        if seat.sought and not is_given_up(seat)
    )
    silent = tuple(
        seat.power
        for seat in after.seats
        if seat.player is not None
        and not seat.sought
        and seat.power in alive
        and limit
        and seat.missed >= limit
    )
    if not silent or nmr_of(before) is Nmr.WAIT:
        return back
    return (*back, SubstituteSought(silent, limit))
