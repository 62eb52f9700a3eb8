"""That no reason for a refusal is without a test."""

import re
from pathlib import Path
from typing import get_args

import pytest

from judge.game.refusals import Refusal

# Why a reply opens nothing is found out by the service.
FOLDERS = [
    Path(__file__).parents[1] / one for one in ("game", "conversation", "service")
]
TESTS = "".join(path.read_text() for one in FOLDERS for path in one.glob("test_*.py"))
USED = re.sub(r"^from [\w.]+ import (\([^)]*\)|.*)$", "", TESTS, flags=re.MULTILINE)


@pytest.mark.parametrize("why", get_args(Refusal), ids=lambda why: why.__name__)
def test_each_reason_for_a_refusal_has_a_test(why: type) -> None:
    assert re.search(rf"\b{why.__name__}\b", USED)
