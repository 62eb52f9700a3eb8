"""Answered letters in which secrets may be left, as older judges kept them."""

from sqlalchemy import Connection, bindparam, select, update

from judge.store.post.inbox import Copy
from judge.store.tables import LetterState, inbox

_OLD = (
    select(inbox.c.number, inbox.c.raw, inbox.c.recipient)
    .where(inbox.c.bare.is_(None), inbox.c.state.in_((LetterState.DONE, LetterState.IGNORED)))
    .order_by(inbox.c.number)
    .limit(bindparam("most"))
)
_BARE = update(inbox).where(inbox.c.number == bindparam("its_number")).values(bare=True)


def not_bare(connection: Connection, most: int) -> tuple[tuple[int, Copy], ...]:
    """Return so many of them at most, each as it was kept."""
    rows = connection.execute(_OLD, {"most": most})
    return tuple((row.number, Copy(row.raw, row.recipient)) for row in rows)


def keep_bare(connection: Connection, number: int, copy: Copy) -> None:
    """Keep nothing but `copy` of an answered letter."""
    its = {"its_number": number, "raw": copy.raw, "recipient": copy.recipient}
    connection.execute(_BARE, its)
