"""Images of containers on a machine that asks no registry: all comes from Debian."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.machine import program_here

ROOT = Path(__file__).parent.parent.parent
DEBIAN = "docker.io/library/debian:12-slim"
_MIRROR = "http://deb.debian.org/debian"
_STORAGE = """\
[storage]
driver = "{driver}"
graphroot = "{folder}/images"
runroot = "{folder}/run"
"""
# The other runtime of Debian's podman wants cgroups in one form, and limits to rise.
_ENGINE = """\
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
"""


@dataclass(frozen=True, slots=True)
class Images:
    """A store of images in a folder of its own, and what is built in it."""

    folder: Path

    def run(self, *words: str) -> str:
        """Return what a command says, which must end well."""
        done = self.ran(*words)
        if done.returncode:
            told = f"{done.stdout[-1500:]}{done.stderr[-1500:]}"
            pytest.fail(f"{' '.join(words)}:\n{told}")
        return done.stdout

    def ran(
        self, *words: str, timeout: float | None = None, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Return what came of a command."""
        named = {
            "CONTAINERS_STORAGE_CONF": str(self.folder / "storage.conf"),
            "CONTAINERS_CONF": str(self.folder / "containers.conf"),
            "BUILDAH_ISOLATION": "chroot",
        }
        return subprocess.run(
            words,
            check=False,
            capture_output=True,
            text=True,
            timeout=timeout,
            env=os.environ | named | variables,
        )

    def debian(self) -> None:
        """Put a Debian together, as the images begin with."""
        tree = self.folder / "tree"
        self.run("debootstrap", "--variant=minbase", "bookworm", str(tree), _MIRROR)
        base = self.run("buildah", "from", "scratch").strip()
        self.run("buildah", "add", "--quiet", base, str(tree), "/")
        self.run("buildah", "commit", "--quiet", "--rm", base, DEBIAN)
        shutil.rmtree(tree)

    def judge(self, name: str) -> None:
        """Build the image of the judge, from files that the lock names."""
        wheels = self.folder / "wheels"
        pip = (sys.executable, "-m", "pip", "download", "-q", "-d", str(wheels))
        lock = str(ROOT / "deploy/requirements.lock")
        self.run(*pip, "--require-hashes", "-r", lock)
        self.run(*pip, "hatchling", "hatch-vcs", "setuptools", "wheel")
        self.build(
            name, ROOT, "deploy/Containerfile",
            *("--build-arg", "PIP_OPTIONS=--no-index --find-links=/wheels"),
            *("--volume", f"{wheels}:/wheels:ro"),
        )  # fmt: skip

    def build(self, name: str, context: Path, file: str, *options: str) -> None:
        """Build an image of this name."""
        words = ("--layers=false", "--format", "docker", "--pull-never", *options)
        kept = ("-f", str(context / file), "-t", name, str(context))
        self.run("buildah", "build", *words, *kept)


@contextmanager
def images(*tools: str) -> Iterator[Images]:
    """Give a store of images, which needs root and these tools."""
    needed = ("buildah", "debootstrap", *tools)
    missing = [name for name in needed if program_here(name) is None]
    if missing or os.geteuid() != 0:
        pytest.skip(f"needs root and {' and '.join(missing or needed)}")
    # A folder of pytest would be kept, which is too large for that.
    made = Images(Path(tempfile.mkdtemp(prefix="judge-image-")))
    driver = "overlay" if "overlay" in Path("/proc/filesystems").read_text() else "vfs"
    storage = _STORAGE.format(folder=made.folder, driver=driver)
    (made.folder / "storage.conf").write_text(storage)
    (made.folder / "containers.conf").write_text(_ENGINE)
    try:
        yield made
    finally:
        # What is mounted there is let go.
        made.ran("buildah", "rm", "--all")
        shutil.rmtree(made.folder, ignore_errors=True)
