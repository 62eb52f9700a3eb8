"""How long a picture takes and how large it is, beside resvg on the same picture.

Run as `python -m tests.benchmarks.pictures`. It paints a board full of units and every
kind of order, as it is mailed: the standard one, and the largest that is drawn. Of some
rounds the best counts, in time of the processor. `all` is what a mail waits for once
the board was used before; `repaint` is the SVG of the same picture, and resvg.
"""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from judge.boards import open_geometry
from judge.engine import Variant
from judge.pictures import WIDTH, Canvas, base_map_of, read_drawing, svg_of
from judge.pictures.page import page_of
from judge.pictures.quick import GroundStore, Stamps, painted_page
from judge.pictures.raster import packed, rastered
from judge.shipped import shipped, shipped_variants
from tests.pictures.crowd import crowded

ROUNDS = 9


def best(work: Callable[[], object]) -> float:
    """Return the milliseconds of the fastest round."""
    times = []
    for _ in range(ROUNDS):
        start = process_time()
        work()
        times.append(process_time() - start)
    return 1000 * min(times)


def measure(variant: Variant, folder: Path) -> None:
    """Print one line on a variant."""
    geometry = open_geometry(shipped("variants") / variant.name)
    assert geometry is not None
    canvas = Canvas(base_map_of(geometry), variant, shipped("templates"))
    drawing, store = crowded(variant), GroundStore(folder)
    text, stamps = drawing.text(), Stamps(canvas.templates, WIDTH / 1000)
    start = process_time()
    ground = store.ground(canvas, drawing.theme, WIDTH)
    made = 1000 * (process_time() - start)
    page = page_of(drawing, canvas)
    image = painted_page(page, ground, stamps)
    placed = best(lambda: page_of(read_drawing(text), canvas))
    painted = best(lambda: painted_page(page, ground, stamps))
    encoded = best(lambda: packed(image, page.pinned))
    whole = best(
        lambda: packed(
            painted_page(page_of(read_drawing(text), canvas), ground, stamps), page.pinned
        )
    )
    repaint = best(lambda: rastered(svg_of(drawing, canvas), WIDTH))
    print(
        f"{variant.name:16}{len(geometry.provinces):5} provinces  "
        f"ground once {made:5.0f} ms  placing {placed:4.0f}  painting {painted:4.0f}  "
        f"encoding {encoded:4.0f}  all {whole:4.0f} ms  repaint {repaint:5.0f} ms  "
        f"{len(packed(image, page.pinned)) / 1000:4.0f} kB"
    )


def main() -> None:
    """Print milliseconds and bytes for the standard board and the largest."""
    variants = shipped_variants()
    drawn = [
        variants.read(name) for name in variants.names if open_geometry(shipped("variants") / name)
    ]
    largest = max(drawn, key=lambda variant: len(variant.geography.provinces))
    with TemporaryDirectory() as folder:
        for name in dict.fromkeys(("standard", largest.name)):
            measure(variants.read(name), Path(folder))


if __name__ == "__main__":
    main()
