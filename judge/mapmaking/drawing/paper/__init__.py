"""The cells of a drawing, and to which region each of them belongs."""

from judge.mapmaking.drawing.paper.bridge import bridge, fill_lakes, fill_specks
from judge.mapmaking.drawing.paper.corridors import corridors
from judge.mapmaking.drawing.paper.growth import Into, carve, grow, reach_frame
from judge.mapmaking.drawing.paper.mesh import Mesh, Points, make_mesh, scattered, smooth_noise
from judge.mapmaking.drawing.paper.plan import NOBODY, Plan
from judge.mapmaking.drawing.paper.relax import relax
from judge.mapmaking.drawing.paper.twins import parted

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
