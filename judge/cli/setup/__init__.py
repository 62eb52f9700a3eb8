"""Setting a judge up on this machine: questions, what they amount to, and doing it."""

from judge.cli.setup.command import read_answers, set_up
from judge.cli.setup.plan import Places

__all__ = ["Places", "read_answers", "set_up"]
