"""Upkeep: counts for the keeper, alarms, troubles and marks, and deletion of old data.

A mark is a moment with a name, such as the time of the newest backup.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    case,
    delete,
    func,
    insert,
    select,
    text,
    update,
)

from judge.game import Stage
from judge.store.connect import insert_once
from judge.store.tables import (
    LetterState,
    NoticeState,
    alarms,
    attachments,
    games,
    inbox,
    letter_games,
    marks,
    openings,
    outbox,
    troubles,
)

# Names of marks; the comments say which moment each mark stores.
BACKUP = "backup"  # when the newest backup was made
OPENINGS = "openings"  # the week for which people last got the list of open seats
RESTORED = "restored"  # when this store was restored from a backup
CHECKED = "checked"  # when `judge check` last wrote into the store
TIDIED = "tidied"  # when old letters and notices were last deleted
LOST_MAIL = "lost mail of "  # + game: the restore that its players were told of
_LEFT = "left in spam "  # + digest: when a mail came that stayed in the spam folder
_RESCUED = "rescued "  # + time and sender: when a letter was moved out of the spam folder
_MAILBOX = "mailbox said "  # + the server's answer: when the mailbox could not be read
_QUOTA = "quota"  # when the provider's quota last refused a mail
_QUOTA_BEGAN = "quota began"  # when the quota first refused a mail after mail had been sent
_QUOTA_WAIT = timedelta(hours=1)
_CLOCK = "clock of the program of "  # + start of a program: the time on its clock, right or wrong
_CLOCKS_KEPT = timedelta(days=30)


def note_mark(connection: Connection, name: str, at: datetime) -> None:
    """Set a mark, in place of its earlier moment."""
    if not insert_once(connection, marks, {"name": name, "at": at}):
        connection.execute(update(marks).where(marks.c.name == name).values(at=at))


def pass_mark(connection: Connection, name: str, at: datetime) -> bool:
    """Set a mark if `at` is later than it; return whether it was set.

    If several programs try at the same time, one of them gets True. A repeated call only reads.
    """
    before = mark_of(connection, name)
    if before is not None and before >= at:
        return False
    if insert_once(connection, marks, {"name": name, "at": at}):
        return True
    later = update(marks).where(marks.c.name == name, marks.c.at < at).values(at=at)
    return connection.execute(later).rowcount > 0


def mark_of(connection: Connection, name: str) -> datetime | None:
    """Return the moment of a mark, or None if it was never set."""
    moment: datetime | None = connection.scalar(select(marks.c.at).where(marks.c.name == name))
    return moment


def note_rescued(connection: Connection, sender: str, arrived: datetime) -> None:
    """Record that a letter from `sender` was moved out of the spam folder."""
    note_mark(connection, f"{_RESCUED}{arrived.isoformat()} {sender}", arrived)


def note_left(connection: Connection, digest: str, arrived: datetime) -> None:
    """Record that a mail stays in the spam folder; the folder is looked through at each start."""
    insert_once(connection, marks, {"name": _LEFT + digest, "at": arrived})


def take_left(connection: Connection, since: datetime, before: datetime) -> int:
    """Return how many mails that came after `since` stay in the spam folder.

    Those from before the moment `before` are forgotten.
    """
    left = marks.c.name.startswith(_LEFT)
    connection.execute(delete(marks).where(left & (marks.c.at < before)))
    return _count(connection, marks, left & (marks.c.at > since))


def take_rescued(connection: Connection) -> list[tuple[str, datetime]]:
    """Return (sender, time) of letters moved out of the spam folder, oldest first; forget them."""
    found = select(marks).where(marks.c.name.startswith(_RESCUED)).order_by(marks.c.at)
    rows = connection.execute(found).all()
    if rows:
        connection.execute(delete(marks).where(marks.c.name.in_([row.name for row in rows])))
    return [(row.name.removeprefix(_RESCUED).partition(" ")[2], row.at) for row in rows]


def note_mailbox(connection: Connection, answer: str, now: datetime) -> None:
    """Record why the mailbox cannot be read; an earlier reason is replaced."""
    others = marks.c.name.startswith(_MAILBOX) & (marks.c.name != _MAILBOX + answer)
    connection.execute(delete(marks).where(others))
    note_mark(connection, _MAILBOX + answer, now)


def note_quota(connection: Connection, now: datetime) -> None:
    """Record that the provider's quota is used up; for an hour no mail is tried."""
    if mark_of(connection, _QUOTA_BEGAN) is None:
        note_mark(connection, _QUOTA_BEGAN, now)
    note_mark(connection, _QUOTA, now)


