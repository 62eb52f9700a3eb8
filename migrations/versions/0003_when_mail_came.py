"""When a letter came, for which games it waits, and when mail could come in."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Tell when a letter came apart from when it was kept, and note gaps, not ticks."""
    _date_letters()
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("held", _MOMENT))
    with op.batch_alter_table("phases") as phases:
        phases.add_column(sa.Column("closed", _MOMENT))
    _note_openings()


def _date_letters() -> None:
    with op.batch_alter_table("inbox") as inbox:
        inbox.add_column(sa.Column("arrived", _MOMENT))
    op.execute("UPDATE inbox SET arrived = received")
    with op.batch_alter_table("inbox") as inbox:
        inbox.alter_column("arrived", existing_type=_MOMENT, nullable=False)
    op.create_table(
        "letter_games",
        sa.Column("letter", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("certain", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("letter", "game", name="pk_letter_games"),
    )


def _note_openings() -> None:
    op.create_table(
        "openings",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("door", sa.Text(), nullable=False),
        sa.Column("run", _MOMENT, nullable=False),
        sa.Column("since", _MOMENT, nullable=False),
        sa.Column("until", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_openings"),
    )
    op.create_index("ix_openings_door_until", "openings", ["door", "until"])
    op.execute(
        "INSERT INTO openings (door, run, since, until)"
        " SELECT 'judge', ticked, ticked, ticked FROM pulse"
    )
    op.drop_table("pulse")
