"""What people note down for themselves about their games."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add its table, empty."""
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
        sa.ForeignKeyConstraint(["game"], ["games.number"], name="fk_diary_game"),
        sa.ForeignKeyConstraint(["player"], ["players.number"], name="fk_diary_player"),
        sa.PrimaryKeyConstraint("game", "player", "number", name="pk_diary"),
        sa.UniqueConstraint("game", "place", name="uq_diary_game_place"),
    )
    op.create_index("ix_diary_player", "diary", ["player"])
