"""Paint pictures in a child process, and cache them for all mails with the same picture.

Painting may be slow or crash its process; then the mail is sent without its picture.
"""

import hashlib
import logging
import tempfile
from datetime import timedelta
from functools import lru_cache, partial
from pathlib import Path

from judge.boards import (
    GEOMETRY_FILE,
    Geometry,
    Homes,
    Inset,
    folder_of,
    has_provinces,
    open_geometry,
    read_variant,
)
from judge.child import AbsentError, Child, FailedError, Limits, LostError, StoppedError
from judge.engine import Variant
from judge.pictures.drawing import THEATRE_WIDTH, WIDTH, read_drawing, width_of
from judge.pictures.page import Canvas, base_map_of, page_of
from judge.pictures.quick import GroundStore, Stamps, TooManyCentersError, painted_page
from judge.pictures.raster import MOST_BYTES, packed, png_of, resized
from judge.pictures.svg import svg_of
from judge.pictures.theatre import PAGE as THEATRE_PAGE, enlarged, theatre_of


@lru_cache(maxsize=24)
def canvas_for(
    name: str, homes: Homes, templates: Path, window: Inset | None = None
) -> Canvas | None:
    """Return the base map and variant for pictures, or None if the variant has no drawing.

    `window` is the part of the board that they show. A drawing that does not have exactly the
    variant's provinces does not count.
    """
    drawn = _drawn_board(name, homes)
    if drawn is None:
        return None
    geometry, variant = drawn
    if window is None:
        return Canvas(base_map_of(geometry), variant, templates)
    base_map = base_map_of(enlarged(geometry, window), THEATRE_PAGE)
    return Canvas(base_map, variant, templates, window)


@lru_cache(maxsize=8)
def _drawn_board(name: str, homes: Homes) -> tuple[Geometry, Variant] | None:
    folder = folder_of(name, homes)
    geometry, variant = open_geometry(folder, homes), read_variant(folder)
    if geometry is None or not has_provinces(geometry, variant.geography):
        return None
    return geometry, variant


def painted(text: str, homes: Homes, templates: Path, grounds: Path) -> bytes:
    """Return as PNG the picture for the text of a `Drawing`; b"" if its variant has no base map.

    It is also b"" for a theatre beside the whole board that is hardly smaller. Grounds (the
    unchanging parts of pictures) are cached in the folder `grounds`.
    """
    drawing = read_drawing(text)
    drawn = _drawn_board(drawing.variant, homes)
    window = theatre_of(drawing, drawn[0]) if drawn and drawing.theatre else None
    canvas = canvas_for(drawing.variant, homes, templates, window)
    if canvas is None or (drawing.theatre and drawing.beside and window is None):
        return b""
    page = page_of(drawing, canvas)
    try:
        width = THEATRE_WIDTH if window else WIDTH
        ground = _store(grounds).ground(canvas, drawing.theme, width)
    except TooManyCentersError:
        return png_of(svg_of(drawing, canvas), width_of(drawing))
    image = painted_page(page, ground, _stamps(templates))
    most = MOST_BYTES
    if drawing.theatre or drawing.beside:
        most = _THEATRE_BYTES if window else _BOARD_BYTES
    return packed(resized(image, width_of(drawing)), page.pinned, most)


@lru_cache(maxsize=2)
def _store(grounds: Path) -> GroundStore:
    return GroundStore(grounds)


@lru_cache(maxsize=2)
def _stamps(templates: Path) -> Stamps:
    return Stamps(templates, WIDTH / 1000)


log = logging.getLogger(__name__)

_PATIENCE = timedelta(seconds=20)
_MOST_KEPT = 500  # pictures in the cache
# With three receipts, the mail of a phase on the standard board has less than 250 kB in base64.
_THEATRE_BYTES, _BOARD_BYTES = 26_000, 60_000  # of a theatre, and of a board beside or instead
_GROUNDS = "grounds"  # the folder in the cache for the grounds of boards


class PictureCache:
    """A folder of pictures, and the process that paints them.

    `patience` is the time that a mail waits for its picture before it is sent without one.
    """

    def __init__(
        self, folder: Path, homes: Homes, templates: Path, patience: timedelta = _PATIENCE
    ) -> None:
        self._folder, self._homes, self._templates = folder, homes, templates
        work = partial(painted, homes=homes, templates=templates, grounds=folder / _GROUNDS)
        self._painter = Child(work, Limits(patience))
        self._failed: set[str] = set()

    def picture(self, drawing: str) -> bytes:
        """Return the picture for the text of a `Drawing`, or b"" if it cannot be painted.

        A picture that failed is not tried again by this program.
        """
        name = self._name(drawing)
        file = self._folder / f"{name}.png"
        try:
            return file.read_bytes()
        except OSError:
            return self._paint_and_keep(name, file, drawing)

    def _paint_and_keep(self, name: str, file: Path, drawing: str) -> bytes:
        """Return the picture, and store it in the cache if there is room on the disk."""
        if name in self._failed:
            return b""
        picture = self._paint(drawing)
        if not picture:
            self._failed.add(name)
            return b""
        try:
            self._keep(file, picture)
        except OSError as error:
            log.warning("a picture was not kept: %s", error.strerror)
        return picture

    def close(self) -> None:
        """End the painter's process."""
        self._painter.close()

    def _paint(self, drawing: str) -> bytes:
        """Return the picture from the painter's process, or b"" if that failed."""
        try:
            return self._painter.ask(drawing)
        except (AbsentError, LostError, StoppedError) as error:
            log.warning("a picture was not drawn: %s", error)
        except FailedError as error:
            log.warning("a picture was not drawn: %s", str(error).splitlines()[-1])
        return b""

    def _name(self, drawing: str) -> str:
        """Return the file name of a picture: a hash of its drawing, the boards and the templates.

        Boards and templates enter the hash by the times and sizes of their files.
        """
        digest = hashlib.sha256(f"{WIDTH}\n{drawing}".encode("utf-8", "replace"))
        for file in (
            *(file for home in self._homes for file in sorted(home.glob(f"*/{GEOMETRY_FILE}"))),
            *sorted(self._templates.glob("*.svg")),
        ):
            status = file.stat()
            digest.update(f"{status.st_mtime_ns} {status.st_size}".encode())
        return digest.hexdigest()[:40]

    def _keep(self, file: Path, picture: bytes) -> None:
        """Write a picture atomically, and delete the oldest ones above the limit."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self._folder) as folder:
            with tempfile.NamedTemporaryFile(dir=folder, delete=False) as new:
                new.write(picture)
            Path(new.name).replace(file)
        pictures = sorted(self._folder.glob("*.png"), key=lambda path: path.stat().st_mtime)
        for old in pictures[:-_MOST_KEPT]:
            old.unlink(missing_ok=True)
