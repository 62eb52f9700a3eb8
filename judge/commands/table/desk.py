"""What the Master tells the judge of who leads the game, and of its beginning."""

from judge.commands.grammar.passage import alone
from judge.commands.grammar.plain import is_code
from judge.commands.model import Command, Promote, Unstart
from judge.commands.table.row import Row, Who


def _promote(rest: str) -> Command | None:
    """Return PROMOTE of the person named."""
    return Promote(rest) if len(rest.split()) == 1 else None


def _unstart(rest: str) -> Command | None:
    """Return UNSTART with the code behind it."""
    return Unstart(rest) if is_code(rest) else None


DESK = (
    Row(
        ("PROMOTE", "MAKE MASTER", "ADD MASTER"),
        alone(_promote),
        Who.MASTER,
        "promote",
        ("PROMOTE address",),
    ),
    Row(
        ("UNSTART", "UNSTART GAME"),
        alone(_unstart),
        Who.MASTER,
        "unstart",
        ("UNSTART",),
    ),
)
