"""Orders in the syntax of DAIDE programs, translated into the words of players.

`( ( FRA AMY PAR ) MTO BUR )` becomes `FRA: A PAR - BUR`. The words are those of the DAIDE message
syntax, levels 0 and 10.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

_Node: TypeAlias = "str | list[_Node]"

_LIKE_ORDER = re.compile(r"\( ?[A-Z]{3} (?:(?:AMY|FLT) ?[ (]|WVE ?\))")
_TOKEN = re.compile(r"[()]|\w+|\S")
_KINDS = {"AMY": "A", "FLT": "F"}
_VERBS = {"HLD": "H", "DSB": "D", "BLD": "B", "REM": "D"}
_MOVES = {"MTO": "-", "RTO": "R"}
_HELPS = {"SUP": "S", "CVY": "C"}
# Levels of nested brackets: a unit on a coast in the order of another unit is inside four.
_DEEPEST = 6


def is_daide(text: str) -> bool:
    """Return whether a plain line contains a unit or a waive in DAIDE syntax."""
    return "(" in text and _LIKE_ORDER.search(text) is not None


def without_daide(text: str) -> str:
    """Return a plain line with its DAIDE orders in the words of players.

    A line with any other text is returned unchanged.
    """
    if not is_daide(text):
        return text
    nodes = _parsed(_TOKEN.findall(text.upper()))
    if nodes is None:
        return text
    orders = [_order(node) for node in _orders_in(nodes)]
    known = [order for order in orders if order is not None]
    return "; ".join(known) if len(known) == len(orders) else text


def _parsed(tokens: Sequence[str]) -> "list[_Node] | None":
    """Return the tokens nested by their brackets, or None if these do not match."""
    stack: list[list[_Node]] = [[]]
    for token in tokens:
        if token == "(":
            stack.append([])
        elif token == ")" and len(stack) > 1:
            closed = stack.pop()
            stack[-1].append(closed)
        else:
            stack[-1].append(token)
        if len(stack) > _DEEPEST:
            return None
    return stack[0] if len(stack) == 1 else None


def _orders_in(nodes: "list[_Node]") -> "Iterator[_Node]":
    """Yield each order of `SUB ( ... ) ( ... )`, or the single order."""
    match nodes:
        case ["SUB", *orders]:
            yield from orders
        case [[list(), *_] | [str(), "WVE"], *_]:
            yield from nodes
        case _:
            yield nodes


def _order(node: _Node) -> str | None:
    """Return an order in the words of players, or None."""
    match node:
        case [str() as power, "WVE"]:
            return f"{power}: waive"
        case [[str() as power, *_] as unit_node, str() as verb, *operands]:
            unit, action = _unit(unit_node), _action(verb, operands)
            return f"{power}: {unit} {action}" if unit and action else None
        case _:
            return None


def _unit(node: _Node) -> str | None:
    """Return a unit as `A PAR`, or None."""
    match node:
        case [str(), ("AMY" | "FLT") as kind, place]:
            name = _place(place)
            return f"{_KINDS[kind]} {name}" if name else None
        case _:
            return None


def _place(node: _Node) -> str | None:
    """Return a place as `PAR` or `STP/NC`, or None."""
    match node:
        case str():
            return node
        case [str() as province, str() as coast] if re.fullmatch("[NSEW]CS", coast):
            return f"{province}/{coast[:2]}"
        case _:
            return None


def _action(verb: str, operands: "list[_Node]") -> str | None:
    """Return the part of an order after the unit, or None."""
    match verb, operands:
        case (("HLD" | "DSB" | "BLD" | "REM"), []):
            return _VERBS[verb]
        case (("MTO" | "RTO"), [target]):
            return _joined(_MOVES[verb], _place(target))
        case "CTO", [target, *route] if route[:1] in ([], ["VIA"]):
            return _joined("-", _place(target), "VIA")
        case "SUP", [other]:
            return _joined("S", _unit(other))
        case (("SUP" | "CVY"), [other, ("MTO" | "CTO"), target]):
            return _joined(_HELPS[verb], _unit(other), "-", _place(target))
        case _:
            return None


def _joined(*words: str | None) -> str | None:
    """Return the words joined by spaces, or None if one is missing."""
    known = [word for word in words if word]
    return " ".join(known) if len(known) == len(words) else None
