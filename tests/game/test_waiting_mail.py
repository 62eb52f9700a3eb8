"""When mail that may wait is sent."""

from datetime import UTC, datetime, time, timedelta

import pytest

from judge.game import Digest, Player, Preferences, Stage, profiles
from tests.game.clock_builders import a_running_game
from tests.kinds import replace

EVENING, NIGHT, MORNING = time(18), time(22), time(7)
DAILY = Preferences(digest=Digest.DAY, digest_at=EVENING)
QUIET = Preferences(quiet=(NIGHT, MORNING))
PHASE = replace(DAILY, digest=Digest.PHASE)
BOTH = replace(DAILY, quiet=(NIGHT, MORNING))
LATE = replace(BOTH, digest_at=NIGHT)
SIESTA = Preferences(quiet=(time(13), time(15)))


@pytest.mark.parametrize(
    ("wishes", "zone", "now", "due", "expected"),
    [
        (Preferences(), "UTC", "01 12:00", "05 21:00", "01 12:00"),
        (DAILY, "UTC", "01 12:00", "05 21:00", "01 18:00"),
        (DAILY, "UTC", "01 18:01", "05 21:00", "02 18:00"),
        (DAILY, "Asia/Tokyo", "01 12:00", "05 21:00", "02 09:00"),
        (DAILY, "UTC", "05 09:00", "05 21:00", "05 17:00"),
        (DAILY, "UTC", "05 17:30", "05 21:00", "05 17:30"),
        (PHASE, "UTC", "01 12:00", "05 21:00", "05 17:00"),
        (PHASE, "UTC", "01 12:00", "", "01 18:00"),
        (Preferences(batch=timedelta(minutes=30)), "UTC", "01 12:00", "", "01 12:30"),
        (QUIET, "UTC", "01 22:00", "05 21:00", "02 07:00"),
        (QUIET, "UTC", "02 06:59", "05 21:00", "02 07:00"),
        (QUIET, "UTC", "02 07:00", "05 21:00", "02 07:00"),
        (QUIET, "Europe/Paris", "01 21:30", "05 21:00", "02 06:00"),
        (SIESTA, "UTC", "01 14:00", "05 21:00", "01 15:00"),
        (SIESTA, "UTC", "01 22:30", "05 21:00", "01 22:30"),
        (BOTH, "UTC", "06 00:00", "06 03:00", "06 07:00"),
        (LATE, "UTC", "01 12:00", "", "02 07:00"),
    ],
)
def test_what_may_wait_leaves_when_its_reader_wants_it(
    wishes: Preferences, zone: str, now: str, due: str, expected: str
) -> None:
    reader = Player(1, "Ann", "ann@example.org", zone, wishes)
    game = replace(a_running_game(), deadline=at(due) if due else None)

    assert profiles.leaves_at(reader, game, at(now)) == at(expected)


def test_in_a_game_that_does_not_run_no_deadline_is_near() -> None:
    reader = Player(1, "Ann", "ann@example.org", preferences=DAILY)
    game = replace(a_running_game(), deadline=at("01 13:00"), stage=Stage.PAUSED)

    assert profiles.leaves_at(reader, game, at("01 12:00")) == at("01 18:00")


def at(words: str) -> datetime:
    return datetime.strptime(f"2030-01-{words}", "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
