"""What hangs for longer than the judge waits for it loses nothing.

Its account is the same as after other faults.
"""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.e2e.program import ADDRESS, HANGS, Sink, a_mail, program, send
from tests.e2e.proxy import proxy
from tests.e2e.scene import check_account, scene
from tests.e2e.test_faults import laid_down, play
from tests.patience import eventually
from tests.postgres import postgres_server
from tests.servers import DOVECOT, HOST, Dovecot

# Longer than a connection to PostgreSQL is waited for, and than one of them to be free.
_LONG = 45.0
_MANY = 200  # connections, as many as the listener serves


def test_a_relay_that_hangs(tmp_path: Path) -> None:
    with scene(tmp_path) as played:

        def fault() -> None:
            late = played.judge.log().count("not sent yet")
            played.people.moods.append(HANGS)
            eventually(lambda: played.judge.log().count("not sent yet") > late)

        played.judge.start()
        play(played, fault, times=2)
        assert played.judge.stop() == 0
        check_account(played)


@pytest.mark.skipif(DOVECOT is None, reason="dovecot is missing")
def test_a_mailbox_that_hangs(tmp_path: Path, box: Dovecot) -> None:
    with (
        proxy(box.imap_port) as between,
        scene(tmp_path, **box.settings(port=between.port)) as played,
    ):
        played.deliver = lambda mail: laid_down(box, mail)

        def fault() -> None:
            failed = played.judge.log().count("mailbox failed")
            with between.hanging():
                eventually(lambda: played.judge.log().count("mailbox failed") > failed)

        played.judge.start()
        play(played, fault, times=2)
        assert played.judge.stop() == 0
        check_account(played)


def test_postgresql_that_hangs(tmp_path: Path) -> None:
    with postgres_server(durable=True) as server, scene(tmp_path, server.url) as played:

        def fault() -> None:
            with server.frozen():
                time.sleep(_LONG)  # nobody can say when all have given up

        played.judge.start()
        play(played, fault, times=2)
        assert played.judge.stop() == 0
        check_account(played)


def test_a_client_that_keeps_all_connections_shuts_out_nobody_else(
    tmp_path: Path, people: tuple[Sink, int]
) -> None:
    with program(tmp_path, people[1]) as judge:
        judge.start()
        judge.wait()
        with connections(judge.smtp_port, "127.0.0.9") as clients:
            greetings = [client.recv(3) for client in clients]
            assert b"421" in greetings
            mail = a_mail("ann@players.test", ADDRESS, "HELP")
            assert send(judge.smtp_port, mail)
            eventually(lambda: are_over(clients))
        assert judge.stop() == 0


@contextmanager
def connections(port: int, source: str) -> Iterator[list[socket.socket]]:
    """Give as many connections to a port as it may have at once, all by one client."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(socket.create_connection((HOST, port), source_address=(source, 0)))
            for _ in range(_MANY)
        ]


def are_over(clients: list[socket.socket]) -> bool:
    """Write a letter of a line into each connection; return whether all are closed."""
    for client in tuple(clients):
        client.settimeout(0.0)
        try:
            client.send(b"N")
            over = client.recv(1000) == b""
        except BlockingIOError:
            over = False
        except OSError:
            over = True
        if over:
            clients.remove(client)
    return not clients
