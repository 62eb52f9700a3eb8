"""Orders as the programs of the DAIDE protocol write them, in the words of players.

`( ( FRA AMY PAR ) MTO BUR )` is `FRA: A PAR - BUR`. The words are those of the DAIDE
message syntax, levels 0 and 10.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

_Node: TypeAlias = "str | list[_Node]"

_LIKE_ONE = re.compile(r"\( ?[A-Z]{3} (?:(?:AMY|FLT) ?[ (]|WVE ?\))")
_TOKEN = re.compile(r"[()]|\w+|\S")
_KINDS = {"AMY": "A", "FLT": "F"}
_ALONE = {"HLD": "H", "DSB": "D", "BLD": "B", "REM": "D"}
_GOING = {"MTO": "-", "RTO": "R"}
_HELPING = {"SUP": "S", "CVY": "C"}
# The unit on a coast in the order of another unit stands in four brackets.
_DEEPEST = 6


def is_daide(text: str) -> bool:
    """Return whether a plain line has a unit or a waive as DAIDE writes it."""
    return "(" in text and _LIKE_ONE.search(text) is not None


def without_daide(text: str) -> str:
    """Return a plain line with its DAIDE orders in the words of players.

    A line that has anything else in it comes back as it is.
    """
    if not is_daide(text):
        return text
    nodes = _parsed(_TOKEN.findall(text.upper()))
    if nodes is None:
        return text
    orders = [_order(node) for node in _listed(nodes)]
    known = [order for order in orders if order is not None]
    return "; ".join(known) if len(known) == len(orders) else text


def _parsed(tokens: Sequence[str]) -> "list[_Node] | None":
    """Return the words by their brackets, or None where those do not match."""
    stack: list[list[_Node]] = [[]]
    for token in tokens:
        if token == "(":
            stack.append([])
        elif token == ")" and len(stack) > 1:
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
        if len(stack) > _DEEPEST:
            return None
    return stack[0] if len(stack) == 1 else None


def _listed(nodes: "list[_Node]") -> "Iterator[_Node]":
    """Yield each order of `SUB ( ... ) ( ... )`, or of the order alone."""
    match nodes:
        case ["SUB", *orders]:
            yield from orders
        case [[list(), *_] | [str(), "WVE"], *_]:
            yield from nodes
        case _:
            yield nodes


def _order(node: _Node) -> str | None:
    match node:
        case [str() as power, "WVE"]:
            return f"{power}: waive"
        case [[str() as power, *_] as one, str() as verb, *said]:
            unit, deed = _unit(one), _deed(verb, said)
            return f"{power}: {unit} {deed}" if unit and deed else None
        case _:
            return None


def _unit(node: _Node) -> str | None:
    match node:
        case [str(), ("AMY" | "FLT") as kind, place]:
            name = _place(place)
            return f"{_KINDS[kind]} {name}" if name else None
        case _:
            return None


def _place(node: _Node) -> str | None:
    match node:
        case str():
            return node
        case [str() as province, str() as coast] if re.fullmatch("[NSEW]CS", coast):
            return f"{province}/{coast[:2]}"
        case _:
            return None


def _deed(verb: str, said: "list[_Node]") -> str | None:
    match verb, said:
        case (("HLD" | "DSB" | "BLD" | "REM"), []):
            return _ALONE[verb]
        case (("MTO" | "RTO"), [to]):
            return _joined(_GOING[verb], _place(to))
        case "CTO", [to, *way] if way[:1] in ([], ["VIA"]):
            return _joined("-", _place(to), "VIA")
        case "SUP", [other]:
            return _joined("S", _unit(other))
        case (("SUP" | "CVY"), [other, ("MTO" | "CTO"), to]):
            return _joined(_HELPING[verb], _unit(other), "-", _place(to))
        case _:
            return None


def _joined(*words: str | None) -> str | None:
    known = [word for word in words if word]
    return " ".join(known) if len(known) == len(words) else None
