"""A command that stands in a line of its own, read outside of any letter."""

from judge.commands.grammar.match import read_alone
from judge.commands.grammar.passage import Found
from judge.commands.grammar.words import Vocabulary
from judge.commands.known import NOWHERE, Known
from judge.game import Command

_NOTHING = Known(Vocabulary(frozenset(), frozenset()))


def command_in(line: str) -> Command | None:
    """Return the command that `line` is, None if it is none."""
    match read_alone(line, _NOTHING, NOWHERE):
        case (_, Found(steps=(step,))) if isinstance(step, Command):
            return step
        case _:
            return None
