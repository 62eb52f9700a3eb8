"""How players kept their games: what they sent in time."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what became of the orders of each player; of the past nothing is known."""
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
        sa.PrimaryKeyConstraint("number", name="pk_conduct"),
        sa.ForeignKeyConstraint(["player"], ["players.number"], name="fk_conduct_player"),
        sa.ForeignKeyConstraint(["game"], ["games.number"], name="fk_conduct_game"),
    )
    op.create_index("ix_conduct_player", "conduct", ["player"])
