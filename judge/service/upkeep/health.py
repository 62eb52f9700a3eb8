"""How the judge is: what waits, what is wrong, and what the keeper can do about it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.messages import Message, counted, message
from judge.service.deadlines.signs import FARTHEST
from judge.service.trouble import Wrong
from judge.store import upkeep

_LONG = timedelta(minutes=15)  # what takes so long does not work
_RELAY = timedelta(minutes=30)  # servers that put off newcomers take their mail by then
_LEAST_FREE = 500_000_000  # bytes


@dataclass(frozen=True, slots=True)
class Machine:
    """What the judge runs on: how many bytes are `free` on the disk of its folder."""

    free: int


@dataclass(frozen=True, slots=True)
class Expected:
    """What the operator wants: these doors open, and a backup at least so often.

    A judge that was silent for `outage` does not run. No time is no wish for backups.
    """

    doors: tuple[str, ...]
    backup: timedelta
    outage: timedelta


@dataclass(frozen=True, slots=True)
class Health:
    """All that tells how the judge is at one moment.

    `clocks_differ` where another program that serves it goes by another clock.
    """

    now: datetime
    machine: Machine
    expected: Expected
    census: upkeep.Census
    clocks_differ: bool

    @property
    def awake(self) -> datetime | None:
        """When it was last known to be awake."""
        return max(self.census.doors.values(), default=None)

    @property
    def runs(self) -> bool:
        """Whether it was awake just now."""
        return self.awake is not None and self.now - self.awake <= self.expected.outage

    @property
    def believes_clock(self) -> bool:
        """Whether the judge does anything by this clock."""
        return self.awake is None or abs(self.now - self.awake) <= FARTHEST


def look(
    connection: Connection,
    machine: Machine,
    expected: Expected,
    now: datetime,
    *,
    clocks_differ: bool,
) -> Health:
    """Return how the judge is."""
    found = upkeep.census(connection, now)
    return Health(now, machine, expected, found, clocks_differ)


def wrongs(health: Health) -> tuple[Wrong, ...]:
    """Return what is wrong, and needs a person."""
    return tuple(_wrongs(health))


def _wrongs(health: Health) -> Iterator[Wrong]:
    now, found = health.now, health.census
    if _longer(found.letters.since, now, _LONG):
        yield Wrong(
            "queue",
            counted(
                "{count} letter waits to be answered for long",
                "{count} letters wait to be answered, some for long",
                found.letters.count,
            ),
            message(
                "The log says why they are not answered; where it says nothing, start "
                "the judge anew."
            ),
        )
    if _takes_none(health):
        yield Wrong(
            "relay",
            counted(
                "no mail goes out; {count} mail was refused",
                "no mail goes out; {count} mails were refused",
                found.refused.count,
            ),
            message(
                "The mail server (setting relay_host) said last: {answer}. Nothing is "
                'lost: all is tried again for five days. "judge notices" lists what '
                'waits, "judge notices retry" sends it at once, and "judge check" says '
                "whether that server lets the judge in.",
                answer=found.answer,
            ),
        )
    if "mailbox" in health.expected.doors and _longer(_mailbox(health), now, _LONG):
        yield Wrong(
            "mailbox",
            message("the mailbox cannot be read"),
            message(
                'Phases that are due wait for it, for a day at most. "judge check" '
                "says what its server answers."
            ),
        )
    if health.machine.free < _LEAST_FREE:
        yield Wrong(
            "disk",
            message("the disk is nearly full: {free} MB are free", free=_megabytes(health)),
            message("When it is full no mail is taken. Make room on the disk of the data folder."),
        )
    if health.clocks_differ:
        yield Wrong(
            "clocks",
            message("two programs serve this judge, and their clocks differ"),
            message(
                "Nobody can tell which is right, so no phase is processed until they "
                "agree; letters are kept and answered meanwhile. Set the clock of both "
                'machines by time servers ("timedatectl" says how that is), or stop '
                "the one whose clock is wrong."
            ),
        )
    if not health.believes_clock:
        yield Wrong(
            "clock",
            message(
                "the clock says {moment} UTC, which cannot be right", moment=f"{now:%Y-%m-%d %H:%M}"
            ),
            message('Nothing is done by it. Set it, or say "judge clock right".'),
        )
    if _wants_backup(health):
        yield Wrong(
            "backup",
            _last_backup(found.backup),
            message(
                'Let cron run "judge backup FILE" each night, and carry the file to '
                "another machine. Who makes backups otherwise sets backup_days = 0."
            ),
        )


def _megabytes(health: Health) -> int:
    return health.machine.free // 1_000_000


def _last_backup(made: datetime | None) -> Message:
    if made is None:
        return message("no backup was ever made")
    return message("the newest backup is of {day}", day=f"{made:%Y-%m-%d}")


def _takes_none(health: Health) -> bool:
    """Return whether the relay takes no mail, and does not only put it off."""
    found = health.census
    long = _longer(found.refused.since, health.now, _RELAY)
    return found.barred or (long and not found.taken)


def _longer(since: datetime | None, now: datetime, limit: timedelta) -> bool:
    return since is not None and now - since > limit


def _mailbox(health: Health) -> datetime | None:
    """Return until when the mailbox is known to have been open, or could have been."""
    return health.census.doors.get("mailbox", health.census.begun)


def _wants_backup(health: Health) -> bool:
    found = health.census
    last = found.backup or found.begun
    return bool(health.expected.backup) and _longer(last, health.now, health.expected.backup)
