"""Orders are distinguished from other text: the lists of tests/cases/lines/likeness.txt."""

from collections.abc import Iterator

import pytest

from judge.notation import is_order_like, names_of
from tests.notation.readers import ROOT, standard

LISTS = ROOT / "tests" / "cases" / "lines" / "likeness.txt"
HEADINGS = ("orders:", "orders, by the names:", "other words:")
NAMES = names_of(standard())


def _lines(*headings: str) -> Iterator[str]:
    current = ""
    for line in LISTS.read_text().splitlines():
        if line in HEADINGS:
            current = line
        elif line and current in headings:
            yield line


@pytest.mark.parametrize("line", [*_lines("orders:", "orders, by the names:")])
def test_an_order_is_known_as_one_however_badly_written(line: str) -> None:
    assert is_order_like(line, NAMES)


@pytest.mark.parametrize("line", [*_lines("orders:")])
def test_an_order_is_known_by_its_shape_where_no_board_is(line: str) -> None:
    assert is_order_like(line, None)


@pytest.mark.parametrize("line", [*_lines("other words:")])
def test_what_people_write_besides_is_no_order(line: str) -> None:
    assert not is_order_like(line, NAMES)
    assert not is_order_like(line, None)
