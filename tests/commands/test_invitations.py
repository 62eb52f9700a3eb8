"""A reply to an invitation joins if it says so, and nothing in it takes that back."""

from pathlib import Path

import pytest

from judge.commands import Known, known_names, read_letter
from judge.game import SignOn, Wish
from judge.letter import Line, Standing
from tests.commands.readers import POWERS

CASES = Path(__file__).parents[1] / "cases" / "invitations.txt"
INVITATION = "To play, send:\n\n  JOIN pals CODE bcdfghjkm\n"


def cases() -> list[tuple[str, str]]:
    lines = CASES.read_text().splitlines()
    told = (line.split("  ", 1) for line in lines if not line.startswith("#"))
    return [
        (meaning, "\n".join(part.strip() for part in text.split("/"))) for meaning, text in told
    ]


@pytest.mark.parametrize(("meaning", "text"), cases())
def test_only_a_yes_without_doubt_accepts_an_invitation(meaning: str, text: str) -> None:
    known = Known(known_names(POWERS, ("standard",)), answered=INVITATION)
    quoted = (Line(f"> {line}", Standing.QUOTED) for line in INVITATION.splitlines())
    lines = (*map(Line, text.splitlines()), *quoted)

    sections = read_letter(lines, "Re: [pals] you are invited", known).sections

    joins = any(isinstance(section.entry, SignOn) for section in sections)
    asks = any(isinstance(one, Wish) for section in sections for one in section.commands)
    assert (joins, asks) == (meaning == "joins", meaning == "asked")
