"""The tables of the store, and their constraints.

Texts of people are stored unchanged: mails as the bytes that arrived, orders and positions in
canonical notation. `migrations/` builds the same tables step by step.
"""

import json
from datetime import UTC, datetime
from enum import Enum, StrEnum

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Dialect,
    Enum as EnumType,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.types import TypeDecorator

from judge.commands import ReplyMeant
from judge.game import MASTER, OBSERVER, STANDBY, TUTOR, ConductMark, MotionKind, Stage
from judge.letter import Account, Tone

_NOTHING = "[]"  # the text of an empty list, which is the most frequent list


class UtcDateTime(TypeDecorator[datetime]):
    """A column type for moments: it takes only aware datetimes, and returns them in UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the moment in UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"A moment needs a time zone: {value}")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the moment in UTC; SQLite returns it without a zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            return value.replace(tzinfo=UTC)
        return value.astimezone(UTC)


class PlainText(TypeDecorator[str]):
    """A column type for text, without characters that a database refuses.

    PostgreSQL refuses NUL, and every database refuses half a surrogate pair. A mail may contain
    both; they become U+FFFD and `?`.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Return the text without characters that a database refuses."""
        if value is None:
            return None
        return value.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()


class Words(TypeDecorator[tuple[str, ...]]):
    """A column type for a tuple of texts, stored as a JSON list."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[str, ...] | None, dialect: Dialect) -> str | None:
        """Return the list as JSON in ASCII."""
        return None if value is None else json.dumps(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[str, ...] | None:
        """Return the texts."""
        if value is None:
            return None
        return () if value == _NOTHING else tuple(json.loads(value))


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def _choice(kind: type[Enum], name: str) -> EnumType:
    """Return a column type for the values of the Enum `kind`."""
    return EnumType(
        kind,
        name=name,
        native_enum=False,
        create_constraint=True,
        length=20,
        values_callable=lambda members: [member.value for member in members],
    )


def _number() -> Column[int]:
    """Return a primary key that numbers the rows in the order of their insertion."""
    return Column("number", Integer, primary_key=True)


def _to(column: str, target: str, *, nullable: bool = False) -> Column[int]:
    """Return a column that refers to a row of another table."""
    return Column(column, ForeignKey(target), nullable=nullable)


class ClaimOutcome(StrEnum):
    """The outcome of a claim that two addresses belong to one person."""

    JOINED = "joined"
    APART = "apart"  # both addresses belong to players with places in games
    DENIED = "denied"


players = Table(
    "players",
    metadata,
    _number(),
    Column("name", PlainText, nullable=False),
    Column("zone", Text, nullable=False),
    Column("password", Text),
    Column("preferences", Text, nullable=False),
    # Keys to the pages that were made before this time open nothing.
    Column("keys_from", UtcDateTime),
    # The ends of the player's last letters, each as digests of its lines.
    Column("endings", Words),
)

# Monitors are queried at each change of a game, and there are few of them.
Index(
    "ix_players_monitors",
    players.c.number,
    sqlite_where=text("preferences LIKE '%monitor%'"),
    postgresql_where=text("preferences LIKE '%monitor%'"),
)

# `player` wants no game with `other`, whom they `called` by a name or an address. For an address
# `other` is NULL: its owner is not stored here.
apart = Table(
    "apart",
    metadata,
    _to("player", "players.number"),
    Column("called", PlainText, nullable=False),
    _to("other", "players.number", nullable=True),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("player", "called"),
    Index(None, "other"),
    Index(None, "called"),
)

# The judge writes to the main address; mail from any of the addresses is the player's.
addresses = Table(
    "addresses",
    metadata,
    Column("address", PlainText, nullable=False),
    _to("player", "players.number"),
    Column("main", Boolean, nullable=False),
    PrimaryKeyConstraint("address"),
    CheckConstraint("address = lower(address)", "lower_case"),
    Index(None, "player"),
)
# SQLite uses a partial index only if the query contains the same words.
Index(
    "uq_addresses_main",
    addresses.c.player,
    unique=True,
    sqlite_where=text("main = 1"),
    postgresql_where=text("main"),
)

# A browser that may open the places of a player. Only digests of its cookie and of its key are
# stored. A key signs in one browser, so the key of a shut browser stays.
browsers = Table(
    "browsers",
    metadata,
    _number(),
    _to("player", "players.number"),
    Column("cookie", Text, nullable=False, unique=True),
    Column("key", Text, nullable=False, unique=True),
    Column("name", PlainText, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    Column("used", UtcDateTime, nullable=False),
    Column("shut", Boolean, nullable=False),
    Index(None, "player"),
)

# The sender of `address` says that `asked` is theirs too, and wants their mail at `main`.
claims = Table(
    "claims",
    metadata,
    _number(),
    Column("address", PlainText, nullable=False),
    Column("asked", PlainText, nullable=False),
    Column("main", PlainText, nullable=False),
    # The digest of the question's token, and the name of the question.
    Column("secret", Text, nullable=False, unique=True),
    Column("about", PlainText),
    Column("made", UtcDateTime, nullable=False),
    # When the claim is accepted without an answer.
    Column("due", UtcDateTime),
    Column("outcome", _choice(ClaimOutcome, "outcome")),
    # Set after a reply that was neither yes nor no.
    Column("reminded", Boolean),
    # When the reply was no; NULL again after the report to the keeper.
    Column("denied", UtcDateTime),
    Index(None, "denied"),
)

# Irreversible commands that wait for a yes of the player who gave them, in a role of a game or for
# themselves.
confirmations = Table(
    "confirmations",
    metadata,
    _number(),
    # The digest of the question's token, and the name of the question.
    Column("secret", Text, nullable=False, unique=True),
    Column("about", PlainText, nullable=False),
    _to("player", "players.number"),
    Column("game", PlainText),
    Column("role", PlainText, nullable=False),
    # The generation of reply addresses for which the question counts.
    Column("generation", Integer, nullable=False),
    Column("command", PlainText, nullable=False),
    # The line that a yes carries out.
    Column("line", PlainText, nullable=False),
    Column("made", UtcDateTime, nullable=False),
    # Set after a reply that was neither yes nor no.
    Column("reminded", Boolean),
    # The number of the letter that answered yes, or no if `denied`.
    Column("answered", Integer),
    Column("denied", Boolean),
    Index(None, "made"),
    Index(None, "player"),
)

# Secret reply addresses, by the digest of their tokens; the store never has the token itself. A
# token of an earlier `generation` is recognized, and gives no access. Mail to the token of a
# `conversation` is press for the roles in it; the first of them is the writer.
tokens = Table(
    "tokens",
    metadata,
    Column("digest", Text, nullable=False),
    _to("player", "players.number"),
    _to("game", "games.number"),
    Column("role", PlainText, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("conversation", Words),
    PrimaryKeyConstraint("digest"),
    Index(None, "game", "player"),
)

# Wrong passwords of the last days: `lock` is a digest of the hash of the right password. The wrong
# passwords themselves are not stored.
guesses = Table(
    "guesses",
    metadata,
    _number(),
    Column("lock", Text, nullable=False),
    Column("sender", PlainText, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "lock", "at"),
    Index(None, "sender", "at"),
)

# Addresses that bounce: one point a day. A `paused` address gets only a trial mail now and then.
# The address may be unregistered.
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

# Append-only: the moments when the reply addresses of a place were replaced. The number of rows is
# the current generation.
renewals = Table(
    "renewals",
    metadata,
    _number(),
    _to("game", "games.number"),
    _to("player", "players.number"),
    Column("role", PlainText, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "game", "player", "role"),
)

# Append-only: whether a player sent orders for a phase; the newest row of a phase counts.
conduct = Table(
    "conduct",
    metadata,
    _number(),
    _to("player", "players.number"),
    _to("game", "games.number"),
    Column("power", PlainText, nullable=False),
    Column("phase", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("mark", _choice(ConductMark, "mark"), nullable=False),
    Index(None, "player"),
)


games = Table(
    "games",
    metadata,
    _number(),
    # The name in lower case.
    Column("key", PlainText, nullable=False, unique=True),
    Column("name", PlainText, nullable=False),
    Column("variant", PlainText, nullable=False),
    Column("settings", Text, nullable=False),
    Column("stage", _choice(Stage, "stage"), nullable=False),
    Column("seed", Text, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("phase", Text),
    Column("position", Text),
    # The board at the beginning of the phase, if the Master has changed it since.
    Column("edited", Text),
    Column("deadline", UtcDateTime),
    Column("grace", UtcDateTime),
    Column("ready", UtcDateTime),
    Column("held", UtcDateTime),
    Column("resumes", UtcDateTime),
    Column("reminded", UtcDateTime),
    Column("muster", UtcDateTime),
    # Under review: letters that arrived before `closed` count, and results are sent at `released`.
    Column("closed", UtcDateTime),
    Column("released", UtcDateTime),
    Column("motion", _choice(MotionKind, "motion")),
    Column("motion_until", UtcDateTime),
    Column("motion_reason", PlainText),
    Column("motion_settled", Boolean),
    Column("motion_line", PlainText),
    Column("motion_timed", Boolean),
    Column("winners", Words),
    Column("ending", PlainText),
    # When the game must be processed, reminded or woken next.
    Column("due", UtcDateTime),
    Column("guests", PlainText, nullable=False),
    Column("forms_again", Boolean, nullable=False),
    CheckConstraint("(phase IS NULL) = (position IS NULL)", "phase_of_position"),
    CheckConstraint("(closed IS NULL) = (released IS NULL)", "review_whole"),
    CheckConstraint("(winners IS NULL) = (ending IS NULL)", "ending_whole"),
    Index(None, "due"),
)

# Masters, observers, tutors and stand-bys.
followers = Table(
    "followers",
    metadata,
    _to("game", "games.number"),
    _to("player", "players.number"),
    Column("role", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("password", Text),
    # The delay of an observer's news, in seconds.
    Column("delay", Integer, nullable=False),
    PrimaryKeyConstraint("game", "player", "role"),
    Index(None, "player"),
    CheckConstraint(f"role IN ('{MASTER}', '{OBSERVER}', '{STANDBY}', '{TUTOR}')", "role"),
)

entrants = Table(
    "entrants",
    metadata,
    _to("game", "games.number"),
    _to("player", "players.number"),
    Column("place", Integer, nullable=False),
    Column("preferences", PlainText, nullable=False),
    Column("password", Text),
    Column("here", UtcDateTime),
    PrimaryKeyConstraint("game", "player"),
    Index(None, "player"),
)

# The powers of a game: their players, orders for the running phase, and longer-lasting settings.
seats = Table(
    "seats",
    metadata,
    _to("game", "games.number"),
    Column("power", PlainText, nullable=False),
    Column("place", Integer, nullable=False),
    _to("player", "players.number", nullable=True),
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

# Append-only: each set of orders after a letter, and the letter's lines.
filings = Table(
    "filings",
    metadata,
    _number(),
    _to("game", "games.number"),
    Column("phase", Text, nullable=False),
    Column("power", PlainText, nullable=False),
    Column("orders", Words, nullable=False),
    Column("lines", Words, nullable=False),
    Column("dated", UtcDateTime, nullable=False),
    Column("filed", UtcDateTime, nullable=False),
    Column("on_behalf", Boolean, nullable=False),
    Index(None, "game", "phase"),
)

# Append-only, except for the two columns about a phase that was rolled back.
phases = Table(
    "phases",
    metadata,
    _number(),
    _to("game", "games.number"),
    Column("phase", Text, nullable=False),
    Column("before", Text, nullable=False),
    Column("adjudication", Text, nullable=False),
    Column("absent", Words, nullable=False),
    Column("processed", UtcDateTime, nullable=False),
    Column("closed", UtcDateTime),
    # When the phase was rolled back.
    Column("undone", UtcDateTime),
    # True while ROLL FORWARD can restore it.
    Column("returns", Boolean),
    Index(None, "game"),
)
# The last protection against processing a phase twice.
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
    _number(),
    _to("game", "games.number"),
    Column("phase", Text),
    Column("at", UtcDateTime, nullable=False),
    Column("sender", PlainText, nullable=False),
    _to("author", "players.number", nullable=True),
    Column("recipients", Words, nullable=False),
    Column("text", PlainText, nullable=False),
    Column("broadcast", Boolean, nullable=False),
    Column("grey", Boolean, nullable=False),
    Column("feigned", Words, nullable=False),
    Index(None, "game"),
    Index(None, "author"),
)

# Held press; `player` is its author. `leaves` is NULL for the end of the phase.
held_press = Table(
    "held_press",
    metadata,
    _to("game", "games.number"),
    Column("number", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    _to("player", "players.number"),
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

# Diary notes of `player`; `opened` if everybody in the game may read them.
diary = Table(
    "diary",
    metadata,
    _to("game", "games.number"),
    _to("player", "players.number"),
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

# Append-only: the class names of the facts of a game.
journal = Table(
    "journal",
    metadata,
    _number(),
    _to("game", "games.number"),
    Column("at", UtcDateTime, nullable=False),
    Column("event", Text, nullable=False),
    Index(None, "game"),
)


class LetterState(StrEnum):
    """The state of a stored letter."""

    NEW = "new"
    WAITING = "waiting"  # for its sender to confirm that they wrote it
    DONE = "done"  # obeyed and answered
    IGNORED = "ignored"  # neither obeyed nor answered; the note says why
    SET_ASIDE = "set_aside"  # the judge failed at it; the keeper looks at it


class NoticeState(StrEnum):
    """The state of a notice."""

    QUEUED = "queued"
    SENT = "sent"
    FAILED = "failed"


inbox = Table(
    "inbox",
    metadata,
    _number(),
    Column("recipient", PlainText, nullable=False),
    Column("sender", PlainText, nullable=False),
    # When the judge stored the letter.
    Column("received", UtcDateTime, nullable=False),
    # When it arrived at the judge or at the operator's own server; deadlines go by it.
    Column("arrived", UtcDateTime, nullable=False),
    Column("digest", Text, nullable=False, unique=True),
    Column("raw", LargeBinary, nullable=False),
    Column("state", _choice(LetterState, "state"), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("claimed_until", UtcDateTime),
    Column("note", PlainText, nullable=False),
    # For a letter that its sender must confirm: the address that was asked, the digest of the
    # question's token, and when a reply said yes.
    Column("asked", PlainText),
    Column("secret", Text, unique=True),
    Column("proven", UtcDateTime),
    # Set after a reply that was neither yes nor no.
    Column("reminded", Boolean),
    # When a reply said no.
    Column("denied", UtcDateTime),
    # The effect that a denied letter would have had, until the keeper is told.
    Column("grave", PlainText),
    # The answer to the question whether a reply was press or orders.
    Column("meant", _choice(ReplyMeant, "meant")),
    # The digest of the signed content, if a signature proved the letter.
    Column("signed", Text, unique=True),
    # True if the stored copy contains no secret, NULL if that is unknown.
    Column("bare", Boolean),
    # When the letter was set aside and its sender told so.
    Column("aside", UtcDateTime),
    CheckConstraint("(asked IS NULL) = (secret IS NULL)", "asked_whole"),
    Index(None, "state", "received", "number"),
    Index(None, "sender", "state", "received"),
    Index(None, "bare", "state"),
)

# Letters with their bytes; of the others only the digest is left.
Index(
    "ix_inbox_whole",
    inbox.c.received,
    sqlite_where=text("length(raw) > 0"),
    postgresql_where=text("length(raw) > 0"),
)

# Denied letters, of which the keeper is told once a day.
Index(
    "ix_inbox_denied",
    inbox.c.denied,
    sqlite_where=text("denied IS NOT NULL"),
    postgresql_where=text("denied IS NOT NULL"),
)

# The games to which a letter may belong, by their keys, and a row with the game "" for each letter
# that was examined. `certain` if the reply address or the writer shows the game. No foreign keys:
# inserting a row must not wait for a lock on the letter or the game.
letter_games = Table(
    "letter_games",
    metadata,
    Column("letter", Integer, nullable=False),
    Column("game", PlainText, nullable=False),
    Column("certain", Boolean, nullable=False),
    PrimaryKeyConstraint("letter", "game"),
)

outbox = Table(
    "outbox",
    metadata,
    _number(),
    # Identifies the notice in its Message-ID; made when the notice is first taken to be sent.
    Column("message_key", Text),
    Column("recipient", PlainText, nullable=False),
    Column("subject", PlainText, nullable=False),
    Column("body", PlainText, nullable=False),
    Column("html", PlainText),
    Column("drawings", Words, nullable=False),
    Column("calendar", PlainText),
    Column("tone", _choice(Tone, "tone"), nullable=False),
    Column("game", PlainText),
    Column("phase", Text),
    Column("reply_player", Integer),
    Column("reply_game", PlainText),
    Column("reply_role", PlainText),
    Column("question", PlainText),
    Column("reply_generation", Integer),
    Column("conversation", Words),
    Column("in_reply_to", PlainText),
    Column("thread", Words, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("state", _choice(NoticeState, "state"), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("due", UtcDateTime, nullable=False),
    Column("claimed_until", UtcDateTime),
    Column("sent", UtcDateTime),
    Column("reason", PlainText, nullable=False),
    # Since when the relay refuses it for a reason other than the mail itself.
    Column("barred", UtcDateTime),
    # When the keeper queued it again after a failure.
    Column("requeued", UtcDateTime),
    # For unrequested mail: the account on which it is counted, the reader's mailbox, and the
    # mailbox of the person who caused it.
    Column("account", _choice(Account, "account")),
    Column("mailbox", PlainText),
    Column("causer", PlainText),
    # It is sent in one mail with the other bundled notices of its place.
    Column("bundled", Boolean),
    # The name of its last picture until the picture is painted.
    Column("unpainted", Text),
    CheckConstraint(
        "(reply_player IS NULL) = (reply_game IS NULL)"
        " AND (reply_game IS NULL) = (reply_role IS NULL)",
        "reply_to_whole",
    ),
    CheckConstraint("(account IS NULL) = (mailbox IS NULL)", "account_whole"),
    CheckConstraint("(state = 'sent') = (sent IS NOT NULL)", "sent_at"),
    Index(None, "state", "due"),
    # Answers to an address are counted from this index alone, without reading mails.
    Index(None, "recipient", "created", "tone", "account"),
    Index(None, "mailbox", "account", "created"),
    Index(None, "causer", "created"),
    Index(None, "message_key", unique=True),
    Index(None, "sent"),
)
# Bundled notices are queried at each sending, and there are few of them.
Index(
    "ix_outbox_bundled",
    outbox.c.due,
    sqlite_where=text("bundled = 1"),
    postgresql_where=text("bundled"),
)
# Finds notices that can be sent among any number that wait for their pictures.
Index(
    "ix_outbox_ready",
    outbox.c.state,
    outbox.c.tone,
    outbox.c.due,
    sqlite_where=text("unpainted IS NULL"),
    postgresql_where=text("unpainted IS NULL"),
)
Index(
    "ix_outbox_unpainted",
    outbox.c.unpainted,
    sqlite_where=text("unpainted IS NOT NULL"),
    postgresql_where=text("unpainted IS NOT NULL"),
)
# Notices with their texts; the texts of the others are forgotten.
Index(
    "ix_outbox_whole",
    outbox.c.created,
    sqlite_where=text("body <> ''"),
    postgresql_where=text("body <> ''"),
)

# Pictures of mails, each painted once for all readers; `name` is a digest of the drawing. `png` is
# NULL before painting, and empty if painting failed. Pictures of answers are `urgent`.
pictures = Table(
    "pictures",
    metadata,
    Column("name", Text, nullable=False),
    Column("drawing", PlainText, nullable=False),
    Column("urgent", Boolean, nullable=False),
    Column("asked", UtcDateTime, nullable=False),
    Column("claimed_until", UtcDateTime),
    Column("png", LargeBinary),
    PrimaryKeyConstraint("name"),
    Index(None, "asked"),
)
Index(
    "ix_pictures_wanted",
    pictures.c.urgent,
    pictures.c.asked,
    sqlite_where=text("png IS NULL"),
    postgresql_where=text("png IS NULL"),
)

attachments = Table(
    "attachments",
    metadata,
    _to("notice", "outbox.number"),
    Column("place", Integer, nullable=False),
    Column("filename", PlainText, nullable=False),
    Column("media_type", PlainText, nullable=False),
    Column("content", LargeBinary, nullable=False),
    PrimaryKeyConstraint("notice", "place"),
)

# Mailboxes that want no unrequested mail until they write to the judge.
stopped = Table(
    "stopped",
    metadata,
    Column("mailbox", PlainText, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("mailbox"),
)

# Troubles for the keeper; `told` is when they were reported.
troubles = Table(
    "troubles",
    metadata,
    _number(),
    Column("found", UtcDateTime, nullable=False),
    Column("subject", PlainText, nullable=False),
    Column("body", PlainText, nullable=False),
    Column("told", UtcDateTime),
)

# Periods in which mail could arrive: from `since` until `until` the program that began at `run`
# stored all mail that came through this door.
openings = Table(
    "openings",
    metadata,
    _number(),
    Column("door", Text, nullable=False),
    Column("run", UtcDateTime, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    Column("until", UtcDateTime, nullable=False),
    Index(None, "door", "until"),
)

# Moments with names; see `upkeep.py`.
marks = Table(
    "marks",
    metadata,
    Column("name", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("name"),
)

# Alarms that were reported to the keeper, with the first and last time they were seen. A row is
# deleted when the keeper is told that the alarm is over.
alarms = Table(
    "alarms",
    metadata,
    Column("name", Text, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    Column("seen", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("name"),
)


# Mail from these addresses is neither obeyed nor answered; `@domain` stands for a whole domain.
blocks = Table(
    "blocks",
    metadata,
    Column("address", PlainText, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    Column("reason", PlainText, nullable=False),
    PrimaryKeyConstraint("address"),
    CheckConstraint("address = lower(address)", "lower_case"),
)

# Append-only: messages of the day; the newest counts, and an empty text is none.
messages = Table(
    "messages",
    metadata,
    _number(),
    Column("since", UtcDateTime, nullable=False),
    Column("text", PlainText, nullable=False),
)


# Append-only, except that the text and salt of an entry may be erased. Each game has a chain; the
# chain without a game contains actions of keepers outside games. `digest` covers the salt and the
# whole entry, `link` covers the link before (`follows`) and the digest. So no entry can be changed,
# dropped or inserted, and no two entries follow the same entry.
trail = Table(
    "trail",
    metadata,
    _number(),
    _to("game", "games.number", nullable=True),
    Column("at", UtcDateTime, nullable=False),
    _to("actor", "players.number", nullable=True),
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
