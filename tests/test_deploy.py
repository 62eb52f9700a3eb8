"""What lies in `deploy/` fits the program, and an older installation goes on."""

import re
import tomllib
from pathlib import Path

import pytest

from judge.cli.answers import answers_of, faults
from judge.cli.postfix import Postfix, wanted_lines
from judge.cli.settings import senseless
from judge.cli.setup import wanted_settings, with_settings
from judge.config import CONFIG_VARIABLE, PREFIX, Configuration

TOP = Path(__file__).parent.parent
MANUAL = (TOP / "deploy/README.md").read_text("utf-8")
COMPOSE = (TOP / "deploy/compose.yaml").read_text("utf-8")
# As the manual told before there was `judge setup`.
OLD = """\
# An example of /etc/judge.toml: one small server, Postfix beside the judge.
# Every setting, with its default, is explained in deploy/README.md.

address = "judge@example.org"
name = "The Judge"
keeper = "keeper@example.org"
data = "/srv/judge/data"

# Postfix delivers by LMTP and takes the judge's mail on port 25.
smtp_port = 0
lmtp_port = 2424
relay_host = "127.0.0.1"
relay_port = 25
"""


@pytest.mark.parametrize("file", ["deploy/Containerfile", "deploy/mail/Containerfile"])
def test_an_image_is_made_of_files_that_there_are(file: str) -> None:
    text = (TOP / file).read_text("utf-8")
    context = TOP if file == "deploy/Containerfile" else (TOP / file).parent
    copied = re.findall(r"^COPY (?!--from)(?:--\S+ )?(.*) \S+$", text, re.MULTILINE)

    assert copied
    assert [one for many in copied for one in many.split() if missing(context, one)] == []


def missing(folder: Path, name: str) -> bool:
    return not (folder / name).exists()


def test_what_is_built_into_a_wheel_is_in_the_image() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    text = (TOP / "deploy/Containerfile").read_text("utf-8")

    assert [one for one in wheel if f"COPY {one} /source/" not in text] == []


def test_the_services_are_told_settings_that_there_are() -> None:
    told = set(re.findall(rf"{PREFIX}(\w+):", COMPOSE))

    assert told
    assert {name.lower() for name in told} <= set(Configuration.model_fields)


def test_what_the_services_need_is_said_at_the_head() -> None:
    head = COMPOSE.partition("services:")[0]

    assert [one for one in re.findall(r"\$\{(\w+)\}", COMPOSE) if one not in head] == []


def test_the_judge_runs_as_nobody_who_owns_it() -> None:
    last = (TOP / "deploy/Containerfile").read_text("utf-8").rpartition("FROM")[2]

    assert "USER judge\n" in last
    assert "HEALTHCHECK" in last


def test_the_answers_of_the_manual_are_taken() -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", MANUAL, re.DOTALL)

    assert faults({k: str(v) for k, v in tomllib.loads(text).items()}) == []


@pytest.mark.parametrize("known", ["example.org", "localhost"])
def test_the_lines_of_postfix_in_the_manual_are_those_of_setup(known: str) -> None:
    given = {"address": "judge@example.org", "keeper": "ann@example.net"}
    values = {"mydestination": known, "myhostname": "mail.example.org"}
    lines = wanted_lines(Postfix(values, values, lambda _table, _key: ""), answers_of(given), 2424)

    for name in lines.keys() - {"transport_maps" if known == "localhost" else ""}:
        assert f"\n{name} = {lines[name]}\n" in MANUAL


def test_the_configuration_of_an_older_judge_goes_on_to_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "judge.toml").write_text(OLD, "utf-8")
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path / "judge.toml"))
    settings = Configuration()

    assert settings.database_url == "sqlite:////srv/judge/data/judge.db"
    assert [one.subject for one in senseless(settings)] == ["address"]  # the example's


def test_setup_changes_no_line_of_it_that_need_not() -> None:
    given = {
        "address": "judge@example.org",
        "keeper": "keeper@example.org",
        "data": "/srv/judge/data",
    }
    wanted = wanted_settings(
        answers_of(given), "mail.example.org", "/etc/judge-dkim.pem", tomllib.loads(OLD)
    )
    added = with_settings(OLD, wanted).removeprefix(OLD)

    assert added.splitlines() == [
        'received_by = "mail.example.org"',
        'relay_tls = "none"',
        'dkim_key = "/etc/judge-dkim.pem"',
    ]
