"""What is known of the judge as a whole: how it is, and what was done last."""

from judge.store.upkeep import marks
from judge.store.upkeep.alarms import Sounding, forget_future_alarms, note_alarm, quiet, sounding
from judge.store.upkeep.census import Census, DueGame, Queue, census

__all__ = [
    "Census",
    "DueGame",
    "Queue",
    "Sounding",
    "census",
    "forget_future_alarms",
    "marks",
    "note_alarm",
    "quiet",
    "sounding",
]
