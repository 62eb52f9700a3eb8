"""Players who confirm, before their game starts, that they still want to play."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add until when those who joined are to confirm, and when each of them did."""
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("muster", _MOMENT))
    with op.batch_alter_table("entrants") as entrants:
        entrants.add_column(sa.Column("here", _MOMENT))
