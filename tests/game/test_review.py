"""Results that the Master sees first, and the reliability of players."""

from datetime import timedelta

import pytest

from judge.game import (
    Conduct,
    ConductMark,
    Follower,
    Game,
    Nmr,
    Player,
    after,
    closes_at,
    profiles,
    turn,
    wakes_at,
)
from judge.game.model import Reliability
from tests.game.clock_builders import (
    DEADLINE,
    HOUR,
    POWERS,
    a_running_game,
    all_but,
    with_orders,
    with_seat,
)
from tests.kinds import replace

MIA = Player(8, "Mia", "mia@example.org")


def a_reviewed_game(nmr: Nmr = Nmr.HOLD) -> Game:
    """Return a game whose Master has just got the results of the first phase."""
    game = with_orders(a_running_game(nmr, grace=timedelta()))
    settings = replace(game.settings, review=12 * HOUR)
    game = replace(game, settings=settings, masters=(Follower(MIA),))
    (fact,) = turn.process_if_due(game, DEADLINE)
    assert isinstance(fact, turn.ResultsReviewed)
    return after(game, fact)


def test_a_phase_under_review_is_closed_and_goes_on_by_itself() -> None:
    game = a_reviewed_game()

    assert closes_at(game) == DEADLINE
    assert wakes_at(game) == DEADLINE + 12 * HOUR
    assert turn.process_if_due(game, DEADLINE + 11 * HOUR) == ()
    processed = turn.process_if_due(game, DEADLINE + 12 * HOUR)[0]
    assert isinstance(processed, turn.PhaseProcessed)
    assert processed.closed == DEADLINE


def test_a_seat_that_falls_vacant_holds_up_no_results_that_are_reviewed() -> None:
    game = with_seat(a_reviewed_game(Nmr.WAIT), "France", player=None)

    assert wakes_at(game) == DEADLINE + 12 * HOUR


def test_a_master_who_plays_sees_no_results_first() -> None:
    game = with_orders(a_running_game(grace=timedelta()))
    player = game.seat("France").player
    assert player is not None
    settings = replace(game.settings, review=12 * HOUR)
    game = replace(game, settings=settings, masters=(Follower(player),))

    assert isinstance(turn.process_if_due(game, DEADLINE)[0], turn.PhaseProcessed)


def kept(mark: ConductMark, phases: int, days: int = 0) -> list[Conduct]:
    """Return marks for some phases of one game, some days ago."""
    at = DEADLINE - timedelta(days=days)
    name = f"{mark.value} {days}"
    return [Conduct(name, "France", f"S{n}M", at, mark) for n in range(phases)]


@pytest.mark.parametrize(
    ("conduct", "percent"),
    [
        (kept(ConductMark.SENT, 9), None),
        (kept(ConductMark.SENT, 10), 100),
        (kept(ConductMark.LATE, 10), 50),
        (kept(ConductMark.SENT, 15) + kept(ConductMark.MISSED, 5), 75),
        # What was half a year ago counts half.
        (kept(ConductMark.SENT, 10) + kept(ConductMark.MISSED, 10, profiles.HALF_LIFE.days), 67),
        # A power that is left costs as much as five phases.
        (kept(ConductMark.SENT, 15) + kept(ConductMark.LEFT, 1), 75),
    ],
)
def test_reliability_is_what_came_in_time_lately_above_all(
    conduct: list[Conduct], percent: int | None
) -> None:
    assert profiles.reliability_of(conduct, DEADLINE).percent == percent


def test_what_was_told_of_a_phase_last_counts() -> None:
    (late,) = kept(ConductMark.LATE, 1)

    found = profiles.reliability_of((late, replace(late, mark=ConductMark.SENT)), DEADLINE)

    assert found == Reliability(None, 1)


def test_late_players_are_told_from_players_who_sent_their_orders_in_time() -> None:
    game = with_orders(a_running_game(), *all_but("France"))
    grace = DEADLINE + HOUR
    late = turn.PowersLate(("France",), DEADLINE, grace)

    marks = {one.power: one.mark for _, one in late.conduct(game, DEADLINE)}

    others = dict.fromkeys(all_but("France"), ConductMark.SENT)
    assert marks == {**others, "France": ConductMark.LATE}
    processed = turn.process_if_due(after(game, late), grace)[0]
    missed = list(processed.conduct(after(game, late), grace))
    assert [(one.power, one.mark) for _, one in missed] == [("France", ConductMark.MISSED)]


def test_nobody_has_missed_a_phase_that_was_processed_before_it_was_due() -> None:
    game = a_running_game()
    processed = turn.process_if_due(with_orders(game), DEADLINE)[0]
    assert isinstance(processed, turn.PhaseProcessed)
    early = replace(processed, absent=POWERS)

    assert early.conduct(game, DEADLINE - HOUR) == ()
