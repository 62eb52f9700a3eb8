"""The pages of the web face: facts from the store, as far as their reader may know them."""

from judge.service.site.private import Rooms
from judge.service.site.public import Site

__all__ = ["Rooms", "Site"]
