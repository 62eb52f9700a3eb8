"""What was signed of a letter, and whether secrets are left in it."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what was signed of a letter, and whether it is bare.

    Of letters that were kept before neither is known.
    """
    with op.batch_alter_table("inbox") as inbox:
        inbox.add_column(sa.Column("signed", sa.Text()))
        inbox.add_column(sa.Column("bare", sa.Boolean()))
        inbox.create_unique_constraint("uq_inbox_signed", ["signed"])
    op.create_index("ix_inbox_bare_state", "inbox", ["bare", "state"])
