"""Facts for the templates about orders."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from judge.game import CaseRead, Event, OrderSheet, OrdersShown, ProxyView, filing, proxies
from judge.messages import Text, message, series
from judge.render.facts.orders import SheetView
from judge.render.facts.pages import Facts, Scene, board_at, game_in
from judge.render.words import order_short


def _orders_filed(event: filing.OrdersFiled, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    return {
        "sheet": SheetView(event.sheet, board, event.changed, (*event.earlier, *event.lines)),
        "dropped": [order_short(order, board) for order in event.dropped],
        "cases": _cases(event.cases),
    }


def _orders_entered(event: proxies.OrdersEntered, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    return {"sheet": SheetView(event.sheet, board, event.changed, event.lines)}


def proxy_rows(event: OrdersShown, scene: Scene) -> list[tuple[Text, Text]]:
    """Return rows of the proxies that a power has given, and of those that it holds."""
    return [_proxy_row(one, event.sheet, scene) for one in event.proxies]


def _proxy_row(view: ProxyView, sheet: OrderSheet, scene: Scene) -> tuple[Text, Text]:
    proxy, lent = view.proxy, proxies.units_lent(view.proxy, game_in(scene).variant)
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


def _orders_undone(event: filing.OrdersUndone, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    return {"sheet": SheetView(event.sheet, board, event.changed)}


def _plan_taken(event: filing.PlanTaken, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    new = [(order, None) for order in event.sheet.orders]
    return {"sheet": SheetView(event.sheet, board, new, event.lines), "cases": _cases(event.cases)}


def _orders_cleared(event: filing.OrdersCleared, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    return {
        "sheet": SheetView(event.sheet, board),
        "dropped": [order_short(order, board) for order in event.dropped],
    }


def _cases(cases: Sequence[CaseRead]) -> tuple[tuple[str, Text], ...]:
    """Return each condition, and whether it holds."""
    told = {
        True: message("holds"),
        False: message("does not hold"),
        None: message("not understood"),
    }
    return tuple((case.line, told[case.holds]) for case in cases)


VIEWS: Mapping[type[Event], Callable[[Any, Scene], Facts]] = {
    filing.OrdersCleared: _orders_cleared,
    filing.OrdersFiled: _orders_filed,
    filing.OrdersUndone: _orders_undone,
    filing.PlanTaken: _plan_taken,
    proxies.OrdersEntered: _orders_entered,
}
"""The function that works out the facts of an event; other templates ask the event alone."""
