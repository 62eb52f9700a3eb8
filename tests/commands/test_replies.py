"""Replies to press: what is sent at once, and what the judge asks about first."""

from pathlib import Path

import pytest

from judge.commands import Conversation, read_letter
from judge.game import ReplyInDoubt, press
from judge.letter import Line
from tests.commands.letters import known_of
from tests.kinds import replace

CASES = Path(__file__).parents[1] / "cases" / "press_replies.txt"
ROWS = [row.split(maxsplit=1) for row in CASES.read_text().splitlines() if row[0] != "#"]


@pytest.mark.parametrize(("meant", "text"), ROWS, ids=[text[:40] for _, text in ROWS])
def test_only_what_may_be_meant_for_the_judge_or_others_is_asked(meant: str, text: str) -> None:
    known = replace(known_of({"name": "Frank"}), conversation=Conversation("Germany"))
    known = replace(known, place=replace(known.place, masters=frozenset({"maud"})))
    lines = tuple(Line(line.strip()) for line in text.split(" / "))

    [section] = read_letter(lines, "", known).sections
    command, *_ = section.commands

    assert type(command) is {"asked": ReplyInDoubt, "sent": press.SendPress}[meant]
