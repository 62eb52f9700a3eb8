"""Two programs that work on one store are killed and stopped, and all comes out right.

A door stays open; meanwhile a phase is processed, and the tables of the engine are
taken away.
"""

import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import text

from judge.store import WAKEUPS
from tests.e2e.program import Program, send
from tests.e2e.scene import ROUNDS, Scene, check_account, scene
from tests.patience import eventually
from tests.postgres import postgres

KILLS, STOPS = 50, 10
_LETTERS = 7 * ROUNDS
_LOOKS = 250
_BEGINS = 1.0  # seconds of the processor that a program takes before it works


class Harm(threading.Thread):
    """Kills nodes and begins them anew, or stops them for a while, as chance wants."""

    def __init__(self, nodes: list[Program], chance: random.Random) -> None:
        super().__init__()
        self.done = 0
        self._nodes, self._chance = nodes, chance
        self._begun = [0] * len(nodes)  # how often each had when it was begun last

    def is_over(self) -> bool:
        """Return whether all blows have fallen, and the nodes work again."""
        begun = map(_times_begun, self._nodes)
        working = all(now > then for now, then in zip(begun, self._begun, strict=True))
        return working and not self.is_alive()

    def run(self) -> None:
        blows = [self._kill] * KILLS + [self._freeze] * STOPS
        self._chance.shuffle(blows)
        for blow in blows:
            node = self._chance.choice(self._nodes)
            self._let_work(node, self._chance.uniform(0.0, 0.6))
            blow(node)
            self.done += 1

    def _kill(self, node: Program) -> None:
        node.kill()
        self._begun[self._nodes.index(node)] = _times_begun(node)
        node.start("work")

    def _freeze(self, node: Program) -> None:
        assert node.process is not None
        node.process.send_signal(signal.SIGSTOP)
        # Sometimes for longer than another one waits for a sign of it.
        time.sleep(self._chance.uniform(0.5, 15))
        node.process.send_signal(signal.SIGCONT)

    def _let_work(self, node: Program, seconds: float) -> None:
        """Return when the node is up and worked so long, or has nothing to do.

        By the processor, since a busy machine would let it do nothing in a second.
        """
        end = node.worked() + _BEGINS + seconds
        for _ in range(_LOOKS):
            if node.worked() >= end:
                return
            time.sleep(0.02)


def _times_begun(node: Program) -> int:
    return node.log().count("stop it with Ctrl-C")


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Scene]:
    """Give a game whose mail is taken, and worked on by nobody yet."""
    with postgres() as url, scene(tmp_path, url, tick="2", outage="86400") as one:
        one.judge.start("door")
        one.judge.wait()
        yield one


@pytest.fixture
def nodes(played: Scene) -> Iterator[list[Program]]:
    """Give two programs that do all the work on it."""
    with ExitStack() as stack:
        begun = []
        for name in ("one", "other"):
            folder = played.judge.folder / name
            folder.mkdir()
            node = Program(folder, played.judge.settings)
            node.start("work")
            stack.callback(node.kill)
            begun.append(node)
        yield begun


def test_nothing_is_lost_or_done_twice_when_nodes_are_killed_and_stopped(
    played: Scene, nodes: list[Program]
) -> None:
    harm = Harm(nodes, random.Random(1901))

    def deliver(mail: EmailMessage) -> bool:
        share = len(played.letters) * (KILLS + STOPS) // _LETTERS
        return harm.done >= share and send(played.judge.smtp_port, mail)

    played.deliver = deliver
    harm.start()
    with played.writing():
        played.taken(_LETTERS // 3)
        played.due_soon()
        played.goes_on()
        with played.store.begin() as connection:
            connection.execute(text(f"DROP SCHEMA IF EXISTS {WAKEUPS} CASCADE"))
    eventually(harm.is_over)
    played.all_is_done()

    assert harm.done == KILLS + STOPS
    assert [one.stop() for one in (*nodes, played.judge)] == [0, 0, 0]
    check_account(played)
