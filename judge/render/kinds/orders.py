"""What the templates are told of what the players send."""

from collections.abc import Sequence

from judge.game import (
    CaseRead,
    DrawVoted,
    OrderFact,
    OrdersCleared,
    OrdersEntered,
    OrdersFiled,
    OrderSheet,
    OrdersMissed,
    OrdersPlanned,
    OrdersShown,
    OrdersUndone,
    PlanTaken,
    Proxy,
    ProxyEnded,
    ProxyGiven,
    ProxyView,
    WaitSet,
)
from judge.messages import Text, message, series
from judge.notation import unit_name
from judge.render.facts.orders import SheetView
from judge.render.facts.pages import Facts, Scene, board_at, game_in
from judge.render.words import order_short, phase_text, unit_short


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
        case OrdersEntered():
            return _orders_entered(event, scene)
        case ProxyGiven(proxy=proxy):
            return {
                "lent": _lent_text(proxy, scene),
                "until": _until(proxy, scene),
                "end": _end_line(proxy, scene),
            }
        case ProxyEnded(ended=ended):
            return {"ended": [(one.to, _lent_text(one, scene)) for one in ended]}
        case DrawVoted() | WaitSet() | OrdersMissed():
            return {}  # Its own fields are enough.


def _orders_filed(event: OrdersFiled, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    return {
        "sheet": SheetView(event.sheet, board, event.changed, event.lines),
        "dropped": [order_short(order, board) for order in event.dropped],
        "cases": _cases(event.cases),
    }


def _orders_entered(event: OrdersEntered, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    return {"sheet": SheetView(event.sheet, board, event.changed, event.lines)}


def _until(proxy: Proxy, scene: Scene) -> Text:
    return phase_text(proxy.until, game_in(scene).variant)


def _end_line(proxy: Proxy, scene: Scene) -> str:
    """Return what its giver sends to take a proxy back."""
    if proxy.unit is None:
        return "NO PROXY"
    return f"NO PROXY {unit_short(proxy.unit, game_in(scene).variant.geography)}"


def _lent_text(proxy: Proxy, scene: Scene) -> Text:
    """Return which units a proxy is for."""
    if proxy.unit is None:
        return message("all units")
    return unit_name(proxy.unit, game_in(scene).variant.geography)


def proxy_rows(event: OrdersShown, scene: Scene) -> list[tuple[Text, Text]]:
    """Return who may order what for a power, and for whom it may, as rows."""
    return [_proxy_row(one, event.sheet, scene) for one in event.proxies]


def _proxy_row(view: ProxyView, sheet: OrderSheet, scene: Scene) -> tuple[Text, Text]:
    proxy, lent = view.proxy, _lent_text(view.proxy, scene)
    until = str(proxy.until)
    if view.giver == sheet.power:
        may = message("{power} may order, until {until} is over", power=proxy.to, until=until)
        return lent, may
    label = message("{power}: {lent}", power=view.giver, lent=lent)
    board = board_at(game_in(scene), sheet.phase)
    orders = [order_short(order, board) for order in view.ordered]
    if not orders:
        return label, message("you may order, until {until} is over", until=until)
    ordered = series(orders)
    return label, message(
        "you may order, until {until} is over; ordered by you: {orders}",
        until=until,
        orders=ordered,
    )


def _orders_undone(event: OrdersUndone, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    return {"sheet": SheetView(event.sheet, board, event.changed)}


def _plan_taken(event: PlanTaken, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    new = [(order, None) for order in event.sheet.orders]
    return {"sheet": SheetView(event.sheet, board, new, event.lines), "cases": _cases(event.cases)}


def _orders_cleared(event: OrdersCleared, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    return {
        "sheet": SheetView(event.sheet, board),
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
