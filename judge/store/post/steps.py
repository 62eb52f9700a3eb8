"""What waits in the post when the clock went back: nothing may wait for wrong times."""

from datetime import datetime

from sqlalchemy import Connection, update

from judge.store.tables import LetterState, NoticeState, inbox, outbox

_LETTERS = update(inbox).where(inbox.c.state == LetterState.NEW)
_NOTICES = update(outbox).where(outbox.c.state == NoticeState.QUEUED)


def forget_future(connection: Connection, now: datetime) -> None:
    """Let all that waits for a time to come wait for it no longer.

    What is just being sent may go out twice, with the same Message-ID.
    """
    for column in (inbox.c.arrived, inbox.c.received):
        connection.execute(_LETTERS.where(column > now).values({column: now}))
    for waiting, table in ((_LETTERS, inbox), (_NOTICES, outbox)):
        until = table.c.claimed_until
        connection.execute(waiting.where(until > now).values(claimed_until=None))
    connection.execute(_NOTICES.where(outbox.c.due > now).values(due=now))
