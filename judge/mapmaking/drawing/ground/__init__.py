"""Where everything lies in the picture: positions, room for all, and coastlines."""

from judge.mapmaking.drawing.ground.compass import upright
from judge.mapmaking.drawing.ground.layout import laid_out
from judge.mapmaking.drawing.ground.site import RegionPoints, ground_of

__all__ = ["RegionPoints", "ground_of", "laid_out", "upright"]
