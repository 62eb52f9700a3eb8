"""One variant of a pack: its board, powers, start, victory and options."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from judge.boards import hint, listed
from judge.engine import Phase, PhaseKind, Season, UnitKind
from judge.mapmaking.reading.elements import Element, tree_of
from judge.mapmaking.reading.facts import (
    FIRST_PHASE,
    ImportOptions,
    Note,
    Notes,
    PowerFact,
    Reading,
    RefusedError,
    UnitFact,
)
from judge.mapmaking.reading.jdip.board import board_of, located, with_centers
from judge.mapmaking.reading.jdip.picture import picture_of
from judge.mapmaking.reading.jdip.story import story_of
from judge.mapmaking.reading.names import ImportNames, coast_of, folded
from judge.mapmaking.reading.sources import Files, Source

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
    wanted = options.variant.casefold()
    found = [one for one in variants if one.get("name").casefold() == wanted]
    if not wanted and len(variants) == 1:
        return variants[0]
    if not found:
        missing = f"no variant {options.variant}" if wanted else f"{len(names)} variants"
        raise RefusedError(
            f"{source.base} holds {missing}{hint(wanted, names)}. Choose one with "
            f"--variant: {listed(names, 'or')}."
        )
    return found[0]


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
