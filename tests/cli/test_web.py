"""`judge check` tells whether the pages can be shown."""

import socket
from pathlib import Path

import pytest

from judge.cli.check import hindrances
from judge.cli.ports import ports_of
from judge.cli.web import proxy_lines, web_findings
from judge.config import Configuration
from judge.web import WebDoor, web_app, web_face
from tests.post import Post
from tests.servers import HOST, free_port
from tests.web.visits import site_of


def told(tmp_path: Path, port: int, url: str) -> list[tuple[str, str]]:
    """Return (subject, state) of each finding."""
    settings = Configuration(data=tmp_path, web_port=port, web_url=url)
    return [(one.subject, one.state) for one in web_findings(settings, quick=False)]


def test_a_judge_without_pages_is_asked_nothing_about_them(tmp_path: Path) -> None:
    assert told(tmp_path, 0, "") == []


def test_a_port_is_free_or_taken(tmp_path: Path, post: Post) -> None:
    app, free = web_app(site_of(post)), free_port()
    assert told(tmp_path, free, "") == [("web_port", "ok"), ("web_url", "note")]
    with web_face(app, WebDoor(HOST, 0)) as taken:
        assert told(tmp_path, taken, "http://x.test") == [
            ("web_port", "problem"),
            ("web_url", "note"),
        ]


def test_pages_of_a_program_of_their_own_need_no_other_port(tmp_path: Path) -> None:
    with socket.create_server((HOST, 0)) as taken:
        wanted = Configuration(data=tmp_path, work_port=taken.getsockname()[1])

        assert [*hindrances(wanted, {"web_port": (HOST, free_port())})] == []
        assert [*hindrances(wanted, ports_of(wanted, doors=False))] != []


@pytest.mark.parametrize("shown", [True, False])
def test_the_address_must_show_the_pages(
    tmp_path: Path, post: Post, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with web_face(web_app(site_of(post)), WebDoor(HOST, 0)) as port:
        # A URL with HTTP takes the place of a proxy with a certificate.
        place = f"http://{HOST}:{port if shown else free_port()}/robots.txt"
        real = __import__("urllib.request").request.urlopen
        monkeypatch.setattr(
            "judge.cli.web.urlopen", lambda _, timeout: real(place, timeout=timeout)
        )
        state = "ok" if shown else "problem"
        assert told(tmp_path, 0, "https://judge.test") == [("web_url", state)]


def test_the_lines_for_a_proxy_name_the_judge(tmp_path: Path) -> None:
    lines = proxy_lines("https://judge.example.org", 8035)

    assert "judge.example.org {" in lines
    assert lines.count("127.0.0.1:8035") == 3
