"""Where everything lies in the picture: positions, room for all, and coastlines."""

from judge.atlas.ground.site import Ground, ground_of

__all__ = ["Ground", "ground_of"]
