"""A command that stands in a line of its own, read outside of any letter."""

from judge.commands.grammar.match import find_row
from judge.commands.grammar.passage import Found, Passage
from judge.commands.grammar.words import Vocabulary
from judge.commands.known import NOWHERE, Known
from judge.commands.model import Command


def command_in(line: str, names: Vocabulary) -> Command | None:
    """Return the command that `line` is, None if it is none."""
    found = find_row(line)
    if found is None:
        return None
    row, rest = found
    match row.read(Passage(rest, (), Known(names), NOWHERE)):
        case Found(steps=(step,)) if isinstance(step, Command):
            return step
        case _:
            return None
