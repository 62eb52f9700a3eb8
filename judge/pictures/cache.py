"""Where pictures are painted, each once, and kept for all who are sent the same.

Painting may be slow, or die, so it has a process of its own; a mail loses nothing by it
but its picture.
"""

import hashlib
import logging
import tempfile
from datetime import timedelta
from functools import lru_cache, partial
from pathlib import Path

from judge.boards import GEOMETRY_FILE, Homes, folder_of, has_provinces, open_geometry, read_variant
from judge.child import AbsentError, Child, FailedError, Limits, LostError, StoppedError
from judge.pictures.drawing import WIDTH, read_drawing, width_of
from judge.pictures.page import Canvas, base_map_of, page_of
from judge.pictures.quick import GroundStore, Stamps, TooManyCentersError, painted_page
from judge.pictures.raster import packed, png_of, reduced
from judge.pictures.svg import svg_of


@lru_cache(maxsize=8)
def canvas_for(name: str, homes: Homes, templates: Path) -> Canvas | None:
    """Return what a variant is drawn with, None if there is no drawing of its board.

    A drawing that was made before provinces were added or taken away is none.
    """
    folder = folder_of(name, homes)
    geometry = open_geometry(folder, homes)
    variant = read_variant(folder)
    if geometry is None or not has_provinces(geometry, variant.geography):
        return None
    return Canvas(base_map_of(geometry), variant, templates)


def painted(text: str, homes: Homes, templates: Path, grounds: Path) -> bytes:
    """Return the picture of a drawing's text, nothing if its map is not drawn.

    The grounds of boards are kept in a folder, for the next time.
    """
    drawing = read_drawing(text)
    canvas = canvas_for(drawing.variant, homes, templates)
    if canvas is None:
        return b""
    page = page_of(drawing, canvas)
    try:
        ground = _store(grounds).ground(canvas, drawing.theme, WIDTH)
    except TooManyCentersError:
        return png_of(svg_of(drawing, canvas), width_of(small=drawing.small))
    image = painted_page(page, ground, _stamps(templates))
    return packed(reduced(image) if drawing.small else image, page.pinned)


@lru_cache(maxsize=2)
def _store(grounds: Path) -> GroundStore:
    return GroundStore(grounds)


@lru_cache(maxsize=2)
def _stamps(templates: Path) -> Stamps:
    return Stamps(templates, WIDTH / 1000)


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

        A picture that failed once is not tried again by this process.
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
            *(file for home in self._homes for file in sorted(home.glob(f"*/{GEOMETRY_FILE}"))),
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
