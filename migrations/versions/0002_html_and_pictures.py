"""A notice may say the same in HTML, with a picture and an invitation."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what goes along with the text of a notice."""
    with op.batch_alter_table("outbox") as outbox:
        for name in ("html", "drawing", "calendar"):
            outbox.add_column(sa.Column(name, sa.Text()))
