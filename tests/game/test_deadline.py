import re
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from itertools import product
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st

from judge.engine import PhaseKind
from judge.game import Early, Game, Nmr, Preferences, Stage, Timing, due_at, wakes_at
from judge.game.clock import (
    Abandon,
    GiveGrace,
    ProcessNow,
    Remind,
    Wait,
    early_moment,
    grace_after,
    late_powers,
    next_deadline,
    verdict,
)
from judge.game.settings.values import read_length
from tests.game.clock_builders import (
    BEGUN,
    DEADLINE,
    HOUR,
    MINUTE,
    POWERS,
    a_running_game,
    all_but,
    with_orders,
    with_seat,
)
from tests.kinds import replace

CASES = Path(__file__).parents[1] / "cases" / "deadlines.txt"
CASE = re.compile(r"(\S+) +(\S+) +(\S+) +(\S+) +(\S+ \S+)(?: < (\S+ \S+))? -> (\S+ \S+) \+?(\S+)")


def cases() -> Iterator[tuple[str, ...]]:
    for line in CASES.read_text().splitlines():
        if line and not line.startswith("#"):
            found = CASE.fullmatch(line)
            assert found, line
            yield found.groups()


def at(text: str | None, zone: str) -> datetime | None:
    if text is None:
        return None
    local = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))
    return local.astimezone(UTC)


def distance(text: str) -> timedelta:
    hours, _, minutes = text.partition(":")
    return timedelta(hours=int(hours), minutes=int(minutes or 0))


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: " ".join(filter(None, case)))
def test_a_phase_is_due_as_its_case_says(case: tuple[str, ...]) -> None:
    zone, clock, days, length, begun, previous, due, ahead = case
    begins = at(begun, zone)
    timing = Timing(
        zone=zone,
        clock=None if clock == "-" else time.fromisoformat(clock),
        days=days,
        movement=read_length(length) or timedelta(),
        early=Early.FIXED if previous else Early.ROLLING,
    )
    assert begins

    found = next_deadline(timing, at(previous, zone), PhaseKind.MOVEMENT, begins)

    local = found.astimezone(ZoneInfo(zone))
    assert f"{local:%Y-%m-%d %H:%M}" == due
    assert local.utcoffset() == distance(ahead)


ZONES = st.sampled_from(
    ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Tehran"]
)
MOMENTS = st.timedeltas(timedelta(), timedelta(days=730)).map(BEGUN.__add__)


@given(
    MOMENTS,
    ZONES,
    st.none() | st.times(),
    st.timedeltas(timedelta(minutes=1), timedelta(days=20)),
    st.text("Mm-", min_size=7, max_size=7),
)
def test_a_deadline_lies_ahead_on_a_day_that_has_deadlines(
    now: datetime, zone: str, clock: time | None, length: timedelta, days: str
) -> None:
    timing = Timing(zone=zone, clock=clock, movement=length, days=days)

    due = next_deadline(timing, None, PhaseKind.MOVEMENT, now)

    assert due - now >= length - HOUR  # A day may be an hour short.
    local = due.astimezone(ZoneInfo(zone))
    letter = days[local.isoweekday() % 7]
    possible = "M" in days or ("m" in days and (clock is None or clock.hour >= 12))
    assert not possible or letter == "M" or (letter == "m" and local.hour >= 11)


@pytest.mark.parametrize(
    ("days", "grace", "until"),
    [
        ("SMTWTFS", 24 * HOUR, "2030-01-05 21:00"),
        ("-MTWTF-", 24 * HOUR, "2030-01-07 21:00"),
        ("-mTWTF-", 24 * HOUR, "2030-01-07 21:00"),
        ("-mTWTF-", 60 * HOUR, "2030-01-07 12:00"),
        ("SMTWTFS", 2 * HOUR, "2030-01-04 23:00"),
    ],
)
def test_grace_slides_to_a_day_with_deadlines(days: str, grace: timedelta, until: str) -> None:
    timing = Timing(days=days, grace=grace)

    assert grace_after(timing, DEADLINE, DEADLINE) == at(until, "UTC")


