"""A map file's three sections, and the provinces of the first."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from judge.engine import Terrain
from judge.mapmaking.reading.facts import FileLine, Note, Notes, ProvinceFact
from judge.mapmaking.reading.sources import Source, lines_of

Numbered = tuple[int, str]


@dataclass(frozen=True, slots=True)
class ProvinceKind:
    """What a type token says of a province.

    `letter` is the power whose home it is. A pseudo province is the name of a passage
    or of a railway, and no place.
    """

    terrain: Terrain | None
    center: bool = False
    letter: str = ""
    convoys: bool = False
    pseudo: bool = False


@dataclass(frozen=True, slots=True)
class MapLine:
    """A line of the first section; its key is that of its province."""

    province: ProvinceFact
    kind: ProvinceKind


Meaning = Callable[[str, str, FileLine, Notes], ProvinceKind]


def sections_of(source: Source) -> tuple[list[Numbered], ...]:
    """Return the lines of the three sections; each ends at a line that begins `-`."""
    sections: list[list[Numbered]] = [[]]
    for number, line in lines_of(source):
        if line.startswith("-"):
            sections.append([])
        else:
            sections[-1].append((number, line))
    return tuple([*sections, [], [], []][:3])


def counting(lines: Iterable[Numbered]) -> list[Numbered]:
    """Return the lines that begin with a letter or digit; others are comments."""
    return [(number, line) for number, line in lines if line[:1].isalnum()]


def province_lines(
    lines: Iterable[Numbered], file: str, meaning: Meaning, notes: Notes
) -> list[MapLine]:
    """Return the provinces of the first section, in their order."""
    found: list[MapLine] = []
    for number, line in counting(lines):
        spot = FileLine(file, number)
        name, comma, rest = line.partition(",")
        token, *words = rest.split() or [""]
        name = " ".join(name.split())
        if not comma or not token:
            text = f'"{line}" is no province; write "Name, type abbreviation"'
            notes.append(Note(spot, text))
            continue
        if not words:
            notes.append(Note(spot, f"{name} has no abbreviation; one was made up"))
        kind = meaning(token, name, spot, notes)
        province = ProvinceFact(
            key=f"{len(found)} {name}",
            name=name,
            words=tuple(words),
            terrain=kind.terrain,
            spot=spot,
            center=kind.center,
            convoys=kind.convoys,
        )
        found.append(MapLine(province, kind))
    return found
