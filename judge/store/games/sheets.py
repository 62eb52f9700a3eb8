"""What a seat keeps beside its orders as text, both ways: undone sets, and plans."""

import json
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import TypedDict

from judge.game import Earlier, Plan
from judge.store.games.boards import BoardTexts, phase_of
from judge.store.games.results import order_texts, read_orders


class _EarlierFacts(TypedDict):
    number: int
    orders: list[str]
    troubled: list[str]


class _PlanFacts(TypedDict):
    phase: str
    lines: list[str]
    dated: str


def earlier_text(earlier: Iterable[Earlier], board: BoardTexts) -> str:
    """Return the sets of orders that a power had before, as a JSON list."""
    facts = [
        _EarlierFacts(
            number=one.number,
            orders=list(order_texts(one.orders, board)),
            troubled=list(one.troubled),
        )
        for one in earlier
    ]
    return json.dumps(facts)


# Most letters change one seat of a game, and the others stand as they were read last.
@lru_cache(maxsize=1024)
def read_earlier(text: str, power: str, board: BoardTexts) -> tuple[Earlier, ...]:
    """Return the sets of orders of `power` that stand in `text`."""
    facts: list[_EarlierFacts] = json.loads(text)
    return tuple(
        Earlier(
            one["number"],
            read_orders(one["orders"], power, board),
            tuple(one["troubled"]),
        )
        for one in facts
    )


def plans_text(plans: Iterable[Plan]) -> str:
    """Return orders for phases to come as a JSON list."""
    facts = [
        _PlanFacts(
            phase=str(one.phase),
            lines=list(one.lines),
            dated=one.dated.isoformat(),
        )
        for one in plans
    ]
    return json.dumps(facts)


def read_plans(text: str) -> tuple[Plan, ...]:
    """Return the orders for phases to come that stand in `text`."""
    facts: list[_PlanFacts] = json.loads(text)
    return tuple(
        Plan(
            phase_of(one["phase"]),
            tuple(one["lines"]),
            datetime.fromisoformat(one["dated"]),
        )
        for one in facts
    )
