"""Builds and removals by preference: the first ones of a list that are possible."""

import re
from collections.abc import Iterator

from judge.engine import Build, Disband, Order, Waive, adjustments
from judge.game.orders.doubt import check_as_seen
from judge.game.orders.reading import OrderContext
from judge.game.orders.sheet import Slot, board_of, slot
from judge.notation import Mistake, read_line

_PREFER = re.compile(r"\s*prefer(?:ences?|red|ring)?\b[\s:]*", re.I)
_VERB = re.compile(r"\s*(?:build|remove|disband|b|r|d)\b\s*(?=\S)", re.I)
_MOST = 34  # as many as the largest boards have homes


def is_preference(line: str) -> bool:
    """Return whether `line` is a list of builds or removals, the dearest first."""
    return _PREFER.match(line) is not None


def preferred(line: str, context: OrderContext) -> tuple[str, ...]:
    """Return the order lines that a list comes to: no more than there are to give.

    What is not possible is passed over, and so is what the list has twice.
    """
    game, power = context.game, context.power
    owed = adjustments(board_of(game), game.variant).get(power, 0)
    found: list[str] = []
    taken: set[Slot] = set()
    for text, order in _possible(line, context, builds=owed > 0):
        place = slot(order, game)
        if len(found) < abs(owed) and (place is None or place not in taken):
            taken.add(place)
            found.append(text)
    return tuple(found)


def _possible(line: str, context: OrderContext, *, builds: bool) -> Iterator[tuple[str, Order]]:
    """Yield the items of a list that can be ordered now, each as an order line."""
    listed = _PREFER.sub("", line, count=1)
    items = [item.strip(" .") for item in re.split(r"[,;]|\bthen\b", listed)]
    for item in [item for item in items if item][:_MOST]:
        bare = _VERB.sub("", item, count=1)
        waives = builds and bare.lower() == "waive"
        text = "Waive" if waives else f"{'Build' if builds else 'Remove'} {bare}"
        for one in read_line(text, context.reader):
            order = one.result
            wanted = Build | Waive if builds else Disband
            if isinstance(order, Mistake) or not isinstance(order, wanted):
                continue
            if check_as_seen(order, context.power, context.game) is None:
                yield text, order
