"""A signature is known by repetition, and nothing that acts is taken for one."""

import json
from collections.abc import Iterator, Sequence

import pytest

from judge.commands import Section, read_letter
from judge.game import Unobeyed, Wish, filing
from judge.letter import Line
from judge.notation import Unreadable, read_line
from tests.amount import every
from tests.commands.letters import ROOT, known_of, letters
from tests.kinds import replace

CASES = ROOT / "tests" / "cases" / "letters" / "misread.jsonl"
KNOWN = known_of({})


def texts() -> Iterator[str]:
    yield from (json.loads(line).get("text", "") for line in CASES.read_text().splitlines())
    yield from ("\n".join(line for _, line in one.lines) for one in letters())


def effects(sections: Sequence[Section]) -> list[object]:
    """Return what a letter does or wishes: commands, orders, misspelt ones too, preferences."""
    found: list[object] = []
    reader = KNOWN.place.reader
    assert reader is not None
    for command in (one for section in sections for one in section.commands):
        match command:
            case filing.SubmitOrders(lines):
                found += (line for line in lines if line.lower().startswith("prefer"))
                read = (one.result for line in lines for one in read_line(line, reader))
                found += (one for one in read if not isinstance(one, Unreadable) or one.corrected)
            case filing.PlanOrders(lines=lines):
                found += lines
            case _ if isinstance(command, Wish) or not isinstance(command, Unobeyed):
                found.append(command)
    return found


@pytest.mark.parametrize("above", ["", "Hi there\nIt is sunny here.\n", "Hi\n\nIt rains.\nAnn\n"])
def test_what_acts_acts_again_below_the_third_letter(above: str) -> None:
    for text in [*dict.fromkeys(texts())][:: every(4)]:
        lines = tuple(Line(line) for line in (above + text).split("\n"))
        again = replace(KNOWN, repeated=len(lines))

        assert effects(read_letter(lines, "", again).sections) == effects(
            read_letter(lines, "", KNOWN).sections
        ), text
