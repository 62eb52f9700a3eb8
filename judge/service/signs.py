"""Signs of life: when doors were shut, how long phases wait for them, and wrong clocks.

A clock that differs from the last sign by more than a week is not trusted: nothing is
kept, answered, processed or sent by it, until it is right again or the keeper says that
it is. A clock that went back by less is trusted, and notes of later times are changed.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, Engine

from judge.service.parts import SLACK, Judge
from judge.service.trouble import tell_of_alarm
from judge.store import NotedOpening, Opening, games, inbox, upkeep
from judge.troubles import trouble

# A mailbox out of reach, or a judge that does not stay up, must not hold games for ever.
LONGEST = timedelta(hours=24)
# A program without a sign for so long (six usual ticks) is not waited for.
_ALIVE = timedelta(minutes=1)
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class NotYetKnown:
    """It will be known soon whether all mail that came in time is kept."""


@dataclass(frozen=True, slots=True)
class Shut:
    """A door was shut: the phase waits `until` then, or for a shorter time if it `still` is."""

    until: datetime
    still: bool = False


def known_until(judge: Judge, connection: Connection, now: datetime) -> datetime:
    """Return until when all mail is known to be kept, for every door.

    A phase that is due later waits. It is `now` if a door is silent for too long.
    """
    return min(
        _known_until(judge, inbox.openings_of(connection, door), now) for door in judge.doors.names
    )


def all_are_open(judge: Judge, connection: Connection, now: datetime) -> bool:
    """Return whether every door was open just now, as far as the store knows."""
    return all(
        now - _newest(inbox.openings_of(connection, door)) <= judge.outage
        for door in judge.doors.names
    )


def doors_at(
    judge: Judge, connection: Connection, due: datetime, pending: datetime, now: datetime
) -> NotYetKnown | Shut | None:
    """Return the reason for which a phase that is `due` waits for doors, or None.

    `pending` is until when it waits already, or `due`.
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
        # A gap that began after `due` holds the phase for a limited time.
        ended + judge.redelivery if began < due else min(ended + judge.redelivery, due + LONGEST)
        for began, ended in _gaps(noted)
        if began < pending < ended + judge.redelivery
    ]
    return Shut(max(ends)) if ends else None


def _known_until(judge: Judge, noted: Sequence[NotedOpening], now: datetime) -> datetime:
    newest = _newest(noted)
    if now - max(judge.started, newest) > judge.outage:
        return now
    # Another program may still be keeping mail that it got before.
    others = (one.until for one in noted if one.run != judge.started)
    return min([newest, *(until for until in others if now - _ALIVE <= until)])


def _newest(noted: Sequence[NotedOpening]) -> datetime:
    return max((one.until for one in noted), default=_NEVER)


def _gaps(noted: Sequence[NotedOpening]) -> Iterator[tuple[datetime, datetime]]:
    """Yield the periods between openings, in which no program had the door open."""
    reach = noted[0].until
    for one in noted[1:]:
        if one.since > reach:
            yield reach, one.since
        reach = max(reach, one.until)


log = logging.getLogger(__name__)

FARTHEST = timedelta(days=7)  # longer than most repairs of a machine take


class WrongClockError(Exception):
    """The clock cannot be right, so nothing may be done by it."""


def note_signs(judge: Judge, clock: Callable[[], datetime]) -> datetime | None:
    """Note which doors are open; return the time, or None if the clock cannot be right.

    The clock is read after waiting for the lock and the store: an older time would look
    like a clock that went back.
    """
    with judge.doors.noting, judge.store.begin() as connection:
        now = clock()
        if not clock_is_right(judge, connection, now):
            last = inbox.last_sign(connection)
            assert last is not None  # without a sign any clock is right
            wrong = trouble("clock", moment=f"{now:%Y-%m-%d %H:%M}", last=f"{last:%Y-%m-%d %H:%M}")
            log.error("%s", wrong.what, extra={"alarm": wrong.name, "mend": str(wrong.advice)})
            return None
        others = upkeep.clocks(connection, judge.started, now)
        judge.doors.hear(others, now, judge.outage)
        upkeep.note_clock(connection, judge.started, now)
        if judge.doors.mailbox_answer:
            upkeep.note_mailbox(connection, judge.doors.mailbox_answer, now)
        last = inbox.last_sign(connection)
        # Not if another program differs: it would lose the notes on its doors.
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
            # Phases wait for a shut door as long as possible; now its end is known.
            games.hold_no_longer(connection, max(opened) + judge.redelivery)
    return now


def clock_is_right(judge: Judge, connection: Connection, now: datetime) -> bool:
    """Return whether `now` is near enough to the last sign of life."""
    last = inbox.last_sign(connection)
    if last is None:
        return True
    return last - FARTHEST <= now <= last + max(FARTHEST, judge.outage)


def believe_clock(store: Engine, now: datetime) -> datetime | None:
    """Trust the clock, because the keeper says so; return the last sign."""
    with store.begin() as connection:
        last = inbox.last_sign(connection)
        upkeep.forget_future(connection, now)
        spoken = Opening("keeper", now, now)
        inbox.note_opening(connection, spoken, now, timedelta(0))
    return last
