"""Drawing the board of a variant, true to the rules, for whoever makes maps."""

from judge.mapmaking.drawing.draw import draw, draw_variant
from judge.mapmaking.drawing.places import Places, UndrawableError, read_places
from judge.mapmaking.drawing.truth import untruths

__all__ = ["Places", "UndrawableError", "draw", "draw_variant", "read_places", "untruths"]
