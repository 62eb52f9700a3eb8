"""Each wrong setting is named in one plain line, with a remedy."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from judge.cli.main import app
from judge.shipped import shipped
from tests.e2e.program import Sink, sink
from tests.servers import free_port

FILE = Path(__file__).parent.parent / "cases" / "wrong_settings.txt"
CASES = FILE.read_text("utf-8").split("\n\n")[1:]


@pytest.fixture(scope="module")
def people() -> Iterator[tuple[Sink, int]]:
    """Yield a server that takes all mail, and its port."""
    with sink() as (kept, port):
        yield kept, port


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty working folder, for commands that run in the test's process."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.splitlines()[0])
def test_a_wrong_setting_is_told_in_words(
    case: str, here: Path, people: tuple[Sink, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    smtp_port = free_port()
    gaps = {"HERE": here, "SMTP_PORT": smtp_port, "PORT": people[1]}
    gaps["SHIPPED"] = shipped("templates")
    gaps["FIRST"] = min(one.name for one in shipped("templates").glob("*.txt"))
    for name, value in gaps.items():
        case = re.sub(rf"\b{name}\b", str(value), case)
    lines = case.splitlines()
    base = {
        "address": '"judge@localhost"',
        "keeper": '"ann@example.net"',
        "data": f'"{here / "data"}"',
        "smtp_port": str(smtp_port),
        "relay_port": str(people[1]),
    }
    for line in lines:
        match line.split(" ", 3):
            case ["file", path, mode, *text]:
                Path(path).write_text("".join(text), "utf-8")
                Path(path).chmod(int(mode, 8))
            case ["folder", path, mode]:
                Path(path).mkdir(int(mode, 8))
            case ["link", path, target]:
                Path(path).symlink_to(target)
            case ["env", name, value]:
                monkeypatch.setenv(name, value)
            case [name, "=", *value]:
                base[name] = " ".join(value)
    toml = "".join(f"{name} = {value}\n" for name, value in base.items())
    (here / "judge.toml").write_text(toml, "utf-8")
    (here / "judge.toml").chmod(0o600)

    checked = CliRunner().invoke(app, ["check", "--quick"])

    told = [one for one in checked.stdout.splitlines() if one.startswith("PROBLEM")]
    assert told == [one for one in lines if one.startswith("PROBLEM")]
    assert checked.exit_code == 1
    assert "sesame" not in checked.output
