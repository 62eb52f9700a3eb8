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
) -> tuple[tuple[Word, ...], tuple[str, ...]]:
    """Return the names of all provinces and coasts, which lie on the table then.

    Behind them come those of provinces for which there is no room.
    """
    full = {one.abbreviation: one.name for one in variant.geography.provinces}
    shown = {f"W{n}": one for n, one in enumerate(names) if one.province in full}
    taken = place(shown, table)
    words, left_out = [], []
    for key, one in shown.items():
        at, size = one.places[taken[key]], one.sizes[taken[key]]
        if at is not None:
            told = _place(one, full[one.province])
            words.append(Word(one.text, one.province, told, one.style, size, at))
        elif one.style != "coast":
            left_out.append(one.text)
    return tuple(words), tuple(left_out)


def _place(name: Name, province: str) -> str:
    return f"{province} ({name.text})" if name.style == "coast" else province
