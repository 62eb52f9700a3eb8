"""What is wrong with the provinces and edges of a draft."""

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import chain

from judge.boards.variants.faults import Fault, Where, listed, nearest
from judge.boards.variants.tables import ProvinceDraft, VariantDraft
from judge.engine import Terrain
from judge.notation import words_of

_ABBREVIATION = re.compile(r"[A-Z0-9]{2,6}")
_CODE = re.compile(r"[a-z]{2,6}")
_KINDS = tuple(terrain.value for terrain in Terrain)
_NO_ARMIES = {
    "sea": "is a sea, where no army goes, only fleets",
    "impassable": "is impassable, nobody goes there",
}
_NO_FLEETS = {
    "land": 'is inland, where no fleet goes; on the water it is kind = "coast"',
    "impassable": _NO_ARMIES["impassable"],
}

# What a kind may be called by who has not looked it up.
_CALLED = {
    "island": "coast",
    "harbor": "coast",
    "inland": "land",
    "ocean": "sea",
    "water": "sea",
    "mountain": "impassable",
}

Provinces = Mapping[str, ProvinceDraft]
Edge = tuple[str, str]
Lines = tuple[tuple[str, tuple[str, ...]], ...]


def board_faults(draft: VariantDraft, *, edges_read: bool) -> Iterator[Fault]:
    """Yield what is wrong with the board: its provinces, their names, its edges.

    Where not all edges could be read nothing is said of those that are missing.
    """
    yield from chain.from_iterable(map(_province_faults, draft.provinces.values()))
    yield from _name_faults(draft.provinces)
    army, army_faults = _edges("army", draft.army, draft.provinces)
    fleet, fleet_faults = _edges("fleet", draft.fleet, draft.provinces)
    yield from army_faults
    yield from fleet_faults
    yield from _mark_faults("river", draft.river, fleet)
    by_province = {_edge(*map(_province_of, edge)) for edge in army | fleet}
    yield from _mark_faults("bridge", draft.bridge, by_province)
    # A misspelt edge is missing elsewhere; that is not told as well.
    if edges_read and not army_faults and not fleet_faults:
        yield from _shore_faults(draft.provinces, army, fleet)
        yield from _reach_faults(draft.provinces, army | fleet)


def army_trouble(place: str, provinces: Provinces) -> str:
    """Return why no army can be at `place`, or nothing."""
    province, slash, _ = place.upper().partition("/")
    if province not in provinces:
        return _unknown(place, provinces)
    if slash:
        return f'{place}: an army is in the whole province; write "{province}"'
    why = _NO_ARMIES.get(provinces[province].kind)
    return f"{province} {why}" if why else ""


def fleet_trouble(place: str, provinces: Provinces) -> str:
    """Return why no fleet can be at `place`, or nothing."""
    province, slash, code = place.upper().partition("/")
    if province not in provinces:
        return _unknown(place, provinces)
    if why := _NO_FLEETS.get(provinces[province].kind):
        return f"{province} {why}"
    codes = [code for code, _ in provinces[province].coasts]
    choices = listed((f'"{province}/{one.upper()}"' for one in codes or ("",)), "or")
    if slash and not codes:
        return f'{province} has no named coasts; write "{province}"'
    if codes and not slash:
        return f"{province} has named coasts; write {choices}"
    if slash and code.lower() not in codes:
        return f'{province} has no coast "{code.lower()}"; write {choices}'
    return ""


def _unknown(place: str, provinces: Provinces) -> str:
    province = place.partition("/")[0]
    words = {one.name: key for key, one in provinces.items() if one.name}
    found = nearest(province, {**words, **{key: key for key in provinces}})
    meant = f'; did you mean "{found}"?' if found else ""
    return f'"{place}" is no province{meant}'


def _province_faults(province: ProvinceDraft) -> Iterator[Fault]:
    where = province.where
    if not _ABBREVIATION.fullmatch(province.abbreviation):
        text = "an abbreviation is two to six capital letters or digits"
        yield Fault(where, text)
    if province.kind and province.kind not in _KINDS:
        found = nearest(province.kind.lower(), {**_CALLED, **{one: one for one in _KINDS}})
        meant = f'; did you mean "{found}"?' if found else ""
        text = f'"{province.kind}" is none of {listed(_KINDS)}{meant}'
        yield Fault((*where, "kind"), text)
    if province.worth and province.kind == "impassable":
        yield Fault((*where, "center"), "nobody can enter an impassable province")
    if province.convoys and province.kind in _NO_FLEETS:
        yield Fault((*where, "convoys"), f"no fleet can stand in {province.kind}")
    yield from _coast_faults(province)


