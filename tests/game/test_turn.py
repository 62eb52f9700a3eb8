from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from judge.engine import Hold
from judge.game.events import (
    DeadlinesShifted,
    GameDrawn,
    GameWon,
    OrdersReminded,
    PhaseProcessed,
    PowersAbandoned,
    PowersLate,
)
from judge.game.model import Early, Ending, Game, Nmr, Stage
from judge.game.turn import agreed_end, process, process_if_due, shift
from tests.game.builders import a_position
from tests.game.clock_builders import (
    BEGUN,
    DEADLINE,
    HOUR,
    MINUTE,
    POWERS,
    a_running_game,
    after,
    all_but,
    watched,
    with_orders,
    with_seat,
)


def processed(game: Game, now: datetime) -> PhaseProcessed:
    event = process_if_due(game, now)[0]
    assert isinstance(event, PhaseProcessed)
    return event


def test_a_phase_without_france_runs_its_whole_course() -> None:
    game = with_orders(a_running_game(), *all_but("France"))

    assert watched(game, DEADLINE + 30 * HOUR) == [
        "03 21:00 OrdersReminded",
        "04 17:00 OrdersReminded",
        "04 21:00 PowersLate",
        "05 21:00 PhaseProcessed",
    ]


def test_a_phase_whose_orders_are_in_ends_early_and_the_next_one_is_reminded() -> None:
    game = with_orders(a_running_game(), ready=BEGUN + HOUR)

    assert watched(game, DEADLINE + 22 * HOUR) == [
        "01 22:30 PhaseProcessed",
        "04 21:00 OrdersReminded",
        "05 17:00 OrdersReminded",
    ]


def test_a_phase_that_waits_for_a_replacement_stands_still() -> None:
    game = with_orders(a_running_game(Nmr.WAIT), *all_but("France"))

    assert watched(game, DEADLINE + 99 * HOUR)[2:] == [
        "04 21:00 PowersLate",
        "05 21:00 PowersAbandoned",
    ]


def test_a_judge_that_ticks_once_a_day_reminds_once_and_gives_grace() -> None:
    game = with_orders(a_running_game(), *all_but("France"))

    assert watched(game, DEADLINE + 99 * HOUR, step=23 * HOUR)[:3] == [
        "04 18:00 OrdersReminded",
        "05 17:00 PowersLate",
        "06 16:00 PhaseProcessed",
    ]


def test_what_happened_tells_all_that_is_kept() -> None:
    game = with_orders(a_running_game(Nmr.WAIT), *all_but("France"))
    player = game.seat("France").player
    grace = DEADLINE + 24 * HOUR
    assert player

    assert process_if_due(game, DEADLINE - HOUR) == (
        OrdersReminded(("France",), DEADLINE, 2),
    )
    late = process_if_due(game, DEADLINE)
    assert late == (PowersLate(("France",), DEADLINE, grace),)
    assert process_if_due(after(game, *late), grace) == (
        PowersAbandoned(("France",), (player,)),
    )


@pytest.mark.parametrize("now", [DEADLINE - 2 * HOUR, DEADLINE, DEADLINE + HOUR])
def test_what_was_recorded_does_not_happen_again(now: datetime) -> None:
    game = with_orders(a_running_game(), *all_but("France"))
    happened = process_if_due(game, now)

    assert happened
    assert process_if_due(after(game, *happened), now) == ()


def test_units_without_orders_hold_and_their_power_is_absent() -> None:
    game = with_orders(a_running_game(grace=timedelta()), *all_but("France"))

    event = processed(game, DEADLINE)

    assert event.absent == ("France",)
    assert len(event.adjudication.outcomes) == 22
    assert all(isinstance(one.order, Hold) for one in event.adjudication.outcomes)
    assert set(event.adjudication.after.units) == set(event.before.units)


def test_a_power_that_sent_something_is_not_absent() -> None:
    game = with_seat(a_running_game(), "Italy", dated=BEGUN, troubled=("A Rom x",))

    assert processed(replace(game, grace=DEADLINE), DEADLINE).absent == all_but("Italy")


@pytest.mark.parametrize(
    ("now", "early", "due"),
    [
        (DEADLINE, Early.ROLLING, DEADLINE + 72 * HOUR),
        (DEADLINE + 3 * MINUTE, Early.ROLLING, DEADLINE + 72 * HOUR),
        (DEADLINE + 61 * MINUTE, Early.ROLLING, DEADLINE + 96 * HOUR),
        (BEGUN + 2 * HOUR, Early.ROLLING, BEGUN + 96 * HOUR),
        (BEGUN + 2 * HOUR, Early.FIXED, DEADLINE + 72 * HOUR),
    ],
)
def test_the_next_deadline_counts_from_when_the_phase_was_over(
    now: datetime, early: Early, due: datetime
) -> None:
    game = with_orders(a_running_game(early=early), ready=BEGUN)

    assert processed(game, now).deadline == due


