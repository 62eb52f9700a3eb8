"""Boards and results for sample mails of one game on the standard board, at fixed times."""

import re
from collections.abc import Iterator
from pathlib import Path

from judge.boards import read_variant
from judge.engine import (
    Adjudication,
    Build,
    Convoy,
    Disband,
    Dislodged,
    Hold,
    Move,
    Order,
    Outcome,
    Phase,
    PhaseKind,
    Position,
    Reason,
    Retreat,
    Season,
    SupportHold,
    SupportMove,
    Unit,
    UnitKind,
    Waive,
)

ROOT = Path(__file__).parent.parent.parent
STANDARD = read_variant(ROOT / "variants" / "standard")
GEOGRAPHY = STANDARD.geography


def phase(text: str) -> Phase:
    season, year, kind = text[0], text[1:-1], text[-1]
    return Phase(Season(season), int(year), PhaseKind(kind))


def unit(power: str, text: str) -> Unit:
    kind, place = text.split()
    return Unit(power, UnitKind(kind), GEOGRAPHY.location(place))


def position(
    name: str, units: dict[str, str], owned: dict[str, str], dislodged: str = ""
) -> Position:
    """Return a position; `dislodged` has entries `Power A MUN < BUR > BER SIL;`."""
    owners: list[str | None] = [None] * len(GEOGRAPHY.provinces)
    for power, centers in owned.items():
        for center in centers.split():
            owners[GEOGRAPHY.location(center)] = power
    return Position(
        phase(name),
        tuple(unit(power, text) for power, line in units.items() for text in line.split(", ")),
        tuple(owners),
        tuple(map(_dislodged, filter(None, dislodged.split("; ")))),
    )


def order(text: str, board: Position) -> Order:
    """Return the order `text`, which has the form that these samples use."""
    if text.endswith("WAIVE"):
        return Waive(text.split(maxsplit=1)[0])
    if match := re.fullmatch(r"(\w+): ([AF]) (\S+) B", text):
        return Build(match[1], UnitKind(match[2]), GEOGRAPHY.location(match[3]))
    _, place, verb, *rest = text.split()
    mover = _unit_at(place, board, dislodged=verb in "RD")
    return _unit_order(mover, verb, [word for word in rest if word not in "AF"])


def adjudication(results: str, before: Position, after: Position) -> Adjudication:
    """Return results from lines such as `A PAR - BUR = bounced MUN`."""
    outcomes = []
    for line in filter(None, map(str.strip, results.splitlines())):
        text, _, told = line.partition(" = ")
        reason = next(r for r in Reason if told.startswith(r.value)) if told else None
        by = told[len(reason.value) :].split() if reason else []
        outcomes.append(
            Outcome(
                order(text, before),
                reason or Reason.SUCCEEDED,
                tuple(GEOGRAPHY.location(name) for name in by),
            )
        )
    return Adjudication(
        tuple(outcomes),
        after,
        disbanded=tuple(_disbanded(outcomes)),
        captures=tuple(_captures(before, after)),
    )


def _dislodged(text: str) -> Dislodged:
    power, kind, place, _, origin, _, *retreats = text.split()
    return Dislodged(
        unit(power, f"{kind} {place}"),
        GEOGRAPHY.location(origin),
        tuple(map(GEOGRAPHY.location, retreats)),
    )


def _unit_at(place: str, board: Position, *, dislodged: bool) -> Unit:
    driven = [entry.unit for entry in board.dislodged]
    units = (*driven, *board.units) if dislodged else board.units
    location = GEOGRAPHY.location(place)
    return next(one for one in units if one.location == location)


def _unit_order(mover: Unit, verb: str, rest: list[str]) -> Order:
    places = [GEOGRAPHY.location(word) for word in rest if word not in ("-", "VIA")]
    match verb, places:
        case "H" | "D", []:
            return Hold(mover) if verb == "H" else Disband(mover)
        case "-", [target]:
            return Move(mover, target, "VIA" in rest)
        case "R", [target]:
            return Retreat(mover, target)
        case "S", [supported]:
            return SupportHold(mover, GEOGRAPHY.province_of[supported])
        case "S", [supported, target]:
            return SupportMove(mover, GEOGRAPHY.province_of[supported], target)
    convoyed, target = places
    return Convoy(mover, convoyed, target)


def _disbanded(outcomes: list[Outcome]) -> Iterator[Unit]:
    for outcome in outcomes:
        match outcome.order:
            case Disband(unit=gone):
                yield gone
            case Retreat(unit=gone) if not outcome.succeeded:
                yield gone


def _captures(before: Position, after: Position) -> Iterator[tuple[int, str | None, str]]:
    for province, (old, new) in enumerate(zip(before.owners, after.owners, strict=True)):
        if new is not None and new != old:
            yield province, old, new
