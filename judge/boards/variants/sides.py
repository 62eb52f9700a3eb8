"""What is wrong with the powers, the start, the victory and the rules of a draft."""

import re
from collections.abc import Iterator, Sequence

from judge.boards.variants.board import army_trouble, fleet_trouble
from judge.boards.variants.faults import Fault, Where, hint, listed, nearest
from judge.boards.variants.rules import rule_faults
from judge.boards.variants.tables import PowerDraft, StartDraft, VariantDraft
from judge.engine import Season
from judge.notation import words_of

_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
_UNIT = re.compile(r"([AF]) (\S+)")
_MOST_POWERS = 99
_LAST_YEAR = 9999
# As many as there are letters without M and O, and digits.
_LETTERED = 34
_SIGN = re.compile(r"[A-Za-z0-9]")
_LONG_SIGN = re.compile(r"[A-Za-z0-9]|[A-Za-z][0-9]")
_RESERVED = {"M": "the Master", "O": "the observers"}
_RESERVED_NAMES = ("master", "observer")
_SEASONS = tuple(season.name.capitalize() for season in Season)
_PHASES = ("movement", "adjustment")
_SEASON_WORDS = {**{season: season for season in _SEASONS}, "Autumn": "Fall"}


def side_faults(draft: VariantDraft) -> Iterator[Fault]:
    """Yield what is wrong with all that is not the board."""
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
    if who := _RESERVED.get(letter.upper()):
        yield Fault(where, f"{letter.upper()} means {who}; take another, or a digit")
    elif powers > _LETTERED and letter and not _LONG_SIGN.fullmatch(letter):
        text = f'"{letter}" must be a letter, a digit, or a letter with a digit'
        yield Fault(where, text)
    elif powers <= _LETTERED and letter and not _SIGN.fullmatch(letter):
        yield Fault(where, f'"{letter}" must be one letter, or one digit')


def _shared(draft: VariantDraft, *keys: str) -> Iterator[Fault]:
    """Yield the words that two powers have."""
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
    """Yield what is wrong with the homes, and with what is owned at the start."""
    yield from _listed_faults("homes", [p.homes for p in draft.sides], draft)
    owned = [p.first_centers for p in draft.sides]
    for fault in _listed_faults("owned", owned, draft):
        *side, _ = fault.where
        if any(p.where == tuple(side) and p.owned is not None for p in draft.sides):
            yield fault


def _listed_faults(
    key: str, lists: Sequence[tuple[str, ...]], draft: VariantDraft
) -> Iterator[Fault]:
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
                whose = "a home of" if key == "homes" else "owned by"
                yield Fault(where, f"{place} is {whose} {before.name} already")
            elif places.count(place) > 1:
                yield Fault(where, f"{place} is listed twice")


def _no_center(place: str, draft: VariantDraft) -> str:
    province, slash, _ = place.partition("/")
    several = place.replace(",", " ").split()
    if several[1:]:
        each = ", ".join(f'"{one}"' for one in several)
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
        province = unit[2].upper().partition("/")[0]
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
    """Yield that nobody has anything to order in the first phase."""
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
    meant = nearest(word, _SEASON_WORDS)
    end = f'; did you mean "{meant}"?' if meant else ""
    return f'"{word}" is none of {listed(_SEASONS)}{end}'


def _victory_faults(draft: VariantDraft) -> Iterator[Fault]:
    victory = draft.victory
    centers = sum(province.worth for province in draft.provinces.values())
    worth = {key: province.worth for key, province in draft.provinces.items()}
    firsts = (p.first_centers for p in draft.powers)
    owned = (sum(worth.get(one.upper(), 0) for one in centers) for centers in firsts)
    most = max(owned, default=0)
    if victory is None:
        return
    if victory > centers:
        text = f"{victory} is more than the {centers} centers of the map"
        yield Fault(("victory",), text)
    elif victory <= most:
        text = f"a power owns {most} at the start, so {victory} would win at once"
        yield Fault(("victory",), text)
