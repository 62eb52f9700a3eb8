"""What is released: a wheel that needs no checkout, a lock, and changes in one form."""

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.e2e.program import environment

TOP = Path(__file__).parent.parent
CONFIGURATION = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))
PROJECT = CONFIGURATION["project"]
BESIDE = CONFIGURATION["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
SHIPPED = ("judge", "README.md", *BESIDE)
LOCK = (TOP / "deploy/requirements.lock").read_text("utf-8")
HEADING = re.compile(
    r"# Changes|## (Unreleased|\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\))"
    r"|### (Breaking|Playing|Leading a game|Watching|Running a judge|Making maps"
    r"|Writing programs|Known issues)"
)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with all that a wheel installs, made of files without a tag."""
    source, wheels = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in SHIPPED:
        copy = shutil.copytree if (TOP / name).is_dir() else shutil.copy
        (source / name).parent.mkdir(exist_ok=True)
        copy(TOP / name, source / name)
    shutil.copy(TOP / "pyproject.toml", source)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", wheels],
        cwd=source,
        check=True,
        capture_output=True,
    )
    (wheel,) = wheels.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(wheels / "site")
    return wheels / "site"


def said(installed: Path, here: Path, *words: str) -> str:
    """Return what a judge says that was installed of the wheel alone."""
    settings = {"PYTHONPATH": str(installed), "JUDGE_DATA": str(here / "data")}
    done = subprocess.run(
        [sys.executable, "-m", "judge", *words],
        cwd=here,
        env=environment(settings),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_wheel_needs_no_checkout_and_has_a_version_without_a_tag(
    installed: Path, tmp_path: Path
) -> None:
    assert re.fullmatch(r"judge \d+\.\d+\.\d+\n", said(installed, tmp_path, "--version"))
    assert "standard" in said(installed, tmp_path, "variant", "list")
    assert said(installed, tmp_path, "migrate") == "The database is up to date.\n"


def test_a_wheel_holds_all_that_is_shipped(installed: Path) -> None:
    files = installed / "judge" / "files"
    for name in ("templates", "variants", "migrations"):
        every = (TOP / name).rglob("*.*")
        wanted = {one.relative_to(TOP) for one in every if one.suffix != ".pyc"}
        assert {one for one in wanted if not (files / one).exists()} == set()


def locked() -> dict[str, str]:
    """Return the versions that the lock names."""
    return dict(re.findall(r"^([\w.-]+)==(\S+)", LOCK, re.MULTILINE))


def test_the_lock_has_all_that_the_judge_needs_in_versions_that_it_allows() -> None:
    versions = locked()
    wrong = [
        wanted
        for wanted in map(Requirement, PROJECT["dependencies"])
        if not wanted.specifier.contains(versions.get(canonicalize_name(wanted.name), "0"))
    ]

    assert wrong == []


def test_the_lock_names_no_registry_and_has_a_digest_of_each() -> None:
    assert "://" not in LOCK
    assert "--index" not in LOCK.replace("--no-emit-index-url", "")
    parts = re.split(r"^(?=[\w.-]+==)", LOCK, flags=re.MULTILINE)[1:]
    assert len(parts) == len(locked())
    assert [one for one in parts if "--hash=sha256:" not in one] == []


def test_changes_are_told_in_one_form() -> None:
    text = (TOP / "deploy/CHANGES.md").read_text("utf-8")
    headings = [line for line in text.splitlines() if line.startswith("#")]

    assert headings[:2] == ["# Changes", "## Unreleased"]
    assert [line for line in headings if not HEADING.fullmatch(line)] == []
    rest = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert {line[:2] for line in rest} - {"- ", "As", "Th"} == set()
