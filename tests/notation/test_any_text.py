"""Any text gets an answer, and an order gets the same answer in any typography."""

import pytest
from hypothesis import given, strategies as st

from judge.notation import (
    Ambiguous,
    OrderReader,
    Trouble,
    Unreadable,
    is_order_like,
    read_line,
    read_order,
    reader_for,
)
from judge.notation.names import plain_text
from tests.notation.readers import a_position, standard

UNITS = "France: A PAR, F BRE, F MAO; England: A LON, F ENG; Russia: F STP/SC"
MOVEMENT = reader_for(standard(), a_position("movement", UNITS), "France")
READERS = [
    reader_for(standard(), a_position(kind, UNITS, dislodged="France: A MAR"), power)
    for kind in ("movement", "retreat", "adjustment")
    for power in ("France", None)
]
WORDS = """
A F Par Brest Mao Spa liv St. Petersburg - -> to s supports c convoys via h r d b waive
all hold ; , ( ) [ ] # // . : / nc + * > English France 1. and Xyzzy
"""
LINES = st.lists(st.sampled_from([*WORDS.split(), "\n"])).map(" ".join)
DASHES = [*map(chr, (*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63, 0xFF0D))]
ARROWS = ["->", "\u2192", "\u21d2", "\u27a1\ufe0f", "\uf0e0", "\u2794", "\u25ba"]
ARROWS += ["=>", "-->", ">", "~"]
BLANKS = ["\u00a0", "\u202f", "\u3000", "\t", "  ", "\u2003"]
INVISIBLE = ["\u200b", "\u200e", "\u2060", "\ufeff", "\u00ad"]
ORDERS = [
    "A PAR - BUR",
    "F BRE S F MAO - GAS",
    "F ENG C A LON - PIC",
    "A PAR S A MAR - BUR",
    "A PAR - PIC VIA",
]


@pytest.mark.parametrize("reader", READERS)
@given(text=st.one_of(st.text(), LINES))
def test_no_text_raises(reader: OrderReader, text: str) -> None:
    for one in read_line(text, reader):
        assert one.text or isinstance(one.result, Unreadable)
    read_order(text, reader)
    assert is_order_like(text, reader.names) in {True, False}


@pytest.mark.parametrize(
    "text", ["A" * 3000, "A Par - Bur " * 50, "(" * 1999, "," * 1999, "\ufdfa" * 400]
)
def test_a_very_long_line_is_answered_too(text: str) -> None:
    assert isinstance(read_order(text, MOVEMENT), Unreadable)


def test_a_line_of_many_orders_may_be_longer_than_one_order() -> None:
    line = "; ".join(["Army Paris -> Burgundy"] * 30)

    assert len(read_line(line, MOVEMENT)) == 30


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("dash", [*DASHES, *ARROWS])
def test_any_dash_or_arrow_is_a_dash(order: str, dash: str) -> None:
    typed = order.replace("-", dash)

    assert read_order(typed, MOVEMENT) == read_order(order, MOVEMENT)
    assert not isinstance(read_order(order, MOVEMENT), Unreadable | Ambiguous)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("blank", BLANKS)
def test_any_blank_is_a_blank(order: str, blank: str) -> None:
    typed = order.replace(" ", blank)

    assert read_order(typed, MOVEMENT) == read_order(order, MOVEMENT)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("hidden", INVISIBLE)
def test_what_cannot_be_seen_does_not_count(order: str, hidden: str) -> None:
    typed = hidden.join(order)

    assert read_order(typed, MOVEMENT) == read_order(order, MOVEMENT)


LATIN = "ABEHIKMNOPT"
CYRILLIC = "\u0410\u0412\u0415\u041d\u0406\u041a\u041cN\u041e\u0420\u0422"
GREEK = "\u0391\u0392\u0395\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4"


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("others", [CYRILLIC, GREEK])
def test_letters_that_look_alike_are_alike(order: str, others: str) -> None:
    typed = order.translate(str.maketrans(LATIN, others))

    assert typed != order
    assert read_order(typed, MOVEMENT) == read_order(order, MOVEMENT)


@given(st.text())
def test_plain_text_has_no_accents_and_no_signs_that_cannot_be_seen(text: str) -> None:
    assert not set(plain_text(text)) & {*INVISIBLE, "\u00a0", "\u2013", "\r", "\u0301"}


def test_a_line_break_divides_orders() -> None:
    read = read_line("A Par - Bur\u2028F Bre - Mao\r\nF Mao H", MOVEMENT)

    assert len(read) == 3


def test_a_quoted_line_is_never_an_order() -> None:
    answer = read_order("> A Par - Bur", MOVEMENT)

    assert isinstance(answer, Unreadable)
    assert answer.reason is Trouble.QUOTED
    assert not is_order_like("> A Par - Bur", MOVEMENT.names)
