"""That no reason for a refusal is without a test."""

from pathlib import Path

import pytest

from judge.game.events import Why

TESTS = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))


@pytest.mark.parametrize("why", Why, ids=lambda why: why.name)
def test_each_reason_for_a_refusal_has_a_test(why: Why) -> None:
    assert f"Why.{why.name}" in TESTS
