"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create all tables."""
    _mail()
    _people()
    _games()
    _seats()
    _orders()
    _notes()


def _mail() -> None:
    op.create_table(
        "inbox",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("received", sa.DateTime(timezone=True), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("state", _choice("state", "new", "done", "ignored", "set_aside"), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("claimed_until", sa.DateTime(timezone=True)),
        sa.Column("note", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number"),
        sa.UniqueConstraint("digest"),
    )
    op.create_index("ix_inbox_state_received", "inbox", ["state", "received"])
    op.create_index("ix_inbox_state_sender", "inbox", ["state", "sender"])
    op.create_table(
        "outbox",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("tone", _choice("tone", "auto-replied", "auto-generated"), nullable=False),
        sa.Column("game", sa.Text()),
        sa.Column("reply_player", sa.Integer()),
        sa.Column("reply_game", sa.Text()),
        sa.Column("reply_role", sa.Text()),
        sa.Column("in_reply_to", sa.Text()),
        sa.Column("thread", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", _choice("state", "queued", "sent", "failed"), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("claimed_until", sa.DateTime(timezone=True)),
        sa.Column("sent", sa.DateTime(timezone=True)),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.CheckConstraint("(state = 'sent') = (sent IS NOT NULL)", name="sent_at"),
        sa.CheckConstraint(
            "(reply_player IS NULL) = (reply_game IS NULL)"
            " AND (reply_game IS NULL) = (reply_role IS NULL)",
            name="reply_to_whole",
        ),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_index("ix_outbox_state_due", "outbox", ["state", "due"])
    op.create_index("ix_outbox_recipient_created", "outbox", ["recipient", "created"])
    op.create_table(
        "attachments",
        sa.Column("notice", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("filename", sa.Text(), nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["notice"], ["outbox.number"]),
        sa.PrimaryKeyConstraint("notice", "place"),
    )


def _people() -> None:
    op.create_table(
        "players",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_table(
        "addresses",
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("main", sa.Boolean(), nullable=False),
        sa.CheckConstraint("address = lower(address)", name="lower_case"),
        sa.ForeignKeyConstraint(["player"], ["players.number"]),
        sa.PrimaryKeyConstraint("address"),
    )
    op.create_index(
        "uq_addresses_main",
        "addresses",
        ["player"],
        unique=True,
        sqlite_where=sa.text("main"),
        postgresql_where=sa.text("main"),
    )


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column(
            "stage",
            _choice("stage", "forming", "active", "paused", "finished", "terminated"),
            nullable=False,
        ),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("phase", sa.Text()),
        sa.Column("position", sa.Text()),
        sa.Column("deadline", sa.DateTime(timezone=True)),
        sa.Column("grace", sa.DateTime(timezone=True)),
        sa.Column("ready", sa.DateTime(timezone=True)),
        sa.Column("reminded", sa.Integer(), nullable=False),
        sa.Column("winners", sa.Text()),
        sa.Column("ending", sa.Text()),
        sa.Column("due", sa.DateTime(timezone=True)),
        sa.CheckConstraint("(phase IS NULL) = (position IS NULL)", name="phase_of_position"),
        sa.CheckConstraint("(winners IS NULL) = (ending IS NULL)", name="ending_whole"),
        sa.PrimaryKeyConstraint("number"),
        sa.UniqueConstraint("key"),
    )
    op.create_index("ix_games_due", "games", ["due"])
    op.create_table(
        "tokens",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.number"]),
        sa.ForeignKeyConstraint(["player"], ["players.number"]),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_index("ix_tokens_game_player", "tokens", ["game", "player"])


def _seats() -> None:
    op.create_table(
        "followers",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("password", sa.Text()),
        sa.CheckConstraint("role IN ('Master', 'Observer')", name="role"),
        sa.ForeignKeyConstraint(["game"], ["games.number"]),
        sa.ForeignKeyConstraint(["player"], ["players.number"]),
        sa.PrimaryKeyConstraint("game", "player", "role"),
    )
    op.create_table(
        "entrants",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("preferences", sa.Text(), nullable=False),
        sa.Column("password", sa.Text()),
        sa.ForeignKeyConstraint(["game"], ["games.number"]),
        sa.ForeignKeyConstraint(["player"], ["players.number"]),
        sa.PrimaryKeyConstraint("game", "player"),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("power", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer()),
        sa.Column("orders", sa.Text(), nullable=False),
        sa.Column("troubled", sa.Text(), nullable=False),
        sa.Column("dated", sa.DateTime(timezone=True)),
        sa.Column("wait", sa.Boolean(), nullable=False),
        sa.Column("draw", sa.Text()),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("password", sa.Text()),
        sa.ForeignKeyConstraint(["game"], ["games.number"]),
        sa.ForeignKeyConstraint(["player"], ["players.number"]),
        sa.PrimaryKeyConstraint("game", "power"),
        sa.UniqueConstraint("game", "place"),
    )


def _orders() -> None:
    op.create_table(
        "filings",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("power", sa.Text(), nullable=False),
        sa.Column("orders", sa.Text(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.Column("dated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("filed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("on_behalf", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.number"]),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_index("ix_filings_game_phase", "filings", ["game", "phase"])
    op.create_table(
        "phases",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("adjudication", sa.Text(), nullable=False),
        sa.Column("absent", sa.Text(), nullable=False),
        sa.Column("processed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("undone", sa.DateTime(timezone=True)),
        sa.ForeignKeyConstraint(["game"], ["games.number"]),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_index("ix_phases_game", "phases", ["game"])
    op.create_index(
        "uq_phases_game_phase",
        "phases",
        ["game", "phase"],
        unique=True,
        sqlite_where=sa.text("undone IS NULL"),
        postgresql_where=sa.text("undone IS NULL"),
    )
    op.create_table(
        "press",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("phase", sa.Text()),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("author", sa.Integer()),
        sa.Column("recipients", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("broadcast", sa.Boolean(), nullable=False),
        sa.Column("grey", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["author"], ["players.number"]),
        sa.ForeignKeyConstraint(["game"], ["games.number"]),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_index("ix_press_game", "press", ["game"])


def _notes() -> None:
    op.create_table(
        "journal",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.number"]),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_index("ix_journal_game", "journal", ["game"])
    op.create_table(
        "pulse",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("ticked", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("number = 1", name="one_row"),
        sa.PrimaryKeyConstraint("number"),
    )


def _choice(name: str, *values: str) -> sa.Enum:
    return sa.Enum(*values, name=name, native_enum=False, create_constraint=True, length=20)
