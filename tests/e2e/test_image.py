"""The image of the judge is built, and runs as nobody special."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import PATIENCE

ROOT = Path(__file__).parent.parent.parent
TOOLS = ("buildah", "debootstrap")
MIRROR = "http://deb.debian.org/debian"


@pytest.fixture
def folder() -> Iterator[Path]:
    """Give a folder for images, which are too large for others."""
    missing = [name for name in TOOLS if shutil.which(name) is None]
    if missing or os.geteuid() != 0:
        pytest.skip(f"needs root and {' and '.join(missing or TOOLS)}")
    made = Path(tempfile.mkdtemp(prefix="judge-image-"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


def ran(*words: str) -> str:
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    if done.returncode:
        pytest.fail(f"{' '.join(words)}:\n{done.stdout[-1500:]}{done.stderr[-1500:]}")
    return done.stdout


def test_the_image_serves_as_an_ordinary_user(folder: Path) -> None:
    """Debian is put together here, for a registry of images is not asked."""
    tree = folder / "tree"
    ran("debootstrap", "--variant=minbase", "bookworm", str(tree), MIRROR)
    wheels = folder / "wheels"
    pip = (sys.executable, "-m", "pip", "wheel", "-q", "-w", str(wheels))
    ran(*pip, str(ROOT), "hatchling")
    own = ("--root", str(folder / "storage"), "--runroot", str(folder / "run"))
    buildah = ("buildah", *own, "--storage-driver", "vfs")
    base = ran(*buildah, "from", "scratch").strip()
    ran(*buildah, "add", "--quiet", base, str(tree), "/")
    ran(*buildah, "commit", "--quiet", "--rm", base, "localhost/debian")
    options = [
        *("--isolation", "chroot", "--layers=false", "--format", "docker"),
        *("--build-arg", "BASE=localhost/debian"),
        *("--build-arg", "PIP_OPTIONS=--no-index --find-links=/wheels"),
        *("--volume", f"{wheels}:/wheels:ro"),
        *("-f", str(ROOT / "deploy/Containerfile"), "-t", "judge"),
    ]
    ran(*buildah, "build", *options, str(ROOT))

    judge = ran(*buildah, "from", "--pull-never", "localhost/judge").strip()
    inside = (*buildah, "run", "--isolation", "chroot", judge, "--")
    who = ran(*inside, "id", "-un").strip()
    demo = subprocess.run(
        [*inside, "judge", "demo"],
        check=False, capture_output=True, text=True, timeout=PATIENCE * 4,
    )  # fmt: skip

    assert who == "judge"
    assert demo.returncode == 0, demo.stdout[-1000:] + demo.stderr[-1000:]
