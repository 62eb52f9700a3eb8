"""The special rules of the variants, clause by clause of the documents they cite."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from judge.boards.variant_file import read_variant
from judge.engine import Variant
from judge.notation.cases import Case, Misread, disappointments, read_cases

ROOT = Path(__file__).parents[2]


@cache
def variant(name: str) -> Variant:
    return read_variant(ROOT / "variants" / name)


def all_cases() -> Iterator[object]:
    for file in sorted((ROOT / "tests/cases/variants").glob("*/*.txt")):
        for case in read_cases(file.read_text(encoding="utf-8"), variant):
            name = case.name if isinstance(case, Case) else f"line-{case.number}"
            yield pytest.param(case, id=f"{file.parent.name}-{file.stem}-{name}")


@pytest.mark.parametrize("case", list(all_cases()))
def test_a_clause_is_kept(case: Case | Misread) -> None:
    assert isinstance(case, Case), case

    assert disappointments(case) == ()
