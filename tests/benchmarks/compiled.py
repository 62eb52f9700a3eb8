"""The judge with the adjudication of movement phases compiled to C, in its own folder.

Run as `python -m tests.benchmarks.compiled FOLDER`; what is built there runs by
`PYTHONPATH=FOLDER:. python -P -m ...`. It takes a C compiler, the headers of Python and
packages from PyPI. Nothing is built beside the sources, where it would go on being
imported after these were changed.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
NEEDED = ("judge", "templates", "variants", "migrations", "deploy")


def build(folder: Path) -> str:
    """Install the compiled judge in `folder`; return what went wrong, or ""."""
    with TemporaryDirectory() as name:
        source = Path(name)
        for part in NEEDED:
            ignored = shutil.ignore_patterns("__pycache__", "*.so")
            shutil.copytree(ROOT / part, source / part, ignore=ignored)
        for part in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / part, source)
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
        command += ["--disable-pip-version-check", "--upgrade"]
        command += ["--target", str(folder), str(source)]
        done = subprocess.run(
            command,
            env=os.environ | {"HATCH_BUILD_HOOK_ENABLE_MYPYC": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
    return done.stderr if done.returncode else ""


def environment(*folders: Path) -> dict[str, str]:
    """Return that of a `python -P` which looks for the judge in `folders` first."""
    path = os.pathsep.join(str(folder) for folder in (*folders, ROOT))
    return os.environ | {"PYTHONPATH": path}


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1])) or 0)
