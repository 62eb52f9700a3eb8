"""A pack of jDip: `variants.xml`, its adjacency files and the picture of a board."""

import html
import re
import textwrap
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
    chosen,
    coast_of,
    folded,
    names_of,
    told,
    tree_of,
    unknown,
)

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


_BREAK = re.compile(r"<\s*/?(?:br|p|div|li|ol|ul|h\d|tr|table)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_AUTHOR = re.compile(
    r"^(?:authors?|designers?|designed by|created by)\s*:\s*([^(\n]*[^(\s])",
    re.IGNORECASE | re.MULTILINE,
)
_WIDTH = 80
_LONGEST_NAME = 100


def story_of(variant: Element) -> tuple[str, str]:
    """Return the description of a variant as plain text, and its designer or nothing.

    A line of the description names the designer, as `Author: Somebody`.
    """
    told = next((one.text for one in variant.children if one.tag == "DESCRIPTION"), "")
    parts = _BREAK.split(told.replace("\r", "\n"))
    lines = [" ".join(html.unescape(_TAG.sub("", part)).split()) for part in parts]
    found = _AUTHOR.search("\n".join(lines))
    wrapped = (line for one in lines if one for line in textwrap.wrap(one, _WIDTH))
    return "\n".join(wrapped), found[1][:_LONGEST_NAME] if found else ""


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
    """Return what one variant of a pack says; RefusedError if none is chosen."""
    notes: Notes = []
    variant = _chosen(root, source, options)
    board = variant.first("MAP")
    wanted = board.get("adjacencyURI") if board else ""
    found = files.find(wanted, source) if wanted else None
    if found is None:
        raise RefusedError(
            f"{variant.spot}: names the adjacency file {wanted or '(none)'}, which is "
            "not there; name it as well."
        )
    graph = board_of(tree_of(found), notes)
    name = variant.get("name") or source.base.rpartition(".")[0]
    picture, told = picture_of(variant, root, graph.names, source, files)
    notes += told
    story, designer = story_of(variant)
    return Reading(
        name=name.lower(),
        title=name,
        spot=variant.spot,
        provinces=with_centers(variant, graph, notes),
        steps=graph.steps,
        powers=tuple(
            replace(one, color=picture.colors.get(folded(one.name), ""))
            for one in _powers(variant, graph.names, notes)
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
    variants = list(root.all("VARIANT"))
    names = [one.get("name") for one in variants]
    if not variants:
        raise RefusedError(f"{source.base} holds no variant.")
    return variants[chosen(names, options, f"{source.base} holds")]


def _powers(variant: Element, names: ImportNames, notes: Notes) -> tuple[PowerFact, ...]:
    called: dict[str, str] = {}
    found: dict[str, PowerFact] = {}
    for element in variant.all("POWER"):
        name = element.get("name")
        further = element.get("altnames", "altname").split(",")
        for word in (name, element.get("adjective"), *further):
            called.setdefault(folded(word), name)
        found[name] = PowerFact(
            name=name,
            adjective=element.get("adjective"),
            letter="",
            spot=element.spot,
            played=element.get("active").lower() != "false",
        )
    held = _holdings(variant, called, names, notes)
    return tuple(
        replace(
            power,
            homes=tuple(held.homes.get(name, ())),
            owned=tuple(held.owned.get(name, ())),
            units=tuple(held.units.get(name, ())),
        )
        for name, power in found.items()
    )


@dataclass(slots=True)
class _Holdings:
    """The homes, centers and units of the powers, by their names."""

    homes: dict[str, list[str]] = field(default_factory=dict)
    owned: dict[str, list[str]] = field(default_factory=dict)
    units: dict[str, list[UnitFact]] = field(default_factory=dict)


def _holdings(
    variant: Element, called: Mapping[str, str], names: ImportNames, notes: Notes
) -> _Holdings:
    held = _Holdings()
    for element in variant.all("SUPPLYCENTER"):
        if key := names.key(element.get("province")):
            for attribute, lists in (("homepower", held.homes), ("owner", held.owned)):
                if power := _power(element, attribute, called, notes):
                    lists.setdefault(power, []).append(key)
    for element in variant.all("INITIALSTATE"):
        key = located(element, names, notes)
        power = _power(element, "power", called, notes)
        unit = element.get("unit").lower()
        if unit and unit not in _KINDS:
            text = f'a unit is a "{unit}", no army or fleet; left out'
            notes.append(Note(element.spot, text))
        elif key and power and unit:
            place = (key, coast_of(element.get("unitcoast")))
            fact = UnitFact(_KINDS[unit], place, element.spot)
            held.units.setdefault(power, []).append(fact)
    return held


def _power(element: Element, attribute: str, called: Mapping[str, str], notes: Notes) -> str:
    name = element.get(attribute)
    if name.lower() in ("", "none", "any"):
        return ""
    if folded(name) not in called:
        text = f'"{name}", which no power is called{hint(name.lower(), called)}'
        notes.append(Note(element.spot, f"{attribute} is {text}; left out"))
    return called.get(folded(name), "")


def _start(variant: Element, notes: Notes) -> Phase:
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
    conditions = variant.first("VICTORYCONDITIONS")
    if conditions is None:
        return None
    for tag in ("YEARS_WITHOUT_SC_CAPTURE", "GAME_LENGTH"):
        for element in conditions.all(tag):
            years = element.get("value")
            if years not in ("", "0"):
                what = tag.lower().replace("_", " ")
                text = f"the game ends by {what}, {years} years; left out"
                notes.append(Note(element.spot, text))
    winning = conditions.first("WINNING_SUPPLY_CENTERS")
    value = winning.get("value") if winning else ""
    return int(value) if value.isdecimal() and 0 < len(value) < 5 else None


def _builds(variant: Element, notes: Notes) -> str:
    builds = "home"
    for element in variant.all("RULEOPTION"):
        name, value = element.get("name"), element.get("value")
        if name == "OPTION_BUILDS" and value in _BUILDS:
            builds = _BUILDS[value]
        else:
            notes.append(Note(element.spot, f"option {name} = {value} left out"))
    return builds
