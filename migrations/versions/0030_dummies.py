"""Powers that nobody is asked to play."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add to seats whether their power is a dummy; until now none was."""
    with op.batch_alter_table("seats") as seats:
        seats.add_column(
            sa.Column("dummy", sa.Boolean(), nullable=False, server_default=sa.false())
        )
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("dummy", server_default=None)
