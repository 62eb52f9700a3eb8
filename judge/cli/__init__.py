"""The commands of `judge` on the command line; each prints its answer."""

from judge.cli.main import main

__all__ = ["main"]
