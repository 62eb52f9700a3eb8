"""The tables of games: settings and clock, people, orders, and what happened."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from judge.game import MASTER, OBSERVER, STANDBY, TUTOR, MotionKind, Stage
from judge.store.columns import PlainText, UtcDateTime, Words
from judge.store.tables.base import choice, metadata, number, to

# `key` is the name without capitals; `due` is when the clock next has something to do.
# `edited` is the board as the phase found it, where its Master has changed it since.
# What had come by `closed` counts in a phase whose results are `released` at a moment.
games = Table(
    "games",
    metadata,
    number(),
    Column("key", PlainText, nullable=False, unique=True),
    Column("name", PlainText, nullable=False),
    Column("variant", PlainText, nullable=False),
    Column("settings", Text, nullable=False),
    Column("stage", choice(Stage, "stage"), nullable=False),
    Column("seed", Text, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("phase", Text),
    Column("position", Text),
    Column("edited", Text),
    Column("deadline", UtcDateTime),
    Column("grace", UtcDateTime),
    Column("ready", UtcDateTime),
    Column("held", UtcDateTime),
    Column("resumes", UtcDateTime),
    Column("reminded", UtcDateTime),
    Column("muster", UtcDateTime),
    Column("closed", UtcDateTime),
    Column("released", UtcDateTime),
    Column("motion", choice(MotionKind, "motion")),
    Column("motion_until", UtcDateTime),
    Column("motion_reason", PlainText),
    Column("motion_settled", Boolean),
    Column("motion_line", PlainText),
    Column("motion_timed", Boolean),
    Column("winners", Words),
    Column("ending", PlainText),
    Column("due", UtcDateTime),
    Column("guests", PlainText, nullable=False),
    Column("forms_again", Boolean, nullable=False),
    CheckConstraint("(phase IS NULL) = (position IS NULL)", "phase_of_position"),
    CheckConstraint("(closed IS NULL) = (released IS NULL)", "review_whole"),
    CheckConstraint("(winners IS NULL) = (ending IS NULL)", "ending_whole"),
    Index(None, "due"),
)

# Masters, observers, and who is on stand-by.
# An observer may want the news later by a `delay` in seconds.
followers = Table(
    "followers",
    metadata,
    to("game", "games.number"),
    to("player", "players.number"),
    Column("role", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("password", Text),
    Column("delay", Integer, nullable=False),
    PrimaryKeyConstraint("game", "player", "role"),
    Index(None, "player"),
    CheckConstraint(f"role IN ('{MASTER}', '{OBSERVER}', '{STANDBY}', '{TUTOR}')", "role"),
)

entrants = Table(
    "entrants",
    metadata,
    to("game", "games.number"),
    to("player", "players.number"),
    Column("place", Integer, nullable=False),
    Column("preferences", PlainText, nullable=False),
    Column("password", Text),
    Column("here", UtcDateTime),
    PrimaryKeyConstraint("game", "player"),
    Index(None, "player"),
)

# What each power has sent for the running phase, and what stands beyond it.
seats = Table(
    "seats",
    metadata,
    to("game", "games.number"),
    Column("power", PlainText, nullable=False),
    Column("place", Integer, nullable=False),
    to("player", "players.number", nullable=True),
    Column("orders", Words, nullable=False),
    Column("troubled", Words, nullable=False),
    Column("dated", UtcDateTime),
    Column("receipt", Integer, nullable=False),
    Column("earlier", Text, nullable=False),
    Column("plans", Text, nullable=False),
    Column("proxies", Text, nullable=False),
    Column("entered", Text, nullable=False),
    Column("wait", Boolean, nullable=False),
    Column("wait_until", UtcDateTime),
    Column("draw", Words),
    Column("missed", Integer, nullable=False),
    Column("kept", Integer, nullable=False),
    Column("excused", Integer, nullable=False),
    Column("absences", Words, nullable=False),
    Column("agrees", Boolean),
    Column("proposed", Boolean, nullable=False),
    Column("sought", Boolean, nullable=False),
    Column("reserved", UtcDateTime),
    Column("dummy", Boolean, nullable=False),
    Column("password", Text),
    PrimaryKeyConstraint("game", "power"),
    UniqueConstraint("game", "place"),
    Index(None, "player"),
)

# Append-only: each set of orders as it stood after a letter, and the lines of that.
filings = Table(
    "filings",
    metadata,
    number(),
    to("game", "games.number"),
    Column("phase", Text, nullable=False),
    Column("power", PlainText, nullable=False),
    Column("orders", Words, nullable=False),
    Column("lines", Words, nullable=False),
    Column("dated", UtcDateTime, nullable=False),
    Column("filed", UtcDateTime, nullable=False),
    Column("on_behalf", Boolean, nullable=False),
    Index(None, "game", "phase"),
)

# Append-only but for the marks of a phase that was rolled back: `undone` says when, and
# `returns` is true while ROLL FORWARD brings it back.
phases = Table(
    "phases",
    metadata,
    number(),
    to("game", "games.number"),
    Column("phase", Text, nullable=False),
    Column("before", Text, nullable=False),
    Column("adjudication", Text, nullable=False),
    Column("absent", Words, nullable=False),
    Column("processed", UtcDateTime, nullable=False),
    Column("closed", UtcDateTime),
    Column("undone", UtcDateTime),
    Column("returns", Boolean),
    Index(None, "game"),
)
# The last guard against processing a phase twice.
Index(
    "uq_phases_game_phase",
    phases.c.game,
    phases.c.phase,
    unique=True,
    sqlite_where=text("undone IS NULL"),
    postgresql_where=text("undone IS NULL"),
)

press = Table(
    "press",
    metadata,
    number(),
    to("game", "games.number"),
    Column("phase", Text),
    Column("at", UtcDateTime, nullable=False),
    Column("sender", PlainText, nullable=False),
    to("author", "players.number", nullable=True),
    Column("recipients", Words, nullable=False),
    Column("text", PlainText, nullable=False),
    Column("broadcast", Boolean, nullable=False),
    Column("grey", Boolean, nullable=False),
    Column("feigned", Words, nullable=False),
    Index(None, "game"),
    Index(None, "author"),
)

# What has not left yet; `player` is its author, and `leaves` is None for what leaves at
# the end of the phase.
held_press = Table(
    "held_press",
    metadata,
    to("game", "games.number"),
    Column("number", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    to("player", "players.number"),
    Column("sender", PlainText, nullable=False),
    Column("recipients", Words, nullable=False),
    Column("text", PlainText, nullable=False),
    Column("broadcast", Boolean, nullable=False),
    Column("grey", Boolean, nullable=False),
    Column("written", UtcDateTime, nullable=False),
    Column("leaves", UtcDateTime),
    Column("delayed", Boolean, nullable=False),
    Column("feigned", Words, nullable=False),
    PrimaryKeyConstraint("game", "number"),
    UniqueConstraint("game", "place"),
)

# What `player` notes down for himself; `opened` once everybody in the game may read it.
diary = Table(
    "diary",
    metadata,
    to("game", "games.number"),
    to("player", "players.number"),
    Column("number", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("role", PlainText, nullable=False),
    Column("phase", Text, nullable=False),
    Column("written", UtcDateTime, nullable=False),
    Column("text", PlainText, nullable=False),
    Column("opened", Boolean, nullable=False),
    PrimaryKeyConstraint("game", "player", "number"),
    UniqueConstraint("game", "place"),
    Index(None, "player"),
)

# Append-only: what happened, to whom asks later.
journal = Table(
    "journal",
    metadata,
    number(),
    to("game", "games.number"),
    Column("at", UtcDateTime, nullable=False),
    Column("event", Text, nullable=False),
    Index(None, "game"),
)
