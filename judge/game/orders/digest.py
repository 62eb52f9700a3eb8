"""A short name of a set of orders, by which two people see that they mean the same."""

import hashlib
from collections.abc import Iterable

from judge.engine import Order
from judge.game.model import Game
from judge.notation import write_order

_LETTERS = 4  # of each half; both together name one of four billion sets


def digest_of(game: Game, power: str, orders: Iterable[Order]) -> str:
    """Return eight letters and digits that tell these orders of `power` from others.

    They are the first of the SHA-256 of a line `smp S1901M FRANCE` and one a order, in
    canonical notation and alphabetical, so that anybody can work them out.
    """
    assert game.position is not None
    geography = game.variant.geography
    head = f"{game.name.lower()} {game.position.phase} {power.upper()}"
    lines = [head, *sorted(write_order(one, geography) for one in orders)]
    told = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    return f"{told[:_LETTERS]}-{told[_LETTERS : 2 * _LETTERS]}"
