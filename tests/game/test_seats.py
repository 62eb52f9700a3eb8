"""The words for places, and the holders of places."""

import pytest

from judge.game import ENTRANT, MASTER, OBSERVER, holds, password_of, role_named, roles_of
from judge.game.seats import open_powers
from tests.game.builders import (
    MIA,
    OTTO,
    PLAYERS,
    STANDARD,
    STRANGER,
    a_forming_game,
    a_game,
    a_position,
    with_seat_of,
)


@pytest.mark.parametrize(
    ("word", "role"),
    [
        ("France", "France"),
        ("f", "France"),
        ("French", "France"),
        ("Eng", "England"),
        ("m", MASTER),
        ("GM", MASTER),
        ("o", OBSERVER),
        ("fr", None),
        ("x", None),
        ("", None),
    ],
)
def test_a_role_goes_by_name_adjective_letter_or_beginning(word: str, role: str | None) -> None:
    assert role_named(STANDARD, word) == role


def test_roles_are_those_that_somebody_has_now() -> None:
    game = a_game()

    assert roles_of(game, PLAYERS["France"]) == ("France",)
    assert roles_of(game, MIA) == (MASTER,)
    assert roles_of(game, OTTO) == (OBSERVER,)
    assert roles_of(game, STRANGER) == ()
    assert roles_of(a_forming_game(STRANGER), STRANGER) == (ENTRANT,)


def test_who_was_replaced_holds_nothing_any_more() -> None:
    game = with_seat_of(a_game(), "France", player=STRANGER)

    assert holds(game, STRANGER, "France")
    assert not holds(game, PLAYERS["France"], "France")


def test_the_password_asked_for_is_that_of_the_place() -> None:
    game = a_game()

    assert password_of(game, "France", STRANGER) == "hash of France"
    assert password_of(game, "F", STRANGER) == "hash of France"
    assert password_of(game, "", PLAYERS["Italy"]) == "hash of Italy"
    assert password_of(game, "M", STRANGER) == "hash of Mia"
    assert password_of(game, "O", OTTO) == "hash of Otto"
    assert password_of(game, "O", STRANGER) is None
    assert password_of(game, "Narnia", STRANGER) is None


def test_a_power_that_is_out_is_not_open() -> None:
    game = with_seat_of(a_game(), "Italy", player=None)
    assert open_powers(game) == ("Italy",)

    gone = a_position("F1910M", {"France": "A PAR"})
    assert open_powers(with_seat_of(a_game(position=gone), "Italy", player=None)) == ()
