"""Where units stand and how powers are colored, from the SVG of a pack."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from PIL import ImageColor

from judge.mapmaking.reading.elements import Element, tree_of
from judge.mapmaking.reading.facts import Note, Notes, RefusedError
from judge.mapmaking.reading.names import ImportNames, folded
from judge.mapmaking.reading.sources import Files, Source

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Picture:
    """The positions of provinces by key, downwards, and colors of powers by name."""

    positions: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    colors: Mapping[str, str] = field(default_factory=dict)


def picture_of(
    variant: Element, root: Element, names: ImportNames, source: Source, files: Files
) -> tuple[Picture, Notes]:
    """Return what the first picture of a variant says that is there, and notes."""
    shown = {one.get("ref") for one in variant.all("MAP_GRAPHIC")}
    notes: Notes = []
    for map_ in root.all("MAP_DEFINITION"):
        wanted = map_.get("URI") if map_.get("id") in shown else ""
        found = files.find(wanted, source) if wanted else None
        if found is None:
            continue
        try:
            tree = tree_of(found)
        except RefusedError as error:
            notes.append(Note(map_.spot, f"positions are not read: {error}"))
            continue
        return Picture(_positions(tree, names), _colors(tree)), notes
    return Picture(), notes


def _positions(tree: Element, names: ImportNames) -> dict[str, tuple[float, float]]:
    """Return where units stand, of the provinces but not of their coasts."""
    positions = {}
    for element in tree.all("JDIPNS:PROVINCE"):
        key, unit = names.key(element.get("name")), element.first("JDIPNS:UNIT")
        x, y = (unit.get("x"), unit.get("y")) if unit else ("", "")
        if key and _NUMBER.fullmatch(x) and _NUMBER.fullmatch(y):
            positions[key] = float(x), float(y)
    return positions


def _colors(tree: Element) -> dict[str, str]:
    return {
        folded(element.get("power")): _color(element.get("color"))
        for element in tree.all("JDIPNS:POWERCOLOR")
    }


def _color(text: str) -> str:
    """Return a color as `#c0392b`, which SVG also writes by name or shares; else ""."""
    try:
        red, green, blue, *_ = ImageColor.getrgb(text.strip())
    except ValueError:
        return ""
    return f"#{red:02x}{green:02x}{blue:02x}"
