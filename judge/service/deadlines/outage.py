"""Until when a phase waits because mail could not come in when it was due."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection

from judge.service.parts import Judge
from judge.store import NotedOpening, inbox

# A mailbox that stays out of reach must not hold games for ever, nor must a judge that
# does not stay up.
LONGEST = timedelta(hours=24)
# A program that gave no sign for so long (six usual ticks) is not waited for.
_ALIVE = timedelta(minutes=1)
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class NotYetKnown:
    """Whether all mail is kept that came in time is known in a moment."""


@dataclass(frozen=True, slots=True)
class Shut:
    """A door was shut: the phase waits `until` then, or less where it `still` is."""

    until: datetime
    still: bool = False


def known_until(judge: Judge, connection: Connection, now: datetime) -> datetime:
    """Return until when it is known of every door what came in by it.

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
    """Return what of the doors keeps a phase waiting that is `due`, None for nothing.

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
        _held_by(began, ended + judge.redelivery, due)
        for began, ended in _gaps(noted)
        if began < pending < ended + judge.redelivery
    ]
    return Shut(max(ends)) if ends else None


def _known_until(judge: Judge, noted: Sequence[NotedOpening], now: datetime) -> datetime:
    newest = _newest(noted)
    if now - max(judge.started, newest) > judge.outage:
        return now
    # Another program may still keep mail that it got before.
    others = (one.until for one in noted if one.run != judge.started)
    return min([newest, *(until for until in others if now - _ALIVE <= until)])


def _newest(noted: Sequence[NotedOpening]) -> datetime:
    return max((one.until for one in noted), default=_NEVER)


def _held_by(began: datetime, end: datetime, due: datetime) -> datetime:
    """Return until when a gap holds a phase; one that began later, not for ever."""
    return end if began < due else min(end, due + LONGEST)


def _gaps(noted: Sequence[NotedOpening]) -> Iterator[tuple[datetime, datetime]]:
    """Yield when no program had the door open, between two times when one had."""
    reach = noted[0].until
    for one in noted[1:]:
        if one.since > reach:
            yield reach, one.since
        reach = max(reach, one.until)
