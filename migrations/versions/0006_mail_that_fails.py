"""Mail that fails is told apart: by whose fault it is, and which address loses it."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what is known of a notice that is refused, and of an address that is."""
    with op.batch_alter_table("outbox") as outbox:
        outbox.add_column(sa.Column("barred", sa.DateTime(timezone=True)))
        outbox.add_column(sa.Column("requeued", sa.DateTime(timezone=True)))
    op.create_table(
        "bounces",
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("newest", sa.DateTime(timezone=True), nullable=False),
        sa.Column("paused", sa.DateTime(timezone=True)),
        sa.Column("tried", sa.DateTime(timezone=True)),
        sa.CheckConstraint("address = lower(address)", name="lower_case"),
        sa.PrimaryKeyConstraint("address"),
    )
