"""Faults and doubts of a variant's draft: its provinces, edges, powers, units and rules.

A fault makes the draft unusable. A doubt is probably a mistake, but can be played.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from judge.boards.draft import (
    PowerDraft,
    ProvinceDraft,
    StartDraft,
    VariantDraft,
    options_of,
    rule_faults,
    rules_of,
)
from judge.boards.files import Fault, Where, hint, hint_among, listed
from judge.engine import Season, Terrain, Variant, units_of_players
from judge.notation import is_order_word, words_of

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

# Other words for the kinds of province, as map makers may write them.
_SYNONYMS = {
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
    """Yield the faults of the board: its provinces, their names, and its edges.

    `edges_read` is false if some edges could not be read; then missing edges are no faults.
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
    # A misspelt edge is also a missing one, which would be a second fault for one mistake.
    if edges_read and not army_faults and not fleet_faults:
        yield from _shore_faults(draft.provinces, army, fleet)
        for part in joined_parts(by_province)[:-1]:
            names = listed(key for key in draft.provinces if key in part)
            yield Fault(("edges",), f"no edge joins {names} to the rest of the map")


def army_trouble(place: str, provinces: Provinces) -> str:
    """Return why no army can be at `place`, or ""."""
    province, slash, _ = place.upper().partition("/")
    if province not in provinces:
        return _unknown(place, provinces)
    if slash:
        return f'{place}: an army is in the whole province; write "{province}"'
    why = _NO_ARMIES.get(provinces[province].kind)
    return f"{province} {why}" if why else ""


def fleet_trouble(place: str, provinces: Provinces) -> str:
    """Return why no fleet can be at `place`, or ""."""
    province, slash, code = place.upper().partition("/")
    if province not in provinces:
        return _unknown(place, provinces)
    if why := _NO_FLEETS.get(provinces[province].kind):
        return f"{province} {why}"
    codes = [code for code, _ in provinces[province].coasts]
    choices = listed((f'"{province}/{choice.upper()}"' for choice in codes or ("",)), "or")
    if slash and not codes:
        return f'{province} has no named coasts; write "{province}"'
    if codes and not slash:
        return f"{province} has named coasts; write {choices}"
    if slash and code.lower() not in codes:
        return f'{province} has no coast "{code.lower()}"; write {choices}'
    return ""


def _unknown(place: str, provinces: Provinces) -> str:
    """Return the message that `place` is no province, with the most similar province."""
    by_name = {draft.name: key for key, draft in provinces.items() if draft.name}
    words = by_name | {key: key for key in provinces}
    return f'"{place}" is no province{hint_among(_province_of(place), words)}'


def _province_faults(province: ProvinceDraft) -> Iterator[Fault]:
    where = province.where
    if not _ABBREVIATION.fullmatch(province.abbreviation):
        text = "an abbreviation is two to six capital letters or digits"
        yield Fault(where, text)
    if province.kind and province.kind not in _KINDS:
        kinds = _SYNONYMS | {kind: kind for kind in _KINDS}
        similar = hint_among(province.kind.lower(), kinds)
        text = f'"{province.kind}" is none of {listed(_KINDS)}{similar}'
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
    """Yield a fault for each name that two provinces have, so that an order could mean either.

    Provinces may share a name in another language: the Atlantic of some languages is two seas.
    """
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
    for key, province in provinces.items():
        for text in province.foreign:
            words = words_of(text)
            other, other_kind = taken.get("".join(words), (key, ""))
            if not words:
                yield Fault(("foreign", key), f'"{text}" has no letter or digit')
            elif other != key:
                why = f'"{text}" is the {other_kind} of {other}; orders could mean either'
                yield Fault(("foreign", key), why)


def _names(province: ProvinceDraft) -> Iterator[tuple[str, str]]:
    """Yield the names of a province, each with its kind."""
    yield "abbreviation", province.abbreviation
    if province.name:
        yield "name", province.name
    for alias in province.aliases:
        yield "alias", alias


def _edges(kind: str, lines: Lines, provinces: Provinces) -> tuple[set[Edge], list[Fault]]:
    """Return the correct edges of one kind, and the faults of the others."""
    trouble = army_trouble if kind == "army" else fleet_trouble
    edges: set[Edge] = set()
    faults: list[Fault] = []
    first_lines: dict[Edge, str] = {}
    for place, neighbors in lines:
        where = ("edges", kind, place)
        if why := trouble(place, provinces):
            faults.append(Fault(where, why))
            continue
        for other in neighbors:
            pair = place.upper(), other.upper()
            if why := trouble(other, provinces) or _pair_trouble(*pair, first_lines):
                faults.append(Fault(where, why))
            else:
                edges.add(_edge(*pair))
    return edges, faults


