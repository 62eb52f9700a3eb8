"""Reply addresses of conversations, and replies of which it was asked what they are."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add whom a reply goes to; those made before answer no press."""
    meant = sa.Enum(
        "asked",
        "press",
        "orders",
        name="meant",
        native_enum=False,
        create_constraint=True,
        length=20,
    )
    for name in ("tokens", "outbox"):
        with op.batch_alter_table(name) as table:
            table.add_column(sa.Column("conversation", sa.Text()))
    with op.batch_alter_table("inbox") as inbox:
        inbox.add_column(sa.Column("meant", meant))
