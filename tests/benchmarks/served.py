"""What the real program takes for order letters that come in by SMTP.

The time is from the first byte to the moment when each letter has its committed
receipt; nothing is sent, since the relay never says a word. Of a process its children
count too: the one that reads letters, and of PostgreSQL the one for each connection.
"""

import os
import smtplib
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from uuid import uuid4

from sqlalchemy import Engine, func, insert, select

from judge.store import LetterState
from judge.store.tables import NoticeState, inbox, outbox
from tests.e2e.program import a_mail
from tests.e2e.scene import Scene, scene
from tests.postgres import postgres_server
from tests.servers import HOST, free_port, wait_for_port
from tests.service.office import ORDERS

_SINK = """\
import sys, time
from aiosmtpd.controller import Controller
class Sink:
    async def handle_DATA(self, server, session, envelope):
        return "250 OK"
server = Controller(Sink(), hostname=sys.argv[1], port=int(sys.argv[2]))
server.start()
time.sleep(86400)
"""
_TICK = os.sysconf("SC_CLK_TCK")
# Other programs on the machine make a letter dearer, never cheaper: the best counts.
ROUNDS = 6
_IDLE = 0.05  # seconds of the processor in one second, by a program that does nothing
# Between two letters that were kept before: few enough days that none is forgotten.
_SPREAD = timedelta(seconds=20)


@dataclass(frozen=True, slots=True)
class Cost:
    """What letters cost: seconds of time and of processor, and bytes of memory."""

    seconds: float
    cpu: float
    memory: int = 0

    def row(self, name: str, letters: int) -> str:
        """Return a line on it."""
        memory = f"{self.memory / 2**20:6.0f} MB" if self.memory else ""
        rate, cpu = letters / self.seconds, 1000 * self.cpu / letters
        return f"{name:34}{rate:8.1f} letters a second {cpu:7.2f} ms CPU {memory}"


def measure_served(letters: int, kept: tuple[int, ...]) -> None:
    """Print what a bare sink costs, and the judge on each store with so much kept."""
    print(_sink(letters).row("bare aiosmtpd, keeping nothing", letters))
    for store in ("SQLite", "PostgreSQL"):
        for before in kept:
            cost = _judge(store, letters, before)
            print(cost.row(f"{store}, {before:,} letters kept", letters))


def _sink(letters: int) -> Cost:
    port = free_port()
    words = (sys.executable, "-c", _SINK, HOST, str(port))
    with subprocess.Popen(words) as process:
        wait_for_port(port)
        mails = [_mail("ann@players.test", "judge@judge.test") for _ in range(letters)]
        cost = _timed((process.pid,), lambda: _send(port, mails))
        process.terminate()
    return cost


def _judge(store: str, letters: int, before: int) -> Cost:
    server = postgres_server() if store == "PostgreSQL" else nullcontext()
    with (
        tempfile.TemporaryDirectory() as folder,
        server as database,
        _silence() as relay,
        scene(Path(folder), database.url if database else "") as played,
    ):
        _fill(played.store, before)
        played.judge.settings["JUDGE_RELAY_PORT"] = str(relay)
        played.judge.settings["JUDGE_ANSWERS_PER_HOUR"] = "1000000"
        played.judge.settings["JUDGE_TICK"] = "10"  # as where nobody sets it
        played.judge.start()
        played.judge.wait()
        _answered(played, _mails(played, 7))  # until all is read and compiled once
        _is_quiet(played)
        assert played.judge.process is not None
        roots = [played.judge.process.pid]
        if database:
            begun = (database.folder / "data" / "postmaster.pid").read_text()
            roots.append(int(begun.splitlines()[0]))
        rounds = []
        for _ in range(ROUNDS):
            mails = _mails(played, letters)
            rounds.append(_timed(tuple(roots), partial(_answered, played, mails)))
        return min(rounds, key=lambda cost: cost.cpu)


def _is_quiet(played: Scene) -> None:
    """Return when the program has begun all that it needs, and waits."""
    assert played.judge.process is not None
    roots, before = (played.judge.process.pid,), -1.0
    while (used := cpu_of(roots)) - before > _IDLE:
        before = used
        time.sleep(1)


