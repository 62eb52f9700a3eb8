"""Yes, no and other answers are distinguished in many languages, with any quotation below."""

import pytest

from judge.commands import Consent, read_answer
from judge.letter import Line, Standing
from tests.answers import ANSWERS

QUESTION = """\
=== Write your answer above this line ===

TERMINATE cannot be taken back, so nothing has been done yet.

Please reply to this mail with one of these lines, and nothing else:

  YES
  NO
"""
NAMES = ("Fanny Smith", "fanny")


def read(text: str, returned: tuple[Line, ...] = (), confirms: str = "") -> Consent:
    """Return the answer of a reply, without the other commands in it."""
    lines = (*map(Line, text.splitlines()), *returned)
    found = read_answer(lines, "Re: question", question=QUESTION, names=NAMES, confirms=confirms)
    return found.answer if not found.beside or found.answer is not Consent.YES else Consent.NEITHER


@pytest.mark.parametrize(("expected", "text"), ANSWERS)
@pytest.mark.parametrize("standing", [None, Standing.CUT, Standing.QUOTED, Standing.OWN])
def test_an_answer_is_what_it_says(expected: str, text: str, standing: Standing | None) -> None:
    """Our own question may come back marked, below its first line, or unmarked."""
    returned = QUESTION.splitlines() if standing else []
    below = tuple(Line(line, standing) for line in returned if standing)

    assert read(text, below).name == {"program": "MACHINE"}.get(expected, expected.upper())


def test_an_empty_reply_is_neither_whatever_comes_back() -> None:
    for standing in (Standing.OWN, Standing.CUT, Standing.QUOTED):
        returned = tuple(Line(line, standing) for line in QUESTION.splitlines())
        assert read("", returned) is Consent.NEITHER


def test_an_answer_counts_where_it_stands_below_our_question() -> None:
    returned = tuple(Line(line, Standing.CUT) for line in QUESTION.splitlines())

    assert read("", (*returned, Line("Yes.", Standing.CUT))) is Consent.YES
    assert read("", (*returned, Line("not me", Standing.CUT))) is Consent.NO


def test_the_command_again_is_a_yes_only_with_its_code() -> None:
    assert read("terminate  xkcdq", confirms="TERMINATE xkcdq") is Consent.YES
    for text in ("TERMINATE", "TERMINATE xkcdz"):
        assert read(text, confirms="TERMINATE xkcdq") is Consent.NEITHER


def test_orders_below_an_answer_stay_for_the_judge() -> None:
    for answer in ("Yes.", "no"):
        lines = tuple(map(Line, (answer, "A PAR - BUR", "Regards")))
        found = read_answer(lines, "")

        assert [line.text for line in found.lines] == ["", "A PAR - BUR", "Regards"]
