"""Orders and results as text, both ways; orders in their canonical notation."""

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import NotRequired, TypedDict

from judge.engine import Adjudication, Consequence, Order, Outcome, Reason, power_of
from judge.notation import read_canonical, write_order
from judge.store.games.boards import (
    BoardTexts,
    PositionFacts,
    UnitFacts,
    position_facts,
    position_of,
    unit_facts,
    unit_of,
)

# Reasons that were called otherwise when they were stored.
_OLDER_REASONS = {"no such coast": Reason.WRONG_COAST}


class _OutcomeFacts(TypedDict):
    power: str
    order: str
    reason: str
    by: list[str]


class _ConsequenceFacts(TypedDict):
    kind: str
    province: str | None
    power: str | None
    only: str


class _AdjudicationFacts(TypedDict):
    outcomes: list[_OutcomeFacts]
    after: PositionFacts
    disbanded: list[UnitFacts]
    standoffs: list[str]
    captures: list[tuple[str, str | None, str]]
    consequences: NotRequired[list[_ConsequenceFacts]]


def order_texts(orders: Iterable[Order], board: BoardTexts) -> tuple[str, ...]:
    """Return each order as text."""
    return tuple(write_order(order, board.variant.geography) for order in orders)


def read_orders(texts: Iterable[str], power: str, board: BoardTexts) -> tuple[Order, ...]:
    """Return the orders of `power` that `texts` tell."""
    return tuple(_order(text, power, board) for text in texts)


def adjudication_text(adjudication: Adjudication, board: BoardTexts) -> str:
    """Return `adjudication` as a JSON object."""
    facts: _AdjudicationFacts = {
        "outcomes": [_outcome_facts(one, board) for one in adjudication.outcomes],
        "after": position_facts(adjudication.after, board),
        "disbanded": [unit_facts(unit, board) for unit in adjudication.disbanded],
        "standoffs": [board.text(place) for place in adjudication.standoffs],
        "captures": [
            (board.text(place), before, after) for place, before, after in adjudication.captures
        ],
    }
    if adjudication.consequences:
        told = [_consequence_facts(one, board) for one in adjudication.consequences]
        facts["consequences"] = told
    return json.dumps(facts)


def read_adjudication(text: str, board: BoardTexts) -> Adjudication:
    """Return the adjudication that stands in `text`."""
    facts: _AdjudicationFacts = json.loads(text)
    places = board.places
    return Adjudication(
        outcomes=tuple(_outcome(one, board) for one in facts["outcomes"]),
        after=position_of(facts["after"], board),
        disbanded=tuple(unit_of(unit, board) for unit in facts["disbanded"]),
        standoffs=tuple(places[place] for place in facts["standoffs"]),
        captures=tuple(
            (places[place], before, after) for place, before, after in facts["captures"]
        ),
        consequences=tuple(_consequence(one, board) for one in facts.get("consequences", ())),
    )


def _outcome_facts(outcome: Outcome, board: BoardTexts) -> _OutcomeFacts:
    return {
        "power": power_of(outcome.order),
        "order": write_order(outcome.order, board.variant.geography),
        "reason": outcome.reason.value,
        "by": [board.text(place) for place in outcome.by],
    }


def _outcome(facts: _OutcomeFacts, board: BoardTexts) -> Outcome:
    return Outcome(
        order=_order(facts["order"], facts["power"], board),
        reason=_OLDER_REASONS.get(facts["reason"]) or Reason(facts["reason"]),
        by=tuple(board.places[place] for place in facts["by"]),
    )


def _consequence_facts(one: Consequence, board: BoardTexts) -> _ConsequenceFacts:
    place = None if one.province is None else board.text(one.province)
    return {"kind": one.kind, "province": place, "power": one.power, "only": one.only}


def _consequence(facts: _ConsequenceFacts, board: BoardTexts) -> Consequence:
    place = facts["province"]
    province = None if place is None else board.places[place]
    return Consequence(facts["kind"], province, facts["power"], facts["only"])


# A seat keeps its orders and those that it had before: a letter finds most of them as
# the last one left them.
@lru_cache(maxsize=4096)
def _order(text: str, power: str, board: BoardTexts) -> Order:
    order = read_canonical(text, power, board.reader)
    if order is None:
        raise ValueError(f"{power} cannot have ordered this: {text}")
    return order
