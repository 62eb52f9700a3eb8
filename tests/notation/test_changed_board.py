"""A board is written as lines, and such lines change a board."""

import pytest

from judge.engine import Position
from judge.notation import board_lines, read_changes
from judge.shipped import shipped_variants
from tests.amount import every

SHIPPED = shipped_variants()
variant = SHIPPED.read


def test_what_no_line_names_stays_as_it_is() -> None:
    standard = variant("standard")
    start = standard.start

    found = read_changes("units France: A Burgundy\n", start, standard)

    assert isinstance(found, Position)
    others = [unit for unit in start.units if unit.power != "France"]
    assert {*found.units} > {*others}
    assert len(found.units) == len(others) + 1
    assert found.owners == start.owners


@pytest.mark.parametrize("name", SHIPPED.names[:: every(4)])
def test_the_lines_of_a_board_tell_it(name: str) -> None:
    board = variant(name)
    start = board.start
    empty = Position(start.phase, (), (None,) * len(start.owners), (), start.markers)

    lines = board_lines(start, board)
    found = read_changes("\n".join(lines), empty, board)

    assert isinstance(found, Position)
    assert set(found.units) == set(start.units)
    assert found.owners == start.owners
    assert max(map(len, lines)) <= 64


def test_a_word_that_tells_no_board_is_told() -> None:
    standard = variant("standard")

    found = read_changes("France: A Paris\nphase 1901\n", standard.start, standard)

    assert not isinstance(found, Position)
    assert [one.number for one in found] == [1, 2]
    assert "phase, units, centers or dislodged" in str(found[0].advice)
