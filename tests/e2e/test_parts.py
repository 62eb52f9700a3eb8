"""The judge in parts: one program takes mail, others do the work, and wake each other.

Their ticks are an hour apart, so that nothing but a wake-up can be what they hear.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import text

from judge.service import QUEUES
from judge.store import WAKEUPS
from tests.amount import LONG
from tests.e2e.program import Program
from tests.e2e.scene import Scene, check_mail, scene
from tests.patience import eventually
from tests.postgres import postgres

WORKERS = 2 if LONG else 1
READY = text(
    f"SELECT count(*) >= :wanted FROM {WAKEUPS}.procrastinate_workers"
    " WHERE last_heartbeat > now() - interval '9 seconds'"
)


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Scene]:
    with postgres() as url, scene(tmp_path, url, tick="3600", outage="86400") as one:
        yield one


def a_worker(played: Scene, name: str, stack: ExitStack) -> Program:
    """Start a program that does all the work, and end it with the stack."""
    folder = played.judge.folder / name
    folder.mkdir()
    worker = Program(folder, played.judge.settings)
    worker.start("work")
    stack.callback(worker.kill)
    return worker


def are_heard(played: Scene, workers: int) -> bool:
    """Return whether so many programs hear what is rung for in each queue."""
    with played.store.connect() as connection:
        schema = text("SELECT to_regclass(:name) IS NOT NULL")
        name = {"name": f"{WAKEUPS}.procrastinate_workers"}
        there = connection.execute(schema, name).scalar()
        wanted = {"wanted": len(QUEUES) * workers}
        return bool(there and connection.execute(READY, wanted).scalar())


def harm(played: Scene, worker: Program) -> None:
    """Kill a worker and take the tables of the engine away while letters come in."""
    played.taken(14)
    worker.kill()
    played.taken(14)
    with played.store.begin() as connection:
        connection.execute(text(f"DROP SCHEMA {WAKEUPS} CASCADE"))


def test_what_one_program_takes_others_answer_and_send(played: Scene) -> None:
    with ExitStack() as stack:
        workers = [a_worker(played, str(one), stack) for one in range(WORKERS)]
        played.judge.start("door")
        played.judge.wait()
        eventually(lambda: are_heard(played, WORKERS))
        with played.writing():
            if LONG:
                harm(played, workers.pop())
        eventually(lambda: are_heard(played, 1))
        played.write(1)  # whoever was not woken for the others is now
        played.all_is_done()
        assert [one.stop() for one in (*workers, played.judge)] == [0, 0]
        check_mail(played)
