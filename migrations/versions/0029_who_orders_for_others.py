"""Who may order for a power, and what they ordered."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add to seats the proxies that were given, and the orders by them."""
    with op.batch_alter_table("seats") as seats:
        for name in ("proxies", "entered"):
            seats.add_column(sa.Column(name, sa.Text(), nullable=False, server_default="[]"))
    with op.batch_alter_table("seats") as seats:
        for name in ("proxies", "entered"):
            seats.alter_column(name, server_default=None)
