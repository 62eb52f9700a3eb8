"""The names of a board in one picture, where units and arrows leave room for them."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.boards import Point
from judge.engine import Variant
from judge.render.picture.names.spots import Name
from judge.render.picture.placing import Placements, place


@dataclass(frozen=True, slots=True)
class Word:
    """A name in the picture; `place` is told to whoever points at it.

    `style` is `land`, `sea` or `coast`; `province` is whose name it is.
    """

    text: str
    province: str
    place: str
    style: str
    size: float
    at: Point


def words_of(
    names: Sequence[Name], variant: Variant, table: Placements
) -> tuple[Word, ...]:
    """Return the names of all provinces and coasts, which lie on the table then."""
    full = {one.abbreviation: one.name for one in variant.geography.provinces}
    shown = {f"W{n}": one for n, one in enumerate(names) if one.province in full}
    taken = place(shown, table)
    return tuple(
        Word(
            text=one.text,
            province=one.province,
            place=_place(one, full[one.province]),
            style=one.style,
            size=one.sizes[taken[key]],
            at=one.places[taken[key]],
        )
        for key, one in shown.items()
    )


def _place(name: Name, province: str) -> str:
    return f"{province} ({name.text})" if name.style == "coast" else province
