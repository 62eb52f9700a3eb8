"""Observers who see all."""

from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let somebody follow a game as its tutor."""
    named = {"ck": "ck_%(table_name)s_%(constraint_name)s"}
    with op.batch_alter_table("followers", naming_convention=named) as followers:
        followers.drop_constraint("role", type_="check")
        followers.create_check_constraint(
            "role", "role IN ('Master', 'Observer', 'Stand-by', 'Tutor')"
        )
