"""Every mail has the common form, and the main mails have fixed words."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from judge.game import Fact, Refusal, Reply
from judge.game.base import kinds_of
from judge.letter import REPLY_MARKER, Tone
from judge.render import Trouble
from tests.render.boards import ROOT
from tests.render.mails import all_mails

MAILS = all_mails()
KEPT = sorted((ROOT / "tests" / "cases" / "mails").glob("*.txt"))
NOT_LAID_OUT = {"press", "press without end"}  # Its text is the writer's own.


def with_lines(is_wrong: Callable[[str], bool]) -> dict[str, list[str]]:
    """Return {name of a mail: its wrong lines}, for the mails that have any."""
    found = {
        name: [line for line in mail.text.split("\n") if is_wrong(line)]
        for name, mail in MAILS.items()
    }
    return {name: lines for name, lines in found.items() if lines}


def test_no_line_is_wider_than_72_columns() -> None:
    assert with_lines(lambda line: len(line) > 72) == {}


def test_a_subject_is_one_short_line_that_begins_with_the_game() -> None:
    form = re.compile(r"\[(smp|judge)\] \S.{0,70}")

    assert [m.subject for m in MAILS.values() if not form.fullmatch(m.subject)] == []


def test_a_text_has_no_stray_blanks_and_ends_with_one_newline() -> None:
    ends = {name: re.search(r"\n*$", mail.text) for name, mail in MAILS.items()}

    assert with_lines(lambda line: line != line.rstrip()) == {}
    assert [name for name, end in ends.items() if end and end[0] != "\n"] == []


def test_a_mail_with_a_reply_address_has_the_marker_on_top() -> None:
    bare = [
        name
        for name, mail in MAILS.items()
        if mail.reply_to and not mail.text.startswith(f"{REPLY_MARKER}\n\n")
    ]

    assert bare == []


def test_no_mail_has_two_blank_lines_together() -> None:
    laid_out = MAILS.keys() - NOT_LAID_OUT

    assert [name for name in laid_out if "\n\n\n" in MAILS[name].text] == []


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_the_chief_mails_read_as_they_were_approved(path) -> None:
    mail = MAILS[path.stem]

    assert f"Subject: {mail.subject}\n\n{mail.text}" == path.read_text()


@pytest.mark.parametrize(
    "event", [*kinds_of(Fact), *kinds_of(Reply)], ids=lambda event: event.__name__
)
def test_each_event_has_a_template_with_a_subject_and_a_text(event: type) -> None:
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", event.__name__).lower()
    text = (ROOT / "templates" / f"{name}.txt").read_text()

    assert "{% block subject %}" in text
    assert "{% block answer %}" in text or "{% block news %}" in text


def test_each_event_and_each_trouble_has_a_sample_mail() -> None:
    """Otherwise neither the made-up language nor the spam filter tests their text."""
    written = "".join(one.read_text() for one in Path(__file__).parent.glob("mails*.py"))
    kinds = {one.__name__ for one in (*kinds_of(Fact), *kinds_of(Reply), *get_args(Trouble))}

    assert {one for one in kinds if f"{one}(" not in written} == set()


@pytest.mark.parametrize("why", tuple(kinds_of(Refusal)), ids=lambda why: why.__name__)
def test_each_refusal_says_what_happened(why: type) -> None:
    mail = MAILS[f"refused, {why.in_short}"]

    assert mail.subject.endswith(f" refused: {why.in_short}")
    assert len(mail.text.split("\n\n")[1]) > 30


def test_a_subject_tells_that_another_command_was_refused() -> None:
    subject = MAILS["orders complete, press refused"].subject

    assert subject == "[smp] S1901M orders complete; 1 command refused"


def test_refused_press_comes_back_with_its_text() -> None:
    assert "\nHello there!\n" in MAILS["orders complete, press refused"].text


def test_press_keeps_its_lines_as_they_were_written() -> None:
    text = "| Dear Ines,\n|\n| shall we leave Piedmont alone this year?\n|\n|\n| Fanny\n"

    assert text in MAILS["press"].text


def test_grey_press_names_nobody() -> None:
    mail = MAILS["press to all, unsigned"]

    assert "France" not in mail.subject + mail.text


def test_an_answer_belongs_to_the_thread_of_the_letter() -> None:
    mail = MAILS["orders complete"]

    assert mail.in_reply_to == "<abc@players.example>"
    assert mail.references == ("<start@judge.example>",)
    assert mail.tone is Tone.ANSWER


def test_a_reply_address_is_for_the_role_the_reader_has_now_or_has_left() -> None:
    roles = {
        name: MAILS[name].reply_to and MAILS[name].reply_to.role
        for name in ("joined last", "resigned", "orders by the Master", "ejected")
    }

    assert roles == {
        "joined last": "France",
        "resigned": "France",
        "orders by the Master": "Master",
        "ejected": "France",
    }


def test_lines_cut_from_a_letter_are_named() -> None:
    assert "  A MAR - SPA\n" in MAILS["orders with three mistakes"].text


def test_a_bad_line_of_an_earlier_letter_is_shown_until_it_is_settled() -> None:
    mail = MAILS["orders with an old mistake"]

    assert mail.subject == "[smp] S1901M orders: 1 line to correct"
    assert "\n  fleet paris hold\n" in mail.text
