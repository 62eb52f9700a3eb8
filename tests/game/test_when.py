from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from judge.game.when import read_when

CASES = Path(__file__).parents[1] / "cases" / "when.txt"
NOW = datetime(2030, 1, 15, 12, tzinfo=UTC)
DEADLINE = datetime(2030, 1, 16, 20, tzinfo=UTC)
BERLIN = "Europe/Berlin"


def cases() -> Iterator[tuple[str, str]]:
    for line in CASES.read_text().splitlines():
        if line and not line.startswith("#"):
            yield line[:33].strip(), line[33:].strip()


@pytest.mark.parametrize(("text", "meant"), list(cases()))
def test_a_time_is_understood_as_its_case_says(text: str, meant: str) -> None:
    read = read_when(text, BERLIN, NOW, DEADLINE)

    assert (f"{read:%Y-%m-%d %H:%M}" if read else "-") == meant


def test_a_plus_counts_from_now_when_the_deadline_has_passed() -> None:
    passed = datetime(2030, 1, 15, 11, tzinfo=UTC)

    assert read_when("+24h", BERLIN, NOW, passed) == datetime(2030, 1, 16, 12, tzinfo=UTC)


def test_a_plus_of_days_keeps_the_time_of_day_when_the_clocks_change() -> None:
    eve = datetime(2030, 3, 30, 20, tzinfo=UTC)

    assert read_when("+24h", BERLIN, NOW, eve) == datetime(2030, 3, 31, 19, tzinfo=UTC)


def test_a_day_without_a_time_needs_a_deadline_to_take_it_from() -> None:
    assert read_when("Friday", BERLIN, NOW, None) is None


@given(st.text(alphabet="0123456789:+- .aptmnoFfriJjandyswehuTtz/", max_size=30))
def test_any_text_is_a_time_or_none(text: str) -> None:
    read = read_when(text, BERLIN, NOW, DEADLINE)

    assert read is None or read.utcoffset() is not None
