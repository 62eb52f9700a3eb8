"""The tables of persons: who they are, where they write from, and what proves it."""

from enum import StrEnum

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

from judge.game import ConductMark
from judge.store.columns import PlainText, UtcDateTime, Words
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
    Column("preferences", Text, nullable=False),
)

# They are asked for at each change of a game, and are few.
Index(
    "ix_players_monitors",
    players.c.number,
    sqlite_where=text("preferences LIKE '%monitor%'"),
    postgresql_where=text("preferences LIKE '%monitor%'"),
)

# Who does not want to be in one game with whom, who is `called` so by the one who wants
# that. Whose an address is that somebody is called by is not kept with it.
apart = Table(
    "apart",
    metadata,
    to("player", "players.number"),
    Column("called", PlainText, nullable=False),
    to("other", "players.number", nullable=True),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("player", "called"),
    Index(None, "other"),
    Index(None, "called"),
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
    Index(None, "player"),
)
# SQLite takes such an index only where it reads the very words of a query.
Index(
    "uq_addresses_main",
    addresses.c.player,
    unique=True,
    sqlite_where=text("main = 1"),
    postgresql_where=text("main"),
)

# Who writes from `address` says that `asked` is his, too, and wants his mail at `main`.
# A reply to the secret address whose digest is kept answers that, yes or no; one that is
# `due` is so without an answer. `about` names the question, and it was `reminded` where a
# reply was neither. `outcome` is what came of it, or NULL, and `denied` when it was a no,
# until the keeper was told.
claims = Table(
    "claims",
    metadata,
    number(),
    Column("address", PlainText, nullable=False),
    Column("asked", PlainText, nullable=False),
    Column("main", PlainText, nullable=False),
    Column("secret", Text, nullable=False, unique=True),
    Column("about", PlainText),
    Column("made", UtcDateTime, nullable=False),
    Column("due", UtcDateTime),
    Column("outcome", choice(ClaimOutcome, "outcome")),
    Column("reminded", Boolean),
    Column("denied", UtcDateTime),
    Index(None, "denied"),
)

# A `command` that cannot be undone, and the `line` that does it, waits for a yes of the
# player who gave it, in a role of a game or for themselves. `secret` is the digest of the
# token of the question that `about` names, which counts for the `generation` of reply
# addresses of then. It was `reminded` where a reply was neither yes nor no, and
# `answered` by that letter, which `denied` it or said yes.
confirmations = Table(
    "confirmations",
    metadata,
    number(),
    Column("secret", Text, nullable=False, unique=True),
    Column("about", PlainText, nullable=False),
    to("player", "players.number"),
    Column("game", PlainText),
    Column("role", PlainText, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("command", PlainText, nullable=False),
    Column("line", PlainText, nullable=False),
    Column("made", UtcDateTime, nullable=False),
    Column("reminded", Boolean),
    Column("answered", Integer),
    Column("denied", Boolean),
    Index(None, "made"),
    Index(None, "player"),
)

# A secret reply address, by the digest of its token; the store never holds the token.
# One of a `generation` that is over is known still, but opens nothing. What comes to
# that of a `conversation` is press for those whom this names, its writer first.
tokens = Table(
    "tokens",
    metadata,
    Column("digest", Text, nullable=False),
    to("player", "players.number"),
    to("game", "games.number"),
    Column("role", PlainText, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("conversation", Words),
    PrimaryKeyConstraint("digest"),
    Index(None, "game", "player"),
)

# Wrong passwords of the last days: for which one, by a digest of its hash, and from
# where. The words are not kept.
guesses = Table(
    "guesses",
    metadata,
    number(),
    Column("lock", Text, nullable=False),
    Column("sender", PlainText, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "lock", "at"),
    Index(None, "sender", "at"),
)

# An address whose mail failed: a point a day, and since when nothing is sent to it but
# a trial now and then. It may be one that nobody has registered.
bounces = Table(
    "bounces",
    metadata,
    Column("address", PlainText, nullable=False),
    Column("points", Integer, nullable=False),
    Column("newest", UtcDateTime, nullable=False),
    Column("paused", UtcDateTime),
    Column("tried", UtcDateTime),
    PrimaryKeyConstraint("address"),
    CheckConstraint("address = lower(address)", "lower_case"),
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

# Append-only: what became of the orders of a player in a phase; the newest row counts.
conduct = Table(
    "conduct",
    metadata,
    number(),
    to("player", "players.number"),
    to("game", "games.number"),
    Column("power", PlainText, nullable=False),
    Column("phase", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("mark", choice(ConductMark, "mark"), nullable=False),
    Index(None, "player"),
)
