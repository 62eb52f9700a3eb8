"""How long a picture takes and how large it is, beside resvg alone on the same SVG.

Run as `python -m tests.benchmarks.pictures`. It draws a board full of units and orders,
as large as it is mailed: the standard one, and the largest that is drawn. Of some
rounds the best counts.
"""

from collections.abc import Callable
from time import perf_counter

from judge.boards.geometry_file import open_geometry
from judge.engine.variant import Variant
from judge.render.enclosed.painter import finished
from judge.render.picture import Canvas, base_map_of, svg_of
from judge.render.picture.raster import rastered
from judge.shipped import shipped, shipped_variants
from tests.render.picture.crowd import crowded

ROUNDS = 7


def best(work: Callable[[], object]) -> float:
    """Return the milliseconds of the fastest round."""
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return 1000 * min(times)


def measure(variant: Variant) -> None:
    """Print one line on a variant."""
    geometry = open_geometry(shipped("variants") / variant.name)
    assert geometry is not None
    canvas = Canvas(base_map_of(geometry), variant, shipped("templates"))
    drawing = crowded(variant)
    svg = svg_of(drawing, canvas)
    ready = best(lambda: base_map_of(geometry))
    drawn = best(lambda: svg_of(drawing, canvas))
    painted = best(lambda: finished(svg, canvas))
    png = finished(svg, canvas)
    width = int.from_bytes(png[16:20])  # PNG, IHDR
    alone = best(lambda: rastered(svg, width))
    print(
        f"{variant.name:16}{len(geometry.provinces):5} provinces  "
        f"board {ready:4.0f} ms  SVG {drawn:4.0f} ms  PNG {painted:4.0f} ms  "
        f"resvg alone {alone:4.0f} ms  "
        f"{len(svg) / 1000:4.0f} kB SVG  {len(png) / 1000:4.0f} kB PNG, {width} wide"
    )


def main() -> None:
    """Print milliseconds and bytes for the standard board and the largest."""
    variants = shipped_variants()
    drawn = [
        variants.read(name)
        for name in variants.names
        if open_geometry(shipped("variants") / name)
    ]
    largest = max(drawn, key=lambda variant: len(variant.geography.provinces))
    for variant in dict.fromkeys((variants.read("standard").name, largest.name)):
        measure(variants.read(variant))


if __name__ == "__main__":
    main()
