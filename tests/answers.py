"""The answers of `cases/answers.txt`, each with what it says."""

from collections.abc import Iterator
from pathlib import Path

FILE = Path(__file__).parent / "cases" / "answers.txt"


def _answers() -> Iterator[tuple[str, str]]:
    said = ""
    for line in FILE.read_text("utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        language, _, text = line.partition("  ")
        if text:
            yield said, "\n".join(part.strip() for part in text.split("/"))
        else:
            said = language


ANSWERS = tuple(_answers())
