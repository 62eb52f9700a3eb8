"""Orders as text, both ways, for the store alone: any order, on any board.

It is the canonical notation without the kind of the other unit in a support or convoy:
an order that is kept as illegal may name a unit that is not there.
"""

from collections.abc import Mapping

from judge.engine.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from judge.engine.position import Unit, UnitKind
from judge.store.games.boards import Board


def order_text(order: Order, board: Board) -> str:
    """Return `order` as text; whose it is stands beside it."""
    match order:
        case Waive():
            return "WAIVE"
        case Build():
            return f"{order.kind.value} {board.text(order.location)} B"
        case Hold() | Disband() | Retreat():
            return f"{_unit_text(order.unit, board)} {_stay_text(order, board)}"
        case Move() | SupportHold() | SupportMove() | Convoy():
            return f"{_unit_text(order.unit, board)} {_deed_text(order, board)}"


def read_order(text: str, power: str, board: Board) -> Order:
    """Return the order of `power` that `text` tells; ValueError when it tells none."""
    match text.split():
        case ["WAIVE"]:
            return Waive(power)
        case [kind, place, "B"]:
            return Build(power, UnitKind(kind), board.places[place])
        case [kind, place, *deed]:
            unit = Unit(power, UnitKind(kind), board.places[place])
            return _order(unit, " ".join(deed), board.places)
        case _:
            raise ValueError(text)


def _unit_text(unit: Unit, board: Board) -> str:
    return f"{unit.kind.value} {board.text(unit.location)}"


def _stay_text(order: Hold | Disband | Retreat, board: Board) -> str:
    match order:
        case Hold():
            return "H"
        case Disband():
            return "D"
        case Retreat():
            return f"R {board.text(order.target)}"


def _deed_text(order: Move | SupportHold | SupportMove | Convoy, board: Board) -> str:
    text = board.text
    match order:
        case Move():
            return f"- {text(order.target)}{' VIA' if order.via else ''}"
        case SupportHold():
            return f"S {text(order.supported)}"
        case SupportMove():
            return f"S {text(order.supported)} - {text(order.target)}"
        case Convoy():
            return f"C {text(order.convoyed)} - {text(order.target)}"


def _order(unit: Unit, deed: str, places: Mapping[str, int]) -> Order:
    match deed.split():
        case ["H"]:
            return Hold(unit)
        case ["D"]:
            return Disband(unit)
        case ["R", target]:
            return Retreat(unit, places[target])
        case ["-", target, *via]:
            return Move(unit, places[target], via=via == ["VIA"])
        case ["S", supported]:
            return SupportHold(unit, places[supported])
        case ["S" | "C" as verb, other, "-", target]:
            kind = SupportMove if verb == "S" else Convoy
            return kind(unit, places[other], places[target])
        case _:
            raise ValueError(deed)
