"""What the templates are told of what the players send."""

from judge.game import (
    ENTRANT,
    OBSERVER,
    DrawVoted,
    OrderFact,
    OrdersCleared,
    OrdersFiled,
    OrdersMissed,
    PressSent,
    WaitSet,
)
from judge.render.facts.orders import filed_view, sheet_view
from judge.render.facts.pages import (
    Facts,
    Scene,
    board_at,
    game_in,
)
from judge.render.facts.table import person
from judge.render.words import order_short


def facts_of(event: OrderFact, scene: Scene) -> Facts:
    """Return what the template of `event` may use beside its own fields."""
    match event:
        case OrdersFiled():
            return _orders_filed(event, scene)
        case OrdersCleared():
            return _orders_cleared(event, scene)
        case PressSent():
            return _press_sent(event, scene)
        case DrawVoted() | WaitSet() | OrdersMissed():
            return {}  # Its own fields are enough.


def _orders_filed(event: OrdersFiled, scene: Scene) -> Facts:
    game = game_in(scene)
    return {"sheet": filed_view(event, board_at(game, event.sheet.phase))}


def _orders_cleared(event: OrdersCleared, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    return {
        "sheet": sheet_view(event.sheet, board),
        "dropped": [order_short(order, board) for order in event.dropped],
    }


def _press_sent(event: PressSent, scene: Scene) -> Facts:
    others = [role for role in event.recipients if role != scene.reader.role]
    everybody = event.broadcast or len(others) == 0
    many = event.author if event.sender in (OBSERVER, ENTRANT) else None
    return {
        "others": () if everybody else (event.sender, *others),
        "writer": person(many) if many else "",
    }