def _mails(played: Scene, number: int) -> list[tuple[str, bytes]]:
    """Return letters by all players in turn, each with other orders than before."""
    places = list(played.places.items())
    found = []
    for turn in range(number):
        player, (power, address) = places[turn % len(places)]
        again = turn // len(places) % 2
        orders = "HOLD ALL" if again else "\n".join(ORDERS[power])
        found.append(_mail(player, address, orders))
    return found


def _mail(sender: str, to: str, body: str = "HOLD ALL") -> tuple[str, bytes]:
    mail = a_mail(sender, to, f"{body}\n", f"<{uuid4()}@people.test>")
    return to, mail.as_bytes()


def _answered(played: Scene, mails: list[tuple[str, bytes]]) -> None:
    """Send mails, and return when each has its receipt."""
    _send(played.judge.smtp_port, mails)
    new = select(func.count()).where(inbox.c.state == LetterState.NEW)
    while True:
        with played.store.connect() as connection:
            if not connection.scalar(new):
                return
        time.sleep(0.05)


def _send(port: int, mails: list[tuple[str, bytes]]) -> None:
    with smtplib.SMTP(HOST, port, "people.test") as server:
        for to, raw in mails:
            server.sendmail("ann@players.test", [to], raw)


def _fill(store: Engine, number: int) -> None:
    """Let the store hold so many letters more, answered, each with its answer.

    They came one after the other, the last one just now.
    """
    with store.begin() as connection:
        done = select(inbox).where(inbox.c.state == LetterState.DONE)
        sent = select(outbox).where(outbox.c.state == NoticeState.SENT)
        letter = dict(connection.execute(done.limit(1)).one()._mapping)
        notice = dict(connection.execute(sent.limit(1)).one()._mapping)
        del letter["number"], notice["number"]
        letters, notices = [], []
        for back in range(number, 0, -1):
            ago, name = back * _SPREAD, str(uuid4())
            came, told = letter["received"] - ago, notice["created"] - ago
            letters.append(letter | {"digest": name, "received": came, "arrived": came})
            times = {"created": told, "due": told, "sent": told}
            notices.append(notice | {"message_key": name} | times)
        connection.execute(insert(inbox), letters)
        connection.execute(insert(outbox), notices)


@contextmanager
def _silence() -> Iterator[int]:
    """Give the port of a server that takes connections and says nothing."""
    with socket.create_server((HOST, 0)) as listener:
        yield listener.getsockname()[1]


def _timed(roots: tuple[int, ...], work: Callable[[], None]) -> Cost:
    """Return what `work` cost these processes and their children."""
    used, began = cpu_of(roots), time.monotonic()
    work()
    seconds = time.monotonic() - began
    return Cost(seconds, cpu_of(roots) - used, _memory(roots))


def cpu_of(roots: tuple[int, ...]) -> float:
    """Return the seconds of the processor that processes and their children used."""
    return sum(sum(map(int, stat[11:15])) for stat in _stats(roots)) / _TICK


def cpu_of_machine() -> float:
    """Return the seconds of the processors that were used since the machine began."""
    fields = Path("/proc/stat").read_text().split(maxsplit=8)[1:8]
    user, nice, system, _idle, _waiting, *interrupts = map(int, fields)
    return (user + nice + system + sum(interrupts)) / _TICK


def _memory(roots: tuple[int, ...]) -> int:
    """Return the bytes that they hold in memory, shared ones counted for each."""
    return sum(int(stat[21]) for stat in _stats(roots)) * os.sysconf("SC_PAGE_SIZE")


def _stats(roots: tuple[int, ...]) -> list[list[str]]:
    """Return the fields of /proc/PID/stat behind the name, of all that are of these."""
    found = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            found[int(file.parent.name)] = file.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
    ours = set(roots)
    while True:
        more = {pid for pid, stat in found.items() if int(stat[1]) in ours} - ours
        if not more:
            return [found[pid] for pid in ours if pid in found]
        ours |= more
