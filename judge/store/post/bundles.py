"""Notices that wait for others, to go out with them in one mail."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Row, and_, bindparam, delete, select, update

from judge.letter import Notice, ReplyTo
from judge.store.post.outbox import notice_of
from judge.store.tables import NoticeState, outbox

_PLACE = ("recipient", "reply_player", "reply_game", "reply_role")
_WAITS = outbox.c.bundled & (outbox.c.state == NoticeState.QUEUED)
_FREE = (
    update(outbox)
    .where(
        _WAITS,
        outbox.c.reply_player == bindparam("player"),
        outbox.c.reply_game == bindparam("its_game"),
        outbox.c.reply_role == bindparam("role"),
        outbox.c.due > bindparam("at"),
    )
    .values(due=bindparam("at"))
)


def take_bundle(connection: Connection, now: datetime) -> tuple[Notice, ...]:
    """Return all notices for a place of which one is due, oldest first; () for none.

    Those of a conversation are apart, for they are answered at another address. They
    are in the outbox no longer: what is made of them is to be put there. One that is
    alone stays there, and is as any other.
    """
    due = select(outbox).where(_WAITS, outbox.c.due <= now)
    first = connection.execute(
        due.order_by(outbox.c.due, outbox.c.number).limit(1).with_for_update(skip_locked=True)
    ).one_or_none()
    if first is None:
        return ()
    together = select(outbox).where(_WAITS, _same_place(first)).with_for_update()
    rows = connection.execute(together.order_by(outbox.c.number)).all()
    numbers = outbox.c.number.in_([row.number for row in rows])
    if len(rows) == 1:
        connection.execute(update(outbox).where(numbers).values(bundled=None))
        return ()
    notices = tuple(notice_of(connection, row) for row in rows)
    connection.execute(delete(outbox).where(numbers))
    return notices


def free_bundles(connection: Connection, places: Sequence[tuple[ReplyTo, datetime]]) -> None:
    """Let what waits for each place be due at that moment, if it is not before."""
    freed = [
        {"player": one.player, "its_game": one.game, "role": one.role, "at": at}
        for one, at in places
    ]
    if freed:
        connection.execute(_FREE, freed)


def _same_place(row: Row[*tuple[object, ...]]) -> ColumnElement[bool]:
    columns = (*_PLACE, "conversation")
    return and_(*(outbox.c[name].is_not_distinct_from(getattr(row, name)) for name in columns))
