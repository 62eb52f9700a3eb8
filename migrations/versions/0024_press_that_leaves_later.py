"""Press that is written and has not left yet."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add its table, empty."""
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
        sa.ForeignKeyConstraint(["game"], ["games.number"], name="fk_held_press_game"),
        sa.ForeignKeyConstraint(["player"], ["players.number"], name="fk_held_press_player"),
        sa.PrimaryKeyConstraint("game", "number", name="pk_held_press"),
        sa.UniqueConstraint("game", "place", name="uq_held_press_game_place"),
    )
