"""Orders that a Master sends without BECOME: the lines that would give them."""

from collections.abc import Sequence

from judge.engine import Unit, power_of
from judge.game.model import Game
from judge.game.seats import power_names
from judge.notation import Ambiguous, ReadOrder, Unreadable, read_line, reader_for


def lines_on_behalf(game: Game, lines: Sequence[str]) -> tuple[str, ...]:
    """Return `lines` with a BECOME above those of each power.

    A line that does not tell whose it is belongs to the power of the line above it. If
    there is none, or one that nobody plays, nothing is returned.
    """
    if game.position is None:
        return ()
    reader = reader_for(game.variant, game.position, None)
    told: list[str] = []
    power = ""
    for line in lines:
        whose = {_whose(one) for one in read_line(line, reader)} - {""} or {power}
        meant = whose.pop()
        if whose or meant not in power_names(game):
            return ()
        if meant != power:
            told.append(f"BECOME {meant.upper()}")
        told.append(line.strip())
        power = meant
    return tuple(told)


def _whose(read: ReadOrder) -> str:
    match read.result:
        case Unreadable(unit=Unit() as unit):
            return unit.power
        case Unreadable() | Ambiguous():
            return ""
        case order:
            return power_of(order)
