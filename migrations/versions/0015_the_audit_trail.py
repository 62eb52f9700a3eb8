"""What happened in each game and by whom, each entry chained to the one before."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the audit trail, empty: what happened before stands in no chain."""
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
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("salt", sa.Text(), nullable=True),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("follows", sa.Text(), nullable=False),
        sa.Column("link", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["actor"], ["players.number"], name="fk_trail_actor"),
        sa.ForeignKeyConstraint(["game"], ["games.number"], name="fk_trail_game"),
        sa.PrimaryKeyConstraint("number", name="pk_trail"),
        sa.UniqueConstraint("follows", name="uq_trail_follows"),
    )
    op.create_index("ix_trail_game", "trail", ["game"])
