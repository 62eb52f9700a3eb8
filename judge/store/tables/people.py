"""The tables of persons: who they are, where they write from, and what proves it."""

from enum import StrEnum

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Index,
    PrimaryKeyConstraint,
    Table,
    Text,
    text,
)

from judge.store.columns import PlainText, UtcDateTime
from judge.store.tables.base import choice, metadata, number, to


class ClaimOutcome(StrEnum):
    """What came of the claim that two addresses are one person's."""

    JOINED = "joined"
    APART = "apart"  # both of them have places in games
    DENIED = "denied"


players = Table(
    "players",
    metadata,
    number(),
    Column("name", PlainText, nullable=False),
    Column("zone", Text, nullable=False),
    Column("password", Text),
)

# Mail to a player goes to the main address; each of them tells who writes. Of one from
# which mail came back it is noted when.
addresses = Table(
    "addresses",
    metadata,
    Column("address", PlainText, nullable=False),
    to("player", "players.number"),
    Column("main", Boolean, nullable=False),
    Column("came_back", UtcDateTime),
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

# Who writes from `address` says that `asked` is his, too, and wants his mail at `main`.
# A reply to the secret address whose digest is kept answers that: yes, or no if it is
# `due` without. `outcome` is what came of it, or NULL.
claims = Table(
    "claims",
    metadata,
    number(),
    Column("address", PlainText, nullable=False),
    Column("asked", PlainText, nullable=False),
    Column("main", PlainText, nullable=False),
    Column("secret", Text, nullable=False, unique=True),
    Column("made", UtcDateTime, nullable=False),
    Column("due", UtcDateTime),
    Column("outcome", choice(ClaimOutcome, "outcome")),
)

# A secret reply address, by the digest of its token; the store never holds the token.
tokens = Table(
    "tokens",
    metadata,
    Column("digest", Text, nullable=False),
    to("player", "players.number"),
    to("game", "games.number"),
    Column("role", PlainText, nullable=False),
    PrimaryKeyConstraint("digest"),
    Index(None, "game", "player"),
)
