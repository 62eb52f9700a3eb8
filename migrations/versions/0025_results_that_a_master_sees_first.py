"""Results that the Master of a game sees before all others."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add to games when their phase had closed, and when its results go out."""
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("closed", _MOMENT))
        games.add_column(sa.Column("released", _MOMENT))
        games.create_check_constraint("review_whole", "(closed IS NULL) = (released IS NULL)")
