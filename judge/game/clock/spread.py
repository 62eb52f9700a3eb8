"""Deadlines of many games that do not all fall on one moment."""

from datetime import time
from hashlib import sha256

_STEP = 5  # minutes, so that a deadline can be remembered
_DAY = 24 * 60


def time_within(hours: tuple[time, time], name: str) -> time:
    """Return the time of day of the game of this name, always the same one.

    It lies between the two `hours`, both included, which may have midnight in between.
    """
    begin, end = (one.hour * 60 + one.minute for one in hours)
    places = (end - begin) % _DAY // _STEP + 1
    digest = sha256(name.lower().encode()).digest()
    minutes = begin + int.from_bytes(digest[:8], "big") % places * _STEP
    return time(minutes // 60 % 24, minutes % 60)
