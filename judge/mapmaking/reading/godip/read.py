"""A variant of godip: its powers, start and victory, beside its board.

The facts of the form stand in no manual; they were read off the variants of godip.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from judge.boards import hint, listed
from judge.engine import UnitKind
from judge.mapmaking.reading.facts import (
    FileLine,
    ImportOptions,
    Note,
    Notes,
    PowerFact,
    Reading,
    RefusedError,
    UnitFact,
)
from judge.mapmaking.reading.godip.board import Board, board_of
from judge.mapmaking.reading.godip.go import (
    Tokens,
    call_at,
    called,
    code_of,
    entries,
    imported,
    inside,
    joined,
    parts,
    word,
)
from judge.mapmaking.reading.godip.literal import GoVariant, chosen_variant
from judge.mapmaking.reading.godip.picture import positions_of
from judge.mapmaking.reading.godip.start import Start, start_of
from judge.mapmaking.reading.sources import Files, Source, text_of

_GODIP = re.compile(r"\bVariant\s*\{|\bgraph\.New\(\)")
_UNREAD = ("_test.go", "bindata.go")
_STARTS = ("start/map.go", "start/units.go", "start/supply_centers.go")
_KINDS = {"Army": UnitKind.ARMY, "Fleet": UnitKind.FLEET}
_NOBODY, _NEUTRALS = "Neutral", "NeutralOrders"


def go_files(given: Sequence[Source]) -> list[Source]:
    """Return the files of godip that say something of a variant."""
    return [
        one
        for one in given
        if one.base.endswith(".go")
        and not one.base.endswith(_UNREAD)
        and _GODIP.search(text_of(one))
    ]


def read_godip(sources: Sequence[Source], files: Files, options: ImportOptions) -> Reading:
    """Return what Go files say of a variant; RefusedError where a program would."""
    notes: Notes = []
    code = code_of(sources, _others(sources, files))
    variant = chosen_variant(code, sources[0], options)
    long = _named(variant)
    graph = variant.fields.get("Graph", ())
    if not graph:
        raise RefusedError(f"{variant.spot}: the variant has no Graph.")
    board = board_of(code, graph, long, notes)
    start = start_of(variant, board.homes, notes)
    powers = _powers(variant, board, start, notes)
    notes += _programs(variant)
    title = variant.text("Name") or sources[0].base.removesuffix(".go")
    story = "\n\n".join(filter(None, map(variant.text, ("Description", "Rules"))))
    return Reading(
        name=title.lower(),
        title=title,
        spot=FileLine(sources[0].base),
        provinces=board.provinces,
        steps=board.steps,
        powers=powers,
        notes=tuple(notes),
        start=start.phase,
        victory=_victory(variant),
        builds="owned" if _builds_anywhere(variant) else "home",
        version=variant.text("Version"),
        designer=variant.text("CreatedBy"),
        story=story,
        positions=positions_of(variant.fields.get("SVGMap", ()), sources[0], files),
    )


def _others(sources: Sequence[Source], files: Files) -> list[Source]:
    """Return the files of the packages that a variant imports, if they are there.

    They lie beside its folder, and the start of a board in a folder of its own.
    """
    found: dict[str, Source] = {}
    wanted = [*_STARTS, *_wanted(sources)]
    for name in wanted:
        other = files.find(name, sources[0])
        if other and other not in sources and other.name not in found:
            found[other.name] = other
            wanted += [one for one in _wanted([other]) if one not in wanted]
    return list(found.values())


def _wanted(sources: Sequence[Source]) -> Iterator[str]:
    for path in imported(sources):
        last = path.rpartition("/")[2]
        yield f"{path}/{last}.go"
        if last == "start":
            yield from (path.removesuffix(last) + one for one in _STARTS)


def _named(variant: GoVariant) -> dict[str, str]:
    found = entries(variant.listed("ProvinceLongNames"))
    return {key.value: joined(value) for key, value in found if key.kind == "text"}


def _powers(variant: GoVariant, board: Board, start: Start, notes: Notes) -> tuple[PowerFact, ...]:
    owners = {
        key: variant.nation(value)
        for key, (_, value) in start.owners.items()
        if key in {one.key for one in board.provinces}
    }
    names = _nations(variant, owners.values(), notes)
    homes = {
        key: variant.nations.get(one, one).replace(" ", "") for key, one in board.homes.items()
    }
    units = _units(variant, board, start, notes)
    shades = entries(variant.listed("NationColors"))
    colors = {variant.nation([key]): joined(value) for key, value in shades}
    sides = [*names, *(one for one in units if one not in names)]
    back = _NOBODY if _armies_come_back(variant) else ""
    return tuple(
        PowerFact(
            name=name,
            adjective="",
            letter="",
            spot=variant.spot,
            homes=tuple(k for k, o in homes.items() if o == name.replace(" ", ""))
            if name != back
            else (),
            owned=tuple(k for k, o in owners.items() if o == name) if owners else None,
            units=tuple(units.get(name, ())),
            played=name in names,
            color=colors.get(name, ""),
            come_back=name == back,
        )
        for name in sides
    )


def _nations(variant: GoVariant, owners: Collection[str], notes: Notes) -> tuple[str, ...]:
    """Return who plays; where another package has the list, who owns centers.

    RefusedError if nobody does.
    """
    names = tuple(map(variant.nation, parts(variant.listed("Nations"))))
    if names:
        return names
    names = tuple(one for one in dict.fromkeys(owners) if one != _NOBODY)
    if not names:
        raise RefusedError(
            f"{variant.spot}: which powers play is in no list of Nations that can be "
            "read; nothing was imported."
        )
    text = "the list of Nations is elsewhere; the powers are who owns centers at the"
    notes.append(Note(variant.spot, f"{text} start: {listed(names, 'and')}"))
    return names


def _units(
    variant: GoVariant, board: Board, start: Start, notes: Notes
) -> dict[str, list[UnitFact]]:
    known = {one.key for one in board.provinces}
    units: dict[str, list[UnitFact]] = {}
    for key, value in start.units.values():
        kind, owner = (*map(_value, parts(variant.code.literal(value))), (), ())[:2]
        province, _, coast = key.value.partition("/")
        if province not in known or word(kind) not in _KINDS or not word(owner):
            text = f'a unit "{word(kind)}" in "{key.value}" is none known'
            like = "" if province in known else hint(province, list(known))
            text = f"{text}{like}; left out"
            notes.append(Note(key.spot, text))
            continue
        fact = UnitFact(_KINDS[word(kind)], (province, coast.lower()), key.spot)
        units.setdefault(variant.nation(owner), []).append(fact)
    return units


def _value(part: Tokens) -> Tokens:
    """Return a field of a unit, without its name if that stands before."""
    *_, value = parts(part, ":")
    return value


def _victory(variant: GoVariant) -> int | None:
    for field in ("SoloWinner", "SoloSCCount"):
        given = variant.fields.get(field, ())
        found = [int(one.text) for one in given if one.kind == "number"]
        if len(found) == 1 and (field == "SoloSCCount" or "SCCountWinner" in _said(given)):
            return found[0]
    return None


def _said(tokens: Tokens) -> set[str]:
    return {token.text for token in tokens}


def _builds_anywhere(variant: GoVariant) -> bool:
    neutral = variant.code.function(_NEUTRALS) or ()
    said = [one.text for one in variant.code.tokens]
    return any(
        said.count(one) > sum(token.text == one for token in neutral)
        for one in set(said)
        if one.startswith("BuildAnywhere")
    )


def _armies_come_back(variant: GoVariant) -> bool:
    """Return whether armies of nobody hold, and are built anew at the end of a year."""
    body = variant.code.function(_NEUTRALS) or ()
    said = _said(body)
    stepping = {"Move", "SupportMove", "SupportHold", "Convoy"}
    builds = any(one.startswith("Build") for one in said)
    return builds and "Adjustment" in said and not said & stepping


def _programs(variant: GoVariant) -> Iterator[Note]:
    """Yield what the variant does by programs of its own that are not read."""
    words = _said(variant.code.tokens)
    graph = variant.code.literal(variant.fields.get("Graph", ()))
    if graph and graph[0].text != "return":
        text = f"the board of {called(graph)} is changed by a program; that is not read"
        yield Note(graph[0].spot, text)
    phase = variant.fields.get("Phase", ())
    if phase and "classical" not in _said(phase) and not _generated(variant, phase):
        text = f"phases follow each other by a program ({word(phase)}); imported as"
        yield Note(phase[0].spot, f"{text} Spring and Fall movements, then builds")
    if any(one.startswith("BuildAnyHomeCenter") for one in words):
        text = "powers may build in each other's homes; imported with builds at home"
        yield Note(variant.spot, text)
    if _NEUTRALS in words and not _armies_come_back(variant):
        text = "what neutral units do is up to a program (NeutralOrders); imported as"
        yield Note(variant.spot, f"{text} units that hold, see rules.neutral_armies")
    winner = variant.fields.get("SoloWinner", ())
    if winner and "SCCountWinner" not in _said(winner):
        text = f"who wins is up to a program ({called(winner) or word(winner)})"
        yield Note(winner[0].spot, f"{text}; only the number of centers is imported")


def _generated(variant: GoVariant, phase: Tokens) -> bool:
    """Return whether a phase is the usual one, with centers counted in Fall."""
    body = variant.body("Phase")
    if len(body) > 1 and body[0].text == "return" and call_at(body, 1):
        phase = body[1:]
    for rest in (phase, *variant.code.after(called(phase) or word(phase), "=")):
        if called(rest[:4]) == "phase.Generator":
            said = _said(inside(rest, 4))
            return "func" not in said or "Fall" in said
    return False
