"""Drawing the board of a variant, true to the rules, for whoever makes maps."""

from judge.atlas.draw import draw, draw_variant
from judge.atlas.places import Places, UndrawableError, read_places
from judge.atlas.truth import untruths

__all__ = ["Places", "UndrawableError", "draw", "draw_variant", "read_places", "untruths"]
