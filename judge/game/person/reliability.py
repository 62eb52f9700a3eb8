"""How reliable somebody is: what he sent in time, of which the old counts less."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from judge.game.model import Conduct, ConductMark, Reliability

HALF_LIFE = timedelta(days=180)
"""After so long a phase counts half."""
LEAST = 10
"""Of who has played fewer phases nothing is said."""
_WORTH = {
    ConductMark.SENT: (1, 1.0),
    ConductMark.LATE: (1, 0.5),
    ConductMark.MISSED: (1, 0.0),
    # Who leaves without a substitute costs his game more than a phase.
    ConductMark.LEFT: (5, 0.0),
}


def reliability_of(conduct: Sequence[Conduct], now: datetime) -> Reliability:
    """Return how reliable somebody is whose conduct that was, oldest first."""
    last: dict[tuple[str, str, str], Conduct] = {}
    for one in conduct:
        # What was told of a phase later counts: it was late, or played again.
        last[one.game, one.power, one.phase] = one
    whole = gained = 0.0
    for one in last.values():
        weight, share = _WORTH[one.mark]
        counts = weight * 0.5 ** (max(now - one.at, timedelta()) / HALF_LIFE)
        whole, gained = whole + counts, gained + counts * share
    known = len(last) >= LEAST and whole > 0
    blots = tuple(one for one in last.values() if one.mark is not ConductMark.SENT)
    return Reliability(
        percent=round(100 * gained / whole) if known else None, phases=len(last), blots=blots
    )
