"""What a mail costs that is handed over to a server which takes it at once.

The mails are those of phases, each with its text, its HTML, its invitation and a
picture of a usual size, on SQLite. The time is that of the thread which sends, from the
first claim to the last mark; the server has a process of its own.
"""

import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

from sqlalchemy import func, select, update

from judge.app import utc_now
from judge.mail import Relay, RelayConnection
from judge.service import Doors, paint_picture, process_due_games, send_notices
from judge.store.tables import NoticeState, games, outbox
from tests.benchmarks.many_games import add_games
from tests.e2e.scene import KEY
from tests.post import Post
from tests.servers import HOST, free_port, wait_for_port
from tests.service.office import MASTER, reply_address, start_game

GAMES = 60
_SINK = """\
import sys, time
from tests.benchmarks.sink import taking
with taking(int(sys.argv[1])):
    time.sleep(86400)
"""
_PICTURE = Random(0).randbytes(30_000)


def measure_sent() -> None:
    """Print how many mails a second leave, and what each costs who sends it."""
    port = free_port()
    words = (sys.executable, "-c", _SINK, str(port))
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(words) as sink:
        wait_for_port(port)
        post = _with_mails(Path(folder))
        with post.judge.store.connect() as connection:
            queued = outbox.c.state == NoticeState.QUEUED
            mails = connection.scalar(select(func.count()).where(queued)) or 0
        with RelayConnection(Relay(HOST, port)) as relay:
            post.judge = replace(post.judge, send=relay.send)
            began, used = time.monotonic(), time.thread_time()
            while send_notices(post.judge, lambda: post.now):
                pass
            seconds, cpu = time.monotonic() - began, time.thread_time() - used
        sink.terminate()
    name, each = f"{mails} mails to a sink", 1000 * cpu / mails
    print(f"{name:34}{mails / seconds:8.1f} mails a second   {each:7.2f} ms CPU")


def _with_mails(folder: Path) -> Post:
    """Return a judge that has processed a phase of each of its games."""
    post = Post(folder, "", KEY.encode())
    post.now = utc_now()
    start_game(post)
    post.write(MASTER, "SET GRACE 0\nSET EARLY NEVER", reply_address(post, MASTER))
    add_games(post.judge.store, KEY.encode(), GAMES)
    due = post.now.replace(microsecond=0)
    with post.judge.store.begin() as connection:
        ours = games.c.name.startswith("many")
        values = {"deadline": due, "due": due, "reminded": due}
        connection.execute(update(games).where(ours).values(values))
    doors = Doors(lambda: post.now, mailbox=False, settling=timedelta(0))
    post.judge = replace(post.judge, started=post.now, doors=doors, picture=lambda _: _PICTURE)
    post.now += timedelta(seconds=1)
    process_due_games(post.judge, lambda: post.now)
    while paint_picture(post.judge, post.now):
        pass
    return post
