"""What players decide where a game has no Master."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the line that is voted on, and who proposed one; before, all was of time."""
    named = {"ck": "ck_%(table_name)s_%(constraint_name)s"}
    with op.batch_alter_table("games", naming_convention=named) as games:
        games.drop_constraint("motion", type_="check")
        games.add_column(sa.Column("motion_line", sa.Text()))
        games.add_column(sa.Column("motion_timed", sa.Boolean()))
        games.create_check_constraint("motion", "motion IN ('extend', 'pause', 'command')")
    op.execute("UPDATE games SET motion_line = '', motion_timed = TRUE WHERE motion IS NOT NULL")
    column = sa.Column("proposed", sa.Boolean(), nullable=False, server_default=sa.false())
    with op.batch_alter_table("seats") as seats:
        seats.add_column(column)
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("proposed", server_default=None)
