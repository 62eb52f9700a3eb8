"""Several workers on one store do everything once, and lose nothing."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, func, select, text, update
from sqlalchemy.exc import OperationalError

from judge.letter import Delivery, Notice, Tone
from judge.store import LetterState, TablesState, inbox, migrate, outbox, tables, tables_state
from judge.store.schema import MIGRATING
from judge.store.tables import games
from tests.patience import PATIENCE
from tests.store.builders import Opened, Variants, a_shelf

ROOT = Path(__file__).parent.parent.parent
CLAIM = timedelta(minutes=5)


def test_four_processes_lose_no_update(sqlite_store: Engine, variants: Variants) -> None:
    """SQLite does not lock rows, and would overwrite changes without an error."""
    with sqlite_store.begin() as connection:
        before = a_shelf(connection, variants).game().reminded
    assert before is not None
    _run([sqlite_store.url.render_as_string(), "count"], times=4)

    with sqlite_store.begin() as connection:
        query = select(games.c.reminded)
        assert connection.scalar(query) == before + timedelta(seconds=400)


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_two_processes_may_migrate_at_once(
    request: pytest.FixtureRequest, tmp_path: Path, database: str, opened: Opened
) -> None:
    address = f"sqlite:///{tmp_path / 'new.db'}"
    if database == "postgres":
        address = request.getfixturevalue("empty_postgres_url")
    _run([address, "migrate"], times=2)
    engine = opened(address)

    assert tables_state(engine, ROOT / "migrations") is TablesState.CURRENT


def test_who_migrates_waits_for_who_does(postgres_store: Engine, opened: Opened) -> None:
    """SQLite lets only one worker write at a time anyway."""
    address = postgres_store.url.update_query_dict({"options": "-clock_timeout=10"})
    other = opened(address.render_as_string(hide_password=False))
    with postgres_store.begin() as connection:
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))

        with pytest.raises(OperationalError, match="lock timeout"):
            migrate(other, ROOT / "migrations")


def test_two_workers_never_answer_the_same_letter(store: Engine, now: datetime) -> None:
    with store.begin() as connection:
        for number in range(40):
            sender = f"{number % 4}@example.org"
            mail = Delivery(b"\n\n%d" % number, "judge@judge.test", sender, now)
            inbox.keep_letter(connection, mail, now)

    def answer() -> int | None:
        with store.begin() as connection:
            kept = inbox.take_letter(connection, now)
            if kept is None:
                return None
            copy = inbox.Copy(b"", "judge@judge.test")
            inbox.close_letter(connection, kept.number, LetterState.DONE, "", copy)
        return kept.number

    done = _work(answer)
    assert {n: c for n, c in done.items() if n} == dict.fromkeys(range(1, 41), 1)


def test_few_letters_are_looked_at_however_many_have_come(
    postgres_store: Engine, now: datetime
) -> None:
    """PostgreSQL plans by its statistics, which after a quiet night know of no letters."""
    asked: list[tuple[str, object]] = []

    def note(*called: object) -> None:
        asked.append((str(called[2]), called[3]))

    with postgres_store.begin() as connection:
        _keep(connection, range(300), LetterState.DONE, now)
        connection.execute(text("ANALYZE inbox"))
        _keep(connection, range(300, 600), LetterState.NEW, now)
        event.listen(connection, "before_cursor_execute", note)
        assert inbox.take_letter(connection, now) is not None
        ((statement, values),) = asked
        plan = connection.exec_driver_sql(
            f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", values
        ).scalar_one()

    assert _looked_at(plan[0]["Plan"]) < 20, plan


def _keep(
    connection: Connection, numbers: Iterable[int], state: LetterState, now: datetime
) -> None:
    for number in numbers:
        sender = f"{number}@example.org"
        mail = Delivery(b"\n\n%d" % number, "judge@judge.test", sender, now)
        inbox.keep_letter(connection, mail, now + timedelta(seconds=number))
    new = tables.inbox.c.state == LetterState.NEW
    connection.execute(update(tables.inbox).where(new).values(state=state))


def _looked_at(plan: Mapping[str, Any]) -> int:
    """Return the number of rows that a part of a plan and its own parts read."""
    passed = plan.get("Rows Removed by Filter", 0) + plan["Actual Rows"]
    parts = plan.get("Plans", ())
    return int(passed * plan["Actual Loops"]) + sum(map(_looked_at, parts))


def test_two_workers_never_send_the_same_notice(store: Engine, now: datetime) -> None:
    notice = Notice("ann@example.org", "Hello", "Hello\n", Tone.NEWS)
    with store.begin() as connection:
        for _ in range(40):
            outbox.put_notices(connection, [notice], now)

    def send() -> int | None:
        with store.begin() as connection:
            found = outbox.next_notices(connection, now, CLAIM, b"a secret key", 1)
        if not found:
            return None
        with store.begin() as connection:
            outbox.mark_sent(connection, [found[0].number], now)
        return found[0].number

    assert _work(send) == dict.fromkeys(range(1, 41), 1)


def _work(job: Callable[[], int | None]) -> Counter[int]:
    """Return how often each number was done by four workers, until none was left."""

    def worker(_number: int) -> list[int]:
        done = []
        idle = 0
        while idle < 20:  # Another worker may hold all the remaining work.
            number = job()
            idle = idle + 1 if number is None else 0
            done += [] if number is None else [number]
        return done

    with ThreadPoolExecutor(4) as pool:
        return Counter(number for done in pool.map(worker, range(4)) for number in done)


def _run(words: list[str], times: int) -> None:
    """Run the worker that many times in parallel."""
    command = [sys.executable, "-m", "tests.store.worker", *words]
    workers = [subprocess.Popen(command, cwd=ROOT) for _ in range(times)]
    assert [worker.wait(PATIENCE) for worker in workers] == [0] * times
