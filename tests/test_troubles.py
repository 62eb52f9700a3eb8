"""Each trouble has a name, and its words stand in one list."""

import re
from pathlib import Path

import pytest

import judge
from judge.troubles import ALARMS, FOUND, STORE, TROUBLES, server_trouble

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


def test_each_trouble_can_be_found_by_a_name_of_its_own() -> None:
    names = [one.name for one in TROUBLES]

    assert sorted(set(names)) == sorted(names)


def test_the_judge_asks_for_each_trouble_in_the_list_and_for_no_other() -> None:
    folder = Path(judge.__file__).parent
    source = "".join(path.read_text("utf-8") for path in folder.rglob("*.py"))
    asked = set(re.findall(r'\btrouble\(\s*"([a-z0-9-]+)"', source))
    by_name = {one.name for one in (*ALARMS, *FOUND, *STORE) if not (one.codes or one.said)}

    assert asked <= {one.name for one in TROUBLES}
    assert by_name <= asked
