"""Press that tells others than it went to, told so ever after."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Keep whom those who got a message were told that it went to."""
    column = sa.Column("feigned", sa.Text(), nullable=False, server_default="[]")
    with op.batch_alter_table("press") as press:
        press.add_column(column)
    with op.batch_alter_table("press") as press:
        press.alter_column("feigned", server_default=None)
