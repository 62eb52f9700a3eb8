"""The documents say what the program does."""

import re
from pathlib import Path

from judge.config import settings_table

TOP = Path(__file__).parent.parent


def test_every_setting_is_in_the_operators_manual_with_its_default() -> None:
    manual = (TOP / "deploy/README.md").read_text("utf-8")
    table = re.search(r"by a test -->\n\n(.*?)\n<!-- end", manual, re.DOTALL)

    assert table is not None
    assert table[1] == settings_table()
