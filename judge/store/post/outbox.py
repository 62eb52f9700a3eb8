"""The outbox: every notice that must go out, until it has."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from sqlalchemy import Connection, Row, bindparam, func, insert, select, update

from judge.letter import Attachment, Notice, Question, ReplyTo, mailbox_of
from judge.store.among import among
from judge.store.post.names import message_name
from judge.store.post.pictures import want_pictures
from judge.store.tables import NoticeState, attachments, outbox

PAUSED = "mail to this address is paused"  # why a notice failed that was never sent
CAME_BACK = "it came back"  # why a notice failed that the relay had taken


@dataclass(frozen=True, slots=True)
class QueuedNotice:
    """A notice that waits to be sent; `attempts` counts this one.

    `message_key` is the same each time it is sent, and no other notice's, not even of a
    judge that began anew. It is to be sent `since`, and `barred` tells since when the
    relay refuses it without blaming it.
    """

    number: int
    notice: Notice
    message_key: str
    created: datetime
    since: datetime
    attempts: int
    barred: datetime | None = None

    @property
    def message_name(self) -> str:
        """Return the left part of its Message-ID, the same each time it is sent."""
        return message_name(self.notice.phase, self.created, self.message_key)


_PUT = insert(outbox)
_PUT_ONE = _PUT.returning(outbox.c.number)
_ATTACH = insert(attachments)
_SENT = among(
    lambda which: select(outbox.c.number, outbox.c.created).where(
        which(outbox.c.message_key),
        # What answers a mail may come before it is noted that this was sent.
        outbox.c.state != NoticeState.FAILED,
        outbox.c.attempts > 0,
    )
)
_MARK_SENT = (
    update(outbox)
    .where(
        outbox.c.number.in_(bindparam("numbers", expanding=True)),
        outbox.c.state == NoticeState.QUEUED,
    )
    .values(state=NoticeState.SENT, sent=bindparam("moment"), claimed_until=None, reason="")
)
_TEXTS = (
    select(outbox.c.body)
    .where(outbox.c.number.in_(bindparam("numbers", expanding=True)))
    .order_by(outbox.c.created, outbox.c.number)
)
_ATTACHED = (
    select(attachments)
    .where(attachments.c.notice.in_(bindparam("numbers", expanding=True)))
    .order_by(attachments.c.notice, attachments.c.place)
)
_KEPT = select(outbox.c.number).where(outbox.c.message_key == bindparam("its_key"))
_NOTICE = select(outbox).where(outbox.c.number == bindparam("its_number"))


def put_notices(connection: Connection, notices: Sequence[Notice], now: datetime) -> None:
    """Queue notices, in the transaction of what they tell."""
    waits = want_pictures(connection, notices, now)
    for enclosing, some in groupby(notices, key=lambda one: bool(one.attachments)):
        rows = [(one, _values(one, now) | {"unpainted": waits.get(one.drawing)}) for one in some]
        if enclosing:
            for notice, values in rows:
                _put_with_attachments(connection, notice, values)
        else:
            connection.execute(_PUT, [values for _, values in rows])


def _put_with_attachments(
    connection: Connection, notice: Notice, values: Mapping[str, object]
) -> None:
    number = connection.execute(_PUT_ONE, dict(values)).scalar_one()
    rows = [
        {
            "notice": number,
            "place": place,
            "filename": attachment.filename,
            "media_type": attachment.media_type,
            "content": attachment.content,
        }
        for place, attachment in enumerate(notice.attachments)
    ]
    connection.execute(_ATTACH, rows)


def _values(notice: Notice, now: datetime) -> dict[str, object]:
    reply_to, unasked = notice.reply_to, notice.unasked
    return {
        "recipient": notice.to.lower(),
        "subject": notice.subject,
        "body": notice.text,
        "html": notice.html,
        "drawing": notice.drawing,
        "calendar": notice.calendar,
        "tone": notice.tone,
        "game": notice.game,
        "phase": notice.phase or None,
        "reply_player": reply_to and reply_to.player,
        "reply_game": reply_to and reply_to.game,
        "reply_role": reply_to and reply_to.role,
        "question": notice.question and notice.question.about,
        "reply_generation": reply_to and reply_to.generation,
        "conversation": reply_to and reply_to.conversation,
        "in_reply_to": notice.in_reply_to,
        "thread": notice.references,
        "created": now + notice.delay,
        "due": now + notice.delay,
        "state": NoticeState.QUEUED,
        "attempts": 0,
        "reason": "",
        "account": unasked and unasked.account,
        "mailbox": unasked and mailbox_of(notice.to),
        "causer": (unasked and unasked.causer) or None,
        "bundled": True if notice.bundled else None,
    }


def mark_sent(connection: Connection, numbers: Sequence[int], now: datetime) -> None:
    """Note that the next server has taken notices, but for what came back already."""
    connection.execute(_MARK_SENT, {"numbers": numbers, "moment": now})


def mark_retry(
    connection: Connection, number: int, at: datetime, reason: str, barred: datetime | None = None
) -> None:
    """Note why the notice could not be sent now, and try again at `at`."""
    connection.execute(
        update(outbox)
        .where(outbox.c.number == number, outbox.c.state == NoticeState.QUEUED)
        .values(due=at, claimed_until=None, reason=reason, barred=barred)
    )


def mark_bounced(connection: Connection, message_key: str) -> Notice | None:
    """Return the notice that was sent under this name, noting that it came back.

    None if there was none; once it is noted, a second report finds none.
    """
    found = next(iter(_SENT.of(connection, (message_key,))), None)
    if found is None:
        return None
    row = connection.execute(_NOTICE, {"its_number": found.number}).one()
    connection.execute(
        update(outbox)
        .where(outbox.c.number == row.number)
        .values(state=NoticeState.FAILED, sent=None, claimed_until=None, reason=CAME_BACK)
    )
    return notice_of(connection, row)


def newest_sent(connection: Connection, message_keys: Iterable[str]) -> datetime | None:
    """Return when the newest of the notices of these names was made, None if none."""
    made = (row.created for row in _SENT.of(connection, tuple(message_keys)))
    return max(made, default=None)


def is_kept(connection: Connection, message_key: str) -> bool:
    """Return whether the notice of this name is in the outbox, sent or not."""
    return connection.execute(_KEPT, {"its_key": message_key}).first() is not None


def oldest_kept(connection: Connection) -> datetime | None:
    """Return when the oldest notice of the outbox was due, None if there is none.

    Notices that were made before it may have been forgotten by `drop_notices`.
    """
    oldest: datetime | None = connection.scalar(select(func.min(outbox.c.due)))
    return oldest


def texts_sent(connection: Connection, message_keys: Iterable[str]) -> tuple[str, ...]:
    """Return what the notices of these names said, oldest first.

    Nothing if it is forgotten of the newest, for that is the one which is answered.
    """
    numbers = [row.number for row in _SENT.of(connection, tuple(message_keys))]
    texts = [*connection.scalars(_TEXTS, {"numbers": numbers})] if numbers else [""]
    return tuple(filter(None, texts)) if texts[-1] else ()


def mark_failed(connection: Connection, number: int, reason: str) -> None:
    """Note why the notice will never be sent."""
    connection.execute(
        update(outbox)
        .where(outbox.c.number == number, outbox.c.state == NoticeState.QUEUED)
        .values(state=NoticeState.FAILED, claimed_until=None, reason=reason)
    )


def took_since(connection: Connection, moment: datetime) -> bool:
    """Return whether the relay has taken any mail after `moment`."""
    taken = select(outbox.c.number).where(outbox.c.sent > moment).limit(1)
    return connection.execute(taken).first() is not None


def notice_of(connection: Connection, row: Row[*tuple[object, ...]]) -> Notice:
    """Return the notice that is kept in a row of the outbox."""
    return notices_of(connection, [row])[0]


def notices_of(connection: Connection, rows: Sequence[Row[*tuple[object, ...]]]) -> list[Notice]:
    """Return the notices that are kept in rows of the outbox."""
    wanted = {"numbers": [row.number for row in rows]}
    files: dict[int, list[Attachment]] = {}
    for one in connection.execute(_ATTACHED, wanted):
        file = Attachment(one.filename, one.media_type, one.content)
        files.setdefault(one.notice, []).append(file)
    return [_notice(row, tuple(files.get(row.number, ()))) for row in rows]


def _notice(row: Row[*tuple[object, ...]], attached: tuple[Attachment, ...]) -> Notice:
    reply_to = None
    if row.reply_player is not None:
        reply_to = ReplyTo(
            row.reply_player,
            row.reply_game,
            row.reply_role,
            row.reply_generation or 0,
            row.conversation or (),
        )
    return Notice(
        to=row.recipient,
        subject=row.subject,
        text=row.body,
        tone=row.tone,
        game=row.game,
        phase=row.phase or "",
        reply_to=reply_to,
        in_reply_to=row.in_reply_to,
        references=row.thread,
        attachments=attached,
        html=row.html or "",
        drawing=row.drawing or "",
        calendar=row.calendar or "",
        question=None if row.question is None else Question(row.question),
    )
