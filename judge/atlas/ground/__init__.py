"""Where everything lies in the picture: positions, room for all, and coastlines."""

from judge.atlas.ground.compass import upright
from judge.atlas.ground.layout import laid_out
from judge.atlas.ground.site import RegionPoints, ground_of

__all__ = ["RegionPoints", "ground_of", "laid_out", "upright"]
