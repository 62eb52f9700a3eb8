"""Writes the first migration anew from the tables in the code.

`python -m tests.judges.tables`, whenever the tables change before the first release.
A released migration is never changed.
"""

import subprocess
import sys
from pathlib import Path
from typing import Literal

from alembic.autogenerate import produce_migrations, render_python_code
from alembic.autogenerate.api import AutogenContext
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine
from sqlalchemy.types import TypeDecorator

from judge.store.tables import metadata

FOLDER = Path(__file__).parent.parent.parent / "migrations" / "versions"
FIRST = FOLDER / "0001_first_tables.py"
HEAD = '''"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "r0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create all tables."""
'''


def main() -> None:
    """Write the file, while it is the only migration there is."""
    assert [*FOLDER.glob("0*.py")] in ([], [FIRST]), "Add a migration behind the newest instead."
    with create_engine("sqlite://").connect() as connection:
        context = MigrationContext.configure(connection)
        steps = produce_migrations(context, metadata).upgrade_ops
    assert steps is not None
    told = render_python_code(steps, render_item=_plain_type)
    body = [line for line in told.splitlines() if not line.lstrip().startswith("#")]
    FIRST.write_text(HEAD + "\n".join(f"    {line.strip()}" for line in body) + "\n")
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", FIRST], check=True)


def _plain_type(kind: str, value: object, _context: AutogenContext) -> str | Literal[False]:
    """Return a column type of ours as the type of SQLAlchemy that it is stored as."""
    if kind == "type" and isinstance(value, TypeDecorator):
        return f"sa.{value.impl!r}"
    return False


if __name__ == "__main__":
    main()
