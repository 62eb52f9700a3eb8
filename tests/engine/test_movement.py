"""Movement phases that other programs get wrong, the reasons told to players, and odd orders."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from judge.boards import read_variant
from judge.engine import (
    Build,
    Disband,
    Hold,
    Move,
    Order,
    Phase,
    PhaseKind,
    Position,
    Reason,
    Retreat,
    Season,
    SupportHold,
    Unit,
    UnitKind,
    Variant,
    Waive,
)
from judge.engine.legality import check_movement
from judge.engine.movement.phase import resolve_movement
from judge.notation import (
    Case,
    Misread,
    read_canonical,
    read_cases,
    unmet_expectations,
    vocabulary_of,
)
from judge.notation.canonical import canonical_reader

ROOT = Path(__file__).parents[2]


@cache
def variant(name: str) -> Variant:
    return read_variant(ROOT / "variants" / name)


STANDARD = variant("standard")
GEOGRAPHY = STANDARD.geography
VOCABULARY = vocabulary_of(STANDARD)


def unit(power: str, text: str) -> Unit:
    return Unit(power, UnitKind(text[0]), GEOGRAPHY.location(text[2:]))


def position(*units: Unit) -> Position:
    phase = Phase(Season.SPRING, 1901, PhaseKind.MOVEMENT)
    return Position(phase, units, (None,) * len(GEOGRAPHY.provinces))


@pytest.mark.parametrize(
    "case",
    read_cases((ROOT / "tests/cases/movement.txt").read_text(), variant),
    ids=lambda case: getattr(case, "name", "misread"),
)
def test_what_others_get_wrong_comes_out_right(case: Case | Misread) -> None:
    assert isinstance(case, Case)
    assert unmet_expectations(case) == ()


@dataclass(frozen=True)
class Explained:
    """A position as lines, each with a power, an order and the expected explanation."""

    name: str
    lines: tuple[tuple[str, str, str], ...]


def explained() -> Iterator[Explained]:
    text = (ROOT / "tests/cases/reasons.txt").read_text()
    for block in text.split("\ncase ")[1:]:
        name, *lines = block.strip().splitlines()
        cells = [line.replace(": ", " | ", 1).split(" | ") for line in lines]
        yield Explained(name, tuple((*cell, "")[:3] for cell in cells))


@pytest.mark.parametrize("case", list(explained()), ids=lambda case: case.name)
def test_an_outcome_says_why_and_by_whom(case: Explained) -> None:
    units = [unit(power, " ".join(text.split()[:2])) for power, text, _ in case.lines]
    board = position(*units)
    reader = canonical_reader(board, VOCABULARY)
    ordered = [line for line in case.lines if line[2]]
    orders = [read_canonical(text, power, reader) for power, text, _ in ordered]

    outcomes = resolve_movement(board, [o for o in orders if o], STANDARD).outcomes

    assert [
        " ".join(
            [
                outcome.reason.value,
                *(GEOGRAPHY.provinces[place].abbreviation for place in outcome.by),
            ]
        )
        for outcome in outcomes[: len(ordered)]
    ] == [expected for *_, expected in ordered]


def test_a_unit_without_an_order_is_told_to_hold() -> None:
    paris, munich = unit("France", "A PAR"), unit("Germany", "A MUN")

    movement = resolve_movement(
        position(paris, munich), [Move(munich, GEOGRAPHY.location("BUR"))], STANDARD
    )

    assert [outcome.order for outcome in movement.outcomes][1:] == [Hold(paris)]


PARIS = unit("France", "A PAR")
SPAIN = unit("France", "F SPA/SC")
BURGUNDY = GEOGRAPHY.location("BUR")


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (Retreat(PARIS, BURGUNDY), Reason.WRONG_PHASE),
        (Disband(PARIS), Reason.WRONG_PHASE),
        (Build("France", UnitKind.ARMY, BURGUNDY), Reason.WRONG_PHASE),
        (Waive("France"), Reason.WRONG_PHASE),
        (Move(unit("Germany", "A PAR"), BURGUNDY), Reason.FOREIGN_UNIT),
        (Move(unit("France", "A MUN"), BURGUNDY), Reason.NO_UNIT),
        (Hold(unit("France", "F PAR")), Reason.WRONG_KIND),
        (SupportHold(PARIS, BURGUNDY), Reason.NO_UNIT),
    ],
)
def test_an_order_that_fits_no_unit_is_refused_and_its_unit_holds(
    order: Order, reason: Reason
) -> None:
    board = position(PARIS, SPAIN)

    movement = resolve_movement(board, [order], STANDARD)

    assert movement.outcomes[0].reason is reason
    assert set(movement.units) == {PARIS, SPAIN}


def test_an_order_to_a_fleet_on_the_wrong_coast_is_to_the_fleet_that_is_there() -> None:
    order = Move(unit("France", "F SPA/NC"), GEOGRAPHY.location("LYO"))

    movement = resolve_movement(position(SPAIN), [order], STANDARD)

    assert movement.outcomes[0].order is order
    assert movement.units == (unit("France", "F LYO"),)


def test_nobody_may_order_a_unit_of_another_power() -> None:
    order = Move(PARIS, BURGUNDY)

    reason = check_movement(order, "Germany", position(PARIS), STANDARD)

    assert reason is Reason.FOREIGN_UNIT


def test_a_province_left_empty_by_rivals_is_a_standoff() -> None:
    munich = unit("Germany", "A MUN")

    movement = resolve_movement(
        position(PARIS, munich), [Move(PARIS, BURGUNDY), Move(munich, BURGUNDY)], STANDARD
    )

    assert movement.standoffs == (BURGUNDY,)
