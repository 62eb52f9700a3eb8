"""What wakes the chores, clock and engine, and how others hear how they do.

All of it knows nothing of what the chores are.
"""

from judge.work.alarm import PATIENCE, Alarm
from judge.work.bells import Bells
from judge.work.port import work_port
from judge.work.systemd import tell_systemd

__all__ = ["PATIENCE", "Alarm", "Bells", "tell_systemd", "work_port"]
