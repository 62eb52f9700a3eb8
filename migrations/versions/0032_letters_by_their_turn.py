"""The letter that is next is found without sorting those that wait."""

from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

_BY_TURN = ["state", "received", "number"]


def upgrade() -> None:
    """Keep the letters of a state in the order in which they are answered."""
    op.drop_index("ix_inbox_state_received", "inbox")
    op.create_index("ix_inbox_state_received_number", "inbox", _BY_TURN)
