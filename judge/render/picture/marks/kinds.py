"""What a picture is drawn with, one upon the other: lines, areas, disks, words.

Both painters draw these and nothing else above the ground: the template of the SVG, and
the one that is fast. All measures are units of the page, 1000 wide.
"""

from dataclasses import dataclass

from judge.boards import Line, Point

# What is drawn above the ground, the lowest first.
LAYERS = ("centers", "flags", "ferries", "orders", "clashes", "units", "bars", "crosses")
LINES = ("orders", "bars")  # of these, what runs in other ways in each picture


@dataclass(frozen=True, slots=True)
class Stroke:
    """An open line, its ends cut off square."""

    line: Line
    color: str
    width: float
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Area:
    """What a closed line holds, and that line itself if its `width` is not 0."""

    line: Line
    fill: str
    edge: str
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Disk:
    """A disk, or a ring where `fill` is empty; `dash` is how long its pieces are."""

    at: Point
    radius: float
    fill: str
    edge: str = ""
    width: float = 0.0
    opacity: float = 1.0
    dash: float = 0.0


@dataclass(frozen=True, slots=True)
class Dots:
    """Dots in a row."""

    places: Line
    radius: float
    color: str
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Glyph:
    """The sign of a kind of unit: solid, in a halo, in a rim, in a box of 24 by 24."""

    kind: str
    at: Point
    scale: float
    color: str
    halo: str
    rim: str
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Letters:
    """Words on a line at `at`, which is their start, middle or end by `anchor`."""

    text: str
    at: Point
    size: float
    face: str
    color: str
    anchor: str = "middle"
    halo: str = ""
    halo_width: float = 0.0
    halo_opacity: float = 1.0
    opacity: float = 1.0


Mark = Stroke | Area | Disk | Dots | Glyph | Letters


@dataclass(frozen=True, slots=True)
class Figure:
    """Marks that are one thing; `told` is what whoever points at it is told.

    `style` is what it is and what became of it, as in `move failed`.
    """

    style: str
    told: str
    marks: tuple[Mark, ...]
