"""By how much later an observer wants the news of a game."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the delay in seconds, none for all there are."""
    with op.batch_alter_table("followers") as followers:
        followers.add_column(sa.Column("delay", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("followers") as followers:
        followers.alter_column("delay", server_default=None)
