"""Changing a file so that nothing is lost: what differs is shown, what was is kept."""

import difflib
import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from judge.cli.setup.configuration import hidden


@dataclass(frozen=True, slots=True)
class Owner:
    """A user by number, and a group."""

    user: int
    group: int


@dataclass(frozen=True, slots=True)
class Change:
    """A file as it is to be: its text, its mode, and whose it is."""

    path: Path
    text: str
    mode: int
    owner: Owner

    def before(self) -> str | None:
        """Return the text that stands there now, or None if there is no file."""
        return self.path.read_text("utf-8") if self.path.exists() else None

    def differs(self) -> bool:
        """Return whether the text that stands there is another."""
        return self.before() != self.text

    def shown(self) -> str:
        """Return the lines that differ, without secrets, as `diff -u` shows them."""
        before = hidden(self.before() or "").splitlines()
        after = hidden(self.text).splitlines()
        name = str(self.path)
        lines = difflib.unified_diff(before, after, name, name, lineterm="")
        return "\n".join(lines)

    def write(self, now: datetime) -> Path | None:
        """Put the text there, whole or not at all; return where the old one is kept."""
        kept = None
        if self.path.exists():
            kept = self.path.with_name(f"{self.path.name}.{now:%Y%m%dT%H%M%S}.old")
            _put(kept, self.path.read_bytes(), 0o600, self.owner)
        _put(self.path, self.text.encode(), self.mode, self.owner)
        return kept


def _put(path: Path, content: bytes, mode: int, owner: Owner) -> None:
    new = path.with_name(f".{path.name}.new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        os.fchown(descriptor, owner.user, owner.group)
        os.fchmod(descriptor, mode)
        file.flush()
        os.fsync(descriptor)
    new.replace(path)