def quota_until(connection: Connection, now: datetime) -> datetime | None:
    """Return until when no mail is tried because of the quota, None if mail is tried."""
    last = mark_of(connection, _QUOTA)
    # The limit on both sides prevents that a clock that went back holds the mail for longer.
    waits = last is not None and last <= now < last + _QUOTA_WAIT
    return last + _QUOTA_WAIT if last is not None and waits else None


def forget_quota(connection: Connection) -> None:
    """Record that the provider accepts mail again."""
    connection.execute(delete(marks).where(marks.c.name.in_([_QUOTA, _QUOTA_BEGAN])))


def note_clock(connection: Connection, run: datetime, now: datetime) -> None:
    """Record the current time on the clock of the program that began at `run`."""
    note_mark(connection, _CLOCK + run.isoformat(), now)


def clocks(connection: Connection, run: datetime, now: datetime) -> dict[str, datetime]:
    """Return {start of a program: its last recorded time}, for the other programs.

    Times more than a month from `now` are deleted.
    """
    others = marks.c.name.startswith(_CLOCK) & (marks.c.name != _CLOCK + run.isoformat())
    rows = connection.execute(select(marks).where(others)).all()
    old = [row.name for row in rows if abs(now - row.at) > _CLOCKS_KEPT]
    if old:
        connection.execute(delete(marks).where(marks.c.name.in_(old)))
    return {row.name: row.at for row in rows if row.name not in old}


_ADDRESS = "address "  # the start of the names of marks for the addresses of judges
_ALIVE = timedelta(minutes=1)


def note_address(connection: Connection, address: str, now: datetime) -> None:
    """Record that a judge with this address works on the store."""
    note_mark(connection, _ADDRESS + address, now)


def addresses(connection: Connection, now: datetime) -> set[str]:
    """Return the addresses of the judges that worked on the store in the last minute."""
    recent = marks.c.name.startswith(_ADDRESS) & marks.c.at.between(now - _ALIVE, now + _ALIVE)
    rows = connection.execute(select(marks.c.name).where(recent))
    return {row.name.removeprefix(_ADDRESS) for row in rows}


_RECENT = timedelta(days=14)
_MOST_DUE = 5
_QUEUED = outbox.c.state == NoticeState.QUEUED
# A relay that refused one mail this often, and accepted no other mail, refuses all mail.
_ENOUGH_TRIES = 3


@dataclass(frozen=True, slots=True)
class Queue:
    """A number of waiting items, and since when the first of them waits."""

    count: int
    since: datetime | None


@dataclass(frozen=True, slots=True)
class DueGame:
    """A game, and when it is due."""

    name: str
    due: datetime


