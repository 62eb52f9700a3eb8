"""What `judge variant play` prints: a game of chance on a variant, to its end."""

from collections.abc import Iterator
from random import Random

from judge.cli.adjudicate import orders_told, outcome_told, standing_told
from judge.cli.variant.chance import random_orders
from judge.engine import (
    Position,
    Variant,
    adjudicate,
    ending,
    first_position,
    supply,
    years_between,
)
from judge.render import columns, listed, phase_text, results_of


def played_text(variant: Variant, seed: int, years: int) -> Iterator[str]:
    """Yield a game paragraph by paragraph: orders with results, and how it ends.

    The orders are legal, and of chance; who may take a center often tries to.
    """
    chance, position = Random(seed), first_position(variant, seed)
    yield f"{variant.title} starts with"
    yield standing_told(position, variant)
    while not _is_over(position, variant, years):
        orders = tuple(random_orders(position, variant, chance))
        found = adjudicate(position, orders, variant)
        results = results_of(position, found, (), variant)
        yield from orders_told(position, results, variant)
        yield from outcome_told(found, results, variant)
        position = found.after
    yield f"{phase_text(position.phase, variant)}: the end."
    yield standing_told(position, variant)
    yield _end(position, variant, years)


def _is_over(position: Position, variant: Variant, years: int) -> bool:
    first, now = variant.start.phase.year, position.phase.year
    if ending(position, variant) is not None:
        return True
    return years_between(first, now) >= years * max(variant.rules.turn_years, 1)


def _end(position: Position, variant: Variant, years: int) -> str:
    counts = supply(position, variant)
    rows = [(power, str(centers)) for power, centers in counts.most_common()]
    over = ending(position, variant)
    if over is None:
        said = f"Nobody has won within {years} years."
    else:
        said = f"{listed(over.winners)} won: {over.reason}."
    return f"Centers\n{columns(rows, '<')}\n\n{said}"
