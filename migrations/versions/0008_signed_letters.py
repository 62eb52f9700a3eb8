"""What the domain of a sender signed proves one letter, and once."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what was signed of a letter; of those before it was not looked at."""
    with op.batch_alter_table("inbox") as inbox:
        inbox.add_column(sa.Column("signed", sa.Text()))
        inbox.create_unique_constraint("uq_inbox_signed", ["signed"])