def _pair_trouble(place: str, other: str, first_lines: dict[Edge, str]) -> str:
    """Return why two places cannot be an edge, or "".

    `first_lines` has the place whose line listed an edge first.
    """
    if place == other:
        return f"{place} is no neighbor of itself"
    if _province_of(place) == _province_of(other):
        return f"{other} is another coast of {place}, not a neighbor"
    before = first_lines.setdefault(_edge(place, other), "")
    first_lines[_edge(place, other)] = place
    if before == place:
        return f"{other} is listed twice"
    if before:
        return f"{other} lists {place} already; each edge stands once"
    return ""


def _edge(first: str, second: str) -> Edge:
    """Return an edge with its places sorted."""
    return (first, second) if first <= second else (second, first)


def _province_of(place: str) -> str:
    return place.partition("/")[0]


def _mark_faults(kind: str, lines: Lines, edges: Collection[Edge]) -> Iterator[Fault]:
    """Yield a fault for each river and bridge that is not on an edge."""
    for place, neighbors in lines:
        for other in neighbors:
            if _edge(place.upper(), other.upper()) not in edges:
                edge = "a fleet edge" if kind == "river" else "an edge of provinces"
                text = f"{place} and {other} are not joined by {edge}"
                yield Fault(("edges", kind, place), text)


def _shore_faults(
    provinces: Provinces, army: Collection[Edge], fleet: Collection[Edge]
) -> Iterator[Fault]:
    """Yield a fault for each province, or coast, without a way to enter it."""
    army_places, fleet_places = set(chain(*army)), set(chain(*fleet))
    for key, province in provinces.items():
        where = province.where
        places = [f"{key}/{code.upper()}" for code, _ in province.coasts] or [key]
        missing = [place for place in places if place not in fleet_places]
        if province.kind == "impassable" or province.kind not in _KINDS:
            continue
        if key not in army_places and len(missing) == len(places):
            text = 'has no edge; where nobody can go is kind = "impassable"'
            yield Fault(where, text)
        elif province.kind == "coast" and missing == [key]:
            text = 'has no fleet edge; without a shore it is kind = "land"'
            yield Fault(where, text)
        elif province.kind != "land" and missing:
            yield Fault(where, f"no fleet edge leads to {listed(missing)}")


def joined_parts(edges: Iterable[Edge]) -> list[set[str]]:
    """Return the parts of a map, in each of which edges join all provinces; the largest last."""
    parts: list[set[str]] = []
    for edge in edges:
        met = [part for part in parts if not part.isdisjoint(edge)]
        parts = [part for part in parts if part.isdisjoint(edge)]
        parts.append(set(edge).union(*met))
    return sorted(parts, key=lambda part: (len(part), min(part)))


_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
_UNIT = re.compile(r"([AF]) (\S+)")
_MOST_POWERS = 99
_LAST_YEAR = 9999
# The number of letters and digits, without M and O.
_MOST_LETTERS = 34
_SIGN = re.compile(r"[A-Za-z0-9]")
_LONG_SIGN = re.compile(r"[A-Za-z0-9]|[A-Za-z][0-9]")
_RESERVED = {"M": "the Master", "O": "the observers"}
_RESERVED_NAMES = ("master", "observer")
_SEASONS = tuple(season.name.capitalize() for season in Season)
_PHASES = ("movement", "adjustment")
_SEASON_WORDS = {**{season: season for season in _SEASONS}, "Autumn": "Fall"}


def side_faults(draft: VariantDraft) -> Iterator[Fault]:
    """Yield the faults of powers, centers, units, start, victory and rules."""
    yield from _power_faults(draft)
    yield from _center_faults(draft)
    yield from _unit_faults(draft)
    start_faults = list(_start_faults(draft.start))
    yield from start_faults or _first_faults(draft)
    yield from _season_faults(draft)
    yield from _victory_faults(draft)
    yield from rule_faults(draft)


def _power_faults(draft: VariantDraft) -> Iterator[Fault]:
    if draft.powers and not 2 <= len(draft.powers) <= _MOST_POWERS:
        text = f"a game has 2 to {_MOST_POWERS} of them, not {len(draft.powers)}"
        yield Fault(("powers",), text)
    yield from _shared(draft, "name", "adjective")
    yield from _shared(draft, "letter")
    for power in draft.sides:
        if "".join(words_of(power.name)) in _RESERVED_NAMES:
            text = f'"{power.name}" is what somebody else in a game is called'
            yield Fault((*power.where, "name"), text)
        if power.color and not _COLOR.fullmatch(power.color):
            text = f'"{power.color}" is no color such as "#c0392b"'
            yield Fault((*power.where, "color"), text)
        yield from _letter_faults(power, len(draft.powers))


