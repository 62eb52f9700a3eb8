"""Reply addresses have generations, and Message-IDs are no numbers in a row."""

import hashlib
import re
from datetime import UTC

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_KEPT = sa.table(
    "outbox",
    sa.column("number", sa.Integer()),
    sa.column("created", sa.DateTime(timezone=True)),
    sa.column("recipient", sa.Text()),
    sa.column("message_key", sa.Text()),
)
_ANSWERED = sa.table(
    "inbox",
    sa.column("number", sa.Integer()),
    sa.column("recipient", sa.Text()),
    sa.column("raw", sa.LargeBinary()),
    sa.column("state", sa.Text()),
)


def upgrade() -> None:
    """Add generations, keep the names of mails, and forget tokens that were used."""
    _blank_tokens()
    _tokens()
    op.create_table(
        "renewals",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.number"]),
        sa.ForeignKeyConstraint(["player"], ["players.number"]),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_index("ix_renewals_game_player_role", "renewals", ["game", "player", "role"])
    op.create_table(
        "guesses",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("lock", sa.Text(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_index("ix_guesses_lock_at", "guesses", ["lock", "at"])
    op.create_index("ix_guesses_sender_at", "guesses", ["sender", "at"])
    with op.batch_alter_table("outbox") as outbox:
        outbox.add_column(sa.Column("message_key", sa.Text()))
        outbox.add_column(sa.Column("reply_generation", sa.Integer()))
    _name_the_notices()
    op.create_index("ix_outbox_message_key", "outbox", ["message_key"], unique=True)


def _tokens() -> None:
    with op.batch_alter_table("tokens") as tokens:
        tokens.add_column(sa.Column("generation", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("tokens") as tokens:
        tokens.alter_column("generation", server_default=None)


def _name_the_notices() -> None:
    """Write down the names, made of numbers, that replies and reports may hold."""
    connection = op.get_bind()
    named = [
        {"its_number": row.number, "name": _name(row)}
        for row in connection.execute(sa.select(_KEPT))
    ]
    if named:
        its = _KEPT.c.number == sa.bindparam("its_number")
        naming = sa.update(_KEPT).where(its).values(message_key=sa.bindparam("name"))
        connection.execute(naming, named)


def _blank_tokens() -> None:
    """Write over the tokens in letters that were answered."""
    connection, letters = op.get_bind(), _ANSWERED.c
    closed = letters.state.in_(("done", "ignored")) & letters.recipient.like("%+%@%")
    numbers = connection.scalars(sa.select(letters.number).where(closed)).all()
    for number in numbers:
        its = letters.number == number
        row = connection.execute(sa.select(_ANSWERED).where(its)).one()
        local, _, domain = row.recipient.rpartition("@")
        name, _, token = local.partition("+")
        secret = re.compile(re.escape(token.encode()), re.IGNORECASE)
        blank = secret.sub(b"x" * len(token), row.raw) if token else row.raw
        values = {"recipient": f"{name}@{domain}", "raw": blank}
        connection.execute(sa.update(_ANSWERED).where(its).values(values))


def _name(row: sa.Row) -> str:
    created = row.created
    created = created.replace(tzinfo=UTC) if created.tzinfo is None else created
    made = f"{row.number} {created.astimezone(UTC).isoformat()} {row.recipient}"
    return f"{row.number}.{hashlib.sha256(made.encode()).hexdigest()[:16]}"
