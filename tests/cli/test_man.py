"""The man pages describe every command and every setting, and man can format them."""

import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from judge.cli.main import app
from judge.config import Configuration
from judge.host import version


@pytest.fixture
def pages(tmp_path: Path) -> tuple[str, str, str]:
    done = CliRunner().invoke(app, ["man", str(tmp_path)])
    assert done.exit_code == 0, done.output
    return (
        (tmp_path / "man1" / "judge.1").read_text("utf-8"),
        (tmp_path / "man5" / "judge.toml.5").read_text("utf-8"),
        (tmp_path / "man7" / "judge-troubles.7").read_text("utf-8"),
    )


def test_every_command_setting_and_trouble_has_its_words(pages: tuple[str, str, str]) -> None:
    commands, settings, troubles = pages

    for words in (
        "judge serve",
        "judge setup mailbox",
        "judge notices retry",
        "judge variant draw",
    ):
        assert f".SS {words}\n" in commands
    assert r"\fB\-\-client\-id\fR" in commands
    assert [name for name in Configuration.model_fields if rf"\fB{name}\fR" not in settings] == []
    assert f'"judge {version()}"' in settings
    assert "\\fBstore\\-locked\\fR\nThe database FILE is locked by another program" in troubles


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is missing")
def test_the_formatter_finds_no_fault(pages: tuple[str, str, str]) -> None:
    for page in pages:
        done = subprocess.run(
            ["groff", "-man", "-Tutf8", "-ww"], input=page.encode(), capture_output=True, check=True
        )
        assert done.stderr == b""
