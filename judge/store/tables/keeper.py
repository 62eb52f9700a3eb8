"""The tables of what the keeper of the judge has set down."""

from sqlalchemy import CheckConstraint, Column, PrimaryKeyConstraint, Table

from judge.store.columns import PlainText, UtcDateTime
from judge.store.tables.base import metadata, number

# Nothing from these addresses is obeyed or answered; `@domain` stands for all of one.
blocks = Table(
    "blocks",
    metadata,
    Column("address", PlainText, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    Column("reason", PlainText, nullable=False),
    PrimaryKeyConstraint("address"),
    CheckConstraint("address = lower(address)", "lower_case"),
)

# Append-only: the message of the day, of which the newest counts; an empty one is none.
messages = Table(
    "messages",
    metadata,
    number(),
    Column("since", UtcDateTime, nullable=False),
    Column("text", PlainText, nullable=False),
)
