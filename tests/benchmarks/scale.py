"""What more workers bring, and what becomes of many games that are due at one moment.

Run as `python -m tests.benchmarks.scale`. Each worker is a program of its own on one
PostgreSQL, and each kind of work is done by one of them and then by several: so many
letters with orders, phases, pictures and mails. Before it letters come one at a time,
which shows how soon a worker that sleeps hears of one.

Each worker is kept to one core: left alone, two that wait often are put on the same one
though another is idle. The sink that takes the mails, and PostgreSQL, need their share
of the cores, so where there are few, look at the CPU of one piece of work: it is that
of the workers and of PostgreSQL together, and where it stays the same nobody waits for
another in vain. Then games are due at one moment, while strangers ask for HELP.
"""

import argparse
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import product
from pathlib import Path
from uuid import uuid4

from sqlalchemy import ColumnElement, func, insert, select, text, update

from judge.app import utc_now
from judge.store import WAKEUPS, LetterState
from judge.store.inbox import letter_digest
from judge.store.tables import NoticeState, games, inbox, outbox, pictures
from tests.benchmarks.many_games import Place, add_games, order_to_hold
from tests.benchmarks.served import cpu_of, cpu_of_machine
from tests.benchmarks.sink import Taken, taking
from tests.e2e.program import ADDRESS, Program, a_mail, send
from tests.e2e.scene import KEY, Scene, scene
from tests.postgres import Server, postgres_server, stopped

QUEUES = ("letters", "phases", "pictures", "mail")
_AGO = timedelta(seconds=8)  # the doors are known to have been open at the deadline
_SETTLED = 12  # seconds until then after they were opened
_BETWEEN = 1.0  # seconds between two letters that ask for HELP
_PAUSE = 0.05
_OVERDUE = 0.5  # seconds after which the tick of a worker that is stopped is overdue
_LOOK = 0.002  # seconds between two looks at whether a letter is done
_SINGLE = 100  # letters that come one at a time
_WORKERS = f"{WAKEUPS}.procrastinate_workers"
_QUEUED = outbox.c.state == NoticeState.QUEUED
_NEW = inbox.c.state == LetterState.NEW
_UNPAINTED = pictures.c.png.is_(None)
_DUE = games.c.name.startswith("many") & (games.c.due <= func.now())
Waits = ColumnElement[bool]


@dataclass(slots=True)
class Site:
    """A judge with many games on PostgreSQL, whose door is open."""

    scene: Scene
    server: Server
    taken: Taken
    places: list[Place]

    @contextmanager
    def workers(self, number: int, *queues: str) -> Iterator[tuple[int, ...]]:
        """Let so many programs do this work; give their processes, and PostgreSQL's."""
        before = self._newest()
        with ExitStack() as stack:
            begun = [self._worker(stack, queues) for _ in range(number)]
            _until(lambda: self._newest() >= before + number * len(queues))
            time.sleep(1)  # until each has looked once
            for place, worker in enumerate(begun):
                _keep_to_core(worker, place)
            main = (self.server.folder / "data" / "postmaster.pid").read_text()
            yield (*begun, int(main.splitlines()[0]))

    def left(self, what: ColumnElement[bool]) -> int:
        """Return of how many rows this is true."""
        with self.scene.store.connect() as connection:
            return connection.scalar(select(func.count()).where(what)) or 0

    def _worker(self, stack: ExitStack, queues: Sequence[str]) -> int:
        folder = self.scene.judge.folder / str(uuid4())
        folder.mkdir()
        worker = Program(folder, self.scene.judge.settings)
        worker.start("work", "--queues", ",".join(queues))
        stack.callback(worker.kill)
        assert worker.process is not None
        return worker.process.pid

    def _newest(self) -> int:
        """Return how many times a program has begun to hear of a queue."""
        with self.scene.store.connect() as connection:
            if connection.scalar(text(f"SELECT to_regclass('{_WORKERS}')")) is None:
                return 0
            newest = text(f"SELECT max(id) FROM {_WORKERS}")
            return connection.scalar(newest) or 0


