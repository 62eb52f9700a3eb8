"""Who follows all games is found without looking at everybody."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

_MONITORS = sa.text("preferences LIKE '%monitor%'")


def upgrade() -> None:
    """Keep apart who wants the mail of all games."""
    op.create_index(
        "ix_players_monitors",
        "players",
        ["number"],
        sqlite_where=_MONITORS,
        postgresql_where=_MONITORS,
    )
