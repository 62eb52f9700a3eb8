"""What makes no sense in the same way as a parameter of several rules."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from judge.messages import Text, message

if TYPE_CHECKING:
    from judge.engine.variant import Variant


def no_centers(key: str, places: Iterable[int], variant: "Variant") -> Iterator[tuple[str, Text]]:
    """Yield the places that are to be centers and are none."""
    for name in _outside(variant.geography.centers, places, variant):
        yield key, message("{place} is no center", place=name)


def no_land(key: str, places: Iterable[int], variant: "Variant") -> Iterator[tuple[str, Text]]:
    """Yield the places where armies are to be and none can."""
    for name in _outside(variant.geography.armies, places, variant):
        yield key, message("no army can be in {place}", place=name)


def _outside(mask: int, places: Iterable[int], variant: "Variant") -> Iterator[str]:
    """Yield the names of the places that are not in `mask`."""
    for place in places:
        if not mask >> place & 1:
            yield variant.geography.locations[place].text
