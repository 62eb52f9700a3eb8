"""The doors of one program: no mail counts as stored while it is being stored."""

from datetime import UTC, datetime, timedelta

import pytest

from judge.service import Doors
from judge.store import Opening

BEGUN = datetime(2030, 1, 1, tzinfo=UTC)
SECOND = timedelta(seconds=1)
LATER = BEGUN + 100 * SECOND


class Clock:
    """A clock that shows the time it was set to."""

    now = BEGUN

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def doors(clock: Clock) -> Doors:
    return Doors(clock, mailbox=True)


def test_a_mail_may_take_five_seconds_from_its_arrival_to_the_store(doors: Doors) -> None:
    until = LATER - 5 * SECOND
    assert doors.openings(LATER) == (Opening("judge", BEGUN, until),)


def test_what_is_being_kept_is_not_counted_as_kept(doors: Doors, clock: Clock) -> None:
    clock.now = BEGUN + 10 * SECOND
    with doors.arriving() as came:
        assert came == clock.now
        (judge,) = doors.openings(LATER)
        assert judge.until == came - 5 * SECOND
    (judge,) = doors.openings(LATER)
    assert judge.until == LATER - 5 * SECOND


def test_a_mail_that_was_refused_shuts_the_door_until_then(doors: Doors, clock: Clock) -> None:
    clock.now = BEGUN + 50 * SECOND
    doors.refused()

    assert doors.openings(clock.now) == ()
    (judge,) = doors.openings(LATER)
    assert judge.since == clock.now


def test_a_mailbox_is_open_by_looks_that_end_well(doors: Doors, clock: Clock) -> None:
    for second in (10, 30):
        clock.now = BEGUN + second * SECOND
        with doors.looking():
            clock.now += SECOND
    with pytest.raises(OSError, match="gone"), doors.looking():
        raise OSError("gone")
    _, box = doors.openings(LATER)
    assert box == Opening("mailbox", BEGUN + 5 * SECOND, BEGUN + 25 * SECOND)

    doors.unreachable("LoginError no")
    assert len(doors.openings(LATER)) == 1
    clock.now = BEGUN + 60 * SECOND
    with doors.looking():
        pass
    _, box = doors.openings(LATER)
    assert box.since == box.until == clock.now - 5 * SECOND


def test_a_program_that_takes_no_mail_says_nothing_of_the_doors(doors: Doors) -> None:
    doors.leave_to_others()
    with doors.looking():
        pass

    assert doors.openings(LATER) == ()
    assert doors.names == ("judge", "mailbox")
