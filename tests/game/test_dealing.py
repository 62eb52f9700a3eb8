"""The start of a game, and the dealing of powers."""

from hypothesis import given, strategies as st

from judge.game import Entrant, Game, starting
from tests.game.builders import NOW, PLAYERS, POWERS, STANDARD, a_forming_game, a_game
from tests.kinds import replace

PEOPLE = tuple(PLAYERS.values())


def wishing(*preferences: str, seed: int = 1) -> Game:
    entrants = tuple(
        Entrant(player, wish) for player, wish in zip(PEOPLE, preferences, strict=False)
    )
    return replace(a_forming_game(), entrants=entrants, seed=seed)


def dealt(game: Game) -> dict[str, str]:
    """Return {person's name: power}."""
    return {seat.player.name: seat.power for seat in starting.deal(game) if seat.player}


def test_a_game_starts_when_each_power_has_a_player() -> None:
    (started,) = starting.start_if_full(a_forming_game(*PEOPLE), NOW)

    assert started.position == STANDARD.start
    assert {seat.player for seat in started.seats} == set(PEOPLE)
    assert started.deadline > NOW


def test_a_game_that_is_not_full_or_has_begun_does_not_start() -> None:
    assert starting.start_if_full(a_forming_game(*PEOPLE[:6]), NOW) == ()
    assert starting.start_if_full(a_game(), NOW) == ()


def test_passwords_go_with_their_players() -> None:
    entrants = (Entrant(PEOPLE[0], "F", "hash"),)
    game = replace(a_forming_game(), entrants=entrants)

    assert [s.password for s in starting.deal(game) if s.power == "France"] == ["hash"]


@given(st.integers(0, 1000))
def test_wishes_that_do_not_clash_are_all_granted(seed: int) -> None:
    game = wishing("A", "England", "F G", "[G]", "italy,France", "", "*", seed=seed)

    got = dealt(game)

    wished = [got[player.name] for player in PEOPLE[:5]]
    assert wished == ["Austria", "England", "France", "Germany", "Italy"]


@given(st.integers(0, 1000), st.lists(st.text("AEFGIRT[]* ,x", max_size=8)))
def test_everybody_gets_one_power_whatever_they_wrote(seed: int, wishes: list[str]) -> None:
    game = wishing(*wishes, seed=seed)

    got = dealt(game)

    assert len(set(got.values())) == min(len(wishes), len(PEOPLE))
    assert tuple(seat.power for seat in starting.deal(game)) == POWERS


@given(st.integers(0, 1000))
def test_the_same_seed_deals_the_same_powers(seed: int) -> None:
    game = wishing("F", "F", "GER", "*", "", "", "T", seed=seed)

    assert starting.deal(game) == starting.deal(game)


def test_lots_decide_between_equal_wishes() -> None:
    winners = {
        next(name for name, power in dealt(game).items() if power == "France")
        for game in (wishing("F", "F", "F", seed=seed) for seed in range(40))
    }

    assert len(winners) == 3
