"""How many answers went to an address is counted without reading the mails."""

from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

_COUNTED = ["recipient", "created", "tone", "unproven"]


def upgrade() -> None:
    """Keep beside each mail's recipient and date what makes it an answer."""
    op.drop_index("ix_outbox_recipient_created", "outbox")
    op.create_index("ix_outbox_recipient_created_tone_unproven", "outbox", _COUNTED)
