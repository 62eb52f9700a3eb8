"""A letter that cannot be read costs its writer no phase, and nobody else a minute.

The game `smp` has no grace; letters of some people cannot be read.
"""

from datetime import datetime, timedelta

import pytest

from judge.reader import MailRead, UnreadError
from judge.service import process_due_games
from tests.post import Post
from tests.service.office import ORDERS, in_the_last_hour, player_of, reply_address, the_game

SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)
PUZZLE = "a puzzle"
WAITS = "[smp] S1901M waits for it until"


@pytest.fixture
def due(office: Post) -> datetime:
    """Return the deadline, which is a second ahead; letters with puzzles cannot be read."""
    deadline = in_the_last_hour(office)
    office.now = deadline - SECOND
    sound = office.judge.reader.mail

    def mail(raw: bytes, *facts: object) -> MailRead:
        if PUZZLE.encode() in raw:
            raise UnreadError("it is a puzzle")
        return sound(raw, *facts)  # type: ignore[arg-type] # as it was asked

    office.judge.reader.mail = mail  # type: ignore[method-assign] # it fails
    return deadline


def ordered(office: Post, power: str, moment: datetime) -> str:
    """Let a player send all their orders at `moment`; return the subject of the answer."""
    office.now = moment
    player = player_of(office, power)
    office.write(player, "\n".join(ORDERS[power]), reply_address(office, player))
    return [mail for mail in office.arrived if mail.to == player][-1].subject


def puzzled(office: Post, power: str) -> str:
    """Let a player send an unreadable letter; return the text of the mail they get at once."""
    player = player_of(office, power)
    seen = len(office.arrived)
    office.write(player, PUZZLE, reply_address(office, player))
    (told,) = [mail for mail in office.arrived[seen:] if mail.to == player]
    return " ".join(told.text.split())


def test_who_sends_it_again_while_the_game_waits_has_lost_nothing(
    office: Post, due: datetime
) -> None:
    told = puzzled(office, "France")
    assert WAITS in told
    assert f"{due + 2 * HOUR - SECOND:%A %-d %B %Y, %H:%M}" in told
    office.now = due + HOUR
    process_due_games(office.judge, lambda: office.now)
    assert the_game(office).history == ()

    ordered(office, "France", due + 2 * HOUR - 2 * SECOND)
    (over,) = the_game(office).history
    assert "France" not in over.absent
    assert over.processed == due + 2 * HOUR - 2 * SECOND


def test_nobody_else_gains_by_it(office: Post, due: datetime) -> None:
    puzzled(office, "France")

    refused = ordered(office, "Germany", due + HOUR)
    assert refused == "[smp] orders refused: it came too late"
    ordered(office, "France", due + HOUR)
    assert "Germany" in the_game(office).history[0].absent


def test_a_letter_in_time_that_came_after_the_unread_one_stands(
    office: Post, due: datetime
) -> None:
    office.now = due - 10 * SECOND
    puzzled(office, "France")
    ordered(office, "France", due - SECOND)
    office.write(
        player_of(office, "France"), "A PAR H", reply_address(office, player_of(office, "France"))
    )
    office.now = due + HOUR
    late = office.now
    france = player_of(office, "France")
    office.write(france, "A PAR - PIC", reply_address(office, france))

    assert "refused" in office.arrived[-1].subject
    office.now = late + 12 * HOUR
    process_due_games(office.judge, lambda: office.now)
    assert len(the_game(office).history) == 1


def test_after_two_hours_it_is_too_late(office: Post, due: datetime) -> None:
    puzzled(office, "France")
    office.now = due + 2 * HOUR
    process_due_games(office.judge, lambda: office.now)

    assert "France" in the_game(office).history[0].absent


def test_a_game_that_is_due_much_later_does_not_wait(office: Post, due: datetime) -> None:
    office.now = due - 3 * HOUR
    assert WAITS not in puzzled(office, "France")
