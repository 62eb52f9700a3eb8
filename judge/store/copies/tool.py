"""The programs that come with PostgreSQL, and why they failed."""

import os
import re
import shutil
import subprocess

from sqlalchemy import URL

_ERROR = re.compile(r"^\w+: (?:error|fatal): (.+)$", re.MULTILINE)


class CopyError(Exception):
    """A copy could not be made or put back; the text is why, in plain words."""


def run_tool(name: str, url: URL, *words: str) -> None:
    """Run a program of PostgreSQL on the database at `url`; CopyError if it fails.

    The password is not among its words, where everybody on the machine could read it.
    Of what it says the first error is told alone: rows may stand in the lines below.
    """
    found = shutil.which(name)
    if found is None:
        raise CopyError(f"{name} is not installed (Debian: postgresql-client)")
    # Not `set`, to which no password means the one there is.
    plain = URL.create(
        "postgresql", url.username, None, url.host, url.port, url.database, url.query
    )
    secret = {} if url.password is None else {"PGPASSWORD": url.password}
    done = subprocess.run(
        [found, f"--dbname={plain.render_as_string()}", *words],
        env={**os.environ, "LC_ALL": "C", **secret},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        told = _ERROR.search(done.stderr)
        why = told[1] if told else f"it ended with status {done.returncode}"
        raise CopyError(f"{name}: {why}")
