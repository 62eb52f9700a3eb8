"""The layout of text, and the words for moments and lengths of time."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from judge.render import columns, listed
from judge.render.clock import moment_parts, moment_text
from judge.render.filters import (
    brief,
    duration,
    framed,
    ledger,
    plural,
    prose,
    tidy,
    unwrapped,
    verbatim,
    wrap,
)

NOON = datetime(2026, 11, 25, 12, 0, tzinfo=UTC)
FRIDAY = datetime(2026, 11, 27, 21, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("minutes", "text", "short"),
    [
        (0.4, "less than a minute", "0 min"),
        (1, "1 minute", "1 min"),
        (45, "45 minutes", "45 min"),
        (60, "1 hour", "1 h"),
        (24 * 60 - 0.2, "24 hours", "24 h"),
        (31 * 60 + 30, "31 hours 30 minutes", "32 h"),
        (52 * 60, "2 days 4 hours", "52 h"),
        (6 * 24 * 60 + 5, "6 days", "6 days"),
    ],
)
def test_a_length_of_time_is_told_to_the_minute(minutes: float, text: str, short: str) -> None:
    span = timedelta(minutes=minutes)

    assert (str(duration(span)), str(brief(span))) == (text, short)


@pytest.mark.parametrize(
    ("zone", "text"),
    [
        ("UTC", "Friday 27 November 2026, 21:00 UTC, in 2 days 9 hours"),
        (
            "Europe/Berlin",
            "Friday 27 November 2026, 21:00 UTC = 22:00 Europe/Berlin, in 2 days 9 hours",
        ),
        (
            "Australia/Sydney",
            "Friday 27 November 2026, 21:00 UTC = Saturday 28 November, 08:00 "
            "Australia/Sydney, in 2 days 9 hours",
        ),
        ("No/Where", "Friday 27 November 2026, 21:00 UTC, in 2 days 9 hours"),
    ],
)
def test_a_moment_is_told_in_utc_and_in_the_zone_of_the_reader(zone: str, text: str) -> None:
    assert str(moment_text(FRIDAY, NOON, zone)) == text


def test_summer_time_counts() -> None:
    july = datetime(2026, 7, 1, 21, 0, tzinfo=UTC)

    assert "= 23:00 Europe/Berlin" in str(moment_text(july, NOON, "Europe/Berlin"))


def test_a_moment_that_has_passed_is_told_as_such() -> None:
    assert str(moment_text(NOON, FRIDAY, "UTC")).endswith("UTC, 2 days 9 hours ago")


def test_the_time_of_the_reader_has_a_line_of_its_own() -> None:
    assert [str(part) for part in moment_parts(FRIDAY, NOON, "Europe/Berlin")] == [
        "Friday 27 November 2026, 21:00 UTC",
        "22:00 Europe/Berlin, in 2 days 9 hours",
    ]


def test_a_unit_is_not_torn_apart_at_the_end_of_a_line() -> None:
    assert wrap(f"{'x' * 68} A PAR") == f"{'x' * 68}\nA PAR"


def test_a_page_joins_what_was_wrapped_and_nothing_else() -> None:
    words = "Your orders are complete, and they count when the phase is over or earlier, A PAR too."
    press = framed(f"{'A line ' * 9}is full.\nTwo.")
    rest = tidy(f"  A PAR - BUR\n  A MAR H\n\n{press}")

    assert wrap(words).count("\n") == 1
    assert unwrapped(f"{wrap(words)}\n\n{rest}") == f"{words}\n\n{rest}".rstrip("\n")


def test_an_indented_paragraph_stays_as_lines() -> None:
    text = "one\ntwo\n\n  PRESS TO FRANCE\n  your text\n"

    assert prose(text) == "one two\n\n  PRESS TO FRANCE\n  your text\n"


def test_the_second_column_wraps_below_itself() -> None:
    text = ledger([("A LON - BEL", "word " * 14), ("A PAR H", "")])

    assert text.splitlines() == [
        "  A LON - BEL   " + " ".join(["word"] * 11),
        "                " + " ".join(["word"] * 3),
        "  A PAR H",
    ]


def test_a_text_too_long_for_its_column_stands_above_the_second() -> None:
    text = ledger([("x" * 60, "a reason"), ("y", "another reason")])

    assert text.splitlines() == ["  " + "x" * 60, "      a reason", "  y   another reason"]


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    rows = [("", "start", "02"), ("Turkey", "3", "12")]

    assert columns(rows).splitlines() == ["          start  02", "  Turkey      3  12"]


def test_verbatim_lines_survive_the_tidying() -> None:
    text = verbatim("one\n\n\n  two")

    assert tidy(f"\n\nhead  \n\n\n\n{text}\n\n\nfoot\n\n") == ("head\n\none\n\n\n  two\n\nfoot\n")


@pytest.mark.parametrize("own", [verbatim, framed])
def test_an_over_long_line_of_somebody_is_wrapped(own: Callable[[str], str]) -> None:
    assert max(map(len, tidy(own("word " * 40)).splitlines())) <= 72


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\v", "\f", "\x1e", "\x85", "\u2028"])
def test_no_line_that_one_says_to_another_is_without_its_bar(end: str) -> None:
    text = end.join(["Hello.", "", "The deadline has moved.", "word " * 40, "\x00| x"])

    lines = tidy(framed(text)).splitlines()
    assert [line for line in lines if not line.startswith("|")] == []
    assert lines[1] == "|"


def test_lists_and_numbers_read_like_a_sentence() -> None:
    assert str(listed(["A", "B", "C"])) == "A, B and C"
    assert str(listed(["A", "B"], "or")) == "A or B"
    assert plural(1, "build") == "1 build"
    assert plural(2, "player is", "players are") == "2 players are"
