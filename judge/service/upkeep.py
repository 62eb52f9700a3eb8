"""Upkeep: the judge's health, alarms about it, and the deletion of old data.

Records of games are never deleted.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.commands import Known
from judge.conversation import without_secrets
from judge.letter import bare_address
from judge.mail import copy_of
from judge.messages import message
from judge.reader import Opened, ReaderGoneError, UnreadError
from judge.render import AlarmOver
from judge.service.parts import Judge, unread_copy, vocabulary
from judge.service.signs import FARTHEST, clock_is_right, wrong_clock
from judge.service.trouble import tell_keeper, tell_of_alarm
from judge.store import inbox, outbox, persons, questions, upkeep
from judge.troubles import Trouble, mend_of, server_trouble, trouble

_LONG = timedelta(minutes=15)  # a part that needs longer is out of order
_RELAY = timedelta(minutes=30)  # greylisting servers accept the mail before
_QUOTA = timedelta(hours=2)  # a short refusal ends by itself
LEAST_FREE = 500_000_000  # bytes
_NONE_FREE = 1_000_000  # bytes; less than the largest mail


@dataclass(frozen=True, slots=True)
class Machine:
    """The state of the judge's machine; `free` is the free bytes on the disk of its data folder.

    `signed_out` is why the provider of the mailbox denies access, "" if it does not. `runs` is
    whether a process holds the data folder, None if the judge may run on another machine.
    """

    free: int
    signed_out: str = ""
    runs: bool | None = None


@dataclass(frozen=True, slots=True)
class Expected:
    """The operator's expectations: open doors, and the longest time without a backup.

    A judge that is silent for longer than `outage` counts as not running. Zero means no expectation
    for `backup`, and no limit for `mails_per_day`. `address` is the judge's; "" stands for any.
    """

    doors: tuple[str, ...]
    backup: timedelta
    outage: timedelta
    mails_per_day: int = 0
    address: str = ""


@dataclass(frozen=True, slots=True)
class Health:
    """The state of the judge at one moment.

    `clocks_differ` is true if another program with the same store has a different time.
    """

    now: datetime
    machine: Machine
    expected: Expected
    census: upkeep.Census
    clocks_differ: bool

    @property
    def awake(self) -> datetime | None:
        """Return the last moment at which the judge is known to have been awake, or None."""
        return max(self.census.doors.values(), default=None)

    @property
    def is_awake(self) -> bool:
        """Return whether the judge was awake a moment ago."""
        return self._is_recent(self.awake)

    @property
    def runs(self) -> bool:
        """Return whether the judge runs.

        A process holds its data folder or, on another machine, it was awake a moment ago.
        """
        return self.is_awake if self.machine.runs is None else self.machine.runs

    @property
    def is_starting(self) -> bool:
        """Whether a program gave a sign of life just now, and no door is known to be open yet."""
        return not self.is_awake and self._is_recent(self.census.signed)

    @property
    def is_asleep(self) -> bool:
        """Return whether a process holds the data folder but gives no sign of life."""
        signed = self.is_awake or self._is_recent(self.census.signed)
        return bool(self.machine.runs) and not signed

    @property
    def other_judges(self) -> tuple[str, ...]:
        """Return the addresses of other judges that work on the same store."""
        own = self.expected.address
        return tuple(one for one in self.census.addresses if own and one != own)

    def _is_recent(self, moment: datetime | None) -> bool:
        return moment is not None and self.now - moment <= self.expected.outage

    @property
    def believes_clock(self) -> bool:
        """Return whether the judge trusts this clock, and so works."""
        return self.awake is None or abs(self.now - self.awake) <= FARTHEST


def look(
    connection: Connection,
    machine: Machine,
    expected: Expected,
    now: datetime,
    *,
    clocks_differ: bool,
) -> Health:
    """Return the judge's health."""
    found = upkeep.census(connection, now)
    return Health(now, machine, expected, found, clocks_differ)


def wrongs(health: Health) -> tuple[Trouble, ...]:
    """Return the troubles that need a person."""
    return tuple(_wrongs(health))


