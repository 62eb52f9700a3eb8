"""The winner of a game that one power wins alone."""

from dataclasses import replace
from pathlib import Path

from judge.boards import read_variant
from judge.engine import Position, winner

STANDARD = read_variant(Path(__file__).parents[2] / "variants" / "standard")
CENTERS = [n for n, province in enumerate(STANDARD.geography.provinces) if province.center]


def owned_by(**counts: int) -> Position:
    owners: list[str | None] = [None] * len(STANDARD.geography.provinces)
    left = iter(CENTERS)
    for power, count in counts.items():
        for _ in range(count):
            owners[next(left)] = power
    return replace(STANDARD.start, owners=tuple(owners), units=())


def test_eighteen_centers_win() -> None:
    assert winner(owned_by(France=18, Turkey=16), STANDARD) == "France"


def test_seventeen_centers_do_not_win() -> None:
    assert winner(owned_by(France=17, Turkey=10), STANDARD) is None


def test_at_a_tie_the_game_goes_on() -> None:
    variant = replace(STANDARD, victory=15)
    assert winner(owned_by(France=16, Turkey=16), variant) is None


def test_of_two_with_enough_the_larger_wins() -> None:
    variant = replace(STANDARD, victory=15)
    assert winner(owned_by(France=16, Turkey=17), variant) == "Turkey"


def test_nobody_wins_an_empty_board() -> None:
    assert winner(owned_by(), STANDARD) is None


def test_a_side_that_nobody_plays_neither_wins_nor_keeps_another_from_it() -> None:
    turkey = next(one for one in STANDARD.powers if one.name == "Turkey")
    played = tuple(one for one in STANDARD.powers if one != turkey)
    variant = replace(STANDARD, powers=played, neutrals=(turkey,), victory=14, base=None)

    assert winner(owned_by(France=13, Turkey=18), variant) is None
    assert winner(owned_by(France=14, Turkey=18), variant) == "France"
