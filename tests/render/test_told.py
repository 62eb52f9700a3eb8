"""Results say in a sentence of its own what came of a phase beside the orders."""

from collections.abc import Iterator
from itertools import groupby

import pytest

from judge.notation.cases import Case, play, read_cases
from judge.render.facts.results import results_of
from judge.render.language import ENGLISH
from judge.shipped import shipped_variant
from tests.render.boards import ROOT

TELLS, READS = "tells ", "reads "


def _blocks() -> Iterator[list[str]]:
    text = (ROOT / "tests/cases/told.txt").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    for filled, block in groupby(lines, bool):
        if filled:
            yield list(block)


def _after(word: str, block: list[str]) -> list[str]:
    return [line.removeprefix(word) for line in block if line.startswith(word)]


@pytest.mark.parametrize("block", list(_blocks()), ids=lambda b: b[0].split()[1])
def test_results_say_what_came_of_it_and_why(block: list[str]) -> None:
    board = "\n".join(line for line in block if not line.startswith((TELLS, READS)))
    (case,) = read_cases(board, shipped_variant)
    assert isinstance(case, Case), case
    (played,) = play(case)
    results = results_of(played.position, played.adjudication, (), case.variant)
    rows = {f"{order}: {ENGLISH.text(reason)}" for order, reason in results.rows}

    assert [ENGLISH.text(one) for one in results.consequences] == _after(TELLS, block)
    assert set(_after(READS, block)) <= rows, rows
