"""What the keeper is still to be told, and which answers nobody may have asked for."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add troubles, and to a notice whether it answers a letter that was not proven."""
    op.create_table(
        "troubles",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("found", sa.DateTime(timezone=True), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("told", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("number"),
    )
    with op.batch_alter_table("outbox") as outbox:
        outbox.add_column(sa.Column("unproven", sa.DateTime(timezone=True)))
    op.create_index("ix_outbox_unproven", "outbox", ["unproven"])
