"""Whether secrets may be left in a letter."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add whether a letter is bare; of those that were kept before it is not known."""
    with op.batch_alter_table("inbox") as inbox:
        inbox.add_column(sa.Column("bare", sa.Boolean()))
    op.create_index("ix_inbox_bare_state", "inbox", ["bare", "state"])
