"""What wakes the chores, clock and engine, and how others hear how they do.

All of it knows nothing of what the chores are.
"""

from judge.work.alarm import PATIENCE, Alarm, Bells
from judge.work.port import tell_systemd, work_port

__all__ = ["PATIENCE", "Alarm", "Bells", "tell_systemd", "work_port"]
