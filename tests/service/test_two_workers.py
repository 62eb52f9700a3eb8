"""Several workers on one store answer each letter once, and each sender's in order."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from judge.service import answer_next_letter, paint_picture, process_due_games, send_notices
from judge.store.tables import seats
from tests.amount import many
from tests.kinds import replace
from tests.post import Post
from tests.postgres import postgres
from tests.service.office import (
    ORDERS,
    PLAYERS,
    a_mail,
    delivered,
    keep,
    reply_address,
    start_game,
    the_game,
)

LETTERS = 7 * many(4)


@pytest.fixture(params=["sqlite", "postgres"])
def office(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Post]:
    """Yield a judge on each kind of database, with the game `smp` started."""
    if request.param == "sqlite":
        yield from begun(Post(tmp_path))
    else:
        with postgres() as url:
            yield from begun(Post(tmp_path, url))


def begun(office: Post) -> Iterator[Post]:
    start_game(office)
    yield office
    office.judge.store.dispose()


def at_once(office: Post, workers: int) -> None:
    """Let several workers do all the waiting work at the same time."""

    def work(_number: int) -> None:
        idle = 0
        while idle < 20:  # another one may hold all the remaining work
            busy = answer_next_letter(office.judge, office.now)
            process_due_games(office.judge, lambda: office.now)
            busy = paint_picture(office.judge, office.now) or busy
            busy = send_notices(office.judge, lambda: office.now) or busy
            idle = 0 if busy else idle + 1

    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(work, range(workers)))


def test_two_workers_answer_each_letter_once(office: Post) -> None:
    office.judge = replace(office.judge, answers_per_hour=999)
    seen = len(office.arrived)
    addresses = {player: reply_address(office, player) for player in PLAYERS}
    power_of = {
        seat.player.address: seat.power
        for seat in the_game(office).seats
        if seat.player is not None
    }
    for number in range(LETTERS):
        player = PLAYERS[number % len(PLAYERS)]
        newest = number >= LETTERS - len(PLAYERS)
        lines = ORDERS[power_of[player]] if newest else held(power_of[player])
        body = "\n".join([*lines, "BROADCAST", str(number), "ENDBROADCAST"])
        mail = a_mail(player, body, number, office.now)
        keep(office, mail.as_bytes(), addresses[player], player)
    at_once(office, workers=2)

    answers = Counter(
        str(mail.mail["In-Reply-To"])
        for mail in office.arrived[seen:]
        if mail.mail["Auto-Submitted"] == "auto-replied"
    )
    assert answers == {f"<{number}@mail.test>": 1 for number in range(LETTERS)}
    assert len(delivered(office)) == len(office.arrived)
    with office.judge.store.begin() as connection:
        found = connection.execute(select(seats.c.power, seats.c.orders)).all()
    assert {power: sorted(orders) for power, orders in found} == {
        power: sorted(orders) for power, orders in ORDERS.items()
    }


def held(power: str) -> list[str]:
    return [f"{line.partition(' - ')[0]} H" for line in ORDERS[power]]


def test_two_workers_process_a_phase_once(office: Post) -> None:
    office.judge = replace(office.judge, outage=timedelta(days=99))
    deadline = the_game(office).deadline
    assert deadline is not None
    seen = len(office.arrived)
    for moment in (deadline, deadline + timedelta(days=1)):
        office.now = moment
        at_once(office, workers=2)

    assert len(the_game(office).history) == 1
    assert len(office.arrived) == seen + 2 * 8