@dataclass(frozen=True, slots=True)
class Done:
    """How many pieces of work were done, in how many seconds of time and CPU.

    `busy` are those of all that ran on the machine: the mail server, this benchmark.
    """

    pieces: int
    seconds: float
    cpu: float
    busy: float

    @property
    def rate(self) -> float:
        """How many a second."""
        return self.pieces / self.seconds

    def row(self, name: str, one: "Done") -> str:
        """Return a line on it, beside what one worker did."""
        each = 1000 * self.cpu / self.pieces
        return (
            f"{name:20}{self.rate:8.1f} a second {self.rate / one.rate:5.2f} times  "
            f"{each:6.2f} ms CPU each, "
            f"{self.busy / self.seconds:.2f} of {os.cpu_count()} cores busy"
        )


@contextmanager
def a_site(number: int) -> Iterator[Site]:
    """Give a judge with so many games, whose door takes mail and who does no work."""
    with (
        tempfile.TemporaryDirectory() as folder,
        postgres_server() as server,
        taking() as taken,
        scene(Path(folder), server.url, outage="86400") as played,
    ):
        played.judge.settings["JUDGE_RELAY_PORT"] = str(taken.port)
        places = add_games(played.store, KEY.encode(), number)
        played.judge.start("door")
        played.judge.wait()
        time.sleep(_SETTLED)
        yield Site(played, server, taken, places)


def letters(site: Site) -> None:
    """Keep a letter with orders of each player, in the order of chance."""
    now, rows = utc_now(), []
    for place in random.Random(0).sample(site.places, len(site.places)):
        mail = a_mail(place.player, place.address, "HOLD ALL\n", f"<{uuid4()}@x.test>")
        rows.append(
            {
                "recipient": place.address,
                "sender": place.player,
                "received": now,
                "arrived": now,
                "digest": letter_digest(mail.as_bytes(), place.address),
                "raw": mail.as_bytes(),
                "state": LetterState.NEW,
                "attempts": 0,
                "note": "",
            }
        )
    with site.scene.store.begin() as connection:
        connection.execute(insert(inbox), rows)


def due(site: Site) -> None:
    """Let each game but the first be due."""
    then = (utc_now() - _AGO).replace(microsecond=0)
    with site.scene.store.begin() as connection:
        order_to_hold(connection)
        ours = games.c.name.startswith("many")
        values = {"deadline": then, "due": then, "reminded": then}
        connection.execute(update(games).where(ours).values(values))


def held(site: Site) -> None:
    """Let nobody have what waits to be painted or sent."""
    _claim(site, utc_now() + timedelta(days=1))


def freed(site: Site) -> None:
    """Let whoever comes have it."""
    _claim(site, None)


def queued(site: Site) -> None:
    """Let each mail wait to be sent, also if it was."""
    anew = update(outbox).values(
        state=NoticeState.QUEUED, sent=None, attempts=0, unpainted=None, claimed_until=None
    )
    with site.scene.store.begin() as connection:
        connection.execute(anew)


def _claim(site: Site, until: datetime | None) -> None:
    with site.scene.store.begin() as connection:
        for table in (pictures, outbox):
            connection.execute(update(table).values(claimed_until=until))


# Each with how it is laid out, and what of it is left. Phases leave pictures to paint.
_KINDS = (
    (("letters", letters, _NEW),),
    (("phases", due, _DUE), ("pictures", freed, _UNPAINTED)),
    (("mail", queued, _QUEUED),),
)


def measured(site: Site, workers: int, work: tuple[str, Callable[[Site], None], Waits]) -> Done:
    """Return how so many workers do what waits in a queue once they are let go."""
    queue, begin, waits = work
    with site.workers(workers, queue) as processes:
        if begin is not freed:  # each has done as much before, like one that runs long
            begin(site)
            _until(lambda: not site.left(waits))
        with stopped(processes[:workers]):
            begin(site)
            pieces = site.left(waits)
            time.sleep(_OVERDUE)  # each looks at once then
            used, busy, began = cpu_of(processes), cpu_of_machine(), time.monotonic()
        _until(lambda: not site.left(waits))
        seconds = time.monotonic() - began
        used, busy = cpu_of(processes) - used, cpu_of_machine() - busy
        return Done(pieces, seconds, used, busy)


