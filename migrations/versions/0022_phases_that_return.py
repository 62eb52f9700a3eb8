"""Which phases ROLL FORWARD brings back."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Mark what the last ROLLBACK of each game took back."""
    op.add_column("phases", sa.Column("returns", sa.Boolean()))
    phases = sa.table(
        "phases",
        sa.column("game", sa.Integer),
        sa.column("undone", _MOMENT),
        sa.column("returns", sa.Boolean),
    )
    there = phases.alias("there")
    last = (
        sa.select(sa.func.max(there.c.undone))
        .where(there.c.game == phases.c.game)
        .scalar_subquery()
    )
    op.execute(sa.update(phases).where(phases.c.undone == last).values(returns=True))
