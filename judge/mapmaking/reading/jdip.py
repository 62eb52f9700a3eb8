"""Read a pack of jDip: `variants.xml`, its adjacency files and the picture of a board."""

import html
import re
import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from PIL import ImageColor

from judge.boards import hint
from judge.engine import Phase, PhaseKind, Season, Terrain, UnitKind
from judge.mapmaking.reading.facts import (
    FIRST_PHASE,
    Element,
    Files,
    ImportNames,
    ImportOptions,
    Note,
    Notes,
    PowerFact,
    ProvinceFact,
    Reading,
    RefusedError,
    Source,
    Step,
    UnitFact,
    add_note,
    chosen,
    coast_of,
    folded,
    names_of,
    tree_of,
    unknown,
)

_BETWEEN = re.compile(r"[\s,;:]+")
_COASTS = ("xc", "nc", "sc", "ec", "wc")


@dataclass(frozen=True, slots=True)
class AdjacencyFile:
    """The content of an adjacency file: provinces, their names, and moves between them."""

    provinces: tuple[ProvinceFact, ...]
    names: ImportNames
    steps: tuple[Step, ...]


def board_of(tree: Element, notes: Notes) -> AdjacencyFile:
    """Return the content of an adjacency file."""
    elements = list(tree.all("PROVINCE"))
    provinces = [_province(element, n) for n, element in enumerate(elements)]
    names = names_of(provinces)
    steps = tuple(_steps(elements, provinces, names, notes))
    _note_borders(tree, elements, notes)
    return AdjacencyFile(tuple(provinces), names, steps)


def with_centers(variant: Element, board: AdjacencyFile, notes: Notes) -> tuple[ProvinceFact, ...]:
    """Return the provinces with the centers of a variant."""
    centers = {located(element, board.names, notes) for element in variant.all("SUPPLYCENTER")}
    return tuple(replace(province, center=province.key in centers) for province in board.provinces)


def located(element: Element, names: ImportNames, notes: Notes) -> str:
    """Return the province that an element names, or ""."""
    name = element.get("province")
    key = names.key(name)
    if not key:
        add_note(element.spot, notes, f"{element.tag} is in {unknown(name, names)}")
    return key


def _province(element: Element, number: int) -> ProvinceFact:
    name = element.get("fullname") or element.get("shortname") or f"Province {number}"
    more = [unique.get("name") for unique in element.all("UNIQUENAME")]
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
    """Return the terrain that the lists of neighbors show, even if the lists are empty."""
    if element.get("isImpassable").lower() == "true":
        return Terrain.IMPASSABLE
    types = {adjacency.get("type").lower() for adjacency in element.all("ADJACENCY")}
    if "mv" not in types:
        return Terrain.SEA
    return Terrain.COAST if types.intersection(_COASTS) else Terrain.LAND


def _steps(
    elements: Iterable[Element], provinces: Iterable[ProvinceFact], names: ImportNames, notes: Notes
) -> Iterator[Step]:
    """Yield the moves of the lists of neighbors."""
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
    """Return province and coast of a reference such as `stp-sc`; "" if it is unknown."""
    if key := names.key(ref):
        return key, ""
    if len(ref) > 3 and ref[-3] in "/-\\":
        return names.key(ref[:-3]), coast_of(ref[-2:]) if ref[-1] in "cC" else ""
    return "", ""


def _note_borders(tree: Element, elements: Iterable[Element], notes: Notes) -> None:
    """Note the provinces that units enter only under conditions."""
    borders = {border.get("id"): border for border in tree.all("BORDER")}
    for element in elements:
        for name in filter(None, _BETWEEN.split(element.get("borders"))):
            border = borders.get(name)
            condition = border.get("description") or name if border else name
            province = element.get("fullname", "shortname")
            text = f"what enters {province} is under a condition ({condition})"
            add_note(element.spot, notes, f"{text}; imported as an ordinary border")


_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Picture:
    """The content of a picture: positions by province, y downwards, and colors by power."""

    positions: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    colors: Mapping[str, str] = field(default_factory=dict)


def picture_of(
    variant: Element, root: Element, names: ImportNames, source: Source, files: Files
) -> tuple[Picture, Notes]:
    """Return the content of the first existing picture of a variant, and notes."""
    shown = {graphic.get("ref") for graphic in variant.all("MAP_GRAPHIC")}
    notes: Notes = []
    for map_ in root.all("MAP_DEFINITION"):
        uri = map_.get("URI") if map_.get("id") in shown else ""
        source_of_picture = files.find(uri, source) if uri else None
        if source_of_picture is None:
            continue
        try:
            tree = tree_of(source_of_picture)
        except RefusedError as error:
            notes.append(Note(map_.spot, f"positions are not read: {error}"))
            continue
        colors = {
            folded(element.get("power")): _color(element.get("color"))
            for element in tree.all("JDIPNS:POWERCOLOR")
        }
        return Picture(_positions(tree, names), colors), notes
    return Picture(), notes


