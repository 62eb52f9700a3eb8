"""The alarm clock, which knows nothing of what its chores do, and word to systemd."""

from judge.work.alarm import PATIENCE, Alarm
from judge.work.systemd import tell_systemd

__all__ = [
    "PATIENCE",
    "Alarm",
    "tell_systemd",
]
