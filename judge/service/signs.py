"""Signs of life: when doors were shut, how long phases wait for them, and wrong clocks.

A clock that differs from the last sign of life by more than a week is not trusted. Then nothing is
stored, answered, processed or sent, until the clock is right again or the keeper says that it is
right. A clock that went back by less is trusted, and stored moments in its future are set to the
present.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, Engine

from judge.service.parts import SLACK, Judge
from judge.service.trouble import tell_of_alarm
from judge.store import NotedOpening, Opening, games, inbox, upkeep
from judge.troubles import Trouble, trouble

# A phase is held no longer than this, even if the mailbox stays out of reach or the judge keeps
# failing.
LONGEST = timedelta(hours=24)
# A program without a sign of life for this long, six usual ticks, is not waited for.
_ALIVE = timedelta(minutes=1)
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class NotYetKnown:
    """It is not known yet, but will be soon, whether all mail that came in time is stored."""


@dataclass(frozen=True, slots=True)
class Shut:
    """A door was shut, so the phase waits until `until`; if it is `still` shut, at most so long."""

    until: datetime
    still: bool = False


def known_until(judge: Judge, connection: Connection, now: datetime) -> datetime:
    """Return the moment up to which all mail is known to be stored, for every door.

    A phase that is due later waits. It is `now` if a door has been silent for too long.
    """
    return min(
        _known_until(judge, inbox.openings_of(connection, door), now) for door in judge.doors.names
    )


def all_are_open(judge: Judge, connection: Connection, now: datetime) -> bool:
    """Return whether every door is open, as far as the store knows."""
    return all(
        now - _newest(inbox.openings_of(connection, door)) <= judge.outage
        for door in judge.doors.names
    )


def doors_at(
    judge: Judge, connection: Connection, due: datetime, pending: datetime, now: datetime
) -> NotYetKnown | Shut | None:
    """Return why a phase that is `due` must wait for doors, None if it need not.

    `pending` is the moment until which it waits already, or `due`.
    """
    found = [
        _door_at(judge, inbox.openings_of(connection, door), due, pending, now)
        for door in judge.doors.names
    ]
    if any(isinstance(one, NotYetKnown) for one in found):
        return NotYetKnown()
    shut = (one for one in found if isinstance(one, Shut) and one.until > now)
    return max(shut, key=lambda one: one.until, default=None)


def _door_at(
    judge: Judge, noted: Sequence[NotedOpening], due: datetime, pending: datetime, now: datetime
) -> NotYetKnown | Shut | None:
    if pending > _known_until(judge, noted, now):
        return NotYetKnown()
    if pending > _newest(noted):
        return Shut(due + LONGEST, still=True)
    ends = [
        # A gap that began only after `due` holds the phase for a limited time.
        ended + judge.redelivery if began < due else min(ended + judge.redelivery, due + LONGEST)
        for began, ended in _gaps(noted)
        if began < pending < ended + judge.redelivery
    ]
    return Shut(max(ends)) if ends else None


def _known_until(judge: Judge, noted: Sequence[NotedOpening], now: datetime) -> datetime:
    newest = _newest(noted)
    if now - max(judge.started, newest) > judge.outage:
        return now
    # Another program may still be storing mail that it received before.
    others = (one.until for one in noted if one.run != judge.started)
    return min([newest, *(until for until in others if now - _ALIVE <= until)])


def _newest(noted: Sequence[NotedOpening]) -> datetime:
    return max((one.until for one in noted), default=_NEVER)


def _gaps(noted: Sequence[NotedOpening]) -> Iterator[tuple[datetime, datetime]]:
    """Yield the periods in which no program had the door open, as (beginning, end)."""
    reach = noted[0].until
    for one in noted[1:]:
        if one.since > reach:
            yield reach, one.since
        reach = max(reach, one.until)


log = logging.getLogger(__name__)

FARTHEST = timedelta(days=7)  # most repairs of a machine take less


def wrong_clock(now: datetime, last: datetime) -> Trouble:
    """Return the trouble that `now` cannot be right, if the last sign of life came at `last`."""
    return trouble("clock", moment=f"{now:%Y-%m-%d %H:%M}", last=f"{last:%Y-%m-%d %H:%M}")


class WrongClockError(Exception):
    """The clock cannot be right, so nothing may be done."""


def note_signs(judge: Judge, clock: Callable[[], datetime]) -> datetime | None:
    """Record which doors are open; return the time, None if the clock cannot be right.

    The clock is read after waiting for the lock and the store, because an earlier reading would
    look like a clock that went back.
    """
    with judge.doors.noting, judge.store.begin() as connection:
        now = clock()
        if not clock_is_right(judge, connection, now):
            last = inbox.last_sign(connection)
            assert last is not None  # without any sign of life every clock is right
            wrong = wrong_clock(now, last)
            log.error("%s", wrong.what, extra={"alarm": wrong.name, "mend": str(wrong.advice)})
            return None
        others = upkeep.clocks(connection, judge.started, now)
        judge.doors.hear(others, now, judge.outage)
        upkeep.note_clock(connection, judge.started, now)
        upkeep.note_address(connection, judge.address, now)
        if judge.doors.mailbox_answer:
            upkeep.note_mailbox(connection, judge.doors.mailbox_answer, now)
        last = inbox.last_sign(connection)
        # Only if no other program's clock differs: otherwise its records of doors would be changed.
        alone = not judge.doors.clocks_differ(now)
        if alone and last is not None and last - now > SLACK:
            upkeep.forget_future(connection, now)
            went_back = trouble(
                "clock-went-back", before=f"{last:%Y-%m-%d %H:%M}", after=f"{now:%H:%M}"
            )
            tell_of_alarm(judge, connection, went_back, now)
        opened = [
            opening.since
            for opening in judge.doors.openings(now)
            if inbox.note_opening(connection, opening, judge.started, judge.outage)
        ]
        if opened and all_are_open(judge, connection, now):
            # Phases waited for the shut door as long as possible. Now it is open, so the end of
            # their wait is known.
            games.hold_no_longer(connection, max(opened) + judge.redelivery)
    return now


def clock_is_right(judge: Judge, connection: Connection, now: datetime) -> bool:
    """Return whether `now` is close enough to the last sign of life."""
    last = inbox.last_sign(connection)
    if last is None:
        return True
    return last - FARTHEST <= now <= last + max(FARTHEST, judge.outage)


def believe_clock(store: Engine, now: datetime) -> datetime | None:
    """Record that the keeper trusts the clock; return the last sign of life before, or None."""
    with store.begin() as connection:
        last = inbox.last_sign(connection)
        upkeep.forget_future(connection, now)
        spoken = Opening("keeper", now, now)
        inbox.note_opening(connection, spoken, now, timedelta(0))
    return last
