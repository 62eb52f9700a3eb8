"""How much the tests try: a sample after every change, all there is in a long run."""

import os

LONG = bool(os.environ.get("TESTS_LONG"))
_TIMES = 10


def many(count: int) -> int:
    """Return how many to try where `count` are a sample."""
    return count * _TIMES if LONG else count


def every(step: int) -> int:
    """Return how far apart to try where there are too many for each run."""
    return 1 if LONG else step
