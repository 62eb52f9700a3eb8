"""A letter reads a game anew only when it has changed it."""

import pytest

from judge.game import Game
from judge.service import events
from tests.post import Post
from tests.service.office import player_of, reply_address


@pytest.mark.parametrize(
    ("body", "most"),
    [("ORDERS?", 2), ("A PAR - BUR\nF BRE - MAO", 2), ("SET WAIT\nLIST smp", 2)],
)
def test_a_letter_loads_its_game_once_and_once_for_each_change(
    office: Post, monkeypatch: pytest.MonkeyPatch, body: str, most: int
) -> None:
    france = player_of(office, "France")
    address, seen, load = reply_address(office, france), [], events.load

    def counted(*where: object) -> Game | None:
        seen.append(where)
        return load(*where)  # type: ignore[arg-type] - it is called as `load` is

    monkeypatch.setattr(events, "load", counted)
    office.write(france, body, address)

    assert len(seen) <= most


def test_a_new_name_is_that_of_the_player_in_all_that_follows(office: Post) -> None:
    france = player_of(office, "France")
    address = reply_address(office, france)
    office.write(france, "LIST smp\nREGISTER Frances Farmer\nLIST smp", address)

    assert "France Frances Farmer" in " ".join(office.arrived[-1].text.split())
