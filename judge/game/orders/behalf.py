"""Orders that a Master sends without BECOME: the lines that would give them."""

from collections.abc import Sequence

from judge.engine import Unit, power_of
from judge.game.model import Game
from judge.game.seats import power_names
from judge.notation import (
    Ambiguous,
    OrderReader,
    ReadOrder,
    Unreadable,
    read_line,
    reader_for,
    words_of,
)


def lines_on_behalf(game: Game, lines: Sequence[str]) -> tuple[str, ...]:
    """Return `lines` with a BECOME above those of each power, as `orders_by_power`."""
    told: list[str] = []
    for power, own in orders_by_power(game, lines):
        told += (f"BECOME {power.upper()}", *own)
    return tuple(told)


def orders_by_power(game: Game, lines: Sequence[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return each power with those of `lines` that follow each other and are its own.

    A line that does not tell whose it is belongs to the power whose name stands alone
    above it, else to that of the line above. If there is none, or one that nobody
    plays, nothing is returned.
    """
    if game.position is None:
        return ()
    reader = reader_for(game.variant, game.position, None)
    told: list[tuple[str, tuple[str, ...]]] = []
    power = heading = ""
    for line in lines:
        if named := _heading(line, reader):
            heading = named
            continue
        named_there = {_whose(one) for one in read_line(line, reader)} - {""}
        whose = named_there or {heading or power}
        meant = whose.pop()
        if whose or meant not in power_names(game):
            return ()
        before = told.pop()[1] if meant == power else ()
        told.append((meant, (*before, line.strip())))
        power = meant
    return tuple(told)


def whose_line(line: str, reader: OrderReader) -> str:
    """Return the power whose units alone `line` orders, "" if there is none such."""
    named = {_whose(one) for one in read_line(line, reader)}
    return named.pop() if len(named) == 1 else ""


def _heading(line: str, reader: OrderReader) -> str:
    """Return the power whose name stands alone, "" where more stands there."""
    name = words_of(line.removesuffix(":"))
    return reader.names.powers.get("".join(name), "") if line.endswith(":") else ""


def _whose(read: ReadOrder) -> str:
    match read.result:
        case Unreadable(unit=Unit() as unit):
            return unit.power
        case Unreadable() | Ambiguous():
            return ""
        case order:
            return power_of(order)
