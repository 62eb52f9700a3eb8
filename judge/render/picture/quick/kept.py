"""The rasters of grounds, kept on disk: made once, and again where one is broken."""

import hashlib
import io
import logging
import tempfile
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from judge.render.picture.page import Canvas
from judge.render.picture.palette import Theme
from judge.render.picture.quick.ground import Ground, Recipe, made, recipe_of

log = logging.getLogger(__name__)

_MARK = b"ground 1\n"
_DIGEST = hashlib.sha256().digest_size
_LENGTH = 4  # bytes that say how long one raster is
_MOST_KEPT, _MOST_HELD = 80, 8


class GroundStore:
    """A folder of grounds, and those that were used last."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: OrderedDict[tuple[str, Theme, int], Ground] = OrderedDict()

    def ground(self, canvas: Canvas, theme: Theme, width: int) -> Ground:
        """Return the ground of a board; TooManyCentersError if it can have none."""
        key = canvas.variant.name, theme, width
        if key not in self._held:
            self._held[key] = self._found_or_made(recipe_of(canvas, theme, width))
        self._held.move_to_end(key)
        while len(self._held) > _MOST_HELD:
            self._held.popitem(last=False)
        return self._held[key]

    def _found_or_made(self, recipe: Recipe) -> Ground:
        file = self._folder / f"{_name(recipe)}.ground"
        found = _read(file, recipe)
        if found is None:
            found = made(recipe)
            self._keep(file, found)
        return found

    def _keep(self, file: Path, ground: Ground) -> None:
        """Keep a ground whole or not at all, and drop those that are oldest."""
        try:
            # The mode of a folder that is made on the way would be the usual one.
            for folder in (self._folder.parent, self._folder):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as new:
                new.write(_written(ground))
            Path(new.name).replace(file)
            kept = sorted(self._folder.glob("*.ground"), key=lambda one: one.stat().st_mtime)
            for old in kept[:-_MOST_KEPT]:
                old.unlink(missing_ok=True)
        except OSError as error:
            log.warning("the ground of a board was not kept: %s", error.strerror)


def _name(recipe: Recipe) -> str:
    text = f"{recipe.width}\n{recipe.black}\n{recipe.index}"
    return hashlib.sha256(text.encode()).hexdigest()[:40]


def _written(ground: Ground) -> bytes:
    body = b"".join(_packed(one) for one in (ground.added, ground.seen, ground.index))
    return _MARK + hashlib.sha256(body).digest() + body


def _packed(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1)
    return len(out.getvalue()).to_bytes(_LENGTH) + out.getvalue()


def _read(file: Path, recipe: Recipe) -> Ground | None:
    """Return the ground in a file; None if there is none, or it is not what it was."""
    try:
        text = file.read_bytes()
    except OSError:
        return None
    head, body = text[: len(_MARK)], text[len(_MARK) + _DIGEST :]
    digest = text[len(_MARK) : len(_MARK) + _DIGEST]
    if head != _MARK or hashlib.sha256(body).digest() != digest:
        log.warning("the kept ground of a board is broken, and is made again")
        return None
    added, seen, index = _images(body)
    return Ground(added, seen, index, recipe.numbers)


def _images(body: bytes) -> Iterator[Image.Image]:
    while body:
        end = _LENGTH + int.from_bytes(body[:_LENGTH])
        image = Image.open(io.BytesIO(body[_LENGTH:end]))
        image.load()
        yield image
        body = body[end:]
