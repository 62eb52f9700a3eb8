"""The steps for map makers in `variants/README.md` work as written."""

import re
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from typer.testing import CliRunner

from judge.cli.main import app
from judge.config import Configuration
from judge.notation import Case, read_cases, unmet_expectations
from judge.shipped import shipped_variant, shipped_variants, variant_homes
from tests.amount import LONG
from tests.post import Post

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "variants/README.md").read_text("utf-8")
STEPS = TEXT.partition("## From nothing")[2].partition("\n## ")[0]
PIECES = re.findall(r"```(\w+)\n(.*?)```", STEPS, re.DOTALL)


def test_a_newcomer_gets_from_nothing_to_a_game_by_mail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command, told in commands():
        # A new variant is already drawn, and drawing it again takes ten seconds.
        if " draw " in command and not LONG:
            continue
        assert fnmatchcase(outcome(command, monkeypatch), told), command

    create, join, orders = [text for kind, text in PIECES if kind == "mail"]
    post = Post(tmp_path)
    known = shipped_variants(tmp_path / "boards")
    post.judge = replace(post.judge, variants=known)
    post.write("master@example.org", create)
    for name in ("ann", "bob"):
        post.write(f"{name}@example.org", join)
    start = next(mail for mail in post.arrived if mail.subject.endswith("Red"))
    post.reply(start.to, orders)
    assert "Army Alder -> Hill" in post.arrived[-1].text
    assert "Fleet Elm -> Dune Sea" in post.arrived[-1].text
    post.judge.store.dispose()


def test_the_judge_takes_and_gives_mail_where_the_tutorial_says() -> None:
    [windows] = [text.splitlines() for kind, text in PIECES if kind == "sh"]
    shown, served, written = map(str.split, windows)

    name, _, port = served[0].partition("=")
    assert name.removeprefix("JUDGE_").lower() in Configuration.model_fields
    assert f"127.0.0.1:{port}" in shown
    defaults = Configuration.model_construct()
    assert f"{defaults.listen_host}:{defaults.smtp_port}" in written
    assert defaults.relay_host == "127.0.0.1"
    assert defaults.address in written
    assert served[1:] == ["judge", "serve"]


def test_the_case_that_is_shown_is_kept(tmp_path: Path) -> None:
    folder = str(tmp_path / "tarn")
    assert CliRunner().invoke(app, ["variant", "new", "tarn", "--out", folder]).stdout
    [text] = re.findall(r"```case\n(.*?)```", TEXT, re.DOTALL)

    homes = variant_homes(tmp_path)
    [case] = read_cases(text, lambda name: shipped_variant(name, homes))

    assert isinstance(case, Case), case
    assert unmet_expectations(case) == ()


def commands() -> list[tuple[str, str]]:
    """Return (command, pattern of its output) for each command."""
    found = []
    for text in (text for kind, text in PIECES if kind == "console"):
        for part in text.split("$ ")[1:]:
            command, _, told = part.partition("\n")
            lines = ("*" if one == "..." else one for one in told.split("\n"))
            found.append((command, "\n".join(lines).strip().replace(" ...", " *")))
    return found


def outcome(command: str, environment: pytest.MonkeyPatch) -> str:
    """Return the output of a command, run as a shell would run it."""
    given, _, judged = command.rpartition(" | ")
    first, *words = judged.split()
    if first == "mkdir":
        Path(words[0]).mkdir()
        return ""
    if first == "export":
        environment.setenv(*words[0].split("="))
        return ""
    text = given.removeprefix("echo ").strip('"')
    result = CliRunner().invoke(app, words, input=text)
    assert result.exit_code == 0, result.output
    return result.output.strip()
