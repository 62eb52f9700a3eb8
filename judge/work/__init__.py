"""Runs the chores of a program (repeated pieces of work) and reports whether they are well.

An alarm clock wakes them, and an engine wakes those of other programs. This room does not know what
the chores do.
"""

from judge.work.alarm import PATIENCE, Alarm, Bells
from judge.work.port import LOOPBACK, tell_systemd, work_port

__all__ = ["LOOPBACK", "PATIENCE", "Alarm", "Bells", "tell_systemd", "work_port"]
