"""Mail that is old is found quickly, to be forgotten."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add indexes of the letters and notices of which all is kept still."""
    for name, table, column, whole in (
        ("ix_inbox_whole", "inbox", "received", "length(raw) > 0"),
        ("ix_outbox_whole", "outbox", "created", "body <> ''"),
    ):
        op.create_index(
            name, table, [column], sqlite_where=sa.text(whole), postgresql_where=sa.text(whole)
        )
