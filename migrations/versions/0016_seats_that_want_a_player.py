"""Seats for whom a substitute is sought, and people who stand by."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add to seats that they are open, or kept for some; let people stand by."""
    named = {"ck": "ck_%(table_name)s_%(constraint_name)s"}
    with op.batch_alter_table("seats") as seats:
        seats.add_column(
            sa.Column("sought", sa.Boolean(), nullable=False, server_default=sa.false())
        )
        seats.add_column(sa.Column("reserved", sa.DateTime(timezone=True)))
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("sought", server_default=None)
    with op.batch_alter_table("followers", naming_convention=named) as followers:
        followers.drop_constraint("role", type_="check")
        followers.create_check_constraint("role", "role IN ('Master', 'Observer', 'Stand-by')")
