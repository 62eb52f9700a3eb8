"""Wrapped lines are joined, and a coast alone answers the question which coast is meant."""

import pytest

from judge.notation import order_on_coast, read_order, reader_for, rejoined, write_order
from tests.notation.readers import a_position, standard

UNITS = "France: A PAR, F BRE, A MAR, F POR, F MAO; England: A LON, F NTH, F BAR"
POSITION = a_position("movement", UNITS)
FRANCE = reader_for(standard(), POSITION, "France")
ENGLAND = reader_for(standard(), POSITION, "England")
RUSSIA = reader_for(standard(), a_position("adjustment", "Russia: A MOS"), "Russia")


@pytest.mark.parametrize(
    ("first", "second", "order"),
    [
        ("A Mar supports A Par", "  - Bur", "A MAR S A PAR - BUR"),
        ("A Par", "- Bur", "A PAR - BUR"),
        ("A Par -", "Bur", "A PAR - BUR"),
        ("Army Paris moves to", "Burgundy", "A PAR - BUR"),
        ("Fleet Brest moves to the Mid-Atlantic", "Ocean.", "F BRE - MAO"),
        ("Army Marseilles supports Army Paris to", "  Burgundy.", "A MAR S A PAR - BUR"),
        ("A Mar S", "A Par", "A MAR S A PAR"),
        ("F Mao - Spain (north", "coast)", "F MAO - SPA/NC"),
    ],
)
def test_a_line_that_was_wrapped_is_one(first: str, second: str, order: str) -> None:
    line = rejoined(first, second, FRANCE)

    assert line is not None
    read = read_order(line, FRANCE)
    assert write_order(read, FRANCE.geography, FRANCE.units) == order


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("A Mar S", "A Par - Bur"),
        ("A Par H", "- Bur"),
        ("A Par - Bur", "- A Mar - Spa"),
        ("A Par - Bur", "That should surprise them all."),
        ("A Par - Bur", "Thanks!"),
        ("A Par - Bur", "please"),
        ("A Par S F Bre", ""),
        ("", "- Bur"),
        ("A Par S F Bre", "F Bre H"),
        ("A Par - Bur", "or Pic"),
        ("A Par", "- Burgandy"),
    ],
)
def test_two_lines_of_which_each_says_its_own_stay_two(first: str, second: str) -> None:
    assert rejoined(first, second, FRANCE) is None


def test_behind_an_open_dash_a_place_goes_on() -> None:
    first, second = "A Lon - North Sea - Norwegian Sea -", "Barents Sea - St Petersburg"

    assert rejoined(first, second, ENGLAND) == f"{first} {second}"


@pytest.mark.parametrize(
    "answer",
    [
        *("NC", "nc", "/nc", "(nc)", "N.C.", "north coast", "north", "nc please"),
        *("Spa/nc", "The north coast, please.", "North Coast of Spain, thanks"),
    ],
)
def test_the_coast_of_the_answer_settles_the_question(answer: str) -> None:
    order = order_on_coast("F POR - SPA", answer, FRANCE)

    assert order == read_order("F POR - SPA/NC", FRANCE)


def test_a_build_is_settled_as_well() -> None:
    order = order_on_coast("build F Stp", "sc", RUSSIA)

    assert order == read_order("build F STP/SC", RUSSIA)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("F POR - SPA", "ec"),
        ("F POR - SPA", "north or south"),
        ("F POR - SPA", "yes"),
        ("F POR - SPA", "A Par - Bur"),
        ("F POR - MAO", "nc"),
        ("F POR - SPA", "not the north coast"),
        ("A Xyz - SPA", "nc"),
    ],
)
def test_what_is_no_answer_settles_nothing(question: str, answer: str) -> None:
    assert order_on_coast(question, answer, FRANCE) is None
