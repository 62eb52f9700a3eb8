"""DATC 3.x, chapter 6: each case of tests/cases/datc has the expected results.

The words beside an order tell its whole result: an order without words is legal, and its unit
stays. A case with two parts is two cases here, 6.J.9-1 and 6.J.9-2. A case of version 3.3 whose
number belongs to another case is 6.H.16-3.3.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from judge.boards import read_variant
from judge.engine import Move, MovementOrder, Outcome, PhaseKind, Variant
from judge.notation import (
    Case,
    Misread,
    OrderResult,
    PlayedPhase,
    play,
    read_cases,
    unmet_expectations,
)

ROOT = Path(__file__).parents[2]


@cache
def variant(name: str) -> Variant:
    return read_variant(ROOT / "variants" / name)


CASES = [
    case
    for file in sorted((ROOT / "tests/cases/datc").glob("*.txt"))
    for case in read_cases(file.read_text(), variant)
]


def test_all_168_cases_of_datc_are_there() -> None:
    names = {case.name for case in CASES if isinstance(case, Case)}
    assert len(names - {"6.J.9-2"}) == 168


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"datc-{getattr(case, 'name', case)}")
def test_the_case_comes_out_as_it_says(case: Case | Misread) -> None:
    assert isinstance(case, Case)
    assert unmet_expectations(case) == ()
    for played in play(case):
        assert all(is_legal_or_said_not_to_be(told) for told in played.results)
        if played.position.phase.kind is PhaseKind.MOVEMENT:
            province_of = case.variant.geography.province_of
            after = played.adjudication.after.units
            there = sorted((unit.power, province_of[unit.location]) for unit in after)
            assert there == sorted(said_to_be_there(played, province_of))


def is_legal_or_said_not_to_be(told: OrderResult) -> bool:
    legal = isinstance(told.result, Outcome) and not told.result.reason.is_illegal
    return legal or bool({"illegal", "fails"} & set(told.written.words))


def said_to_be_there(played: PlayedPhase, province_of: Sequence[int]) -> Iterator[tuple[str, int]]:
    standing = {province_of[unit.location]: unit for unit in played.position.units}
    for told in played.results:
        order = told.result.order if isinstance(told.result, Outcome) else None
        if not isinstance(order, MovementOrder):
            continue
        if told.written.power == order.unit.power:
            unit = standing.pop(province_of[order.unit.location])
            if "moves" in told.written.words and isinstance(order, Move):
                yield unit.power, province_of[order.target]
            elif "dislodged" not in " ".join(told.written.words):
                yield unit.power, province_of[unit.location]
    for place, unit in standing.items():
        yield unit.power, place
