"""Commands that cannot be undone, while they wait for a yes of the person who gave them."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, func, select, update

from judge.game import Player
from judge.letter import OPEN_FOR
from judge.store.guards import insert_once
from judge.store.people import find_numbered
from judge.store.tables import confirmations, games, renewals

_WITH = select(confirmations).where(confirmations.c.secret == bindparam("its_secret"))
_RENEWED = (
    select(func.count())
    .select_from(renewals.join(games, games.c.number == renewals.c.game))
    .where(
        games.c.key == bindparam("its_key"),
        renewals.c.player == bindparam("its_player"),
        renewals.c.role == bindparam("its_role"),
    )
)


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A `command` waits `until` its giver says yes; then the `line` with its code is obeyed.

    It is for the place of `role` in `game`, or for the player himself where `game` is
    "". `about` names the question. One that `is_over` is for a reply address that another
    has replaced. It was asked once more if `reminded`, and `answered` by the letter of
    this number, 0 for none, with a no if `denied`.
    """

    player: Player
    game: str
    role: str
    command: str
    line: str
    until: datetime
    about: str
    is_over: bool = False
    reminded: bool = False
    answered: int = 0
    denied: bool = False
    number: int = 0


def keep_confirmation(
    connection: Connection, confirmation: Confirmation, secret: str, generation: int
) -> None:
    """Keep a question, and the digest of its token; once more changes nothing."""
    row = {
        "secret": secret,
        "about": confirmation.about,
        "player": confirmation.player.number,
        "game": confirmation.game or None,
        "role": confirmation.role,
        "generation": generation,
        "command": confirmation.command,
        "line": confirmation.line,
        "made": confirmation.until - OPEN_FOR,
    }
    insert_once(connection, confirmations, row)


def confirmation_with(connection: Connection, secret: str) -> Confirmation | None:
    """Return the question that was asked with this secret, or None."""
    row = connection.execute(_WITH, {"its_secret": secret}).one_or_none()
    if row is None:
        return None
    player = find_numbered(connection, row.player)
    if player is None:
        return None
    its = {"its_key": (row.game or "").lower(), "its_player": row.player, "its_role": row.role}
    current = connection.scalar(_RENEWED, its) if row.game else 0
    return Confirmation(
        player=player,
        game=row.game or "",
        role=row.role,
        command=row.command,
        line=row.line,
        until=row.made + OPEN_FOR,
        about=row.about,
        is_over=row.generation < (current or 0),
        reminded=bool(row.reminded),
        answered=row.answered or 0,
        denied=bool(row.denied),
        number=row.number,
    )


def answer_confirmation(connection: Connection, number: int, letter: int, *, denied: bool) -> None:
    """Note which letter answered a question, and whether it said no."""
    answered = update(confirmations).where(confirmations.c.number == number)
    connection.execute(answered.values(answered=letter, denied=denied))


def note_reminded(connection: Connection, number: int) -> None:
    """Note that a question was asked once more."""
    its = confirmations.c.number == number
    connection.execute(update(confirmations).where(its).values(reminded=True))


def forget_confirmations(connection: Connection, before: datetime) -> None:
    """Forget the questions that were asked before a moment."""
    connection.execute(delete(confirmations).where(confirmations.c.made < before))
