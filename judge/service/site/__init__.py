"""The pages of the web face: facts from the store, without secrets from their reader."""

from judge.service.site.private import Rooms
from judge.service.site.public import Site

__all__ = ["Rooms", "Site"]
