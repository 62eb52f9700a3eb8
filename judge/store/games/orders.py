"""Recording what the players send: orders, votes and press."""

from datetime import datetime

from sqlalchemy import insert

from judge.game.events import (
    DrawVoted,
    OrdersCleared,
    OrdersFiled,
    OrderSheet,
    PressSent,
    WaitSet,
)
from judge.store import tables
from judge.store.games.ledger import Ledger, change_game, change_seat
from judge.store.games.results import order_texts

OrdersEvent = OrdersFiled | OrdersCleared | WaitSet | DrawVoted | PressSent


def record_orders(event: OrdersEvent, ledger: Ledger) -> None:
    """Record what a player sent."""
    match event:
        case OrdersFiled():
            _record_orders_filed(event, ledger)
        case OrdersCleared():
            _record_orders_cleared(event, ledger)
        case WaitSet():
            _record_wait_set(event, ledger)
        case DrawVoted():
            _record_draw_voted(event, ledger)
        case PressSent():
            _record_press_sent(event, ledger)


def _record_orders_filed(event: OrdersFiled, ledger: Ledger) -> None:
    # One line may hold several orders, and each of them tells of it.
    lines = tuple(dict.fromkeys(read.line for read in event.lines))
    _file(ledger, event.sheet, event.dated, lines, on_behalf=event.on_behalf)
    change_game(ledger, ready=event.ready)


def _record_orders_cleared(event: OrdersCleared, ledger: Ledger) -> None:
    _file(ledger, event.sheet, event.dated, (), on_behalf=event.on_behalf)
    if not event.sheet.complete:
        change_game(ledger, ready=None)


def _record_wait_set(event: WaitSet, ledger: Ledger) -> None:
    change_seat(ledger, event.power, wait=event.wait)
    change_game(ledger, ready=event.ready)


def _record_draw_voted(event: DrawVoted, ledger: Ledger) -> None:
    change_seat(ledger, event.power, draw=event.vote)


def _record_press_sent(event: PressSent, ledger: Ledger) -> None:
    ledger.connection.execute(
        insert(tables.press).values(
            game=ledger.game,
            phase=ledger.phase,
            at=ledger.now,
            sender=event.sender,
            author=None if event.author is None else event.author.number,
            recipients=event.recipients,
            text=event.text,
            broadcast=event.broadcast,
            grey=event.grey,
        )
    )


def _file(
    ledger: Ledger,
    sheet: OrderSheet,
    dated: datetime,
    lines: tuple[str, ...],
    *,
    on_behalf: bool,
) -> None:
    orders = order_texts(sheet.orders, ledger.board)
    change_seat(
        ledger, sheet.power, orders=orders, troubled=sheet.troubled, dated=dated
    )
    ledger.connection.execute(
        insert(tables.filings).values(
            game=ledger.game,
            phase=str(sheet.phase),
            power=sheet.power,
            orders=orders,
            lines=lines,
            dated=dated,
            filed=ledger.now,
            on_behalf=on_behalf,
        )
    )
