"""Pictures are painted beside the sending of mail, which waits for none of them."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what is to be painted; mail that waits now is painted as it leaves."""
    op.create_table(
        "pictures",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("drawing", sa.Text(), nullable=False),
        sa.Column("urgent", sa.Boolean(), nullable=False),
        sa.Column("asked", sa.DateTime(timezone=True), nullable=False),
        sa.Column("claimed_until", sa.DateTime(timezone=True)),
        sa.Column("png", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("name", name="pk_pictures"),
    )
    op.create_index("ix_pictures_asked", "pictures", ["asked"])
    _partly("ix_pictures_wanted", "pictures", ["urgent", "asked"], "png IS NULL")
    op.add_column("outbox", sa.Column("unpainted", sa.Text()))
    ready = ["state", "tone", "due"]
    _partly("ix_outbox_ready", "outbox", ready, "unpainted IS NULL")
    waits = "unpainted IS NOT NULL"
    _partly("ix_outbox_unpainted", "outbox", ["unpainted"], waits)


def _partly(name: str, table: str, columns: list[str], where: str) -> None:
    """Add an index of the rows of which this is true."""
    op.create_index(
        name, table, columns, sqlite_where=sa.text(where), postgresql_where=sa.text(where)
    )
