"""The board of a pack: provinces, their neighbors, and the centers of a variant."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from judge.engine import Terrain, UnitKind
from judge.mapmaking.reading.elements import Element
from judge.mapmaking.reading.facts import Note, Notes, ProvinceFact, Step
from judge.mapmaking.reading.names import ImportNames, coast_of, names_of, told, unknown

_BETWEEN = re.compile(r"[\s,;:]+")
_COASTS = ("xc", "nc", "sc", "ec", "wc")


@dataclass(frozen=True, slots=True)
class AdjacencyFile:
    """The provinces of an adjacency file, their words, and the moves between them."""

    provinces: tuple[ProvinceFact, ...]
    names: ImportNames
    steps: tuple[Step, ...]


def board_of(tree: Element, notes: Notes) -> AdjacencyFile:
    """Return what an adjacency file says."""
    elements = list(tree.all("PROVINCE"))
    provinces = [_province(element, n) for n, element in enumerate(elements)]
    names = names_of(provinces)
    steps = tuple(_steps(elements, provinces, names, notes))
    _tell_borders(tree, elements, notes)
    return AdjacencyFile(tuple(provinces), names, steps)


def with_centers(variant: Element, board: AdjacencyFile, notes: Notes) -> tuple[ProvinceFact, ...]:
    """Return the provinces with the centers that a variant puts on them."""
    centers = {located(element, board.names, notes) for element in variant.all("SUPPLYCENTER")}
    return tuple(replace(one, center=one.key in centers) for one in board.provinces)


def located(element: Element, names: ImportNames, notes: Notes) -> str:
    """Return the province that an element names, or nothing."""
    where = element.get("province")
    key = names.key(where)
    if not key:
        told(element.spot, notes, f"{element.tag} is in {unknown(where, names)}")
    return key


def _province(element: Element, number: int) -> ProvinceFact:
    name = element.get("fullname") or element.get("shortname") or f"Province {number}"
    more = [one.get("name") for one in element.all("UNIQUENAME")]
    short = element.get("shortname")
    return ProvinceFact(
        key=f"{number} {name}",
        name=" ".join(name.split()),
        words=tuple(word for word in (short, *more) if word),
        terrain=_terrain(element),
        spot=element.spot,
        convoys=element.get("isConvoyableCoast").lower() == "true",
    )


def _terrain(element: Element) -> Terrain:
    """Return the kind that the lists of neighbors tell, also where these are empty."""
    if element.get("isImpassable").lower() == "true":
        return Terrain.IMPASSABLE
    types = {one.get("type").lower() for one in element.all("ADJACENCY")}
    if "mv" not in types:
        return Terrain.SEA
    return Terrain.COAST if types.intersection(_COASTS) else Terrain.LAND


def _steps(
    elements: Iterable[Element], provinces: Iterable[ProvinceFact], names: ImportNames, notes: Notes
) -> Iterator[Step]:
    for element, province in zip(elements, provinces, strict=True):
        for moves in element.all("ADJACENCY"):
            kind = moves.get("type").lower()
            if kind not in ("mv", *_COASTS):
                text = f'{province.name} has moves of type "{kind}"; left out'
                notes.append(Note(moves.spot, text))
                continue
            army = kind == "mv"
            unit = UnitKind.ARMY if army else UnitKind.FLEET
            start = (province.key, "" if army else coast_of(kind))
            for ref in filter(None, _BETWEEN.split(moves.get("refs"))):
                key, coast = _reference(ref, names)
                if key:
                    yield Step(unit, start, (key, "" if army else coast), moves.spot)
                else:
                    text = f'"{province.words[0]}-{kind}" lists {unknown(ref, names)}'
                    notes.append(Note(moves.spot, text))


def _reference(ref: str, names: ImportNames) -> tuple[str, str]:
    if key := names.key(ref):
        return key, ""
    if len(ref) > 3 and ref[-3] in "/-\\":
        return names.key(ref[:-3]), coast_of(ref[-2:]) if ref[-1] in "cC" else ""
    return "", ""


def _tell_borders(tree: Element, elements: Iterable[Element], notes: Notes) -> None:
    borders = {one.get("id"): one for one in tree.all("BORDER")}
    for element in elements:
        for name in filter(None, _BETWEEN.split(element.get("borders"))):
            border = borders.get(name)
            what = border.get("description") or name if border else name
            into = element.get("fullname", "shortname")
            text = f"what enters {into} is under a condition ({what})"
            told(element.spot, notes, f"{text}; imported as an ordinary border")
