"""The things of a drawing as marks: what both painters draw above the ground."""

from judge.render.picture.marks.key import Sign, signs_in
from judge.render.picture.marks.kinds import (
    LAYERS,
    LINES,
    Area,
    Disk,
    Dots,
    Figure,
    Glyph,
    Letters,
    Mark,
    Stroke,
)
from judge.render.picture.marks.orders import (
    bars_of,
    clashes_of,
    crosses_of,
    ferries_of,
    hints_of,
    lines_of,
)
from judge.render.picture.marks.pieces import centers_of, flags_of, tokens_of

__all__ = [
    "LAYERS",
    "LINES",
    "Area",
    "Disk",
    "Dots",
    "Figure",
    "Glyph",
    "Letters",
    "Mark",
    "Sign",
    "Stroke",
    "bars_of",
    "centers_of",
    "clashes_of",
    "crosses_of",
    "ferries_of",
    "flags_of",
    "hints_of",
    "lines_of",
    "signs_in",
    "tokens_of",
]
