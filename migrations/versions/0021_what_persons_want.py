"""What persons want of their mail, and until when games reminded of theirs."""

from datetime import datetime, timedelta
from json import loads

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add preferences, blocks and what waits for a digest; date the last reminder."""
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("preferences", sa.Text(), nullable=False, server_default=""))
    with op.batch_alter_table("players") as players:
        players.alter_column("preferences", server_default=None)
    op.create_table(
        "apart",
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("other", sa.Integer(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("player", "other", name="pk_apart"),
        sa.ForeignKeyConstraint(["player"], ["players.number"], name="fk_apart_player"),
        sa.ForeignKeyConstraint(["other"], ["players.number"], name="fk_apart_other"),
    )
    op.create_index("ix_apart_other", "apart", ["other"])
    with op.batch_alter_table("outbox") as outbox:
        outbox.add_column(sa.Column("bundled", sa.Boolean()))
    _date_reminders()


def _date_reminders() -> None:
    """Put the moment of the last reminder of a phase in the place of their number."""
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("reminded_at", _MOMENT))
    games = sa.table(
        "games",
        sa.column("number", sa.Integer),
        sa.column("settings", sa.Text),
        sa.column("deadline", _MOMENT),
        sa.column("reminded", sa.Integer),
        sa.column("reminded_at", _MOMENT),
    )
    connection = op.get_bind()
    begun = _beginnings(connection)
    running = games.c.deadline.is_not(None) & (games.c.reminded > 0)
    for row in connection.execute(sa.select(games).where(running)).all():
        last = _last_reminder(row, begun.get(row.number))
        connection.execute(
            sa.update(games).where(games.c.number == row.number).values(reminded_at=last)
        )
    with op.batch_alter_table("games") as games_now:
        games_now.drop_column("reminded")
        games_now.alter_column("reminded_at", new_column_name="reminded", existing_type=_MOMENT)


def _beginnings(connection: sa.Connection) -> dict[int, datetime]:
    """Return when the running phase of each game began that has processed one."""
    phases = sa.table(
        "phases",
        sa.column("game", sa.Integer),
        sa.column("processed", _MOMENT),
        sa.column("undone", _MOMENT),
    )
    newest = (
        sa.select(phases.c.game, sa.func.max(phases.c.processed, type_=_MOMENT))
        .where(phases.c.undone.is_(None))
        .group_by(phases.c.game)
    )
    return {row[0]: row[1] for row in connection.execute(newest)}


def _last_reminder(row: sa.Row[tuple[object, ...]], begun: datetime | None) -> datetime | None:
    timing = loads(row.settings)["timing"]
    begun = begun or row.deadline - timedelta(seconds=timing["movement"])
    moments = sorted(
        moment
        for seconds in set(timing["reminders"])
        if begun < (moment := row.deadline - timedelta(seconds=seconds)) < row.deadline
    )
    return moments[min(row.reminded, len(moments)) - 1] if moments else None
