"""What a seat keeps beside its orders as text, both ways: sets, plans, proxies."""

import json
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import TypedDict

from judge.game import Earlier, Entered, Plan, Proxy
from judge.store.games.boards import BoardTexts, UnitFacts, phase_of, unit_facts, unit_of
from judge.store.games.results import order_texts, read_orders


class _EarlierFacts(TypedDict):
    number: int
    orders: list[str]
    troubled: list[str]


class _PlanFacts(TypedDict):
    phase: str
    lines: list[str]
    dated: str


class _ProxyFacts(TypedDict):
    to: str
    giver: int
    holder: int
    until: str
    unit: UnitFacts | None


class _EnteredFacts(TypedDict):
    order: str
    by: str
    dated: str | None


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
        Earlier(one["number"], read_orders(one["orders"], power, board), tuple(one["troubled"]))
        for one in facts
    )


def plans_text(plans: Iterable[Plan]) -> str:
    """Return orders for phases to come as a JSON list."""
    facts = [
        _PlanFacts(phase=str(one.phase), lines=list(one.lines), dated=one.dated.isoformat())
        for one in plans
    ]
    return json.dumps(facts)


@lru_cache(maxsize=1024)
def read_plans(text: str) -> tuple[Plan, ...]:
    """Return the orders for phases to come that stand in `text`."""
    facts: list[_PlanFacts] = json.loads(text)
    return tuple(
        Plan(phase_of(one["phase"]), tuple(one["lines"]), datetime.fromisoformat(one["dated"]))
        for one in facts
    )


def proxies_text(proxies: Iterable[Proxy], board: BoardTexts) -> str:
    """Return who may order for a power as a JSON list."""
    facts = [
        _ProxyFacts(
            to=one.to,
            giver=one.giver,
            holder=one.holder,
            until=str(one.until),
            unit=None if one.unit is None else unit_facts(one.unit, board),
        )
        for one in proxies
    ]
    return json.dumps(facts)


@lru_cache(maxsize=1024)
def read_proxies(text: str, board: BoardTexts) -> tuple[Proxy, ...]:
    """Return who may order for a power, as it stands in `text`."""
    facts: list[_ProxyFacts] = json.loads(text)
    return tuple(
        Proxy(
            one["to"],
            one["giver"],
            one["holder"],
            phase_of(one["until"]),
            None if one["unit"] is None else unit_of(one["unit"], board),
        )
        for one in facts
    )


def entered_text(entered: Iterable[Entered], board: BoardTexts) -> str:
    """Return the orders that others gave for a power as a JSON list."""
    facts = [
        _EnteredFacts(
            order=next(iter(order_texts((one.order,), board))),
            by=one.by,
            dated=None if one.dated is None else one.dated.isoformat(),
        )
        for one in entered
    ]
    return json.dumps(facts)


@lru_cache(maxsize=1024)
def read_entered(text: str, power: str, board: BoardTexts) -> tuple[Entered, ...]:
    """Return the orders of `power` that others gave, as they stand in `text`."""
    facts: list[_EnteredFacts] = json.loads(text)
    return tuple(
        Entered(
            read_orders((one["order"],), power, board)[0],
            one["by"],
            None if one["dated"] is None else datetime.fromisoformat(one["dated"]),
        )
        for one in facts
    )
