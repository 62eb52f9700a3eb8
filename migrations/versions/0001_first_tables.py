"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "r0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create all tables."""
    op.create_table(
        "alarms",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_alarms")),
    )
    op.create_table(
        "blocks",
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.CheckConstraint("address = lower(address)", name=op.f("ck_blocks_lower_case")),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_blocks")),
    )
    op.create_table(
        "bounces",
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("newest", sa.DateTime(timezone=True), nullable=False),
        sa.Column("paused", sa.DateTime(timezone=True), nullable=True),
        sa.Column("tried", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("address = lower(address)", name=op.f("ck_bounces_lower_case")),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_bounces")),
    )
    op.create_table(
        "claims",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("main", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=True),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "outcome",
            sa.Enum(
                "joined",
                "apart",
                "denied",
                name="outcome",
                native_enum=False,
                create_constraint=True,
                length=20,
            ),
            nullable=True,
        ),
        sa.Column("reminded", sa.Boolean(), nullable=True),
        sa.Column("denied", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_claims")),
        sa.UniqueConstraint("secret", name=op.f("uq_claims_secret")),
    )
    op.create_index(op.f("ix_claims_denied"), "claims", ["denied"], unique=False)
    op.create_table(
        "games",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column(
            "stage",
            sa.Enum(
                "forming",
                "active",
                "paused",
                "finished",
                "terminated",
                name="stage",
                native_enum=False,
                create_constraint=True,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("phase", sa.Text(), nullable=True),
        sa.Column("position", sa.Text(), nullable=True),
        sa.Column("edited", sa.Text(), nullable=True),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=True),
        sa.Column("grace", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ready", sa.DateTime(timezone=True), nullable=True),
        sa.Column("held", sa.DateTime(timezone=True), nullable=True),
        sa.Column("resumes", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reminded", sa.DateTime(timezone=True), nullable=True),
        sa.Column("muster", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed", sa.DateTime(timezone=True), nullable=True),
        sa.Column("released", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "motion",
            sa.Enum(
                "extend",
                "pause",
                "command",
                name="motion",
                native_enum=False,
                create_constraint=True,
                length=20,
            ),
            nullable=True,
        ),
        sa.Column("motion_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("motion_reason", sa.Text(), nullable=True),
        sa.Column("motion_settled", sa.Boolean(), nullable=True),
        sa.Column("motion_line", sa.Text(), nullable=True),
        sa.Column("motion_timed", sa.Boolean(), nullable=True),
        sa.Column("winners", sa.Text(), nullable=True),
        sa.Column("ending", sa.Text(), nullable=True),
        sa.Column("due", sa.DateTime(timezone=True), nullable=True),
        sa.Column("guests", sa.Text(), nullable=False),
        sa.Column("forms_again", sa.Boolean(), nullable=False),
        sa.CheckConstraint(
            "(closed IS NULL) = (released IS NULL)", name=op.f("ck_games_review_whole")
        ),
        sa.CheckConstraint(
            "(phase IS NULL) = (position IS NULL)", name=op.f("ck_games_phase_of_position")
        ),
        sa.CheckConstraint(
            "(winners IS NULL) = (ending IS NULL)", name=op.f("ck_games_ending_whole")
        ),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_games")),
        sa.UniqueConstraint("key", name=op.f("uq_games_key")),
    )
    op.create_index(op.f("ix_games_due"), "games", ["due"], unique=False)
    op.create_table(
        "guesses",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("lock", sa.Text(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_guesses")),
    )
    op.create_index(op.f("ix_guesses_lock_at"), "guesses", ["lock", "at"], unique=False)
    op.create_index(op.f("ix_guesses_sender_at"), "guesses", ["sender", "at"], unique=False)
    op.create_table(
        "inbox",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("received", sa.DateTime(timezone=True), nullable=False),
        sa.Column("arrived", sa.DateTime(timezone=True), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column(
            "state",
            sa.Enum(
                "new",
                "waiting",
                "done",
                "ignored",
                "set_aside",
                name="state",
                native_enum=False,
                create_constraint=True,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("claimed_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("asked", sa.Text(), nullable=True),
        sa.Column("secret", sa.Text(), nullable=True),
        sa.Column("proven", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reminded", sa.Boolean(), nullable=True),
        sa.Column("denied", sa.DateTime(timezone=True), nullable=True),
        sa.Column("grave", sa.Text(), nullable=True),
        sa.Column(
            "meant",
            sa.Enum(
                "asked",
                "press",
                "orders",
                name="meant",
                native_enum=False,
                create_constraint=True,
                length=20,
            ),
            nullable=True,
        ),
        sa.Column("signed", sa.Text(), nullable=True),
        sa.Column("bare", sa.Boolean(), nullable=True),
        sa.Column("aside", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("(asked IS NULL) = (secret IS NULL)", name=op.f("ck_inbox_asked_whole")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_inbox")),
        sa.UniqueConstraint("digest", name=op.f("uq_inbox_digest")),
        sa.UniqueConstraint("secret", name=op.f("uq_inbox_secret")),
        sa.UniqueConstraint("signed", name=op.f("uq_inbox_signed")),
    )
    op.create_index(op.f("ix_inbox_bare_state"), "inbox", ["bare", "state"], unique=False)
    op.create_index(
        "ix_inbox_denied",
        "inbox",
        ["denied"],
        unique=False,
        sqlite_where=sa.text("denied IS NOT NULL"),
        postgresql_where=sa.text("denied IS NOT NULL"),
    )
    op.create_index(
        op.f("ix_inbox_sender_state_received"),
        "inbox",
        ["sender", "state", "received"],
        unique=False,
    )
    op.create_index(
        op.f("ix_inbox_state_received_number"),
        "inbox",
        ["state", "received", "number"],
        unique=False,
    )
    op.create_index(
        "ix_inbox_whole",
        "inbox",
        ["received"],
        unique=False,
        sqlite_where=sa.text("length(raw) > 0"),
        postgresql_where=sa.text("length(raw) > 0"),
    )
    op.create_table(
        "letter_games",
        sa.Column("letter", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("certain", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("letter", "game", name=op.f("pk_letter_games")),
    )
    op.create_table(
        "marks",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_marks")),
    )
    op.create_table(
        "messages",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_messages")),
    )
    op.create_table(
        "openings",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("door", sa.Text(), nullable=False),
        sa.Column("run", sa.DateTime(timezone=True), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_openings")),
    )
    op.create_index(op.f("ix_openings_door_until"), "openings", ["door", "until"], unique=False)
    op.create_table(
        "outbox",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("message_key", sa.Text(), nullable=True),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("html", sa.Text(), nullable=True),
        sa.Column("drawings", sa.Text(), nullable=False),
        sa.Column("calendar", sa.Text(), nullable=True),
        sa.Column(
            "tone",
            sa.Enum(
                "auto-replied",
                "auto-generated",
                name="tone",
                native_enum=False,
                create_constraint=True,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("game", sa.Text(), nullable=True),
        sa.Column("phase", sa.Text(), nullable=True),
        sa.Column("reply_player", sa.Integer(), nullable=True),
        sa.Column("reply_game", sa.Text(), nullable=True),
        sa.Column("reply_role", sa.Text(), nullable=True),
        sa.Column("question", sa.Text(), nullable=True),
        sa.Column("reply_generation", sa.Integer(), nullable=True),
        sa.Column("conversation", sa.Text(), nullable=True),
        sa.Column("in_reply_to", sa.Text(), nullable=True),
        sa.Column("thread", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column(
            "state",
            sa.Enum(
                "queued",
                "sent",
                "failed",
                name="state",
                native_enum=False,
                create_constraint=True,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("claimed_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sent", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("barred", sa.DateTime(timezone=True), nullable=True),
        sa.Column("requeued", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "account",
            sa.Enum(
                "others",
                "way_back",
                "key",
                "unproven",
                name="account",
                native_enum=False,
                create_constraint=True,
                length=20,
            ),
            nullable=True,
        ),
        sa.Column("mailbox", sa.Text(), nullable=True),
        sa.Column("causer", sa.Text(), nullable=True),
        sa.Column("bundled", sa.Boolean(), nullable=True),
        sa.Column("unpainted", sa.Text(), nullable=True),
        sa.CheckConstraint("(state = 'sent') = (sent IS NOT NULL)", name=op.f("ck_outbox_sent_at")),
        sa.CheckConstraint(
            "(account IS NULL) = (mailbox IS NULL)", name=op.f("ck_outbox_account_whole")
        ),
        sa.CheckConstraint(
            "(reply_player IS NULL) = (reply_game IS NULL) AND (reply_game IS NULL) = (reply_role IS NULL)",
            name=op.f("ck_outbox_reply_to_whole"),
        ),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_outbox")),
    )
    op.create_index(
        "ix_outbox_bundled",
        "outbox",
        ["due"],
        unique=False,
        sqlite_where=sa.text("bundled = 1"),
        postgresql_where=sa.text("bundled"),
    )
    op.create_index(op.f("ix_outbox_causer_created"), "outbox", ["causer", "created"], unique=False)
    op.create_index(
        op.f("ix_outbox_mailbox_account_created"),
        "outbox",
        ["mailbox", "account", "created"],
        unique=False,
    )
    op.create_index(op.f("ix_outbox_message_key"), "outbox", ["message_key"], unique=True)
    op.create_index(
        "ix_outbox_ready",
        "outbox",
        ["state", "tone", "due"],
        unique=False,
        sqlite_where=sa.text("unpainted IS NULL"),
        postgresql_where=sa.text("unpainted IS NULL"),
    )
    op.create_index(
        op.f("ix_outbox_recipient_created_tone_account"),
        "outbox",
        ["recipient", "created", "tone", "account"],
        unique=False,
    )
    op.create_index(op.f("ix_outbox_sent"), "outbox", ["sent"], unique=False)
    op.create_index(op.f("ix_outbox_state_due"), "outbox", ["state", "due"], unique=False)
    op.create_index(
        "ix_outbox_unpainted",
        "outbox",
        ["unpainted"],
        unique=False,
        sqlite_where=sa.text("unpainted IS NOT NULL"),
        postgresql_where=sa.text("unpainted IS NOT NULL"),
    )
    op.create_index(
        "ix_outbox_whole",
        "outbox",
        ["created"],
        unique=False,
        sqlite_where=sa.text("body <> ''"),
        postgresql_where=sa.text("body <> ''"),
    )
    op.create_table(
        "pictures",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("drawing", sa.Text(), nullable=False),
        sa.Column("urgent", sa.Boolean(), nullable=False),
        sa.Column("asked", sa.DateTime(timezone=True), nullable=False),
        sa.Column("claimed_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("png", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_pictures")),
    )
    op.create_index(op.f("ix_pictures_asked"), "pictures", ["asked"], unique=False)
    op.create_index(
        "ix_pictures_wanted",
        "pictures",
        ["urgent", "asked"],
        unique=False,
        sqlite_where=sa.text("png IS NULL"),
        postgresql_where=sa.text("png IS NULL"),
    )
    op.create_table(
        "players",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("preferences", sa.Text(), nullable=False),
        sa.Column("keys_from", sa.DateTime(timezone=True), nullable=True),
        sa.Column("endings", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_players")),
    )
    op.create_index(
        "ix_players_monitors",
        "players",
        ["number"],
        unique=False,
        sqlite_where=sa.text("preferences LIKE '%monitor%'"),
        postgresql_where=sa.text("preferences LIKE '%monitor%'"),
    )
    op.create_table(
        "stopped",
        sa.Column("mailbox", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("mailbox", name=op.f("pk_stopped")),
    )
    op.create_table(
        "troubles",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("found", sa.DateTime(timezone=True), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("told", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_troubles")),
    )
    op.create_table(
        "addresses",
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("main", sa.Boolean(), nullable=False),
        sa.CheckConstraint("address = lower(address)", name=op.f("ck_addresses_lower_case")),
        sa.ForeignKeyConstraint(["player"], ["players.number"], name=op.f("fk_addresses_player")),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_addresses")),
    )
    op.create_index(op.f("ix_addresses_player"), "addresses", ["player"], unique=False)
    op.create_index(
        "uq_addresses_main",
        "addresses",
        ["player"],
        unique=True,
        sqlite_where=sa.text("main = 1"),
        postgresql_where=sa.text("main"),
    )
    op.create_table(
        "apart",
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("called", sa.Text(), nullable=False),
        sa.Column("other", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["other"], ["players.number"], name=op.f("fk_apart_other")),
        sa.ForeignKeyConstraint(["player"], ["players.number"], name=op.f("fk_apart_player")),
        sa.PrimaryKeyConstraint("player", "called", name=op.f("pk_apart")),
    )
    op.create_index(op.f("ix_apart_called"), "apart", ["called"], unique=False)
    op.create_index(op.f("ix_apart_other"), "apart", ["other"], unique=False)
    op.create_table(
        "attachments",
        sa.Column("notice", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("filename", sa.Text(), nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["notice"], ["outbox.number"], name=op.f("fk_attachments_notice")),
        sa.PrimaryKeyConstraint("notice", "place", name=op.f("pk_attachments")),
    )
    op.create_table(
        "browsers",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("cookie", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used", sa.DateTime(timezone=True), nullable=False),
        sa.Column("shut", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.number"], name=op.f("fk_browsers_player")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_browsers")),
        sa.UniqueConstraint("cookie", name=op.f("uq_browsers_cookie")),
        sa.UniqueConstraint("key", name=op.f("uq_browsers_key")),
    )
    op.create_index(op.f("ix_browsers_player"), "browsers", ["player"], unique=False)
    op.create_table(
        "conduct",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("power", sa.Text(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column(
            "mark",
            sa.Enum(
                "sent",
                "late",
                "missed",
                "left",
                name="mark",
                native_enum=False,
                create_constraint=True,
                length=20,
            ),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["game"], ["games.number"], name=op.f("fk_conduct_game")),
        sa.ForeignKeyConstraint(["player"], ["players.number"], name=op.f("fk_conduct_player")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_conduct")),
    )
    op.create_index(op.f("ix_conduct_player"), "conduct", ["player"], unique=False)
    op.create_table(
        "confirmations",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=True),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reminded", sa.Boolean(), nullable=True),
        sa.Column("answered", sa.Integer(), nullable=True),
        sa.Column("denied", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(
            ["player"], ["players.number"], name=op.f("fk_confirmations_player")
        ),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_confirmations")),
        sa.UniqueConstraint("secret", name=op.f("uq_confirmations_secret")),
    )
    op.create_index(op.f("ix_confirmations_made"), "confirmations", ["made"], unique=False)
    op.create_index(op.f("ix_confirmations_player"), "confirmations", ["player"], unique=False)
    op.create_table(
        "diary",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("written", sa.DateTime(timezone=True), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("opened", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.number"], name=op.f("fk_diary_game")),
        sa.ForeignKeyConstraint(["player"], ["players.number"], name=op.f("fk_diary_player")),
        sa.PrimaryKeyConstraint("game", "player", "number", name=op.f("pk_diary")),
        sa.UniqueConstraint("game", "place", name=op.f("uq_diary_game_place")),
    )
    op.create_index(op.f("ix_diary_player"), "diary", ["player"], unique=False)
    op.create_table(
        "entrants",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("preferences", sa.Text(), nullable=False),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("here", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.number"], name=op.f("fk_entrants_game")),
        sa.ForeignKeyConstraint(["player"], ["players.number"], name=op.f("fk_entrants_player")),
        sa.PrimaryKeyConstraint("game", "player", name=op.f("pk_entrants")),
    )
    op.create_index(op.f("ix_entrants_player"), "entrants", ["player"], unique=False)
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
        sa.ForeignKeyConstraint(["game"], ["games.number"], name=op.f("fk_filings_game")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_filings")),
    )
    op.create_index(op.f("ix_filings_game_phase"), "filings", ["game", "phase"], unique=False)
    op.create_table(
        "followers",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("delay", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "role IN ('Master', 'Observer', 'Stand-by', 'Tutor')", name=op.f("ck_followers_role")
        ),
        sa.ForeignKeyConstraint(["game"], ["games.number"], name=op.f("fk_followers_game")),
        sa.ForeignKeyConstraint(["player"], ["players.number"], name=op.f("fk_followers_player")),
        sa.PrimaryKeyConstraint("game", "player", "role", name=op.f("pk_followers")),
    )
    op.create_index(op.f("ix_followers_player"), "followers", ["player"], unique=False)
    op.create_table(
        "held_press",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("recipients", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("broadcast", sa.Boolean(), nullable=False),
        sa.Column("grey", sa.Boolean(), nullable=False),
        sa.Column("written", sa.DateTime(timezone=True), nullable=False),
        sa.Column("leaves", sa.DateTime(timezone=True), nullable=True),
        sa.Column("delayed", sa.Boolean(), nullable=False),
        sa.Column("feigned", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.number"], name=op.f("fk_held_press_game")),
        sa.ForeignKeyConstraint(["player"], ["players.number"], name=op.f("fk_held_press_player")),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_held_press")),
        sa.UniqueConstraint("game", "place", name=op.f("uq_held_press_game_place")),
    )
    op.create_table(
        "journal",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.number"], name=op.f("fk_journal_game")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_journal")),
    )
    op.create_index(op.f("ix_journal_game"), "journal", ["game"], unique=False)
    op.create_table(
        "phases",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("adjudication", sa.Text(), nullable=False),
        sa.Column("absent", sa.Text(), nullable=False),
        sa.Column("processed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed", sa.DateTime(timezone=True), nullable=True),
        sa.Column("undone", sa.DateTime(timezone=True), nullable=True),
        sa.Column("returns", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.number"], name=op.f("fk_phases_game")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_phases")),
    )
    op.create_index(op.f("ix_phases_game"), "phases", ["game"], unique=False)
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
        sa.Column("phase", sa.Text(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("author", sa.Integer(), nullable=True),
        sa.Column("recipients", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("broadcast", sa.Boolean(), nullable=False),
        sa.Column("grey", sa.Boolean(), nullable=False),
        sa.Column("feigned", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["author"], ["players.number"], name=op.f("fk_press_author")),
        sa.ForeignKeyConstraint(["game"], ["games.number"], name=op.f("fk_press_game")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_press")),
    )
    op.create_index(op.f("ix_press_author"), "press", ["author"], unique=False)
    op.create_index(op.f("ix_press_game"), "press", ["game"], unique=False)
    op.create_table(
        "renewals",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.number"], name=op.f("fk_renewals_game")),
        sa.ForeignKeyConstraint(["player"], ["players.number"], name=op.f("fk_renewals_player")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_renewals")),
    )
    op.create_index(
        op.f("ix_renewals_game_player_role"), "renewals", ["game", "player", "role"], unique=False
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("power", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("orders", sa.Text(), nullable=False),
        sa.Column("troubled", sa.Text(), nullable=False),
        sa.Column("dated", sa.DateTime(timezone=True), nullable=True),
        sa.Column("receipt", sa.Integer(), nullable=False),
        sa.Column("earlier", sa.Text(), nullable=False),
        sa.Column("plans", sa.Text(), nullable=False),
        sa.Column("proxies", sa.Text(), nullable=False),
        sa.Column("entered", sa.Text(), nullable=False),
        sa.Column("wait", sa.Boolean(), nullable=False),
        sa.Column("wait_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("draw", sa.Text(), nullable=True),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.Column("excused", sa.Integer(), nullable=False),
        sa.Column("absences", sa.Text(), nullable=False),
        sa.Column("agrees", sa.Boolean(), nullable=True),
        sa.Column("proposed", sa.Boolean(), nullable=False),
        sa.Column("sought", sa.Boolean(), nullable=False),
        sa.Column("reserved", sa.DateTime(timezone=True), nullable=True),
        sa.Column("dummy", sa.Boolean(), nullable=False),
        sa.Column("password", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.number"], name=op.f("fk_seats_game")),
        sa.ForeignKeyConstraint(["player"], ["players.number"], name=op.f("fk_seats_player")),
        sa.PrimaryKeyConstraint("game", "power", name=op.f("pk_seats")),
        sa.UniqueConstraint("game", "place", name=op.f("uq_seats_game_place")),
    )
    op.create_index(op.f("ix_seats_player"), "seats", ["player"], unique=False)
    op.create_table(
        "tokens",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("conversation", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.number"], name=op.f("fk_tokens_game")),
        sa.ForeignKeyConstraint(["player"], ["players.number"], name=op.f("fk_tokens_player")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_tokens")),
    )
    op.create_index(op.f("ix_tokens_game_player"), "tokens", ["game", "player"], unique=False)
    op.create_table(
        "trail",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor", sa.Integer(), nullable=True),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("salt", sa.Text(), nullable=True),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("follows", sa.Text(), nullable=False),
        sa.Column("link", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["actor"], ["players.number"], name=op.f("fk_trail_actor")),
        sa.ForeignKeyConstraint(["game"], ["games.number"], name=op.f("fk_trail_game")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_trail")),
        sa.UniqueConstraint("follows", name=op.f("uq_trail_follows")),
    )
    op.create_index(op.f("ix_trail_game"), "trail", ["game"], unique=False)
