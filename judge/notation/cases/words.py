"""The words for what became of an order, as a case says what it expects."""

import re
from collections.abc import Callable, Mapping

from judge.engine import Build, Move, Order, Outcome, Reason, Retreat, Waive

_GAP = re.compile(r"\s{2,}|\t")
_OF_A_UNIT = re.compile(
    r"dislodged|disbands|(?:dislodged from|may retreat to|may not retreat to) .+"
)


def split_words(text: str) -> tuple[str, tuple[str, ...]]:
    """Return an order, and the words for its result that follow after a wide gap."""
    order, gap, tail = _rpartition(text.strip())
    words = tuple(word.strip() for word in tail.split(","))
    if gap and all(word in RESULTS or _OF_A_UNIT.fullmatch(word) for word in words):
        return order, words
    return text.strip(), ()


def _rpartition(text: str) -> tuple[str, str, str]:
    gaps = list(_GAP.finditer(text))
    if not gaps:
        return text, "", ""
    return text[: gaps[-1].start()], gaps[-1][0], text[gaps[-1].end() :]


def _did(*kinds: type[Order]) -> Callable[[Outcome], bool]:
    return lambda outcome: outcome.succeeded and isinstance(outcome.order, kinds)


def _ended(reason: Reason) -> Callable[[Outcome], bool]:
    return lambda outcome: outcome.reason is reason


RESULTS: Mapping[str, Callable[[Outcome], bool]] = {
    "moves": _did(Move),
    "retreats": _did(Retreat),
    "builds": _did(Build),
    "waives": _did(Waive),
    "succeeds": lambda outcome: outcome.succeeded,
    "fails": lambda outcome: not outcome.succeeded,
    "bounces": _ended(Reason.BOUNCED),
    "illegal": lambda outcome: outcome.reason.is_illegal,
    # `dislodged` is said of the unit, whatever became of its order.
    **{reason.value: _ended(reason) for reason in Reason if reason is not Reason.DISLODGED},
}

# These are also true of what cannot be read as an order.
UNREAD = frozenset({"fails", "illegal"})
