"""The engine agrees with a second solver, which follows the rules' documents literally.

Boards other than the standard one are tried with their special rules, in phases of all kinds.
`literal/__init__.py` says which code the two solvers do not share.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from judge.boards import read_variant
from judge.engine import (
    Hold,
    Order,
    PhaseKind,
    Position,
    Reason,
    Rules,
    Variant,
    adjudicate,
    with_choices,
)
from tests.amount import LONG, many
from tests.benchmarks.positions import Sample, make_sample
from tests.engine.chance import movement, orders_for
from tests.engine.crowds import make_crowd
from tests.engine.literal.board import Board, read_board
from tests.engine.literal.phases import play
from tests.engine.literal.state import State, lines_of, state_of

VARIANTS = Path(__file__).parents[2] / "variants"
OPTIONS = {
    "colonial": {"hongkong": "center", "suez": "shut", "railway": "none"},
    "maharajah": {"rivers": "sail", "homes": "owned"},
    "satrap": {"mercenaries": "greek"},
    "satrap2": {"mercenaries": "greek"},
}
BOARDS = [
    *((folder.parent.name, False) for folder in sorted(VARIANTS.glob("*/variant.toml"))),
    *((name, True) for name in OPTIONS),
]


@cache
def boards(name: str, other: bool) -> tuple[Variant, Board]:
    """Return a board in the forms of both solvers, with its default options or `other` ones."""
    chosen = OPTIONS[name] if other else {}
    variant = with_choices(read_variant(VARIANTS / name), chosen)
    return variant, read_board(VARIANTS / name, chosen)


def verdict(order: Order, reason: Reason) -> str:
    """Return the result of an order in words that both solvers have."""
    if isinstance(order, Hold):
        return "done"
    if reason.is_illegal:
        return "illegal"
    if reason is Reason.VOID:
        return "void"
    return "done" if reason is Reason.SUCCEEDED else "failed"


def phases(variant: Variant, chance: Random) -> Iterator[tuple[Position, list[Order]]]:
    """Yield a movement phase with its orders, and the phases that follow from it."""
    position, orders = movement(variant, chance)
    while True:
        yield position, orders
        position = adjudicate(position, orders, variant).after
        if position.phase.kind is PhaseKind.MOVEMENT:
            return
        orders = orders_for(position, variant, chance)


def by_engine(position: Position, orders: list[Order], variant: Variant) -> tuple[list[str], State]:
    done = adjudicate(position, orders, variant)
    told = [verdict(one.order, one.reason) for one in done.outcomes[: len(orders)]]
    return told, state_of(done.after, variant.geography)


def by_letter(
    position: Position, orders: list[Order], variant: Variant, board: Board
) -> tuple[list[str], State]:
    geography = variant.geography
    turn = play(state_of(position, geography), lines_of(orders, geography), board)
    told = [
        "done" if line.verb == "hold" else turn.verdicts[number] for number, line in turn.numbered()
    ]
    return told, turn.done()


@pytest.mark.parametrize(("name", "other"), BOARDS)
def test_the_engine_plays_each_board_as_its_document_says(name: str, other: bool) -> None:
    variant, board = boards(name, other)

    for seed in range(1000 if LONG else 10):
        for position, orders in phases(variant, Random(seed)):
            expected = by_letter(position, orders, variant, board)

            assert by_engine(position, orders, variant) == expected, seed


def crowd(seed: int, variant: Variant) -> Sample:
    return make_crowd(variant, Random(seed))


def europe(seed: int, variant: Variant) -> Sample:
    return make_sample(variant, Random(seed), coherent=seed % 2 == 0)


@pytest.mark.parametrize("fallback", [False, True], ids=["datc3", "fallback"])
@pytest.mark.parametrize(("make", "count"), [(crowd, 1200), (europe, 250)])
def test_the_engine_says_what_the_equations_of_the_datc_say(
    make: Callable[[int, Variant], Sample], count: int, *, fallback: bool
) -> None:
    variant, board = boards("standard", False)
    variant = replace(variant, rules=Rules(convoy_fallback=fallback))
    board = replace(board, fallback=fallback)

    for seed in range(many(count)):
        sample = make(seed, variant)
        expected = by_letter(sample.position, list(sample.orders), variant, board)

        found = by_engine(sample.position, list(sample.orders), variant)

        assert found == expected, seed
