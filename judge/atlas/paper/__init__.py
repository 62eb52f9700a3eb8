"""The cells of a drawing, and to which region each of them belongs."""

from judge.atlas.paper.bridge import bridge, fill_lakes, fill_specks
from judge.atlas.paper.corridors import corridors
from judge.atlas.paper.growth import Into, carve, grow, reach_frame
from judge.atlas.paper.mesh import Mesh, Points, make_mesh, scattered, smooth_noise
from judge.atlas.paper.plan import NOBODY, Plan
from judge.atlas.paper.relax import relax
from judge.atlas.paper.twins import parted

__all__ = [
    "NOBODY",
    "Into",
    "Mesh",
    "Plan",
    "Points",
    "bridge",
    "carve",
    "corridors",
    "fill_lakes",
    "fill_specks",
    "grow",
    "make_mesh",
    "parted",
    "reach_frame",
    "relax",
    "scattered",
    "smooth_noise",
]
