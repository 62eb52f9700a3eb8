"""The message of the day."""

from datetime import datetime

from sqlalchemy import Connection, insert, select

from judge.store.tables import messages

_NEWEST = select(messages.c.text).order_by(messages.c.number.desc()).limit(1)


def set_message(connection: Connection, text: str, now: datetime) -> None:
    """Let `text` be the message of the day from now on, or none for ""."""
    connection.execute(insert(messages).values(since=now, text=text))


def message_of_the_day(connection: Connection) -> str:
    """Return the message of the day, "" for none."""
    return connection.scalar(_NEWEST) or ""
