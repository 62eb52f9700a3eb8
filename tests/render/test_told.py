"""Results tell in separate sentences the effects of a phase beside its orders."""

from collections.abc import Iterator
from itertools import groupby

import pytest

from judge.engine import Move, Variant
from judge.game import STRANGER, FinishedPhase, inspection
from judge.notation import Case, PlayedPhase, play, read_cases
from judge.render import results_of
from judge.render.facts.pages import Scene
from judge.render.kinds.inspection import order_explained
from judge.render.templates import ENGLISH
from judge.shipped import shipped_variant
from tests.game.builders import NOW, a_game
from tests.render.boards import ROOT

TELLS, READS, MEETS = "tells ", "reads ", "meets "


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
    told = (TELLS, READS, MEETS)
    board = "\n".join(line for line in block if not line.startswith(told))
    (case,) = read_cases(board, shipped_variant)
    assert isinstance(case, Case), case
    (played,) = play(case)
    results = results_of(played.position, played.adjudication, (), case.variant)
    rows = {f"{order}: {ENGLISH.text(reason)}" for order, reason in results.rows}

    assert [ENGLISH.text(one) for one in results.consequences] == _after(TELLS, block)
    assert set(_after(READS, block)) <= rows, rows
    assert set(_after(MEETS, block)) <= set(_met(played, case.variant))


def _met(played: PlayedPhase, variant: Variant) -> Iterator[str]:
    """Yield the units that met, as EXPLAIN lists them for each unit."""
    game = a_game(variant=variant, position=played.adjudication.after)
    done = FinishedPhase(played.position, played.adjudication, NOW)
    scene = Scene(STRANGER, game, NOW, answering=True, alone=True)
    for outcome in played.adjudication.outcomes:
        if isinstance(outcome.order, Move):
            facts = order_explained(inspection.OrderExplained(game, done, "", outcome), scene)
            strengths = facts["strengths"]
            assert isinstance(strengths, list)
            for who, told in strengths:
                yield f"{facts['order']}: {ENGLISH.text(who)}   {ENGLISH.text(told)}"
