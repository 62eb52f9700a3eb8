"""The table of the audit trail: what happened, each entry chained to the one before."""

from sqlalchemy import Column, Index, Table, Text, UniqueConstraint

from judge.store.columns import PlainText, UtcDateTime, Words
from judge.store.tables.base import metadata, number, to

# Append-only, but that text and salt of an entry may be erased. Each game has a chain,
# and what a keeper does in none has one, with no game. `digest` is of the salt and all
# that the entry says, `link` of the link before, `follows`, and the digest: so nothing
# can be changed, dropped or put between, and no two entries follow the same one.
trail = Table(
    "trail",
    metadata,
    number(),
    to("game", "games.number", nullable=True),
    Column("at", UtcDateTime, nullable=False),
    to("actor", "players.number", nullable=True),
    Column("role", PlainText, nullable=False),
    Column("event", Text, nullable=False),
    Column("phase", Text, nullable=False),
    Column("told", Words, nullable=False),
    Column("about", Words, nullable=False),
    Column("text", PlainText),
    Column("salt", Text),
    Column("digest", Text, nullable=False),
    Column("follows", Text, nullable=False),
    Column("link", Text, nullable=False),
    UniqueConstraint("follows"),
    Index(None, "game"),
)
