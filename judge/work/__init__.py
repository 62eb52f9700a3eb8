"""The alarm clock, which wakes the chores, and how others hear how they do.

All of it knows nothing of what the chores are.
"""

from judge.work.alarm import PATIENCE, Alarm
from judge.work.port import work_port
from judge.work.systemd import tell_systemd

__all__ = [
    "PATIENCE",
    "Alarm",
    "tell_systemd",
    "work_port",
]
