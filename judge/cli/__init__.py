"""What a person runs: the commands of `judge`, each of which prints its answer."""

from judge.cli.main import main

__all__ = ["main"]
