"""Answering a line: what became of each order, and the board afterwards."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec import json

from judge.engine import (
    Adjudication,
    Build,
    Hold,
    Marker,
    Order,
    Outcome,
    PhaseKind,
    Reason,
    Unit,
    UnitOrder,
    Waive,
    adjudicate,
    dislodgements,
    is_to_a_unit,
)
from judge.notation.canonical import write_order, write_unit
from judge.notation.exchange.names import Nameless, names_of
from judge.notation.exchange.question import Given, Question
from judge.notation.exchange.texts import Facts, VariantTexts

# What can go wrong with an order, as JSON up to the units that caused it.
_FAILED = {reason: f': {{"ok": false, "reason": "{reason.value}", "by": [' for reason in Reason}
_SUCCEEDED = Reason.SUCCEEDED
_SUCCESS = ': {"ok": true, "reason": "succeeded", "by": []}'
_UNREADABLE = ': {"ok": false, "reason": "unreadable", "by": []}'
_ILLEGAL = frozenset(reason for reason in Reason if reason.is_illegal)
_NOT_OF_THE_UNIT = frozenset({Reason.FOREIGN_UNIT, Reason.REPLACED})


@dataclass(frozen=True, slots=True)
class _OrderWords:
    """What the orders of a line are called by.

    `units` are those that can be ordered, or cause something, and `standing` what they
    are called, by province.
    """

    units: Sequence[Unit]
    standing: Mapping[int, str]
    spelling: Mapping[str, str]
    province_of: Sequence[int]
    board: VariantTexts


def answer(question: Question, board: VariantTexts) -> str:
    """Return the members `after` and `results` of a line's answer, as JSON.

    The results are put together as text: to encode them would take the longest.
    """
    orders = [order for _, _, order in question.given if order is not None]
    adjudication = adjudicate(question.position, orders, board.variant)
    after = json.encode(_after(adjudication, question, board)).decode()
    members = ", ".join(_results(adjudication, question, board).values())
    return f'"after": {after}, "results": {{{members}}}'


def _after(adjudication: Adjudication, question: Question, board: VariantTexts) -> Facts:
    after, spelling = adjudication.after, question.spelling
    locations = board.variant.geography.locations
    standing: defaultdict[str, list[str]] = defaultdict(list)
    standing |= {power: [] for power in spelling}
    centers: dict[str, list[str]] = {spelled: [] for spelled in spelling.values()}
    for unit in after.units:
        standing[unit.power].append(_unit_text(unit, board))
    for place, power in enumerate(after.owners):
        if power is not None:
            centers[spelling[power]].append(locations[place].text)
    facts: Facts = {
        # A neutral may be new there: the line did not spell it.
        "units": {spelling.get(power, power): standing[power] for power in standing},
        "centers": centers,
        "dislodged": _dislodged(adjudication, question, board),
        "phase": str(after.phase),
    }
    if board.variant.rules.special:
        facts["markers"] = [_marker_facts(one, question, board) for one in after.markers]
    return facts


def _marker_facts(marker: Marker, question: Question, board: VariantTexts) -> Facts:
    places, power = board.variant.geography.locations, marker.power
    place = {} if marker.province is None else {"place": places[marker.province].text}
    whose = {} if power is None else {"power": question.spelling.get(power, power)}
    return {"kind": marker.kind, **place, **whose}


def _dislodged(
    adjudication: Adjudication, question: Question, board: VariantTexts
) -> dict[str, Facts]:
    """Return the units just dislodged, those with nowhere to go among them."""
    if question.position.phase.kind is not PhaseKind.MOVEMENT:
        return {}
    geography = board.variant.geography
    found: dict[str, Facts] = {}
    for one in dislodgements(adjudication, geography):
        unit = _unit_text(one.unit, board)
        found[f"{question.spelling[one.unit.power]} {unit}"] = {
            "from": geography.locations[one.attacker_from].text,
            "retreats": [geography.locations[place].text for place in one.retreats],
        }
    return found


def _results(adjudication: Adjudication, question: Question, board: VariantTexts) -> dict[str, str]:
    """Return what became of each order, a member of a JSON object each, by its name.

    That is the unit; any order to it but the one that counts is called by its own text.
    """
    line = _line(question, board)
    outcomes = iter(adjudication.outcomes)
    results: dict[str, str] = {}
    late: list[tuple[Given, Outcome | None]] = []
    for given in question.given:
        outcome = None if given[2] is None else next(outcomes)
        if outcome is None or outcome.reason in _ILLEGAL:
            late.append((given, outcome))
            continue
        name = _subject(outcome.order, line)
        if name in results:
            late.append((given, outcome))
        else:
            results[name] = _member(f'"{name}"', outcome, line)
    fates = {_subject(outcome.order, line): outcome for outcome in outcomes}
    if late:
        fates |= _driven_out(adjudication, question, board)
        # A unit that came to harm is called so, whatever it was told in vain.
        harmed = (name for name, outcome in fates.items() if not outcome.succeeded)
        orders = [_nameless(given, outcome, line) for given, outcome in late]
        names = names_of(orders, {*results, *harmed})
        for name, (_, outcome) in zip(names, late, strict=True):
            results[name] = _member(json.encode(name).decode(), outcome, line)
    for name, outcome in fates.items():
        results.setdefault(name, _member(f'"{name}"', outcome, line))
    return results


def _driven_out(
    adjudication: Adjudication, question: Question, board: VariantTexts
) -> dict[str, Outcome]:
    """Return that units were dislodged, by their names, as if each had held."""
    if question.position.phase.kind is not PhaseKind.MOVEMENT:
        return {}
    return {
        _unit_text(one.unit, board): Outcome(Hold(one.unit), Reason.DISLODGED, (one.attacker_from,))
        for one in dislodgements(adjudication, board.variant.geography)
    }


def _member(name: str, outcome: Outcome | None, line: _OrderWords) -> str:
    if outcome is None:
        return name + _UNREADABLE
    if outcome.reason is _SUCCEEDED:
        return name + _SUCCESS
    standing, places = line.standing, line.board.variant.geography.locations
    # A garrison stands where no unit does; it is called by its province.
    causes = [f'"{standing.get(one) or places[one].text}"' for one in outcome.by]
    return f"{name}{_FAILED[outcome.reason]}{', '.join(causes)}]}}"


def _line(question: Question, board: VariantTexts) -> _OrderWords:
    """Return what the orders are called by that were given in this position."""
    position, province_of = question.position, board.variant.geography.province_of
    if position.phase.kind is not PhaseKind.RETREAT:
        return _OrderWords(position.units, question.names, question.spelling, province_of, board)
    units = [one.unit for one in position.dislodged]
    names = {province_of[unit.location]: _unit_text(unit, board) for unit in units}
    return _OrderWords(units, names, question.spelling, province_of, board)


def _owner(province: int, line: _OrderWords) -> str | None:
    """Return whose unit stands in `province`, if one does."""
    there = (u for u in line.units if line.province_of[u.location] == province)
    return next((unit.power for unit in there), None)


def _unit_text(unit: Unit, board: VariantTexts) -> str:
    if unit.size > 1:
        return write_unit(unit, board.variant.geography)
    return board.texts[unit.kind][unit.location]


def _subject(order: Order, line: _OrderWords) -> str:
    if is_to_a_unit(order):
        unit = order.unit
        there = line.standing.get(line.province_of[unit.location])
        return there or _unit_text(unit, line.board)
    if isinstance(order, Waive):
        return f"{line.spelling[order.power]} WAIVE"
    if isinstance(order, Build):
        return line.board.texts[order.kind][order.location]
    return write_order(order, line.board.variant.geography)


def _nameless(given: Given, outcome: Outcome | None, line: _OrderWords) -> Nameless:
    power, text, _ = given
    wanted = _unit_meant(text, power, line) if outcome is None else _unit_told(outcome, power, line)
    return Nameless(line.spelling[power], text, wanted or text)


def _unit_meant(text: str, power: str, line: _OrderWords) -> str | None:
    """Return the power's own unit that an unreadable line begins with, if it does."""
    name = " ".join(text.upper().split()[:2])
    unit = line.board.units[power].get(name)
    if unit is None:
        return None
    place = line.province_of[unit.location]
    own = _owner(place, line) == power and line.standing[place] == name
    return name if own else None


def _unit_told(outcome: Outcome, power: str, line: _OrderWords) -> str | None:
    """Return the unit that an order is to, unless another's stands there or none."""
    order = outcome.order
    if outcome.reason not in _ILLEGAL or outcome.reason in _NOT_OF_THE_UNIT:
        return None
    if not isinstance(order, Build | UnitOrder):
        return _subject(order, line)
    location = order.location if isinstance(order, Build) else order.unit.location
    owner = _owner(line.province_of[location], line)
    return _subject(order, line) if owner in (None, power) else None