def compare(site: Site, numbers: Sequence[int]) -> None:
    """Print how many workers do each kind of work.

    What is compared comes soon after each other: a machine may be slower in an hour.
    """
    first: dict[str, Done] = {}
    for kinds, workers in product(_KINDS, numbers):
        for queue, begin, waits in kinds:
            done = measured(site, workers, (queue, begin, waits))
            held(site)
            one = first.setdefault(queue, done)
            print(done.row(f"{queue}, {workers} workers", one), flush=True)


def one_at_a_time(site: Site) -> None:
    """Print how long after the door took a letter its receipt is committed."""
    waited = []
    with site.workers(1, "letters"):
        for place in random.Random(0).choices(site.places, k=_SINGLE):
            ident = f"<{uuid4()}@x.test>"
            mail = a_mail(place.player, place.address, "HOLD ALL\n", ident)
            send(site.scene.judge.smtp_port, mail)
            taken = time.monotonic()
            _until(lambda: not site.left(_NEW), _LOOK)
            waited.append(1000 * (time.monotonic() - taken))
            time.sleep(2 * _PAUSE)  # the worker sleeps again
    waited.sort()
    half, most = waited[_SINGLE // 2], waited[_SINGLE * 95 // 100 - 1]
    print(
        f"a letter to a worker that sleeps: done {half:.0f} ms after the door took it "
        f"(median), 95 of 100 within {most:.0f} ms"
    )


def at_one_moment(site: Site, workers: int) -> None:
    """Print how long all games take that are due, and how long HELP waits then."""
    freed(site)
    asked: dict[str, float] = {}
    with site.workers(workers, *QUEUES) as processes:
        _until(lambda: not site.left(_QUEUED))
        used, began, before = cpu_of(processes), time.monotonic(), len(site.taken.mails)
        due(site)
        while site.left(_DUE) or site.left(_QUEUED):
            stranger = f"s{uuid4()}@strangers.test"
            mail = a_mail(stranger, ADDRESS, "HELP\n", f"<{uuid4()}@x.test>")
            asked[stranger] = time.monotonic()
            send(site.scene.judge.smtp_port, mail)
            time.sleep(_BETWEEN)
        _until(lambda: all(map(site.taken.when, asked)))
        used = cpu_of(processes) - used
    took = site.taken.mails[-1][0] - began
    waited = sorted((site.taken.when(who) or 0.0) - at for who, at in asked.items())
    mails = len(site.taken.mails) - before
    print(
        f"{len(site.places) // 7} games due at one moment, {workers} programs: "
        f"{mails} mails in {took:.1f} s, {used:.1f} s CPU; HELP waits "
        f"{waited[len(waited) // 2]:.2f} s (median), {waited[-1]:.2f} s at most"
    )


def main() -> None:
    """Print a line for each kind of work and number of workers, and the last one."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=300)
    options.add_argument("--due", type=int, default=3_333)
    cores = os.cpu_count() or 1
    some = [number for number in (1, 2, 4) if number <= max(2, cores)]
    options.add_argument("--workers", type=int, nargs="*", default=some)
    chosen = options.parse_args()
    if chosen.workers:
        with a_site(chosen.games) as site:
            one_at_a_time(site)
            compare(site, chosen.workers)
    if chosen.due:
        with a_site(chosen.due) as site:
            at_one_moment(site, min(2, cores))


def _keep_to_core(process: int, place: int) -> None:
    """Let a process use one core alone; what it has started uses any."""
    cores = sorted(os.sched_getaffinity(0))
    for thread in os.listdir(f"/proc/{process}/task"):
        os.sched_setaffinity(int(thread), {cores[place % len(cores)]})


def _until(fact: Callable[[], object], pause: float = _PAUSE) -> None:
    while not fact():
        time.sleep(pause)


if __name__ == "__main__":
    main()
