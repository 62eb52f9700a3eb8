"""Forgetting mail that is old, some of it at a time.

First what it said, and after a longer time that it was there at all: until then a mail
that is delivered again is known by its digest, and a reply or a report by the name of
the notice that it is about.
"""

from datetime import datetime

from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    case,
    delete,
    func,
    select,
    update as change,
)

from judge.store.tables import LetterState, NoticeState, attachments, inbox, letter_games, outbox

_LETTERS_OVER = (LetterState.DONE, LetterState.IGNORED)
_NOTICES_OVER = (NoticeState.SENT, NoticeState.FAILED)
# As the indexes of the tables have it, or they are of no use.
_HAS_BYTES = func.length(inbox.c.raw) > 0
_HAS_WORDS = outbox.c.body != ""
_FORGOTTEN = {
    "raw": b"",
    "sender": "",
    "note": "",
    # Whoever was to look at it has not.
    "state": case(
        (inbox.c.state == LetterState.SET_ASIDE, LetterState.IGNORED), else_=inbox.c.state
    ),
}
WORDLESS = {"body": "", "html": None, "drawing": None, "calendar": None, "thread": ()}


def empty_letters(connection: Connection, before: datetime, most: int) -> int:
    """Forget letters kept before then, but for their digests; return how many.

    Those that were set aside are given up; those that wait are not touched.
    """
    over = inbox.c.state.in_((*_LETTERS_OVER, LetterState.SET_ASIDE))
    old = _HAS_BYTES & (inbox.c.received < before) & over
    found = _numbers(connection, inbox, old, inbox.c.received, most)
    its = letter_games.c.letter.in_(found)
    connection.execute(delete(letter_games).where(its))
    connection.execute(change(inbox).where(inbox.c.number.in_(found)).values(_FORGOTTEN))
    return len(found)


def empty_notices(connection: Connection, before: datetime, most: int) -> int:
    """Forget what notices said that were made before then and are out; as above."""
    over = outbox.c.state.in_(_NOTICES_OVER)
    old = _HAS_WORDS & (outbox.c.created < before) & over
    found = _numbers(connection, outbox, old, outbox.c.created, most)
    connection.execute(delete(attachments).where(attachments.c.notice.in_(found)))
    connection.execute(change(outbox).where(outbox.c.number.in_(found)).values(WORDLESS))
    return len(found)


def drop_letters(connection: Connection, before: datetime, most: int) -> int:
    """Forget that letters kept before then were there at all; return how many."""
    old = inbox.c.state.in_(_LETTERS_OVER) & (inbox.c.received < before)
    found = _numbers(connection, inbox, old, inbox.c.received, most)
    connection.execute(delete(inbox).where(inbox.c.number.in_(found)))
    return len(found)


def drop_notices(connection: Connection, before: datetime, most: int) -> int:
    """Forget that notices due before then were there at all; return how many."""
    old = outbox.c.state.in_(_NOTICES_OVER) & (outbox.c.due < before)
    # One whose words are kept has attachments, and is younger anyway.
    found = _numbers(connection, outbox, old & ~_HAS_WORDS, outbox.c.due, most)
    connection.execute(delete(outbox).where(outbox.c.number.in_(found)))
    return len(found)


def _numbers(
    connection: Connection,
    table: Table,
    which: ColumnElement[bool],
    order: ColumnElement[datetime],
    most: int,
) -> list[int]:
    wanted = select(table.c.number).where(which).order_by(order).limit(most)
    return list(connection.scalars(wanted))
