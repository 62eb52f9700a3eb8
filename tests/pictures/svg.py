"""Functions that draw pictures and read the contents of an SVG."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from judge.boards import open_geometry
from judge.engine import Variant
from judge.pictures import Canvas, Drawing, Theme, base_map_of, svg_of
from tests.kinds import replace
from tests.render.boards import ROOT, STANDARD

SVG = "{http://www.w3.org/2000/svg}"
TEMPLATES = ROOT / "templates"


def easel_of(variant: Variant, folder: Path | None = None) -> Canvas:
    """Return the canvas for pictures of a variant."""
    geometry = open_geometry(folder or ROOT / "variants" / variant.name)
    assert geometry is not None
    return Canvas(base_map_of(geometry), variant, TEMPLATES)


CANVAS = easel_of(STANDARD)


def drawn(drawing: Drawing, theme: Theme = Theme.LIGHT) -> ET.Element:
    """Return the picture of a drawing of the standard board."""
    return ET.fromstring(svg_of(replace(drawing, theme=theme), CANVAS))


def told(picture: ET.Element) -> Iterator[tuple[str, str]]:
    """Yield the style and the tooltip of each stroke and unit."""
    for group in picture.iter(f"{SVG}g"):
        title, style = group.find(f"{SVG}title"), group.get("class")
        if title is not None and style:
            yield style, title.text or ""


def words(picture: ET.Element) -> str:
    """Return all text in the picture."""
    return "\n".join(picture.itertext())
