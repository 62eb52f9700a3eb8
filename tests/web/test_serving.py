"""`judge serve` serves the pages besides mail, and `judge web` serves only the pages."""

import socket
from datetime import timedelta
from pathlib import Path
from urllib.request import urlopen

import pytest

from judge.app import build, serving, utc_now, web_of
from judge.config import Configuration
from judge.service import note_signs
from tests.patience import PATIENCE
from tests.servers import HOST, free_port


def settings(tmp_path: Path, **more: int) -> Configuration:
    return Configuration(data=tmp_path, smtp_port=free_port(), **more)  # type: ignore[arg-type] # ports


def read(port: int, path: str) -> str:
    with urlopen(f"http://{HOST}:{port}{path}") as answer:
        return str(answer.read().decode())


def test_a_judge_that_serves_shows_its_pages(tmp_path: Path) -> None:
    wanted = settings(tmp_path, web_port=free_port())
    judge = build(wanted)
    with serving(judge, wanted):
        assert "No game seeks a player now" in read(wanted.web_port, "/")
    judge.store.dispose()


def test_pages_are_shown_without_a_judge_that_serves(tmp_path: Path) -> None:
    wanted = settings(tmp_path)
    judge = build(wanted)
    with web_of(judge, wanted, utc_now, 0) as port:
        assert "The judge is not awake" in read(port, "/status")
        note_signs(judge, lambda: utc_now() + timedelta(seconds=10))
        assert "The judge is awake" in read(port, "/status")
    judge.store.dispose()


def test_a_connection_that_sends_no_whole_request_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise idle connections would use up all places."""
    monkeypatch.setattr("judge.web.server._LONGEST_HEAD", 0.2)
    wanted = settings(tmp_path)
    judge = build(wanted)
    whole, begun = b"GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n", b"GET / HTTP/1.1\r\nX-A: "
    with web_of(judge, wanted, utc_now, 0) as port:
        for sent in (b"", begun, whole + begun):
            with socket.create_connection((HOST, port), PATIENCE) as connection:
                connection.sendall(sent)
                while connection.recv(10_000):
                    pass  # until the end, which comes before patience ends
        assert "Disallow" in read(port, "/robots.txt")
    judge.store.dispose()
