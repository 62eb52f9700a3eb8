"""Sentences that the rules of a variant add to the language of orders."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from judge.boards import read_variant
from judge.engine import Declare, Order, Unit, UnitKind, Variant
from judge.notation import (
    OrderReader,
    Unreadable,
    is_order_like,
    read_line,
    reader_for,
    vocabulary_of,
    write_order,
)
from judge.notation.sayings import sayings_of

ROOT = Path(__file__).parents[2]
SATRAP = read_variant(ROOT / "variants/satrap")


def reader_of(power: str, variant: Variant = SATRAP) -> OrderReader:
    board = variant.geography
    units = (
        Unit("Media", UnitKind.ARMY, board.location("DIZ")),
        Unit("Media", UnitKind.ARMY, board.location("BIS")),
        Unit("Great King", UnitKind.ARMY, board.location("BAB")),
    )
    return reader_for(variant, replace(variant.start, units=units), power)


def read(line: str, power: str) -> Sequence[str]:
    board = SATRAP.geography
    results = [one.result for one in read_line(line, reader_of(power))]
    return [write_order(one, board) for one in results if isinstance(one, Order)]


@pytest.mark.parametrize(
    "line",
    [
        "PERMIT Media TO ENTER SUS",
        "permit media to enter Susa.",
        "1. I allow the Medians to enter Susa",
        "Authorise Median to enter the Susa",
    ],
)
def test_a_saying_is_read_as_tolerantly_as_an_order(line: str) -> None:
    assert read(line, "Great King") == ["PERMIT Media TO ENTER SUS"]


@pytest.mark.parametrize("board", ["satrap", "satrap2", "colonial"])
def test_a_saying_is_read_as_it_was_written(board: str) -> None:
    variant = read_variant(ROOT / "variants" / board)
    parse = vocabulary_of(variant).parse
    sides = [side.name for side in variant.sides]

    for pattern in (saying.pattern for saying in sayings_of(variant)):
        places = range(len(variant.geography.provinces)) if "<province>" in pattern else [None]
        powers = sides if "<power>" in pattern else [None]
        for place, other in product(places, powers):
            said = Declare(sides[0], pattern, place, other)
            assert parse(write_order(said, variant.geography), sides[0]) == said


def test_a_number_is_part_of_a_saying() -> None:
    assert read("loan 2 of Susa to Lydia", "Great King") == ["LEND 2 OF SUS TO Lydia"]


@pytest.mark.parametrize(
    "line",
    [
        "A Diz - Sus with permission",
        "A Dizful - Susa (with permission)",
        "Dizful to Susa, with permission",
    ],
)
def test_words_behind_an_order_say_a_saying_too(line: str) -> None:
    said = "ENTER SUS WITH PERMISSION"

    assert read(line, "Media") == ["A DIZ - SUS", said]


def test_words_that_have_no_effect_there_are_left_aside() -> None:
    (one,) = read_line("A Bis - Cps with permission", reader_of("Media"))

    assert one.notes == ("with permission",)


def test_what_begins_as_a_saying_is_told_how_it_is_written() -> None:
    reader = reader_of("Great King")
    line = "Permit Armenia and Media to enter Susa"

    (one,) = read_line(line, reader)

    assert is_order_like(line, reader.names)
    assert isinstance(one.result, Unreadable)
    assert one.result.suggestion[0] == "PERMIT <power> TO ENTER <province>"


def test_a_board_without_such_rules_has_no_sayings() -> None:
    standard = read_variant(ROOT / "variants/standard")
    reader = reader_for(standard, standard.start, "France")

    assert not is_order_like("Permit Italy to enter Marseilles", reader.names)
    assert not any(
        isinstance(one.result, Declare) for one in read_line("PERMIT Italy TO ENTER MAR", reader)
    )
