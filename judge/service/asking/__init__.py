"""Who wrote a letter: what shows it, and asking him where nothing does."""

from judge.service.asking.origin import Origin, origin_of
from judge.service.asking.question import ask

__all__ = ["Origin", "ask", "origin_of"]
