"""When a game that is paused goes on by itself."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add until when a game is paused."""
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("resumes", sa.DateTime(timezone=True)))
