"""What players say of the clock: absences, excuses, and what they vote on."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what is new of seats and games; nobody is away, nothing is proposed."""
    kinds = sa.Enum(
        "extend", "pause", name="motion", native_enum=False, create_constraint=True, length=20
    )
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("motion", kinds))
        games.add_column(sa.Column("motion_until", sa.DateTime(timezone=True)))
        games.add_column(sa.Column("motion_reason", sa.Text()))
        games.add_column(sa.Column("motion_settled", sa.Boolean()))
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("kept", sa.Integer(), nullable=False, server_default="0"))
        seats.add_column(sa.Column("excused", sa.Integer(), nullable=False, server_default="0"))
        seats.add_column(sa.Column("absences", sa.Text(), nullable=False, server_default="[]"))
        seats.add_column(sa.Column("agrees", sa.Boolean()))
    with op.batch_alter_table("seats") as seats:
        for column in ("kept", "excused", "absences"):
            seats.alter_column(column, server_default=None)
