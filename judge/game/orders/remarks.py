"""Prose between commands and orders: what of it is told to its writer."""

from collections.abc import Sequence

from judge.commands import is_name, masked
from judge.commands import looks_like_order as seems_order
from judge.game.events import LineNotUnderstood
from judge.game.model import Game, Player
from judge.notation import looks_like_order, reader_for


def is_prose(lines: Sequence[str], game: Game | None = None) -> bool:
    """Return whether nobody would take any of `lines` for an order.

    In a `game` that has begun it takes the name of a province to be one.
    """
    if game is None or game.position is None:
        return not any(map(seems_order, lines))
    reader = reader_for(game.variant, game.position, None)
    return not any(looks_like_order(line, reader) for line in lines)


def remark(lines: Sequence[str]) -> tuple[LineNotUnderstood, ...]:
    """Return that these lines were passed over, or nothing if there are none."""
    text = "\n".join(map(masked, lines))
    return (LineNotUnderstood(text, remark=True),) if lines else ()


def without_name(lines: Sequence[str], writer: Player) -> tuple[str, ...]:
    """Return `lines` without the name of `writer`, or one word that may be it."""
    own = set(writer.name.casefold().split())
    last = lines[-1].split() if lines else []
    signed = {word.casefold().strip("-~.,!") for word in last} <= own
    if last and (signed or (len(last) == 1 and is_name(lines[-1]))):
        return tuple(lines[:-1])
    return tuple(lines)
