"""The tables of mail: what came in, and what goes out."""

from enum import StrEnum

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    Text,
    text,
)

from judge.commands import ReplyMeant
from judge.letter import Account, Tone
from judge.store.columns import PlainText, UtcDateTime, Words
from judge.store.tables.base import choice, metadata, number, to


class LetterState(StrEnum):
    """How far a kept letter has come."""

    NEW = "new"
    WAITING = "waiting"  # for a reply that shows who wrote it
    DONE = "done"  # obeyed and answered
    IGNORED = "ignored"  # neither obeyed nor answered; the note says why
    SET_ASIDE = "set_aside"  # the judge stumbled over it; the keeper looks at it


class NoticeState(StrEnum):
    """How far a notice has come."""

    QUEUED = "queued"
    SENT = "sent"
    FAILED = "failed"


# Of a letter that had to be proven: the address that was asked whether it is its, by
# the digest of its token the reply address that this was asked with, and when a reply
# came.
# It was `reminded` where a reply was neither yes nor no, and `denied` when one said no.
# `grave` is what it would have done, until the keeper was told that it was denied.
# `meant` is what a reply to press was meant as, where that was asked at `secret`.
# `signed` is the digest of what its sender's domain signed, where that proves it.
# A letter is `bare` when no secret is left in what is kept of it; of those that older
# judges answered that is not known.
# `aside` is when it was set aside, and its sender told.
# `arrived` is when it came to us or to the operator's own server, by which deadlines
# go, and `received` when it was kept.
inbox = Table(
    "inbox",
    metadata,
    number(),
    Column("recipient", PlainText, nullable=False),
    Column("sender", PlainText, nullable=False),
    Column("received", UtcDateTime, nullable=False),
    Column("arrived", UtcDateTime, nullable=False),
    Column("digest", Text, nullable=False, unique=True),
    Column("raw", LargeBinary, nullable=False),
    Column("state", choice(LetterState, "state"), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("claimed_until", UtcDateTime),
    Column("note", PlainText, nullable=False),
    Column("asked", PlainText),
    Column("secret", Text, unique=True),
    Column("proven", UtcDateTime),
    Column("reminded", Boolean),
    Column("denied", UtcDateTime),
    Column("grave", PlainText),
    Column("meant", choice(ReplyMeant, "meant")),
    Column("signed", Text, unique=True),
    Column("bare", Boolean),
    Column("aside", UtcDateTime),
    CheckConstraint("(asked IS NULL) = (secret IS NULL)", "asked_whole"),
    Index(None, "state", "received", "number"),
    Index(None, "sender", "state", "received"),
    Index(None, "bare", "state"),
)

# Of the others all but the digest is forgotten.
Index(
    "ix_inbox_whole",
    inbox.c.received,
    sqlite_where=text("length(raw) > 0"),
    postgresql_where=text("length(raw) > 0"),
)

# The keeper is told of them once a day.
Index(
    "ix_inbox_denied",
    inbox.c.denied,
    sqlite_where=text("denied IS NOT NULL"),
    postgresql_where=text("denied IS NOT NULL"),
)

# The games that a letter may be for, by their keys, once it was looked at, and then
# also a row without a game; `certain` if the reply address that it came to or the
# player who wrote it tells. No foreign keys: a row here must wait for nobody who has
# the letter or the game in hand.
letter_games = Table(
    "letter_games",
    metadata,
    Column("letter", Integer, nullable=False),
    Column("game", PlainText, nullable=False),
    Column("certain", Boolean, nullable=False),
    PrimaryKeyConstraint("letter", "game"),
)

# `message_key` names the notice in its Message-ID, once it was taken to be sent; `phase`
# stands there too.
outbox = Table(
    "outbox",
    metadata,
    number(),
    Column("message_key", Text),
    Column("recipient", PlainText, nullable=False),
    Column("subject", PlainText, nullable=False),
    Column("body", PlainText, nullable=False),
    Column("html", PlainText),
    Column("drawing", PlainText),
    Column("calendar", PlainText),
    Column("tone", choice(Tone, "tone"), nullable=False),
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
    Column("state", choice(NoticeState, "state"), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("due", UtcDateTime, nullable=False),
    Column("claimed_until", UtcDateTime),
    Column("sent", UtcDateTime),
    Column("reason", PlainText, nullable=False),
    # Since when the relay refuses it without blaming it; and when the keeper, after it
    # had failed, gave it to be sent again.
    Column("barred", UtcDateTime),
    Column("requeued", UtcDateTime),
    # The account of a mail that nobody may have asked for, the mailbox that it goes to,
    # and who brought it about.
    Column("account", choice(Account, "account")),
    Column("mailbox", PlainText),
    Column("causer", PlainText),
    # It goes out in one mail with the others of its place that are `bundled`.
    Column("bundled", Boolean),
    # The name of its picture, while it waits until that is painted.
    Column("unpainted", Text),
    CheckConstraint(
        "(reply_player IS NULL) = (reply_game IS NULL)"
        " AND (reply_game IS NULL) = (reply_role IS NULL)",
        "reply_to_whole",
    ),
    CheckConstraint("(account IS NULL) = (mailbox IS NULL)", "account_whole"),
    CheckConstraint("(state = 'sent') = (sent IS NOT NULL)", "sent_at"),
    Index(None, "state", "due"),
    # How many answers went to an address is read here alone, past no mail's body.
    Index(None, "recipient", "created", "tone", "account"),
    Index(None, "mailbox", "account", "created"),
    Index(None, "causer", "created"),
    Index(None, "message_key", unique=True),
    Index(None, "sent"),
)
# Of few it is asked at each sending which of them wait for others.
Index(
    "ix_outbox_bundled",
    outbox.c.due,
    sqlite_where=text("bundled = 1"),
    postgresql_where=text("bundled"),
)
# Those that can be sent are found among any number that wait for their pictures.
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
# Of the others it is forgotten what they said.
Index(
    "ix_outbox_whole",
    outbox.c.created,
    sqlite_where=text("body <> ''"),
    postgresql_where=text("body <> ''"),
)

# What is painted for mails, each once for all who are sent the same, by a digest of the
# drawing: `png` is NULL until it is painted, and empty where that cannot be done. An
# answer is `urgent`.
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
    to("notice", "outbox.number"),
    Column("place", Integer, nullable=False),
    Column("filename", PlainText, nullable=False),
    Column("media_type", PlainText, nullable=False),
    Column("content", LargeBinary, nullable=False),
    PrimaryKeyConstraint("notice", "place"),
)

# Mailboxes that want no mail which they did not ask for, until they write themselves.
stopped = Table(
    "stopped",
    metadata,
    Column("mailbox", PlainText, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("mailbox"),
)

# What the keeper is to be told of, and when he was.
troubles = Table(
    "troubles",
    metadata,
    number(),
    Column("found", UtcDateTime, nullable=False),
    Column("subject", PlainText, nullable=False),
    Column("body", PlainText, nullable=False),
    Column("told", UtcDateTime),
)

# When mail could come in, door by door: each row is one time during which a program, by
# the `run` that it began, kept all that came. What came by `until` is kept.
openings = Table(
    "openings",
    metadata,
    number(),
    Column("door", Text, nullable=False),
    Column("run", UtcDateTime, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    Column("until", UtcDateTime, nullable=False),
    Index(None, "door", "until"),
)

# Moments that are remembered by their names; see `judge/store/upkeep/marks.py`.
marks = Table(
    "marks",
    metadata,
    Column("name", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("name"),
)

# What is wrong with the judge or its machine, and that the keeper was told of, since
# when, and when it was seen last. A row goes when he was told that it is over.
alarms = Table(
    "alarms",
    metadata,
    Column("name", Text, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    Column("seen", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("name"),
)
