"""The special rules of the variants, clause by clause of the documents they cite."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.engine import Variant
from judge.notation import Case, Misread, read_cases, unmet_expectations
from judge.shipped import shipped_variant, variant_homes

ROOT = Path(__file__).parents[2]
OWN = os.environ.get("JUDGE_VARIANTS")  # a folder of variants, for people who test their own rule
HOMES = variant_homes(Path(OWN) if OWN else None)


def variant(name: str) -> Variant:
    return shipped_variant(name, HOMES)


def all_cases() -> Iterator[object]:
    for file in sorted((ROOT / "tests/cases/variants").glob("*/*.txt")):
        for case in read_cases(file.read_text(encoding="utf-8"), variant):
            name = case.name if isinstance(case, Case) else f"line-{case.number}"
            yield pytest.param(case, id=f"{file.parent.name}-{file.stem}-{name}")


@pytest.mark.parametrize("case", list(all_cases()))
def test_a_clause_is_kept(case: Case | Misread) -> None:
    assert isinstance(case, Case), case

    assert unmet_expectations(case) == ()
