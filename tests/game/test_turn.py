from datetime import datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from judge.engine import Hold, Victory
from judge.game import (
    Early,
    Ending,
    Game,
    LetterTimes,
    Nmr,
    Player,
    Refused,
    Sender,
    Stage,
    closes_at,
    decide,
    filing,
    votes,
)
from judge.game.clock import why_late
from judge.game.refusals import CameLate
from judge.game.turn import (
    GameDrawn,
    GameWon,
    OrdersReminded,
    PhaseProcessed,
    PowersAbandoned,
    PowersLate,
    _reason_told,
    agreed_end,
    hold,
    process,
    process_if_due,
)
from tests.game.builders import CODES, a_position
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
from tests.kinds import replace


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
        OrdersReminded(("France",), DEADLINE, DEADLINE - 4 * HOUR),
    )
    late = process_if_due(game, DEADLINE)
    assert late == (PowersLate(("France",), DEADLINE, grace),)
    assert process_if_due(after(game, *late), grace) == (PowersAbandoned(("France",), (player,)),)


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
        "F1901R", {"Germany": "A PAR", "Italy": "A ROM"}, dislodged={"France A PAR": "PIC GAS"}
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
    assert agreed_end(replace(game, settings=settings)) == GameDrawn(Ending(some, AGREED))


def test_nobody_shares_a_draw_of_nobody() -> None:
    assert agreed_end(voting(a_running_game(), *POWERS, vote=())) is None


def test_a_power_that_is_out_of_the_game_counts_in_no_vote() -> None:
    position = a_position("S1910M", {"France": "A PAR", "England": "F LON"})
    game = voting(replace(a_running_game(), position=position), "France", "England")

    turn, drawn = process(game, DEADLINE)

    assert isinstance(turn, PhaseProcessed)
    assert drawn == GameDrawn(Ending(("England", "France"), AGREED))


def test_a_phase_that_is_held_waits_with_its_deadline_where_it_was() -> None:
    until = DEADLINE + 5 * HOUR
    (fact,) = hold(a_running_game(), until, shut=False)
    held = after(a_running_game(), fact)

    assert process_if_due(held, until - MINUTE) == ()
    assert process_if_due(held, until)[0] == PowersLate(POWERS, DEADLINE, DEADLINE + 24 * HOUR)
    assert hold(held, until, shut=False) == ()


def test_grace_is_held_too() -> None:
    game = replace(a_running_game(), grace=DEADLINE + 24 * HOUR, reminded=DEADLINE - 4 * HOUR)
    held = after(game, *hold(game, DEADLINE + 26 * HOUR, shut=False))

    assert process_if_due(held, DEADLINE + 25 * HOUR) == ()
    assert isinstance(process_if_due(held, DEADLINE + 26 * HOUR)[0], PhaseProcessed)


def test_a_phase_that_was_held_for_hours_costs_the_next_one_no_day() -> None:
    game = with_orders(replace(a_running_game(), held=DEADLINE + 3 * HOUR))
    (over,) = process_if_due(game, DEADLINE + 3 * HOUR)

    assert isinstance(over, PhaseProcessed)
    assert over.deadline == DEADLINE + 72 * HOUR
    assert over.closed == DEADLINE + 3 * HOUR


@given(
    st.integers(-(10**6), 10**6).map(lambda number: timedelta(seconds=number / 1000)),
    st.integers(0, 10**6).map(lambda seconds: timedelta(seconds=seconds)),
    st.integers(0, 10**6).map(lambda seconds: timedelta(seconds=seconds)),
)
def test_whether_a_letter_counts_is_a_matter_of_when_it_arrived_and_of_nothing_else(
    since: timedelta, waited: timedelta, older: timedelta
) -> None:
    arrived = DEADLINE + since
    times = LetterTimes(arrived + waited, arrived, arrived - older)
    late = why_late(a_running_game(grace=NO_GRACE), times)

    assert (late is None) is (since < ONE)


NO_GRACE = timedelta(0)
ONE = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("game", "closes"),
    [
        pytest.param(a_running_game(grace=NO_GRACE), DEADLINE, id="deadline"),
        pytest.param(a_running_game(), DEADLINE + 24 * HOUR, id="grace to come"),
        pytest.param(replace(a_running_game(), grace=DEADLINE + HOUR), DEADLINE + HOUR, id="grace"),
        pytest.param(with_orders(a_running_game(), ready=BEGUN), BEGUN + HOUR / 2, id="all in"),
        pytest.param(
            replace(a_running_game(grace=NO_GRACE), held=DEADLINE + HOUR),
            DEADLINE + HOUR,
            id="held",
        ),
        pytest.param(replace(a_running_game(), stage=Stage.PAUSED), None, id="paused"),
    ],
)
def test_a_phase_closes_when_it_would_be_processed(game: Game, closes: datetime | None) -> None:
    assert closes_at(game) == closes


@pytest.mark.parametrize(
    ("second", "counts"), [(-1.0, True), (0.0, True), (0.999, True), (1.0, False), (60.0, False)]
)
def test_a_letter_counts_until_the_second_of_the_deadline_is_over(
    second: float, counts: bool
) -> None:
    game = a_running_game(grace=NO_GRACE)
    arrived = DEADLINE + timedelta(seconds=second)
    times = LetterTimes(arrived + HOUR, arrived, arrived)
    sender = Sender(Player(3, "France", "france@example.org"), "France", proven=True)
    orders = filing.SubmitOrders(("A Par H",))
    commands = (orders, filing.ClearOrders(), votes.SetWait(wait=True), votes.VoteDraw())
    for command in commands:
        first = decide(game, command, sender, times, codes=CODES)[0]
        late = isinstance(first, Refused) and isinstance(first.why, CameLate)
        assert late is not counts


def test_after_a_tie_the_next_place_is_counted_behind_both() -> None:
    places = (("Great King",), ("Media", "Syria"), ("Lydia",))
    told = _reason_told(Victory(("Great King",), "all is won", places))

    assert told == ("all is won. The places are 1. Great King; 2. Media, Syria; 4. Lydia")
