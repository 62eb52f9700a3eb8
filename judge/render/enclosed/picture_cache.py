"""Where pictures are made, each once, and kept for all who are sent the same.

What draws may be slow, or die, so it has a process of its own; a mail loses nothing by
it but its picture.
"""

import hashlib
import logging
import tempfile
from datetime import timedelta
from functools import partial
from pathlib import Path

from judge.boards import GEOMETRY_FILE, Homes
from judge.child import AbsentError, Child, FailedError, Limits, LostError, StoppedError
from judge.render.enclosed.painter import painted
from judge.render.picture import WIDTH

log = logging.getLogger(__name__)

_PATIENCE = timedelta(seconds=20)
_MOST_KEPT = 500
_GROUNDS = "grounds"  # the folder beside the pictures for what all of a board share


class PictureCache:
    """A folder of pictures, and what they are made of.

    `patience` is how long a mail waits for its picture before it goes without one.
    """

    def __init__(
        self, kept: Path, homes: Homes, templates: Path, patience: timedelta = _PATIENCE
    ) -> None:
        self._kept, self._homes, self._templates = kept, homes, templates
        work = partial(painted, homes=homes, templates=templates, grounds=kept / _GROUNDS)
        self._painter = Child(work, Limits(patience))
        self._failed: set[str] = set()

    def picture(self, drawing: str) -> bytes:
        """Return the picture of a drawing's text, or nothing when it cannot be had.

        What failed once is not tried again by this process.
        """
        name = self._name(drawing)
        file = self._kept / f"{name}.png"
        try:
            return file.read_bytes()
        except OSError:
            return self._painted_anew(name, file, drawing)

    def _painted_anew(self, name: str, file: Path, drawing: str) -> bytes:
        """Return the picture, kept if there is room for it."""
        if name in self._failed:
            return b""
        picture = self._painted(drawing)
        if not picture:
            self._failed.add(name)
            return b""
        try:
            self._keep(file, picture)
        except OSError as error:
            log.warning("a picture was not kept: %s", error.strerror)
        return picture

    def close(self) -> None:
        """Send the painter home."""
        self._painter.close()

    def _painted(self, drawing: str) -> bytes:
        try:
            return self._painter.ask(drawing)
        except (AbsentError, LostError, StoppedError) as why:
            log.warning("a picture was not drawn: %s", why)
        except FailedError as why:
            log.warning("a picture was not drawn: %s", str(why).splitlines()[-1])
        return b""

    def _name(self, drawing: str) -> str:
        """Return what is the same for the same picture and no other."""
        digest = hashlib.sha256(f"{WIDTH}\n{drawing}".encode("utf-8", "replace"))
        for file in (
            *(file for home in self._homes for file in _drawings(home)),
            *sorted(self._templates.glob("*.svg")),
        ):
            changed = file.stat()
            digest.update(f"{changed.st_mtime_ns} {changed.st_size}".encode())
        return digest.hexdigest()[:40]

    def _keep(self, file: Path, picture: bytes) -> None:
        """Keep a picture whole or not at all, and drop those that are oldest."""
        self._kept.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self._kept) as folder:
            with tempfile.NamedTemporaryFile(dir=folder, delete=False) as new:
                new.write(picture)
            Path(new.name).replace(file)
        kept = sorted(self._kept.glob("*.png"), key=lambda one: one.stat().st_mtime)
        for old in kept[:-_MOST_KEPT]:
            old.unlink(missing_ok=True)


def _drawings(home: Path) -> list[Path]:
    return sorted(home.glob(f"*/{GEOMETRY_FILE}"))
