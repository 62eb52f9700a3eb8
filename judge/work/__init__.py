"""The alarm clock: it wakes the chores and knows nothing of what they do."""

from judge.work.alarm import PATIENCE, Alarm

__all__ = [
    "PATIENCE",
    "Alarm",
]
