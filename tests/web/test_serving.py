"""`judge serve` serves the pages besides mail, and `judge web` serves only the pages."""

from datetime import timedelta
from pathlib import Path
from urllib.request import urlopen

from judge.app import build, serving, utc_now, web_of
from judge.config import Configuration
from judge.service import note_signs
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
