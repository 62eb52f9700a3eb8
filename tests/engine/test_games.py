"""Whole games, from the start to the victory, have the recorded results.

The package `diplomacy` gave the same results, except for two units that it removes by the rulebook
before 2023 (DATC 4.D.8), in W1904A and W1907A of the game of seven powers.
"""

from functools import cache
from pathlib import Path

import pytest

from judge.boards import read_variant
from judge.engine import Variant
from judge.notation import Case, play, read_cases, unmet_expectations

ROOT = Path(__file__).parents[2]


@cache
def variant(name: str) -> Variant:
    return read_variant(ROOT / "variants" / name)


@pytest.mark.parametrize(
    "file", sorted((ROOT / "tests/cases/games").glob("*.txt")), ids=lambda one: one.stem
)
def test_the_game_comes_out_as_it_was_played(file: Path) -> None:
    (game,) = read_cases(file.read_text(), variant)
    assert isinstance(game, Case)
    assert unmet_expectations(game) == ()
    assert len(list(play(game))) == len(game.stages)
    assert game.stages[-1].ending is not None