@dataclass(frozen=True, slots=True)
class Census:
    """The state of the store at one moment, for the keeper and for alarms."""

    #: Letters to answer.
    letters: Queue
    #: Letters that wait for their senders' confirmation.
    asked: int
    #: Letters that wait for the keeper.
    set_aside: int
    #: Notices to send now.
    notices: Queue
    # Notices that were refused and are retried; `since` is when the oldest was created.
    refused: Queue
    # Whether any mail was sent since the oldest refused notice was created.
    taken: bool
    # Whether the relay refuses all our mail, not only single recipients.
    barred: bool
    #: The relay's last answer to a refused notice.
    answer: str
    # Notices that failed permanently in the last two weeks.
    failed: int
    # When any door was first open.
    begun: datetime | None
    #: The last sign of life of any program. A program gives it before its doors open.
    signed: datetime | None
    #: The addresses of the judges that work on this store; there should be one.
    addresses: tuple[str, ...]
    #: Why the mailbox could not be read the last time.
    mailbox_answer: str
    #: When it could last not be read.
    mailbox_answered: datetime | None
    # The last moment at which each door was open.
    doors: dict[str, datetime]
    #: The number of games in each stage.
    stages: dict[str, int]
    #: The games that are due first.
    due: tuple[DueGame, ...]
    #: Since when the provider's quota refuses mail, and until when none is tried.
    quota_began: datetime | None
    quota_until: datetime | None
    #: The number of mails of the last hour and the last day.
    sent_in_hour: int
    sent_in_day: int
    #: When the newest backup was made.
    backup: datetime | None
    #: The size of the store in bytes.
    size: int


def census(connection: Connection, now: datetime) -> Census:
    """Return the contents of the store at `now`."""
    failure = connection.execute(select(marks).where(marks.c.name.startswith(_MAILBOX))).first()
    refused = _queue(
        connection,
        _QUEUED & (outbox.c.reason != ""),
        func.coalesce(outbox.c.requeued, outbox.c.created),
    )
    failed = outbox.c.state == NoticeState.FAILED
    until = func.max(openings.c.until)
    doors = connection.execute(
        select(openings.c.door, until).group_by(openings.c.door).order_by("door")
    )
    stages = connection.execute(select(games.c.stage, func.count()).group_by("stage"))
    counts = {row[0]: row[1] for row in stages}
    waiting = select(games.c.name, games.c.due).where(games.c.due.is_not(None))
    due = connection.execute(waiting.order_by(games.c.due).limit(_MOST_DUE))
    return Census(
        letters=_queue(connection, inbox.c.state == LetterState.NEW, inbox.c.received),
        asked=_count(connection, inbox, inbox.c.state == LetterState.WAITING),
        set_aside=_count(connection, inbox, inbox.c.state == LetterState.SET_ASIDE),
        notices=_queue(connection, _QUEUED & (outbox.c.due <= now), outbox.c.due),
        refused=refused,
        taken=refused.since is not None and _took(connection, refused.since),
        barred=_is_barred(connection),
        answer=_answer(connection),
        failed=_count(connection, outbox, failed & (outbox.c.due > now - _RECENT)),
        begun=connection.scalar(select(func.min(openings.c.since))),
        signed=connection.scalar(
            select(func.max(marks.c.at)).where(marks.c.name.startswith(_CLOCK), marks.c.at <= now)
        ),
        addresses=tuple(sorted(addresses(connection, now))),
        mailbox_answer=failure.name.removeprefix(_MAILBOX) if failure else "",
        mailbox_answered=failure.at if failure else None,
        doors={row[0]: row[1] for row in doors},
        stages={stage.value: counts.get(stage, 0) for stage in Stage},
        due=tuple(DueGame(*row) for row in due),
        quota_began=mark_of(connection, _QUOTA_BEGAN),
        quota_until=quota_until(connection, now),
        sent_in_hour=_count(connection, outbox, outbox.c.sent > now - _QUOTA_WAIT),
        sent_in_day=_count(connection, outbox, outbox.c.sent > now - timedelta(days=1)),
        backup=mark_of(connection, BACKUP),
        size=_size(connection),
    )


def _took(connection: Connection, since: datetime) -> bool:
    """Return whether any mail was sent after `since`."""
    return _count(connection, outbox, outbox.c.sent > since) > 0


def _is_barred(connection: Connection) -> bool:
    tried = _QUEUED & (outbox.c.attempts >= _ENOUGH_TRIES)
    since = connection.scalar(select(func.min(outbox.c.barred)).where(tried))
    return since is not None and not _took(connection, since)