def _wrongs(health: Health) -> Iterator[Trouble]:
    now, found = health.now, health.census
    if health.is_asleep:
        yield trouble("asleep")
    if _longer(found.letters.since, now, _LONG):
        yield trouble("queue", found.letters.count)
    if _takes_none(health):
        cause = mend_of(found.answer)
        yield trouble("relay", found.refused.count, answer=found.answer, cause=cause)
    if "mailbox" in health.expected.doors and _is_shut(health):
        answer = found.mailbox_answer or message("nothing")
        yield trouble("mailbox", answer=answer, cause=mend_of(found.mailbox_answer))
    if _longer(found.quota_began, now, _QUOTA):
        yield trouble("quota", answer=found.answer)
    if health.machine.signed_out:
        yield trouble("sign-in", answer=health.machine.signed_out)
    if health.machine.free < _NONE_FREE:
        yield trouble("disk-full")
    # Both sound on a full disk, so that nobody is told that the first one is over.
    if health.machine.free < LEAST_FREE:
        yield trouble("disk", free=health.machine.free // 1_000_000)
    if health.clocks_differ:
        yield trouble("clocks")
    if health.other_judges:
        yield trouble("two-judges", address=health.other_judges[0])
    if health.awake is not None and not health.believes_clock:
        yield wrong_clock(now, health.awake)
    yield from _of_backup(health)


def _is_shut(health: Health) -> bool:
    """Return whether the mailbox cannot be read, for long or until a person mends it."""
    found = health.census
    opened, failed = found.doors.get("mailbox", found.begun), found.mailbox_answered
    if failed is not None and (opened is None or failed > opened) and _lasts(found.mailbox_answer):
        return True
    return _longer(opened, health.now, _LONG)


def _lasts(answer: str) -> bool:
    known = server_trouble(answer)
    return known is not None and known.lasts


def _takes_none(health: Health) -> bool:
    """Return whether the relay accepts no mail at all, even after the time for greylisting."""
    found = health.census
    if found.quota_began is not None:
        return False
    long = _longer(found.refused.since, health.now, _RELAY)
    return found.barred or ((long or _lasts(found.answer)) and not found.taken)


def _longer(since: datetime | None, now: datetime, limit: timedelta) -> bool:
    return since is not None and now - since > limit


def _of_backup(health: Health) -> Iterator[Trouble]:
    last, longest = health.census.backup, health.expected.backup
    if longest and _longer(last or health.census.begun, health.now, longest):
        yield trouble("backup", day=f"{last:%Y-%m-%d}") if last else trouble("no-backup")


log = logging.getLogger(__name__)

# A judge that has just started has a backlog, which is no reason for an alarm.
_SETTLING = timedelta(minutes=15)
# An alarm is over only after this time, so one that comes and goes is reported once.
_OVER_AFTER = timedelta(minutes=15)


def watch_health(judge: Judge, machine: Machine, expected: Expected, now: datetime) -> None:
    """Tell the keeper of new alarms, and of alarms that are over.

    Of a wrong clock they are told only afterwards, because with it no mail is sent.
    """
    with judge.store.begin() as connection:
        if not clock_is_right(judge, connection, now):
            last = inbox.last_sign(connection)
            assert last is not None  # without any sign of life every clock is right
            upkeep.note_alarm(connection, "clock", last)
            return
        if now - judge.started > _SETTLING:
            differ = judge.doors.clocks_differ(now)
            health = look(connection, machine, expected, now, clocks_differ=differ)
            for wrong in wrongs(health):
                tell_of_alarm(judge, connection, wrong, now)
        for alarm in upkeep.sounding(connection):
            if now - alarm.seen > _OVER_AFTER and upkeep.quiet(connection, alarm.name):
                log.info("alarm is over", extra={"alarm": alarm.name})
                over = AlarmOver(alarm.name, alarm.since, alarm.seen)
                tell_keeper(judge, connection, over, now)


_READ_AT_ONCE = 10  # letters in a batch: the deadline thread shares this reader


def bare_dropped_letters(judge: Judge) -> bool:
    """Remove the secrets from some letters that were dropped unanswered.

    Their sender denied them, or did not confirm them in time. Of an unreadable letter only the
    headers stay. Returns whether there may be more.
    """
    with judge.store.begin() as connection:
        old = inbox.not_bare(connection, _READ_AT_ONCE)
    for number, kept in old:
        try:
            copy = _bare(judge, kept)
        except ReaderGoneError:
            return False
        with judge.store.begin() as connection:
            inbox.keep_bare(connection, number, copy)
    return len(old) == _READ_AT_ONCE


def _bare(judge: Judge, kept: inbox.Copy) -> inbox.Copy:
    names = vocabulary(judge)
    try:
        read = judge.glance.mail(kept.raw, kept.recipient, names)
        if not isinstance(read, Opened):
            return unread_copy(kept.raw, kept.recipient)
        known = Known(names, read.letter.sender_name)
        sections = judge.glance.sections(read.letter, known)
    except UnreadError:
        return unread_copy(kept.raw, kept.recipient)
    whole = copy_of(without_secrets(read.letter, sections))
    return inbox.Copy(whole, bare_address(kept.recipient))


_TIDIED_EVERY = timedelta(hours=1)
# If its mail is sent later than this, the picture is painted again.
_PICTURES = timedelta(days=1)
_BATCH = 200  # of each kind in one transaction, so that nobody waits for long


@dataclass(frozen=True, slots=True)
class Keeping:
    """How long texts of letters, texts of notices, and traces of both stay stored."""

    letters: timedelta
    notices: timedelta
    traces: timedelta


def forget_old(judge: Judge, keeping: Keeping, now: datetime) -> bool:
    """Delete some old letters, notices and pictures; return whether there may be more.

    It works once an hour, and never with a wrong clock.
    """
    with judge.store.begin() as connection:
        last = upkeep.mark_of(connection, upkeep.TIDIED)
        done = last is not None and last <= now < last + _TIDIED_EVERY
        if done or not clock_is_right(judge, connection, now):
            return False
        traces = max(keeping.traces, keeping.letters, keeping.notices)
        counts = (
            upkeep.empty_letters(connection, now - keeping.letters, _BATCH),
            upkeep.empty_notices(connection, now - keeping.notices, _BATCH),
            upkeep.drop_letters(connection, now - traces, _BATCH),
            upkeep.drop_notices(connection, now - traces, _BATCH),
            outbox.drop_pictures(connection, now - _PICTURES, _BATCH),
        )
        more = max(counts) == _BATCH
        if not more:
            persons.forget_bounces_of_strangers(connection, now - traces)
            questions.forget_confirmations(connection, now - traces)
            upkeep.note_mark(connection, upkeep.TIDIED, now)
    if any(counts):
        names = ("letters", "notices", "old_letters", "old_notices", "pictures")
        log.info("old mail forgotten", extra=dict(zip(names, counts, strict=True)))
    return more


@dataclass(frozen=True, slots=True)
class Upkeep:
    """Settings of the upkeep chores, and the state of the machine."""

    keeping: Keeping
    expected: Expected
    machine: Callable[[], Machine]
