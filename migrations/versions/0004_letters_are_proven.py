"""A letter may wait until its sender has shown that he wrote it."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0002"
branch_labels = None
depends_on = None

STATES = ("new", "waiting", "done", "ignored", "set_aside")


def upgrade() -> None:
    """Add what is asked, of whom, and when it was answered.

    Letters that were kept before are obeyed by the rule that they came under.
    """
    named = {"ck": "ck_%(table_name)s_%(constraint_name)s"}
    with op.batch_alter_table("inbox", naming_convention=named) as inbox:
        inbox.drop_constraint("state", type_="check")
        inbox.add_column(sa.Column("asked", sa.Text()))
        inbox.add_column(sa.Column("secret", sa.Text()))
        inbox.add_column(sa.Column("proven", sa.DateTime(timezone=True)))
        inbox.create_check_constraint("state", f"state IN {STATES}")
        inbox.create_check_constraint(
            "asked_whole", "(asked IS NULL) = (secret IS NULL)"
        )
        inbox.create_unique_constraint("uq_inbox_secret", ["secret"])
    with op.batch_alter_table("outbox") as outbox:
        outbox.add_column(sa.Column("question", sa.Text()))
    op.execute("UPDATE inbox SET proven = received WHERE state IN ('new', 'set_aside')")
