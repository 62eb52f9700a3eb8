"""The rules of the house that no other tool checks."""

from pathlib import Path

HOUSE = Path(__file__).parent.parent / "judge"


def test_no_module_is_longer_than_300_lines() -> None:
    long = {
        str(path.relative_to(HOUSE)): lines
        for path in HOUSE.rglob("*.py")
        if (lines := len(path.read_text().splitlines())) > 300
    }

    assert long == {}
