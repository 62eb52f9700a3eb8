"""The tables of persons: who they are, where they write from, and what proves it."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    Text,
    text,
)

from judge.store.columns import PlainText, UtcDateTime
from judge.store.tables.base import metadata, number, to

players = Table(
    "players",
    metadata,
    number(),
    Column("name", PlainText, nullable=False),
    Column("zone", Text, nullable=False),
)

# Mail to a player goes to the main address; each of them tells who writes.
addresses = Table(
    "addresses",
    metadata,
    Column("address", PlainText, nullable=False),
    to("player", "players.number"),
    Column("main", Boolean, nullable=False),
    PrimaryKeyConstraint("address"),
    CheckConstraint("address = lower(address)", "lower_case"),
)
Index(
    "uq_addresses_main",
    addresses.c.player,
    unique=True,
    sqlite_where=text("main"),
    postgresql_where=text("main"),
)

# A secret reply address, by the digest of its token; the store never holds the token.
# One of a `generation` that is over is known still, but opens nothing.
tokens = Table(
    "tokens",
    metadata,
    Column("digest", Text, nullable=False),
    to("player", "players.number"),
    to("game", "games.number"),
    Column("role", PlainText, nullable=False),
    Column("generation", Integer, nullable=False),
    PrimaryKeyConstraint("digest"),
    Index(None, "game", "player"),
)

# Append-only: when the reply addresses of a place were replaced. How often that was is
# the generation of those that count.
renewals = Table(
    "renewals",
    metadata,
    number(),
    to("game", "games.number"),
    to("player", "players.number"),
    Column("role", PlainText, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "game", "player", "role"),
)
