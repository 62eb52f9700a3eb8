"""Notes, headings, several orders on a line, and lines that are not orders."""

import pytest

from judge.engine import UnitKind
from judge.notation import (
    Ambiguous,
    Trouble,
    Unreadable,
    is_order_like,
    location_name,
    long_order,
    read_line,
    read_order,
    reader_for,
    unit_name,
)
from tests.notation.readers import a_position, standard

POSITION = a_position("movement", "Italy: A VEN, F TUN; Austria: A TRI; England: A NWY")
ITALY = reader_for(standard(), POSITION, "Italy")
MASTER = reader_for(standard(), POSITION, None)


@pytest.mark.parametrize(
    ("line", "notes"),
    [
        ("A Ven - Pie", ()),
        ("A Ven - Pie (to cut it) # as agreed", ("to cut it", "as agreed")),
        ("A Ven - Pie // really", ("really",)),
        ("#1 A Ven - Pie", ()),
        ("#12. A Ven - Pie #2 of 3", ("2 of 3",)),
        ("A Ven - Pie, thanks a lot", ("thanks a lot",)),
        ("A Ven - Pie (one (inner) two)", ("one (inner) two",)),
        ("A Ven - Pie (*bounce*)", ()),
        ("A Ven - Pie. Good luck!", ("Good luck",)),
    ],
)
def test_what_stands_beside_an_order_is_a_note(line: str, notes: tuple[str, ...]) -> None:
    (read,) = read_line(line, ITALY)

    assert read.text == "A Ven - Pie"
    assert read.notes == notes


def test_each_note_stays_with_its_order() -> None:
    read = read_line("A Ven - Pie (first); F Tun H (second)", ITALY)

    assert [one.notes for one in read] == [("first",), ("second",)]


def test_one_bad_order_on_a_line_leaves_the_others() -> None:
    good, bad, last = read_line("A Ven H; A Xxx - Yyy; F Tun H", ITALY)

    assert isinstance(bad.result, Unreadable)
    assert not isinstance(good.result, Unreadable)
    assert not isinstance(last.result, Unreadable)


def test_several_orders_are_not_one() -> None:
    answer = read_order("A Ven H; F Tun H", ITALY)

    assert isinstance(answer, Unreadable)
    assert answer.reason is Trouble.SEVERAL


@pytest.mark.parametrize(
    "line",
    [
        "A Ven - Pie",
        "A Ven - Budapset",
        "A Vei - Gla",
        "Burgandy - Par",
        "F Nwg - Bar and hold",
        "A Ven supprts A Tri",
        "Ven Pie",
        "A Ven",
        "1. Italy: A Ven - Tri (attack)",
        "HOLD ALL",
        "waive",
        "build a Vei",
        "A Ven - nort",
    ],
)
def test_an_order_that_failed_looks_like_one(line: str) -> None:
    assert is_order_like(line, ITALY.names)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Thanks, see you",
        "Best regards, Bob",
        "See you in Paris - Bob",
        "I will support you in Burgundy",
        "Have a nice day - Tom",
        "On Monday the judge wrote:",
        "Sent from my phone",
        "-- ",
        "--",
        "Italy:",
        "http://example.org/",
        "Tel. +49 30 1234",
        "SET WAIT",
        "# A Ven - Pie",
    ],
)
def test_other_words_do_not_look_like_an_order(line: str) -> None:
    assert not is_order_like(line, ITALY.names)


def test_the_unit_that_was_called_by_the_wrong_kind_is_told() -> None:
    answer = read_order("F Ven - Pie", ITALY)

    assert isinstance(answer, Unreadable)
    assert answer.unit == POSITION.units[0]
    assert answer.unit.kind is UnitKind.ARMY


def test_two_meanings_are_both_told_as_whole_orders() -> None:
    position = a_position("movement", "England: F NWG")
    england = reader_for(standard(), position, "England")

    answer = read_order("Nwg - north", england)

    orders = ("F NWG - NAO", "F NWG - NTH")
    assert answer == Ambiguous("Nwg - north", "north", orders)


def test_of_two_meanings_that_are_impossible_the_names_are_told() -> None:
    answer = read_order("Ven - liv", ITALY)

    assert answer == Ambiguous("Ven - liv", "liv", ("Livonia", "Liverpool"))


def test_units_and_places_have_long_names() -> None:
    board = standard().geography
    fleet = standard().start.units[-4]

    assert unit_name(fleet, board) == "Fleet St Petersburg (South Coast)"
    assert location_name(board.location("MAO"), board) == "Mid-Atlantic Ocean"


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("A VEN - PIE", "Army Venice -> Piedmont"),
        ("A VEN - TUN VIA", "Army Venice -> Tunis via convoy"),
        ("A VEN H", "Army Venice HOLD"),
        ("A VEN S F TUN", "Army Venice SUPPORT Fleet Tunis"),
        ("A VEN S A TRI - TYR", "Army Venice SUPPORT Austrian Army Trieste -> Tyrolia"),
        ("F TUN C A VEN - SPA", "Fleet Tunis CONVOY Army Venice -> Spain"),
    ],
)
def test_orders_have_a_long_form(short: str, long: str) -> None:
    order = read_order(short, ITALY)

    assert not isinstance(order, Unreadable | Ambiguous)
    assert long_order(order, standard(), POSITION) == long
