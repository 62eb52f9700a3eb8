"""Known answers of mail servers are recognized, each with its own meaning and remedy."""

from pathlib import Path

import pytest

from judge.troubles import server_trouble

FILE = Path(__file__).parent / "cases" / "refusals.txt"
CASES = [
    (name, line)
    for name, *lines in (part.splitlines() for part in FILE.read_text("utf-8").split("\n\n")[1:])
    for line in lines
]


@pytest.mark.parametrize(("name", "line"), CASES, ids=[line[:60] for _name, line in CASES])
def test_an_answer_of_a_server_is_known_for_what_it_means(name: str, line: str) -> None:
    trouble = server_trouble(line)

    assert (trouble.name if trouble else "?") == name
