"""Which games form, or have formed, once more."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add to games whether their start was taken back, which of old ones is unknown."""
    column = sa.Column("forms_again", sa.Boolean(), nullable=False, server_default=sa.false())
    with op.batch_alter_table("games") as games:
        games.add_column(column)
    with op.batch_alter_table("games") as games:
        games.alter_column("forms_again", server_default=None)
