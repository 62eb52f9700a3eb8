"""The clock does each thing once, late or not, and nothing in a rush."""

import json
import logging
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from judge.game import Stage
from judge.service import process_due_games
from judge.store.tables import games
from tests.post import Post
from tests.service.office import (
    LATER,
    MASTER,
    PLAYERS,
    confirmed,
    reply_address,
    the_game,
)

HOUR = timedelta(hours=1)


def pass_time(office: Post, span: timedelta) -> None:
    """Let time pass, with the judge awake every half hour."""
    end = office.now + span
    while office.now < end:
        office.now = min(office.now + HOUR / 2, end)
        office.tick()


def test_after_an_outage_each_deadline_moves_once_and_players_are_told_once(
    office: Post,
) -> None:
    deadline = the_game(office).deadline
    assert deadline is not None
    seen = len(office.arrived)
    office.now = deadline + HOUR
    away = office.now - deadline.replace(day=1, hour=12, second=20)
    office.tick()
    office.tick()

    moved = the_game(office).deadline
    assert moved is not None
    assert abs(moved - deadline - away) < timedelta(minutes=1)
    assert the_game(office).history == ()
    told = office.arrived[seen:]
    assert sorted(mail.to for mail in told) == [*PLAYERS, MASTER]
    pass_time(office, 3 * HOUR)
    assert the_game(office).deadline == moved


def test_a_short_absence_moves_nothing(office: Post) -> None:
    deadline = the_game(office).deadline
    office.now += HOUR - LATER
    office.tick()

    assert the_game(office).deadline == deadline


def test_a_game_that_cannot_be_processed_stops_no_other(
    office: Post, caplog: pytest.LogCaptureFixture
) -> None:
    broken(office, HOUR / 2)
    pass_time(office, timedelta(days=4, hours=12))

    assert len(the_game(office).history) == 1
    assert "game=two failed" in caplog.text


def test_a_game_that_cannot_be_shifted_stops_no_other(
    office: Post, caplog: pytest.LogCaptureFixture
) -> None:
    deadline = the_game(office).deadline
    assert deadline is not None
    broken(office, timedelta(days=2))
    office.now += timedelta(days=1)
    office.tick()

    moved = the_game(office).deadline
    assert moved is not None
    assert moved > deadline
    assert "game=two" in caplog.text


def broken(office: Post, due: timedelta) -> None:
    """Put a second game there, of a variant that is gone, which is due in so long."""
    office.write(MASTER, "CREATE two standard")
    for player in PLAYERS:
        office.write(player, "JOIN two")
    with office.judge.store.begin() as connection:
        connection.execute(
            update(games)
            .where(games.c.key == "two")
            .values(variant="lost", due=office.now + due)
        )


def test_the_clock_is_looked_at_twice_and_processes_once(office: Post) -> None:
    for player in PLAYERS:
        office.write(player, "HELP")
    office.judge = replace(office.judge, outage=timedelta(days=99))
    deadline = the_game(office).deadline
    assert deadline is not None
    for moment in (deadline, deadline + timedelta(days=1)):
        office.now = moment
        seen = len(office.arrived)
        for _ in range(3):
            process_due_games(office.judge, office.now)
        office.tick()
        assert len({mail.to for mail in office.arrived[seen:]}) == 8
        assert len(office.arrived) == seen + 8

    assert len(the_game(office).history) == 1


@pytest.mark.parametrize(
    ("ending", "word"), [("draw", "draw"), ("stop", "ended")], ids=["draw", "Master"]
)
def test_a_game_ends_once_and_then_its_clock_stands(
    office: Post, ending: str, word: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    if ending == "draw":
        for player in PLAYERS:
            office.write(player, "SET DRAW", reply_address(office, player))
    else:
        line = confirmed(office, "TERMINATE")
        office.write(MASTER, line, reply_address(office, MASTER))
    told = [mail for mail in office.arrived if word in mail.subject.lower()]
    assert {mail.to for mail in told[-8:]} == {*PLAYERS, MASTER}
    assert the_game(office).stage in (Stage.FINISHED, Stage.TERMINATED)
    seen = len(office.arrived)
    pass_time(office, timedelta(days=5))
    assert len(office.arrived) == seen
    france = PLAYERS[0]
    office.write(france, "A PAR - BUR", reply_address(office, france))

    assert the_game(office).history == ()
    assert [mail.to for mail in office.arrived[seen:]] == [france]


def test_a_solo_ends_the_game_and_everybody_is_told_once(office: Post) -> None:
    """The centers are given to France by hand; nobody writes until Fall is over."""
    with office.judge.store.begin() as connection:
        position = json.loads(connection.scalar(select(games.c.position)) or "")
        owners = position["owners"] | dict.fromkeys(
            list(position["owners"])[:18], "France"
        )
        units = [unit for unit in position["units"] if unit[0] == "France"]
        now = {"phase": "F1901M", "owners": owners, "units": units}
        whole = json.dumps(position | now)
        connection.execute(update(games).values(position=whole, phase="F1901M"))
    seen = len(office.arrived)
    pass_time(office, timedelta(days=12))

    told = [mail.to for mail in office.arrived[seen:] if "won" in mail.subject]
    assert sorted(told) == [*PLAYERS, MASTER]
    assert the_game(office).stage is Stage.FINISHED
    assert len(the_game(office).history) == 1