def test_a_phase_is_adjudicated_at_the_masters_word_whoever_is_late() -> None:
    (event,) = process(a_running_game(Nmr.WAIT), BEGUN + HOUR)

    assert isinstance(event, PhaseProcessed)
    assert event.absent == POWERS
    assert event.processed == BEGUN + HOUR
    assert str(event.adjudication.after.phase) == "F1901M"


def test_a_phase_that_follows_in_a_pause_has_no_deadline() -> None:
    (event,) = process(replace(a_running_game(), stage=Stage.PAUSED), BEGUN)

    assert isinstance(event, PhaseProcessed)
    assert event.deadline is None


def test_only_powers_with_something_to_order_are_waited_for() -> None:
    position = a_position(
        "F1901R",
        {"Germany": "A PAR", "Italy": "A ROM"},
        dislodged={"France A PAR": "PIC GAS"},
    )
    game = a_running_game(retreat=3 * HOUR, grace=timedelta())
    event = processed(replace(game, position=position), DEADLINE)

    assert event.absent == ("France",)
    assert [str(one.phase) for one in (event.before, event.adjudication.after)] == [
        "F1901R",
        "S1902M",
    ]
    assert not any(unit.power == "France" for unit in event.adjudication.after.units)


EIGHTEEN = "PAR MAR BRE SPA POR BEL HOL LON LVP EDI MUN KIE BER DEN SWE NWY VEN ROM"


def test_who_owns_enough_centers_has_won() -> None:
    position = a_position("S1910M", {"France": "A PAR"}, owners={"France": EIGHTEEN})
    game = replace(a_running_game(), position=position)

    turn, won = process(game, DEADLINE)

    assert isinstance(turn, PhaseProcessed)
    assert turn.deadline is None
    assert won == GameWon(Ending(("France",), "France owns 18 centers"))


def voting(game: Game, *powers: str, vote: tuple[str, ...] | None = POWERS) -> Game:
    for power in powers:
        game = with_seat(game, power, draw=vote)
    return game


AGREED = "draw agreed by all who play"


def test_a_game_is_drawn_when_all_agree() -> None:
    game = a_running_game()

    assert agreed_end(voting(game, *all_but("Italy"))) is None
    assert agreed_end(voting(game, *POWERS)) == GameDrawn(Ending(POWERS, AGREED))


def test_votes_for_different_draws_agree_on_none() -> None:
    game = voting(a_running_game(), *POWERS)

    assert agreed_end(voting(game, "Italy", vote=all_but("Italy"))) is None


def test_a_power_without_a_player_is_not_asked() -> None:
    game = voting(a_running_game(), *all_but("Italy"))

    assert agreed_end(with_seat(game, "Italy", player=None)) is not None


def test_a_draw_of_some_needs_a_game_that_allows_it() -> None:
    some = ("England", "France")
    game = voting(a_running_game(), *POWERS, vote=some)
    settings = replace(game.settings, draw_in_all_survivors=False)

    assert agreed_end(game) is None
    assert agreed_end(replace(game, settings=settings)) == GameDrawn(
        Ending(some, AGREED)
    )


def test_nobody_shares_a_draw_of_nobody() -> None:
    assert agreed_end(voting(a_running_game(), *POWERS, vote=())) is None


def test_a_power_that_is_out_of_the_game_counts_in_no_vote() -> None:
    position = a_position("S1910M", {"France": "A PAR", "England": "F LON"})
    game = voting(replace(a_running_game(), position=position), "France", "England")

    turn, drawn = process(game, DEADLINE)

    assert isinstance(turn, PhaseProcessed)
    assert drawn == GameDrawn(Ending(("England", "France"), AGREED))


def test_an_outage_moves_the_deadline_by_as_long() -> None:
    game = a_running_game()
    moved = shift(game, 5 * HOUR, DEADLINE + HOUR)

    assert moved == (DeadlinesShifted(5 * HOUR, DEADLINE + 5 * HOUR),)
    assert process_if_due(after(game, *moved), DEADLINE + HOUR)[0] == OrdersReminded(
        POWERS, DEADLINE + 5 * HOUR, 2
    )


def test_an_outage_in_the_time_of_grace_moves_that_too() -> None:
    game = replace(a_running_game(), grace=DEADLINE + 24 * HOUR, reminded=2)
    now = DEADLINE + 25 * HOUR

    shifted = after(game, *shift(game, 5 * HOUR, now))

    assert process_if_due(shifted, now) == ()
    assert shifted.grace == DEADLINE + 29 * HOUR


@pytest.mark.parametrize("stage", [Stage.PAUSED, Stage.FORMING, Stage.FINISHED])
def test_an_outage_does_not_concern_a_game_whose_clock_stands(stage: Stage) -> None:
    assert shift(replace(a_running_game(), stage=stage), HOUR, DEADLINE) == ()


def test_a_deadline_long_passed_is_not_moved() -> None:
    assert shift(a_running_game(), HOUR, DEADLINE + 2 * HOUR) == ()
