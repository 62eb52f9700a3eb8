"""Telling orders from other words: the lists of tests/cases/notation_likeness.txt."""

from collections.abc import Iterator

import pytest

from judge.notation import looks_like_order, reader_for
from tests.notation.readers import ROOT, a_position, standard

LISTS = ROOT / "tests" / "cases" / "notation_likeness.txt"
UNITS = "France: A PAR, F BRE, F MAO, A MAR; England: F NTH, A LVP; Germany: A MUN"
READERS = {
    kind: reader_for(standard(), a_position(kind, UNITS), "France")
    for kind in ("movement", "retreat", "adjustment")
}


def _lines(heading: str) -> Iterator[str]:
    current = ""
    for line in LISTS.read_text().splitlines():
        if line in {"orders:", "other words:"}:
            current = line
        elif line and current == heading:
            yield line


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("line", [*_lines("orders:")])
def test_an_order_is_known_as_one_however_badly_written(line: str, kind: str) -> None:
    assert looks_like_order(line, READERS[kind])


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("line", [*_lines("other words:")])
def test_what_people_write_besides_is_no_order(line: str, kind: str) -> None:
    assert not looks_like_order(line, READERS[kind])
