"""A page as a raster image at once: the same picture as its SVG, a tenth of the time.

What is the same in each phase of a board was painted before, from the SVG (`ground`);
what stands at a point was painted once, from the SVG too (`stamps`). So this room only
knows how lines are drawn.
"""

from judge.render.picture.quick.brush import painted_page
from judge.render.picture.quick.ground import TooManyCentersError
from judge.render.picture.quick.kept import GroundStore
from judge.render.picture.quick.stamps import Stamps

__all__ = ["GroundStore", "Stamps", "TooManyCentersError", "painted_page"]