def _answer(connection: Connection) -> str:
    """Return the newest refusal of a mail that is being retried."""
    refused = select(outbox.c.reason).where(_QUEUED & (outbox.c.reason != ""))
    newest = refused.order_by(outbox.c.attempts.desc(), outbox.c.number.desc())
    return connection.scalar(newest.limit(1)) or ""


def _queue(
    connection: Connection, which: ColumnElement[bool], since: ColumnElement[datetime]
) -> Queue:
    count, first = connection.execute(select(func.count(), func.min(since)).where(which)).one()
    return Queue(count, first)


def _count(connection: Connection, table: Table, which: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(table).where(which)
    return int(connection.execute(query).scalar_one())


def _size(connection: Connection) -> int:
    if connection.dialect.name == "postgresql":
        query = "SELECT pg_database_size(current_database())"
        return int(connection.execute(text(query)).scalar_one())
    pages = connection.execute(text("PRAGMA page_count")).scalar_one()
    return int(pages * connection.execute(text("PRAGMA page_size")).scalar_one())


@dataclass(frozen=True, slots=True)
class Sounding:
    """An alarm that the keeper was told of: when it began, and when it was last seen."""

    name: str
    since: datetime
    seen: datetime


def sounding(connection: Connection) -> tuple[Sounding, ...]:
    """Return the alarms that the keeper was told of and that are not over."""
    rows = connection.execute(select(alarms).order_by(alarms.c.since, alarms.c.name))
    return tuple(Sounding(row.name, row.since, row.seen) for row in rows)


def note_alarm(connection: Connection, name: str, now: datetime) -> bool:
    """Record that an alarm was seen; return whether it is new."""
    if insert_once(connection, alarms, {"name": name, "since": now, "seen": now}):
        return True
    connection.execute(update(alarms).where(alarms.c.name == name).values(seen=now))
    return False


def quiet(connection: Connection, name: str) -> bool:
    """Delete an alarm that is over; return False if another program did it first."""
    statement = delete(alarms).where(alarms.c.name == name)
    return connection.execute(statement).rowcount == 1


_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Untold:
    """A trouble that waits to be reported, as the text of a mail to the keeper."""

    subject: str
    text: str


def note_trouble(connection: Connection, trouble: Untold, now: datetime) -> None:
    """Store a trouble until it is reported to the keeper."""
    values = {"found": now, "subject": trouble.subject, "body": trouble.text}
    connection.execute(insert(troubles).values(values))


def was_told_since(connection: Connection, since: datetime) -> bool:
    """Return whether a trouble was reported to the keeper after `since`."""
    reported = select(troubles.c.number).where(troubles.c.told > since).limit(1)
    return connection.execute(reported).first() is not None


def take_untold(connection: Connection, now: datetime) -> tuple[Untold, ...]:
    """Return the troubles that were not reported yet, oldest first, and mark them as reported."""
    waiting = (
        select(troubles.c.subject, troubles.c.body)
        .where(troubles.c.told.is_(None))
        .order_by(troubles.c.number)
        .with_for_update()
    )
    new_troubles = tuple(Untold(*row) for row in connection.execute(waiting))
    if new_troubles:
        connection.execute(delete(troubles).where(troubles.c.told < now - _DAY))
        untold = update(troubles).where(troubles.c.told.is_(None))
        connection.execute(untold.values(told=now))
    return new_troubles


_LETTERS_OVER = (LetterState.DONE, LetterState.IGNORED)
_NOTICES_OVER = (NoticeState.SENT, NoticeState.FAILED)
# These are the exact words of the indexes in `tables`; a database uses an index only for them.
_HAS_BYTES = func.length(inbox.c.raw) > 0
_HAS_WORDS = outbox.c.body != ""
_EMPTY_LETTER = {
    "raw": b"",
    "sender": "",
    "note": "",
    # A letter that was set aside will not be answered any more.
    "state": case(
        (inbox.c.state == LetterState.SET_ASIDE, LetterState.IGNORED), else_=inbox.c.state
    ),
}
EMPTY_NOTICE = {"body": "", "html": None, "drawings": (), "calendar": None, "thread": ()}


def empty_letters(connection: Connection, before: datetime, most: int) -> int:
    """Delete at most `most` letters stored before `before`, except their digests.

    Returns their number. Letters that were set aside are given up; waiting letters stay.
    """
    over = inbox.c.state.in_((*_LETTERS_OVER, LetterState.SET_ASIDE))
    old = _HAS_BYTES & (inbox.c.received < before) & over
    numbers = _numbers(connection, inbox, old, inbox.c.received, most)
    its = letter_games.c.letter.in_(numbers)
    connection.execute(delete(letter_games).where(its))
    connection.execute(update(inbox).where(inbox.c.number.in_(numbers)).values(_EMPTY_LETTER))
    return len(numbers)


def empty_notices(connection: Connection, before: datetime, most: int) -> int:
    """Delete the texts of finished notices created before `before`, as `empty_letters` does."""
    over = outbox.c.state.in_(_NOTICES_OVER)
    old = _HAS_WORDS & (outbox.c.created < before) & over
    numbers = _numbers(connection, outbox, old, outbox.c.created, most)
    connection.execute(delete(attachments).where(attachments.c.notice.in_(numbers)))
    connection.execute(update(outbox).where(outbox.c.number.in_(numbers)).values(EMPTY_NOTICE))
    return len(numbers)


def drop_letters(connection: Connection, before: datetime, most: int) -> int:
    """Delete finished letters stored before `before`; return how many."""
    old = inbox.c.state.in_(_LETTERS_OVER) & (inbox.c.received < before)
    numbers = _numbers(connection, inbox, old, inbox.c.received, most)
    connection.execute(delete(inbox).where(inbox.c.number.in_(numbers)))
    return len(numbers)


def drop_notices(connection: Connection, before: datetime, most: int) -> int:
    """Delete finished notices due before `before`; return how many."""
    old = outbox.c.state.in_(_NOTICES_OVER) & (outbox.c.due < before)
    # A notice with a text may have attachments too, and is newer anyway.
    numbers = _numbers(connection, outbox, old & ~_HAS_WORDS, outbox.c.due, most)
    connection.execute(delete(outbox).where(outbox.c.number.in_(numbers)))
    return len(numbers)


def _numbers(
    connection: Connection,
    table: Table,
    which: ColumnElement[bool],
    order: ColumnElement[datetime],
    most: int,
) -> list[int]:
    wanted = select(table.c.number).where(which).order_by(order).limit(most)
    return list(connection.scalars(wanted))


def forget_future(connection: Connection, now: datetime) -> None:
    """Set all stored moments after `now`, which a wrong clock wrote, to `now`.

    A mail that is being sent at that moment may be sent twice, with the same Message-ID.
    """
    connection.execute(delete(openings).where(openings.c.since > now))
    connection.execute(update(openings).where(openings.c.until > now).values(until=now))
    letters = update(inbox).where(inbox.c.state == LetterState.NEW)
    for column in (inbox.c.arrived, inbox.c.received):
        connection.execute(letters.where(column > now).values({column: now}))
    notices = update(outbox).where(outbox.c.state == NoticeState.QUEUED)
    for waiting, table in ((letters, inbox), (notices, outbox)):
        until = table.c.claimed_until
        connection.execute(waiting.where(until > now).values(claimed_until=None))
    connection.execute(notices.where(outbox.c.due > now).values(due=now))
    connection.execute(update(troubles).where(troubles.c.told > now).values(told=now))
    for column in (alarms.c.since, alarms.c.seen):
        connection.execute(update(alarms).where(column > now).values({column: now}))
