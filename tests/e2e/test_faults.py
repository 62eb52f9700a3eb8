"""Whatever fails around the judge, its account comes out as if nothing had.

Each fault is a real one. After it every letter that got 250 was answered once in
effect, every notice went out, no phase was processed twice, and no order stands on the
wrong side of its deadline.
"""

import os
import smtplib
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.amount import LONG, many
from tests.e2e.program import SLOW
from tests.e2e.proxy import proxy
from tests.e2e.scene import Scene, check_account, scene
from tests.patience import PATIENCE, eventually
from tests.postgres import postgres_server, url_at
from tests.servers import DOVECOT, HOST, Dovecot

_SMALL = (40 if LONG else 12) * 2**20  # with room for the letters that are written
_FILLER = 2**16
_MOODS = ("451 4.3.0 Later", "554 5.7.1 Go away", "421 4.3.2 Too many", "", SLOW)


def play(played: Scene, fault: Callable[[], None], times: int) -> None:
    """Let people write across a deadline, and the fault come about so many times."""
    with played.writing():
        played.taken(2)
        played.due_soon()
        for _ in range(times):
            fault()
            played.taken(1)
        played.goes_on()
    played.all_is_done()


def every_fifth_commit() -> Callable[[bytes], bool]:
    """Return what tells of bytes to PostgreSQL whether they are the fifth COMMIT."""
    seen = 0

    def is_fifth(words: bytes) -> bool:
        nonlocal seen
        commits = b"COMMIT\0" in words
        seen += commits
        return commits and seen % 5 == 0

    return is_fifth


def test_postgresql_stops_hangs_and_crashes_and_its_word_on_commits_is_lost(tmp_path: Path) -> None:
    with (
        postgres_server(durable=True) as server,
        scene(tmp_path, server.url) as played,
        proxy(server.port, every_fifth_commit()) as between,
    ):

        def fault() -> None:
            for end in (server.stop, server.crash):
                lost = between.lost
                eventually(lambda before=lost: between.lost > before)
                end()
                server.start()
            with server.frozen():
                time.sleep(1)  # nothing can happen meanwhile that one could wait for

        played.judge.settings["JUDGE_DATABASE"] = url_at(between.port)
        played.judge.start()
        play(played, fault, many(1))
        assert played.judge.stop() == 0
        check_account(played)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts a disk that is small")
def test_a_full_disk_and_a_relay_that_refuses_breaks_and_is_slow(tmp_path: Path) -> None:
    with small_disk(tmp_path / "data") as disk, scene(tmp_path) as played:

        def fault() -> None:
            played.people.moods += [*_MOODS, *_MOODS]
            refused = played.judge.log().count("intake failed")
            with filler(disk) as fill:
                eventually(
                    lambda: (
                        fill()
                        or played.judge.log().count("intake failed") > refused
                        or len(played.letters) == played.wanted
                    )
                )

        played.judge.start()
        play(played, fault, many(1))
        assert played.judge.stop() == 0
        check_account(played)


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """Give a file system of its own at `folder` that little fits on."""
    folder.mkdir()
    small = ("mount", "-t", "tmpfs", "-o", f"size={_SMALL},mode=700", "tmpfs", folder)
    if subprocess.run(small, check=False, capture_output=True).returncode != 0:
        pytest.skip("nothing can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(("umount", "-l", folder), check=True)


@contextmanager
def filler(disk: Path) -> Iterator[Callable[[], None]]:
    """Give what takes all room that there is on the disk, until the block ends.

    The judge may free some of it by what it takes back.
    """
    file = disk / "filler"
    with file.open("wb", buffering=0) as taken:

        def fill() -> None:
            with suppress(OSError):
                while True:
                    taken.write(bytes(_FILLER))

        yield fill
    file.unlink()


@pytest.mark.skipif(DOVECOT is None, reason="dovecot is missing")
def test_a_mailbox_that_goes_away_breaks_off_and_hangs(tmp_path: Path, box: Dovecot) -> None:
    with (
        proxy(box.imap_port) as between,
        scene(tmp_path, **box.settings(port=between.port)) as played,
    ):
        played.deliver = lambda mail: laid_down(box, mail)

        def fault() -> None:
            between.cut()
            box.stop()
            failed = played.judge.log().count("mailbox failed")
            eventually(lambda: played.judge.log().count("mailbox failed") > failed)
            box.start()
            with between.hanging():
                played.taken(1)

        played.judge.start()
        # Each fault makes the judge wait twice as long, up to five minutes.
        play(played, fault, 3 if LONG else 1)
        assert played.judge.stop() == 0
        check_account(played)


def laid_down(box: Dovecot, mail: EmailMessage) -> bool:
    """Return whether the server of the mailbox has taken the mail."""
    with (
        suppress(OSError, smtplib.SMTPException),
        smtplib.LMTP(HOST, box.lmtp_port, timeout=PATIENCE) as server,
    ):
        server.send_message(mail)
        return True
    return False
