"""A letter waits until it is proven, and a person may have several addresses."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
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
        inbox.create_check_constraint("asked_whole", "(asked IS NULL) = (secret IS NULL)")
        inbox.create_unique_constraint("uq_inbox_secret", ["secret"])
    with op.batch_alter_table("outbox") as outbox:
        outbox.add_column(sa.Column("question", sa.Text()))
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("password", sa.Text()))
    _claims()
    op.execute("UPDATE inbox SET proven = received WHERE state IN ('new', 'set_aside')")


def _claims() -> None:
    outcomes = ("joined", "apart", "denied")
    outcome = sa.Enum(
        *outcomes, name="outcome", native_enum=False, create_constraint=True, length=20
    )
    op.create_table(
        "claims",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("main", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True)),
        sa.Column("outcome", outcome),
        sa.PrimaryKeyConstraint("number"),
        sa.UniqueConstraint("secret"),
    )