def _letter_faults(power: PowerDraft, powers: int) -> Iterator[Fault]:
    letter, where = power.letter, (*power.where, "letter")
    if owner := _RESERVED.get(letter.upper()):
        yield Fault(where, f"{letter.upper()} means {owner}; take another, or a digit")
    elif powers > _MOST_LETTERS and letter and not _LONG_SIGN.fullmatch(letter):
        text = f'"{letter}" must be a letter, a digit, or a letter with a digit'
        yield Fault(where, text)
    elif powers <= _MOST_LETTERS and letter and not _SIGN.fullmatch(letter):
        yield Fault(where, f'"{letter}" must be one letter, or one digit')


def _shared(draft: VariantDraft, *keys: str) -> Iterator[Fault]:
    """Yield a fault for each word that two powers share."""
    taken: dict[str, int] = {}
    for number, power in enumerate(draft.sides):
        words = {"name": power.name, "adjective": power.adjective}
        words["letter"] = power.letter
        for key in keys:
            folded = "".join(words_of(words[key]))
            other = taken.setdefault(folded, number)
            if folded and other != number:
                text = f'"{words[key]}" means {draft.sides[other].name} already'
                yield Fault((*power.where, key), text)


def _center_faults(draft: VariantDraft) -> Iterator[Fault]:
    """Yield the faults of the homes, and of the centers owned at the start."""
    yield from _listed_faults("homes", [p.homes for p in draft.sides], draft)
    owned = [p.first_centers for p in draft.sides]
    for fault in _listed_faults("owned", owned, draft):
        *side, _ = fault.where
        if any(p.where == tuple(side) and p.owned is not None for p in draft.sides):
            yield fault


def _listed_faults(
    key: str, lists: Sequence[tuple[str, ...]], draft: VariantDraft
) -> Iterator[Fault]:
    """Yield the faults of lists of centers; `lists` has the list that each power has at `key`."""
    taken: dict[str, PowerDraft] = {}
    for power, places in zip(draft.sides, lists, strict=True):
        where = (*power.where, key)
        for place in map(str.upper, places):
            before = taken.setdefault(place, power)
            province = draft.provinces.get(place)
            if province is None:
                yield Fault(where, _no_center(place, draft))
            elif not province.worth:
                yield Fault(where, f"{place} is no center; write center = true there")
            elif before is not power:
                relation = "a home of" if key == "homes" else "owned by"
                yield Fault(where, f"{place} is {relation} {before.name} already")
            elif places.count(place) > 1:
                yield Fault(where, f"{place} is listed twice")


def _no_center(place: str, draft: VariantDraft) -> str:
    """Return why `place` is no center."""
    province, slash, _ = place.partition("/")
    several = place.replace(",", " ").split()
    if several[1:]:
        each = ", ".join(f'"{word}"' for word in several)
        return f"each center stands in quotes of its own: [{each}]"
    if slash and province in draft.provinces:
        return f'a center is a whole province; write "{province}", not "{place}"'
    return f'"{place}" is no province{hint(place, draft.provinces)}'


def _unit_faults(draft: VariantDraft) -> Iterator[Fault]:
    standing: dict[str, str] = {}
    for power, text in ((p, text) for p in draft.sides for text in p.units):
        where = (*power.where, "units")
        unit = _UNIT.fullmatch(text)
        if not unit:
            yield Fault(where, f'"{text}" is no unit; write "A PAR" or "F STP/SC"')
            continue
        trouble = army_trouble if unit[1] == "A" else fleet_trouble
        if why := trouble(unit[2], draft.provinces):
            yield Fault(where, f'"{text}": {why}')
            continue
        province = _province_of(unit[2].upper())
        if province in standing:
            yield Fault(where, f'"{text}": {standing[province]} stands there already')
        standing.setdefault(province, f'"{text}" of {power.name}')


def _start_faults(start: StartDraft) -> Iterator[Fault]:
    season, phase = start.season, start.phase
    if start.turn_years < 0:
        yield Fault(("start", "turn_years"), "a turn takes a number of years, or 0")
    if start.year is not None and abs(start.year) > _LAST_YEAR:
        text = f"{start.year} is no year; it has four digits at most"
        yield Fault(("start", "year"), text)
    if start.year == 0:
        text = "there is no year 0; 1 B.C. is -1"
        yield Fault(("start", "year"), text)
    if season and season not in _SEASONS:
        yield Fault(("start", "season"), _no_season(season))
    elif phase and phase not in _PHASES:
        text = f'a game starts with "movement" or "adjustment", not with "{phase}"'
        yield Fault(("start", "phase"), text)
    elif season and phase and (season == "Winter") != (phase == "adjustment"):
        text = "in Winter, and only then, the phase is adjustment"
        yield Fault(("start", "phase"), text)


