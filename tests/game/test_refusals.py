"""Every reason for a refusal occurs in a test or a dialog."""

import re
from pathlib import Path

from judge.game import Refusal
from judge.game.base import kinds_of

TESTS = Path(__file__).parents[1]
# The service, too, decides that a reply address opens nothing.
FOLDERS = [TESTS / one for one in ("game", "conversation", "service")]
WRITTEN = "".join(path.read_text() for one in FOLDERS for path in one.glob("test_*.py"))
USED = re.sub(r"^from [\w.]+ import (\([^)]*\)|.*)$", "", WRITTEN, flags=re.MULTILINE)
DIALOGS = "".join(one.read_text() for one in (TESTS / "dialogs").rglob("*.txt"))


def test_each_reason_for_a_refusal_has_a_test_or_a_dialog() -> None:
    untested = [
        why.__name__
        for why in kinds_of(Refusal)
        if not re.search(rf"\b{why.__name__}\b", USED) and f"refused: {why.in_short}" not in DIALOGS
    ]

    assert untested == []