def _positions(tree: Element, names: ImportNames) -> dict[str, tuple[float, float]]:
    """Return the positions of units in provinces, without those on coasts."""
    positions = {}
    for element in tree.all("JDIPNS:PROVINCE"):
        key, unit = names.key(element.get("name")), element.first("JDIPNS:UNIT")
        x, y = (unit.get("x"), unit.get("y")) if unit else ("", "")
        if key and _NUMBER.fullmatch(x) and _NUMBER.fullmatch(y):
            positions[key] = float(x), float(y)
    return positions


def _color(text: str) -> str:
    """Return an SVG color, which may be a name or percentages, in the form `#c0392b`, or ""."""
    try:
        red, green, blue, *_ = ImageColor.getrgb(text.strip())
    except ValueError:
        return ""
    return f"#{red:02x}{green:02x}{blue:02x}"


_BREAK = re.compile(r"<\s*/?(?:br|p|div|li|ol|ul|h\d|tr|table)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_AUTHOR = re.compile(
    r"^(?:authors?|designers?|designed by|created by)\s*:\s*([^(\n]*[^(\s])",
    re.IGNORECASE | re.MULTILINE,
)
_WIDTH = 80
_LONGEST_NAME = 100


def story_of(variant: Element) -> tuple[str, str]:
    """Return the description of a variant as plain text, and its designer or "".

    The designer is on a line of the description, as `Author: Somebody`.
    """
    description = next((e.text for e in variant.children if e.tag == "DESCRIPTION"), "")
    parts = _BREAK.split(description.replace("\r", "\n"))
    lines = [" ".join(html.unescape(_TAG.sub("", part)).split()) for part in parts]
    match = _AUTHOR.search("\n".join(lines))
    wrapped = (part for line in lines if line for part in textwrap.wrap(line, _WIDTH))
    return "\n".join(wrapped), match[1][:_LONGEST_NAME] if match else ""


_SHORT = re.compile(r"\s*([SFW])(-?\d{1,6})([MRBA])\s*$")
_BY_LETTER = {"S": "Spring", "F": "Fall", "W": "Winter"}
_SEASONS = {
    "spring": Season.SPRING,
    "summer": Season.SPRING,
    "fall": Season.FALL,
    "autumn": Season.FALL,
    "winter": Season.WINTER,
}
_BUILDS = {
    "VALUE_BUILDS_HOME_ONLY": "home",
    "VALUE_BUILDS_ANY_OWNED": "owned",
    "VALUE_BUILDS_ANY_IF_HOME_OWNED": "aberration",
}
_KINDS = {"army": UnitKind.ARMY, "fleet": UnitKind.FLEET}


def read_jdip(root: Element, source: Source, files: Files, options: ImportOptions) -> Reading:
    """Return the reading of one variant of a pack; RefusedError if there is no choice."""
    notes: Notes = []
    variant = _chosen(root, source, options)
    board = variant.first("MAP")
    uri = board.get("adjacencyURI") if board else ""
    adjacency = files.find(uri, source) if uri else None
    if adjacency is None:
        raise RefusedError(
            f"{variant.spot}: names the adjacency file {uri or '(none)'}, which is "
            "not there; name it as well."
        )
    graph = board_of(tree_of(adjacency), notes)
    name = variant.get("name") or source.base.rpartition(".")[0]
    picture, picture_notes = picture_of(variant, root, graph.names, source, files)
    notes += picture_notes
    story, designer = story_of(variant)
    return Reading(
        name=name.lower(),
        title=name,
        spot=variant.spot,
        provinces=with_centers(variant, graph, notes),
        steps=graph.steps,
        powers=tuple(
            replace(power, color=picture.colors.get(folded(power.name), ""))
            for power in _powers(variant, graph.names, notes)
        ),
        start=_start(variant, notes),
        victory=_victory(variant, notes),
        builds=_builds(variant, notes),
        version=variant.get("version"),
        designer=designer,
        story=story,
        notes=tuple(notes),
        positions=picture.positions,
    )


def _chosen(root: Element, source: Source, options: ImportOptions) -> Element:
    """Return the element of the variant that the options choose."""
    variants = list(root.all("VARIANT"))
    names = [element.get("name") for element in variants]
    if not variants:
        raise RefusedError(f"{source.base} holds no variant.")
    return variants[chosen(names, options, f"{source.base} holds")]


