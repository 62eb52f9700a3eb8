"""Whom a game lets in: invitations, and the lists of its Master."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add to games whom they let in; so far anybody who comes."""
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("guests", sa.Text(), nullable=False, server_default=""))
    with op.batch_alter_table("games") as games:
        games.alter_column("guests", server_default=None)
