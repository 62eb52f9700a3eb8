"""Waiting, drawing and leaving."""

from judge.game import (
    ENTRANT,
    Follower,
    Game,
    GameSettings,
    PlayerLeft,
    Refused,
    Sender,
    places,
    turn,
    votes,
)
from judge.game.refusals import LastMaster, NoSuchPower, NotPlayer, NotSurviving
from tests.game.builders import (
    AS_MASTER,
    AS_OBSERVER,
    MIA,
    NOW,
    OTTO,
    PLAYERS,
    POWERS,
    STRANGER,
    a_forming_game,
    a_game,
    a_position,
    after_filing,
    as_power,
    told,
    with_seat_of,
)

ANY_LIST = GameSettings(draw_in_all_survivors=False)


def with_votes(game: Game, *powers: str, vote: tuple[str, ...] = POWERS) -> Game:
    for power in powers:
        game = with_seat_of(game, power, draw=vote)
    return game


def test_taking_the_last_wait_back_makes_a_complete_phase_ready() -> None:
    game = a_game()
    for power in POWERS:
        game = after_filing(game, power, "hold all")

    assert told(game, votes.SetWait(True), as_power("Italy")) == (
        votes.WaitSet("Italy", True, None),
    )
    waiting = with_seat_of(game, "Italy", wait=True)
    assert told(waiting, votes.SetWait(False), as_power("Italy")) == (
        votes.WaitSet("Italy", False, NOW),
    )


def test_a_vote_for_a_draw_is_accepted_in_the_first_phase() -> None:
    assert told(a_game(), votes.VoteDraw(), as_power("Italy")) == (
        votes.DrawVoted("Italy", POWERS),
    )


def test_the_last_vote_that_was_wanting_ends_the_game_at_once() -> None:
    game = with_votes(a_game(), *POWERS[:-1])

    voted, drawn = told(game, votes.VoteDraw(), as_power(POWERS[-1]))

    assert voted == votes.DrawVoted(POWERS[-1], POWERS)
    assert isinstance(drawn, turn.GameDrawn)
    assert drawn.ending.winners == POWERS


def test_a_power_that_is_out_is_neither_asked_nor_among_those_who_draw() -> None:
    units = dict.fromkeys(POWERS, "") | {"Italy": "A ROM", "France": "A PAR"}
    game = a_game(position=a_position("F1910M", units))
    game = with_votes(game, "Italy", vote=("France", "Italy"))

    _, drawn = told(game, votes.VoteDraw(), as_power("France"))

    assert isinstance(drawn, turn.GameDrawn)
    assert drawn.ending.winners == ("France", "Italy")


def test_who_is_out_has_no_vote_and_no_wait() -> None:
    game = a_game(position=a_position("F1910M", {"France": "A PAR"}))

    for command in (votes.VoteDraw(), votes.SetWait(True)):
        (event,) = told(game, command, as_power("Italy"))
        assert isinstance(event, Refused)
        assert isinstance(event.why, NotSurviving)


def test_a_vote_is_taken_back() -> None:
    game = with_votes(a_game(), "Italy")

    assert told(game, votes.WithdrawDraw(), as_power("Italy")) == (votes.DrawVoted("Italy", None),)


def test_where_all_survivors_share_a_list_of_some_is_refused() -> None:
    (event,) = told(a_game(), votes.VoteDraw(("FRANCE", "ITALY")), as_power("Italy"))

    assert isinstance(event, Refused)
    assert event.why == votes.DrawForAll("FRANCE ITALY")


def test_where_any_powers_may_share_names_letters_and_runs_of_them_are_read() -> None:
    game = a_game(settings=ANY_LIST)

    for words in (("FRANCE", "ITALY"), ("F", "I"), ("FI",), ("Italian", "Fran")):
        assert told(game, votes.VoteDraw(words), as_power("Italy")) == (
            votes.DrawVoted("Italy", ("France", "Italy")),
        )


def test_a_draw_of_an_unknown_or_dead_power_is_refused() -> None:
    game = a_game(
        settings=ANY_LIST, position=a_position("F1910M", {"France": "A PAR", "Italy": "A ROM"})
    )

    (unknown,) = told(game, votes.VoteDraw(("Narnia",)), as_power("Italy"))
    (dead,) = told(game, votes.VoteDraw(("Italy", "Turkey")), as_power("Italy"))

    assert isinstance(unknown, Refused)
    assert isinstance(unknown.why, NoSuchPower)
    assert isinstance(dead, Refused)
    assert dead.why == NotSurviving("Turkey")


def test_votes_for_different_lists_end_nothing() -> None:
    game = with_votes(a_game(settings=ANY_LIST), *POWERS[:-1], vote=("France",))

    events = told(game, votes.VoteDraw(("Italy",)), as_power(POWERS[-1]))

    assert events == (votes.DrawVoted(POWERS[-1], ("Italy",)),)


def test_whoever_resigns_leaves_their_place() -> None:
    assert told(a_game(), places.Resign(), as_power("Italy")) == (
        PlayerLeft(PLAYERS["Italy"], "Italy", ejected=False),
    )
    assert told(a_game(), places.Resign(), AS_OBSERVER) == (
        PlayerLeft(OTTO, "Observer", ejected=False),
    )
    entrant = Sender(STRANGER, ENTRANT, proven=True)
    assert told(a_forming_game(STRANGER), places.Resign(), entrant) == (
        PlayerLeft(STRANGER, ENTRANT, ejected=False),
    )


def test_the_only_master_cannot_resign() -> None:
    (event,) = told(a_game(), places.Resign(), AS_MASTER)

    assert event == Refused("RESIGN", LastMaster())


def test_one_of_two_masters_may_resign() -> None:
    game = a_game(masters=(Follower(MIA), Follower(STRANGER)))

    assert told(game, places.Resign(), AS_MASTER) == (PlayerLeft(MIA, "Master", False),)


def test_the_master_does_not_resign_for_a_player() -> None:
    (event,) = told(a_game(), places.Resign(), Sender(MIA, "Italy", proven=True, on_behalf=True))

    assert isinstance(event, Refused)
    assert isinstance(event.why, NotPlayer)
