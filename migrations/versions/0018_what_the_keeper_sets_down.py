"""Addresses that the keeper has blocked, and his message of the day."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both, empty."""
    op.create_table(
        "blocks",
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.CheckConstraint("address = lower(address)", name="lower_case"),
        sa.PrimaryKeyConstraint("address", name="pk_blocks"),
    )
    op.create_table(
        "messages",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_messages"),
    )
