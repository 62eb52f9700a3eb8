"""What a power ordered before, and for later, and until when it waits."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add to seats the receipts of this phase, plans, and a moment to wait for."""
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("receipt", sa.Integer(), nullable=False, server_default="0"))
        for name in ("earlier", "plans"):
            seats.add_column(sa.Column(name, sa.Text(), nullable=False, server_default="[]"))
        seats.add_column(sa.Column("wait_until", sa.DateTime(timezone=True)))
    with op.batch_alter_table("seats") as seats:
        for name in ("receipt", "earlier", "plans"):
            seats.alter_column(name, server_default=None)
