"""A Master may set the board by hand, and take that back."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the board as the phase found it: nobody has changed one yet."""
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("edited", sa.Text()))
