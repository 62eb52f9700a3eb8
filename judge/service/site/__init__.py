"""The pages of the web face: facts from the store, as `game` lets their reader see them."""

from judge.service.site.private import Rooms
from judge.service.site.public import Site

__all__ = ["Rooms", "Site"]