def _coast_faults(province: ProvinceDraft) -> Iterator[Fault]:
    where = (*province.where, "coasts")
    codes = [code for code, _ in province.coasts]
    if codes and province.kind in _KINDS and province.kind != "coast":
        yield Fault(where, f'only kind = "coast" has coasts, this is {province.kind}')
    elif len(codes) == 1:
        yield Fault(where, "a province has two named coasts or more, or none")
    if len(set(codes)) < len(codes):
        yield Fault(where, "a coast is listed twice")
    for code in codes:
        if not _CODE.fullmatch(code):
            text = f'"{code}" must be two to six small letters, such as "nc"'
            yield Fault(where, text)


def _name_faults(provinces: Provinces) -> Iterator[Fault]:
    """Yield the names that two provinces have: an order could mean either."""
    taken: dict[str, tuple[str, str]] = {}
    for key, province in provinces.items():
        for kind, text in _names(province):
            words = words_of(text)
            other, other_kind = taken.setdefault("".join(words), (key, kind))
            if not words:
                why = f'{kind} "{text}" has no letter or digit'
                yield Fault(province.where, why)
            elif other != key:
                why = (
                    f'{kind} "{text}" is also the {other_kind} of {other}; orders could mean either'
                )
                yield Fault(province.where, why)


def _names(province: ProvinceDraft) -> Iterator[tuple[str, str]]:
    yield "abbreviation", province.abbreviation
    if province.name:
        yield "name", province.name
    for alias in province.aliases:
        yield "alias", alias


def _edges(kind: str, lines: Lines, provinces: Provinces) -> tuple[set[Edge], list[Fault]]:
    """Return the edges of one kind that are right, and what is wrong with others."""
    trouble = army_trouble if kind == "army" else fleet_trouble
    found: set[Edge] = set()
    faults: list[Fault] = []
    first: dict[Edge, str] = {}
    for place, neighbors in lines:
        where = ("edges", kind, place)
        if why := trouble(place, provinces):
            faults.append(Fault(where, why))
            continue
        for other in neighbors:
            pair = place.upper(), other.upper()
            if why := trouble(other, provinces) or _pair_trouble(*pair, first):
                faults.append(Fault(where, why))
            else:
                found.add(_edge(*pair))
    return found, faults


def _pair_trouble(place: str, other: str, first: dict[Edge, str]) -> str:
    if place == other:
        return f"{place} is no neighbor of itself"
    if place.partition("/")[0] == other.partition("/")[0]:
        return f"{other} is another coast of {place}, not a neighbor"
    before = first.setdefault(_edge(place, other), "")
    first[_edge(place, other)] = place
    if before == place:
        return f"{other} is listed twice"
    if before:
        return f"{other} lists {place} already; each edge stands once"
    return ""


def _edge(one: str, other: str) -> Edge:
    return (one, other) if one <= other else (other, one)


def _province_of(place: str) -> str:
    return place.partition("/")[0]


def _mark_faults(kind: str, lines: Lines, edges: Collection[Edge]) -> Iterator[Fault]:
    """Yield what is called a river or a bridge and is no edge."""
    for place, neighbors in lines:
        for other in neighbors:
            if _edge(place.upper(), other.upper()) not in edges:
                what = "a fleet edge" if kind == "river" else "an edge of provinces"
                text = f"{place} and {other} are not joined by {what}"
                yield Fault(("edges", kind, place), text)


def _shore_faults(
    provinces: Provinces, army: Collection[Edge], fleet: Collection[Edge]
) -> Iterator[Fault]:
    on_foot, afloat = set(chain(*army)), set(chain(*fleet))
    for key, province in provinces.items():
        where = province.where
        places = [f"{key}/{code.upper()}" for code, _ in province.coasts] or [key]
        missing = [place for place in places if place not in afloat]
        if province.kind == "impassable" or province.kind not in _KINDS:
            continue
        if key not in on_foot and len(missing) == len(places):
            text = 'has no edge; where nobody can go is kind = "impassable"'
            yield Fault(where, text)
        elif province.kind == "coast" and missing == [key]:
            text = 'has no fleet edge; without a shore it is kind = "land"'
            yield Fault(where, text)
        elif province.kind != "land" and missing:
            yield Fault(where, f"no fleet edge leads to {listed(missing)}")


def _reach_faults(provinces: Provinces, edges: Collection[Edge]) -> Iterator[Fault]:
    neighbors: dict[str, set[str]] = {}
    for edge in edges:
        one, other = (place.partition("/")[0] for place in edge)
        neighbors.setdefault(one, set()).add(other)
        neighbors.setdefault(other, set()).add(one)
    parts: list[set[str]] = []
    while left := set(neighbors) - set().union(*parts):
        parts.append(_reached(min(left), neighbors))
    for part in sorted(parts, key=len)[:-1]:
        names = listed(key for key in provinces if key in part)
        where: Where = ("edges",)
        yield Fault(where, f"no edge joins {names} to the rest of the map")


def _reached(start: str, neighbors: Mapping[str, set[str]]) -> set[str]:
    reached: set[str] = set()
    edge = {start}
    while edge:
        reached |= edge
        edge = set().union(*(neighbors[one] for one in edge)) - reached
    return reached
