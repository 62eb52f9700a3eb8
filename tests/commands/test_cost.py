"""Reading a letter takes work in proportion to its size, whatever its content.

Work is measured by calls of functions, for a letter and for one of four times its size. The limit
is six times, half more than four, because some work is done once and some results are cached.
"""

import sys
from types import FrameType

import pytest

from judge.commands import Known, known_names, place_for, read_letter
from judge.letter import Line
from judge.mail import read_letter as read_mail
from judge.shipped import shipped_variants
from tests.amount import every
from tests.game.builders import a_game

SMALL, LARGE = 1_000, 4_000
ONE_LINE = (
    ",", "- ", "S ", "and ", "A PAR - ", "A PAR - BUR, ", "A PAR - BUR; ", "IF ", "not ", "( ",
    "a-b ", "sign on ", "SET WAIT, ", "HELP ", "when is it due? ", "PRESS TO ", "to France ", "x, ",
    "( ( FRA AMY PAR ) MTO BUR ) ", "I would like to ", "I think Brugundy is emtpy. ",
)  # fmt: skip
LINES = (
    ",", ".", "#", "-", "a", "A", "1", "IF", "IF A PAR - BUR", "IF x\nENDIF", "A PAR - BRU",
    "HELP me", "PRESS TO FRANCE", "when is the deadline?", "On 1 Jan 2030 at 10:10, x",
    "Regards\nBob", "From: x", "-- ", "> x", "ADJUDICATE", "What about Munick and Berlyn?",
)  # fmt: skip
VARIANT = shipped_variants().read("standard")
PLACE = place_for(a_game(name="smp", variant=VARIANT, position=VARIANT.start), "France")
KNOWN = Known(known_names(("France",), ("standard",)), "Ann", PLACE, {"smp": PLACE})
HEAD = b"From: ann@players.test\nMessage-ID: <1@x>\nContent-Type: text/plain; charset=utf-8\n\n"


def work_on(text: str) -> int:
    """Return the number of function calls while a letter with `text` is read."""
    count = 0

    def note(_frame: FrameType, what: str, _about: object) -> None:
        nonlocal count
        count += what in ("call", "c_call")

    sys.setprofile(note)
    try:
        letter = read_mail(HEAD + text.encode(), "judge@judge.test")
        lines: tuple[Line, ...] = getattr(letter, "lines", ())
        read_letter(lines, "", KNOWN)
    finally:
        sys.setprofile(None)
    return count


WORDS = [*ONE_LINE, *(f"{one}\n" for one in LINES)]


@pytest.mark.parametrize("word", WORDS[:: every(4)])
def test_four_times_the_letter_is_four_times_the_work(word: str) -> None:
    work_on(word * 3)
    small = work_on(word * (SMALL // len(word)))

    assert work_on(word * (LARGE // len(word))) < 6 * small


def test_what_nobody_writes_on_one_line_is_hardly_looked_at() -> None:
    assert work_on("A PAR - " * 25_000) < 40_000
