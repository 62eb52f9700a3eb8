"""Mail of an address and places of a person are found without looking at all."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add indexes, and write addresses of mail without capitals."""
    for table, column in (("inbox", "sender"), ("outbox", "recipient")):
        _lower(table, column)
    op.drop_index("ix_inbox_state_sender", "inbox")
    op.create_index("ix_inbox_sender_state_received", "inbox", ["sender", "state", "received"])
    op.create_index("ix_outbox_sent", "outbox", ["sent"])
    _partly("ix_outbox_bundled", "outbox", "due", "bundled")
    op.drop_index("uq_addresses_main", "addresses")
    _partly("uq_addresses_main", "addresses", "player", "main", unique=True)
    for table in ("addresses", "seats", "entrants", "followers"):
        op.create_index(f"ix_{table}_player", table, ["player"])
    op.create_index("ix_press_author", "press", ["author"])


def _partly(name: str, table: str, column: str, flag: str, *, unique: bool = False) -> None:
    """Add an index of the rows that have a flag, as each database reads that."""
    op.create_index(
        name,
        table,
        [column],
        unique=unique,
        sqlite_where=sa.text(f"{flag} = 1"),
        postgresql_where=sa.text(flag),
    )


def _lower(name: str, column: str) -> None:
    table = sa.table(name, sa.column(column, sa.Text))
    old = table.c[column]
    lower = sa.update(table).where(old != sa.func.lower(old))
    op.execute(lower.values({column: sa.func.lower(old)}))