def _first_faults(draft: VariantDraft) -> Iterator[Fault]:
    """Yield a fault if no power has anything to order in the first phase."""
    where: Where = ("start", "phase")
    if not draft.powers or draft.rules or draft.choices:
        return
    if draft.start.phase == "adjustment":
        if all(len(p.first_centers) == len(p.units) for p in draft.powers):
            text = "nobody has anything to build or remove, with a unit a center"
            yield Fault(where, text)
    elif draft.start.phase == "movement" and not any(p.units for p in draft.powers):
        yield Fault(where, "nobody has a unit to move; start in Winter to build some")


def _season_faults(draft: VariantDraft) -> Iterator[Fault]:
    own = dict(draft.seasons)
    names = [own.get(season, season) for season in _SEASONS]
    for season, name in draft.seasons:
        where = ("seasons", season)
        if season not in _SEASONS:
            yield Fault(where, _no_season(season))
        elif names.count(name) > 1 and not draft.start.turn_years:
            yield Fault(where, f'"{name}" is the name of another season too')


def _no_season(word: str) -> str:
    """Return the message that `word` is no season, with the most similar season."""
    return f'"{word}" is none of {listed(_SEASONS)}{hint_among(word, _SEASON_WORDS)}'


def _victory_faults(draft: VariantDraft) -> Iterator[Fault]:
    victory = draft.victory
    centers = sum(province.worth for province in draft.provinces.values())
    worth = {key: province.worth for key, province in draft.provinces.items()}
    firsts = (p.first_centers for p in draft.powers)
    owned = (sum(worth.get(place.upper(), 0) for place in places) for places in firsts)
    most = max(owned, default=0)
    if victory is None:
        return
    if victory > centers:
        text = f"{victory} is more than the {centers} centers of the map"
        yield Fault(("victory",), text)
    elif victory <= most:
        text = f"a power owns {most} at the start, so {victory} would win at once"
        yield Fault(("victory",), text)


# Characters that separate the words of an order, or make it look doubtful.
NO_NAME = re.compile(r"[,/:;()#?&=|!<>\[\]*\"]| -|- ")


def doubts_of(draft: VariantDraft, variant: Variant) -> Iterator[Fault]:
    """Yield the doubts about a draft without faults: its powers, names and rules."""
    yield from _power_doubts(draft, variant)
    yield from _color_doubts(draft)
    yield from _word_doubts(draft)
    drafts = [*draft.rules, *(rule for choice in draft.choices for rule in choice.rules)]
    chosen = (rule for o in options_of(draft) for choice in o.choices for rule in choice.rules)
    for rule_draft, rule in zip(drafts, (*rules_of(draft), *chosen), strict=True):
        for key, text in rule.parameter_faults(variant):
            yield Fault((*rule_draft.where, key), str(text))


def _word_doubts(draft: VariantDraft) -> Iterator[Fault]:
    """Yield a doubt for each name of a province or power that orders cannot use as a name.

    Abbreviations are not checked, because map makers take them from other programs.
    """
    named = [(p.where, text) for p in draft.sides for text in dict.fromkeys((p.name, p.adjective))]
    for province in draft.provinces.values():
        texts = province.name, *province.aliases, *province.foreign
        named += [(province.where, text) for text in texts]
    for where, name in named:
        if is_order_word(name):
            text = f'"{name}" is a word of orders, which would be read as this name'
            yield Fault((*where, "name"), text)
        elif separator := NO_NAME.search(name):
            sign = separator[0].strip()
            text = f'"{name}" cannot be written in an order, where {sign} ends a name'
            yield Fault((*where, "name"), text)


def _power_doubts(draft: VariantDraft, variant: Variant) -> Iterator[Fault]:
    """Yield a doubt for each power that starts without units and centers."""
    playing = units_of_players(variant.start, variant)
    for power in draft.powers:
        if power.name not in playing:
            text = f"{power.name} begins without a unit and without a center of its own"
            yield Fault((*power.where, "units"), f"{text}, so it is out at once")


def _color_doubts(draft: VariantDraft) -> Iterator[Fault]:
    """Yield a doubt for each color that two powers share."""
    taken: dict[str, str] = {}
    for power in draft.powers:
        other = taken.setdefault(power.color.lower(), power.name)
        if other != power.name:
            text = f"{other} has that color already; which is whose cannot be seen"
            yield Fault((*power.where, "color"), text)
