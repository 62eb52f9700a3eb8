"""What the templates are told of what the players send."""

from collections.abc import Sequence

from judge.game import (
    CaseRead,
    DrawVoted,
    OrderFact,
    OrdersCleared,
    OrdersFiled,
    OrdersMissed,
    OrdersPlanned,
    OrdersUndone,
    PlanTaken,
    WaitSet,
)
from judge.messages import Text, message
from judge.render.facts.orders import filed_view, sheet_view
from judge.render.facts.pages import (
    Facts,
    Scene,
    board_at,
    game_in,
)
from judge.render.words import order_short, phase_text


def facts_of(event: OrderFact, scene: Scene) -> Facts:
    """Return what the template of `event` may use beside its own fields."""
    match event:
        case OrdersFiled():
            return _orders_filed(event, scene)
        case OrdersCleared():
            return _orders_cleared(event, scene)
        case OrdersUndone():
            return _orders_undone(event, scene)
        case OrdersPlanned():
            return {"later": phase_text(event.phase, game_in(scene).variant)}
        case PlanTaken():
            return _plan_taken(event, scene)
        case DrawVoted() | WaitSet() | OrdersMissed():
            return {}  # Its own fields are enough.


def _orders_filed(event: OrdersFiled, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    return {
        "sheet": filed_view(event.sheet, event.changed, event.lines, board),
        "dropped": [order_short(order, board) for order in event.dropped],
        "cases": _cases(event.cases),
    }


def _orders_undone(event: OrdersUndone, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    return {"sheet": filed_view(event.sheet, event.changed, (), board)}


def _plan_taken(event: PlanTaken, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    new = [(order, None) for order in event.sheet.orders]
    return {
        "sheet": filed_view(event.sheet, new, event.lines, board),
        "cases": _cases(event.cases),
    }


def _orders_cleared(event: OrdersCleared, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    return {
        "sheet": sheet_view(event.sheet, board),
        "dropped": [order_short(order, board) for order in event.dropped],
    }


def _cases(cases: Sequence[CaseRead]) -> tuple[tuple[str, Text], ...]:
    """Return each condition with whether it holds."""
    told = {
        True: message("holds"),
        False: message("does not hold"),
        None: message("not understood"),
    }
    return tuple((case.line, told[case.holds]) for case in cases)
