"""Retreats, adjustments, and the sequence of phases: cases in the words of players."""

from functools import cache
from pathlib import Path

import pytest

from judge.boards import read_variant
from judge.engine import Variant
from judge.notation import Case, Misread, read_cases, unmet_expectations

ROOT = Path(__file__).parents[2]
FILES = ("retreats", "adjustments", "years")


@cache
def variant(name: str) -> Variant:
    return read_variant(ROOT / "variants" / name)


CASES = [
    pytest.param(case, id=f"{name}-{case.name if isinstance(case, Case) else case}")
    for name in FILES
    for case in read_cases((ROOT / f"tests/cases/{name}.txt").read_text(), variant)
]


@pytest.mark.parametrize("case", CASES)
def test_the_case_comes_out_as_it_says(case: Case | Misread) -> None:
    assert isinstance(case, Case)
    assert unmet_expectations(case) == ()