def _powers(variant: Element, names: ImportNames, notes: Notes) -> tuple[PowerFact, ...]:
    """Return the powers of a variant with their homes, centers and units."""
    name_of: dict[str, str] = {}
    powers: dict[str, PowerFact] = {}
    for element in variant.all("POWER"):
        name = element.get("name")
        other_names = element.get("altnames", "altname").split(",")
        for word in (name, element.get("adjective"), *other_names):
            name_of.setdefault(folded(word), name)
        powers[name] = PowerFact(
            name=name,
            adjective=element.get("adjective"),
            letter="",
            spot=element.spot,
            played=element.get("active").lower() != "false",
        )
    homes: defaultdict[str, list[str]] = defaultdict(list)
    owned: defaultdict[str, list[str]] = defaultdict(list)
    units: defaultdict[str, list[UnitFact]] = defaultdict(list)
    for element in variant.all("SUPPLYCENTER"):
        if key := names.key(element.get("province")):
            for attribute, lists in (("homepower", homes), ("owner", owned)):
                if power := _power(element, attribute, name_of, notes):
                    lists[power].append(key)
    for element in variant.all("INITIALSTATE"):
        key = located(element, names, notes)
        power = _power(element, "power", name_of, notes)
        unit = element.get("unit").lower()
        if unit and unit not in _KINDS:
            text = f'a unit is a "{unit}", no army or fleet; left out'
            notes.append(Note(element.spot, text))
        elif key and power and unit:
            place = (key, coast_of(element.get("unitcoast")))
            units[power].append(UnitFact(_KINDS[unit], place, element.spot))
    return tuple(
        replace(fact, homes=tuple(homes[name]), owned=tuple(owned[name]), units=tuple(units[name]))
        for name, fact in powers.items()
    )


def _power(element: Element, attribute: str, name_of: Mapping[str, str], notes: Notes) -> str:
    """Return the power that an attribute names, or ""."""
    name = element.get(attribute)
    if name.lower() in ("", "none", "any"):
        return ""
    if folded(name) not in name_of:
        text = f'"{name}", which no power is called{hint(name.lower(), name_of)}'
        notes.append(Note(element.spot, f"{attribute} is {text}; left out"))
    return name_of.get(folded(name), "")


def _start(variant: Element, notes: Notes) -> Phase:
    """Return the first phase of a variant."""
    element = variant.first("STARTINGTIME")
    turn = element.get("turn") if element else ""
    if short := _SHORT.match(turn):
        turn = f"{_BY_LETTER[short[1]]} {short[2]} {short[3]}"
    words = [word.lower() for word in re.findall(r"[A-Za-z]+|-?\d+", turn)]
    season = next((_SEASONS[word] for word in words if word in _SEASONS), None)
    year = next((word for word in words if word.lstrip("-").isdecimal()), "")
    if season is None or not year or len(year) > 6:
        text = f'"{turn}" is no first phase; the game starts in Spring 1901'
        notes.append(Note(element.spot if element else variant.spot, text))
        return FIRST_PHASE
    number = int(year)
    if "bc" in words or re.search(r"B\.\s*C", turn):
        number = -abs(number)
    adjusting = any(w[:6] in ("adjust", "build", "builds", "b") for w in words)
    if season is Season.WINTER or adjusting:
        return Phase(Season.WINTER, number, PhaseKind.ADJUSTMENT)
    return Phase(season, number, PhaseKind.MOVEMENT)


def _victory(variant: Element, notes: Notes) -> int | None:
    """Return the number of centers that wins, or None."""
    conditions = variant.first("VICTORYCONDITIONS")
    if conditions is None:
        return None
    for tag in ("YEARS_WITHOUT_SC_CAPTURE", "GAME_LENGTH"):
        for element in conditions.all(tag):
            years = element.get("value")
            if years not in ("", "0"):
                condition = tag.lower().replace("_", " ")
                text = f"the game ends by {condition}, {years} years; left out"
                notes.append(Note(element.spot, text))
    winning = conditions.first("WINNING_SUPPLY_CENTERS")
    value = winning.get("value") if winning else ""
    return int(value) if value.isdecimal() and 0 < len(value) < 5 else None


def _builds(variant: Element, notes: Notes) -> str:
    """Return the build rule of a variant."""
    builds = "home"
    for element in variant.all("RULEOPTION"):
        name, value = element.get("name"), element.get("value")
        if name == "OPTION_BUILDS" and value in _BUILDS:
            builds = _BUILDS[value]
        else:
            notes.append(Note(element.spot, f"option {name} = {value} left out"))
    return builds
