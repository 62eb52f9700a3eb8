"""Only a person's own words are obeyed, in whatever form their mail program quotes others."""

from collections.abc import Iterator
from itertools import islice

import pytest

from judge.commands import Meaning, read_letter
from judge.game import LetterTimes, Sender, filing
from judge.letter import REPLY_MARKER, Letter
from judge.mail import read_letter as read_mail
from tests.amount import every
from tests.commands.letters import game_of, known_of
from tests.game.builders import NOW
from tests.mail.grafted import JUDGE, LANGUAGES, OLD, ORDERS, grafted, mail_of

GAME = game_of({})
KNOWN = known_of({}, GAME)
FRANCE = Sender(GAME.seat("France").player, "France", proven=True)
STEP = every(29)


def letter_of(raw: bytes) -> Letter:
    letter = read_mail(raw, JUDGE)
    assert isinstance(letter, Letter)
    return letter


def stored(letter: Letter) -> tuple[set[str], bool]:
    """Return the lines that are stored as orders, and whether the set is complete."""
    lines, game, complete = set(), GAME, False
    for section in read_letter(letter.lines, letter.subject, KNOWN).sections:
        for command in section.commands:
            if isinstance(command, filing.SubmitOrders):
                filed = filing.file_orders(game, FRANCE, command, LetterTimes(NOW, NOW, NOW))
                assert isinstance(filed, filing.OrdersFiled)
                good = (one for one in filed.lines if one.order and not one.reason)
                lines |= {one.line for one in good}
                complete = filed.sheet.complete
    return lines, complete


def test_there_are_fifty_languages_and_forty_programs() -> None:
    names = [name.split(" / ") for name, _ in grafted()]

    assert len({language for _, language, *_ in names}) >= 50
    assert len({(name[0], name[-1] == "HTML") for name in names}) >= 40


def test_orders_are_read_and_quoted_ones_are_not() -> None:
    wrong = [
        name
        for name, raw in islice(grafted(), 0, None, STEP)
        if stored(letter_of(raw)) != (set(ORDERS), True)
    ]

    assert wrong == []


def own_letters() -> Iterator[tuple[str, bool, str]]:
    text = (LANGUAGES.parent / "own.txt").read_text()
    for block in text.split("letter: ")[1:]:
        title, first, *rest = block.rstrip("\n").split("\n")
        ordered = first == "orders"
        yield title, ordered, "\n".join(rest if ordered else (first, *rest))


OWN = {title: (ordered, body) for title, ordered, body in own_letters()}


@pytest.mark.parametrize(("ordered", "body"), OWN.values(), ids=OWN)
def test_a_letter_that_quotes_nothing_is_read_as_a_whole(ordered: bool, body: str) -> None:
    letter = letter_of(mail_of(body))
    read = read_letter(letter.lines, letter.subject, KNOWN)

    passed_over = {Meaning.QUOTED, Meaning.UNREAD}
    left = [one.text for one in read.lines if one.meaning in passed_over]
    assert left in ([], [REPLY_MARKER])
    if ordered:
        lines, complete = stored(letter)
        assert len(lines) == len(ORDERS)
        assert complete


BETWEEN = (
    "-----",
    "________________",
    "Ann Archer kirjutas kolmap\u00e4eval:",
    "Ann\nann@example.org\n21.11.2026 10:00",
    "Ann Archer\n<ann@example.org>\nWed 21 Nov 2026",
)


@pytest.mark.parametrize("line", BETWEEN)
def test_above_a_line_of_no_known_form_what_was_ordered_last_counts(line: str) -> None:
    letter = letter_of(mail_of("\n".join((*ORDERS, "", line, "", *OLD))))

    assert stored(letter)[0] == set(ORDERS)


@pytest.mark.parametrize("line", [line for line in BETWEEN if not line.endswith(":")])
def test_such_a_line_above_all_orders_quotes_none_of_them(line: str) -> None:
    letter = letter_of(mail_of("\n".join((line, "", *ORDERS))))

    assert stored(letter) == (set(ORDERS), True)


def test_a_page_that_is_indented_as_a_whole_is_its_writers() -> None:
    letter = letter_of(mail_of(f"<blockquote>{'<br>'.join(ORDERS)}</blockquote>", "text/html"))

    assert stored(letter) == (set(ORDERS), True)


@pytest.mark.parametrize(
    "page",
    [
        f"<blockquote type=cite>{'<br>'.join(ORDERS)}</blockquote>",
        f"<p>Hello</p><blockquote>{'<br>'.join(ORDERS)}</blockquote>",
        f"<blockquote>{REPLY_MARKER}<br>{'<br>'.join(ORDERS)}</blockquote>",
    ],
)
def test_any_other_quotation_is_not(page: str) -> None:
    assert stored(letter_of(mail_of(page, "text/html")))[0] == set()