@pytest.mark.parametrize(
    "zone", ["Europe/Berlin", "America/Nuuk", "America/Havana", "Australia/Lord_Howe"]
)
def test_a_day_is_a_day_give_or_take_an_hour_whenever_the_clocks_change(zone: str) -> None:
    day = timedelta(days=1)
    for month, minutes in product((3, 10), range(0, 24 * 60, 30)):
        clock = time(minutes // 60, minutes % 60)
        timing = Timing(zone=zone, clock=clock, movement=day)
        begun = datetime(2030, month, 1, clock.hour, clock.minute, tzinfo=ZoneInfo(zone))
        begun = begun.astimezone(UTC)
        for _ in range(45):
            due = next_deadline(timing, None, PhaseKind.MOVEMENT, begun)
            assert abs(due - begun - day) <= timedelta(hours=1)
            begun = due


def test_grace_keeps_the_time_of_day_when_the_clocks_change() -> None:
    eve = datetime(2030, 3, 30, 21, tzinfo=ZoneInfo("Europe/Berlin"))

    grace = grace_after(Timing(zone="Europe/Berlin"), eve, eve)

    assert grace - eve == 23 * HOUR


def test_grace_counts_from_now_when_the_judge_is_later_than_its_end() -> None:
    now = DEADLINE + 25 * HOUR

    assert grace_after(Timing(), DEADLINE, now) == now + 24 * HOUR


def test_a_power_is_late_until_its_orders_are_complete() -> None:
    game = with_orders(a_running_game(), *all_but("France"))

    assert late_powers(a_running_game()) == POWERS
    assert late_powers(game) == ("France",)
    assert late_powers(with_orders(game)) == ()


def test_a_power_with_a_line_that_was_not_read_is_late() -> None:
    game = with_seat(with_orders(a_running_game()), "Italy", troubled=("A Rom - Xyz",))

    assert late_powers(game) == ("Italy",)


def test_a_power_without_a_player_is_never_late() -> None:
    assert late_powers(with_seat(a_running_game(), "France", player=None)) == all_but("France")


def test_nobody_is_late_before_the_game_begins() -> None:
    assert late_powers(replace(a_running_game(), position=None)) == ()


READY = BEGUN + 10 * HOUR


def test_a_phase_ends_a_while_after_the_last_orders() -> None:
    game = with_orders(a_running_game(), ready=READY)

    assert due_at(game) == READY + 30 * MINUTE
    assert verdict(game, READY + 29 * MINUTE) == Wait()
    assert verdict(game, READY + 30 * MINUTE) == ProcessNow()


def test_a_phase_ends_at_its_deadline_even_if_the_last_orders_came_just_before() -> None:
    assert due_at(with_orders(a_running_game(), ready=DEADLINE - MINUTE)) == DEADLINE


def test_a_phase_ends_at_its_deadline_if_somebody_waits_for_it() -> None:
    game = with_seat(with_orders(a_running_game(), ready=READY), "Italy", wait=True)

    assert due_at(game) == DEADLINE
    assert due_at(with_seat(game, "Italy", player=None)) == READY + 30 * MINUTE


def test_a_phase_ends_at_its_deadline_where_none_ends_early() -> None:
    assert due_at(with_orders(a_running_game(early=Early.NEVER), ready=READY)) == DEADLINE


def test_orders_taken_back_keep_a_phase_from_ending_early() -> None:
    game = with_orders(a_running_game(), ready=READY)

    assert early_moment(with_seat(game, "Italy", orders=())) is None


def test_waiting_does_not_last_longer_than_the_deadline() -> None:
    game = replace(with_orders(a_running_game()), grace=DEADLINE + 24 * HOUR)

    assert due_at(with_seat(game, "Italy", wait=True)) == DEADLINE + 30 * MINUTE


REMINDED = DEADLINE - 24 * HOUR
AGAIN = DEADLINE - 4 * HOUR


@pytest.mark.parametrize(
    ("now", "reminded", "expected"),
    [
        (REMINDED - MINUTE, None, Wait()),
        (REMINDED, None, Remind(("France",), REMINDED)),
        (REMINDED + MINUTE, REMINDED, Wait()),
        (AGAIN, REMINDED, Remind(("France",), AGAIN)),
        (AGAIN, None, Remind(("France",), AGAIN)),
        (AGAIN + MINUTE, AGAIN, Wait()),
        (DEADLINE, None, GiveGrace(("France",))),
    ],
)
def test_who_owes_orders_is_reminded_once_at_each_time(
    now: datetime, reminded: datetime | None, expected: Remind | Wait | GiveGrace
) -> None:
    game = with_orders(a_running_game(), *all_but("France"))

    assert verdict(replace(game, reminded=reminded), now) == expected


@pytest.mark.parametrize(
    ("now", "reminded", "expected"),
    [
        (REMINDED - HOUR, None, ("Italy",)),
        (REMINDED, REMINDED - HOUR, ("France",)),
        (AGAIN, REMINDED, ("France",)),
        (AGAIN, None, ("France", "Italy")),
    ],
)
def test_who_has_own_reminders_is_reminded_then_and_not_with_the_others(
    now: datetime, reminded: datetime | None, expected: tuple[str, ...]
) -> None:
    own = Preferences(reminders=(25 * HOUR,))
    game = with_orders(a_running_game(), *all_but("France", "Italy"))
    italy = game.seat("Italy").player
    assert italy is not None
    game = with_seat(game, "Italy", player=replace(italy, preferences=own))

    step = verdict(replace(game, reminded=reminded), now)

    assert isinstance(step, Remind)
    assert set(step.powers) == set(expected)
    assert step.reminded <= now


def test_nobody_is_reminded_who_owes_nothing() -> None:
    game = with_seat(with_orders(a_running_game()), "Italy", wait=True)

    assert verdict(game, REMINDED) == Wait()


def test_a_time_to_remind_from_before_the_phase_is_left_out() -> None:
    game = a_running_game(movement=3 * HOUR)

    assert verdict(replace(game, deadline=BEGUN + 3 * HOUR), BEGUN + HOUR) == Wait()


def test_missing_orders_get_grace_and_then_what_was_sent_counts() -> None:
    game = with_orders(a_running_game(), *all_but("France"))
    graced = replace(game, grace=DEADLINE + 24 * HOUR)

    assert verdict(game, DEADLINE) == GiveGrace(("France",))
    assert verdict(graced, DEADLINE + 23 * HOUR) == Wait()
    assert verdict(graced, DEADLINE + 24 * HOUR) == ProcessNow()


def test_without_grace_the_phase_ends_at_the_deadline() -> None:
    assert verdict(a_running_game(grace=timedelta()), DEADLINE) == ProcessNow()


def test_a_game_that_waits_for_replacements_gives_up_who_sent_nothing() -> None:
    game = with_orders(a_running_game(Nmr.WAIT), *all_but("France", "Italy"))
    game = replace(game, grace=DEADLINE + 24 * HOUR)
    one_came = with_seat(game, "Italy", dated=BEGUN)

    assert verdict(game, DEADLINE + 24 * HOUR) == Abandon(("France", "Italy"))
    assert verdict(one_came, DEADLINE + 24 * HOUR) == Abandon(("France",))


def test_orders_of_which_some_are_missing_are_processed_rather_than_given_up() -> None:
    game = with_orders(a_running_game(Nmr.WAIT))
    some = game.seat("Italy").orders[:1]
    game = replace(with_seat(game, "Italy", orders=some), grace=DEADLINE + 24 * HOUR)

    assert verdict(game, DEADLINE + 24 * HOUR) == ProcessNow()


def test_a_power_without_a_player_holds_a_game_up_only_if_it_shall_be_replaced() -> None:
    holds = with_orders(a_running_game(Nmr.HOLD), *all_but("France"))
    waits = with_orders(a_running_game(Nmr.WAIT), *all_but("France"))

    assert verdict(with_seat(holds, "France", player=None), DEADLINE) == ProcessNow()
    assert verdict(with_seat(waits, "France", player=None), DEADLINE) == Wait()
    assert wakes_at(with_seat(waits, "France", player=None)) is None


def test_who_owes_orders_is_reminded_while_another_power_wants_a_player() -> None:
    game = with_orders(a_running_game(Nmr.WAIT), *all_but("France", "Italy"))
    game = with_seat(game, "France", player=None)
    wakes = wakes_at(game)

    assert wakes is not None
    assert verdict(game, wakes) == Remind(("Italy",), wakes)


def without_players(game: Game) -> Game:
    return replace(game, seats=tuple(replace(s, player=None) for s in game.seats))


@pytest.mark.parametrize(
    "game",
    [
        replace(a_running_game(), stage=Stage.PAUSED),
        replace(a_running_game(), stage=Stage.FINISHED),
        replace(a_running_game(), stage=Stage.FORMING, position=None),
        replace(a_running_game(), deadline=None),
        without_players(a_running_game()),
    ],
    ids=["paused", "finished", "forming", "without deadline", "without players"],
)
def test_the_clock_of_a_game_stands(game: Game) -> None:
    assert verdict(game, DEADLINE + 99 * HOUR) == Wait()
    assert wakes_at(game) is None


GAMES = st.builds(
    lambda nmr, early, grace, reminded, sent, ready: replace(
        with_orders(a_running_game(nmr, early=early), "Italy", *sent, ready=ready),
        grace=grace,
        reminded=reminded,
    ),
    st.sampled_from(Nmr),
    st.sampled_from(Early),
    st.none() | st.just(DEADLINE + 24 * HOUR),
    st.sampled_from([None, REMINDED, AGAIN]),
    st.sets(st.sampled_from(POWERS)) | st.just(set(POWERS)),
    st.none() | st.just(READY),
)


@given(GAMES)
def test_the_clock_wakes_exactly_when_there_is_something_to_do(game: Game) -> None:
    wakes = wakes_at(game)

    assert wakes is not None
    assert verdict(game, wakes) != Wait()
    assert verdict(game, wakes - MINUTE) == Wait()
