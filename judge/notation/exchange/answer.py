"""Answering a line: what became of each order, and the board afterwards."""

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec import json

from judge.engine.adjudicate import adjudicate, dislodgements
from judge.engine.board.position import Marker, PhaseKind, Position, Unit
from judge.engine.orders import Build, Order, UnitOrder, Waive
from judge.engine.outcome import Adjudication, Outcome, Reason
from judge.notation.canonical import write_order, write_unit
from judge.notation.exchange.question import Given, Question
from judge.notation.exchange.texts import Facts, VariantTexts

# What can go wrong with an order, as JSON up to the units that caused it.
_FAILED = {
    reason: f': {{"ok": false, "reason": "{reason.value}", "by": [' for reason in Reason
}
_SUCCESS = ': {"ok": true, "reason": "succeeded", "by": []}'
_UNREADABLE = ': {"ok": false, "reason": "unreadable", "by": []}'
_ILLEGAL = frozenset(reason for reason in Reason if reason.is_illegal)
_NOT_OF_THE_UNIT = frozenset({Reason.FOREIGN_UNIT, Reason.REPLACED})


@dataclass(frozen=True, slots=True)
class _OrderWords:
    """What the orders of a line are called by; `standing` are units by province."""

    standing: Mapping[int, str]
    spelling: Mapping[str, str]
    desk: VariantTexts


def answer(question: Question, desk: VariantTexts) -> str:
    """Return the members `after` and `results` of a line's answer, as JSON.

    The results are put together as text: to encode them would take the longest.
    """
    orders = [order for _, _, order in question.given if order is not None]
    adjudication = adjudicate(question.position, orders, desk.variant)
    after = json.encode(_after(adjudication, question, desk)).decode()
    members = ", ".join(_results(adjudication, question, desk).values())
    return f'"after": {after}, "results": {{{members}}}'


def _after(adjudication: Adjudication, question: Question, desk: VariantTexts) -> Facts:
    after, spelling = adjudication.after, question.spelling
    locations = desk.variant.geography.locations
    units: dict[str, list[str]] = {spelled: [] for spelled in spelling.values()}
    centers: dict[str, list[str]] = {spelled: [] for spelled in spelling.values()}
    for unit in after.units:
        spelled = spelling.get(unit.power, unit.power)  # a neutral may be new there
        units.setdefault(spelled, []).append(_unit_text(unit, desk))
    for place, power in enumerate(after.owners):
        if power is not None:
            centers[spelling[power]].append(locations[place].text)
    facts: Facts = {
        "units": units,
        "centers": centers,
        "dislodged": _dislodged(adjudication, question, desk),
        "phase": str(after.phase),
    }
    if desk.variant.rules.special:
        facts["markers"] = [_marker_facts(one, question, desk) for one in after.markers]
    return facts


def _marker_facts(marker: Marker, question: Question, desk: VariantTexts) -> Facts:
    places, power = desk.variant.geography.locations, marker.power
    place = {} if marker.province is None else {"place": places[marker.province].text}
    whose = {} if power is None else {"power": question.spelling.get(power, power)}
    return {"kind": marker.kind, **place, **whose}


def _dislodged(
    adjudication: Adjudication, question: Question, desk: VariantTexts
) -> dict[str, Facts]:
    """Return the units just dislodged, those with nowhere to go among them."""
    if question.position.phase.kind is not PhaseKind.MOVEMENT:
        return {}
    geography = desk.variant.geography
    found: dict[str, Facts] = {}
    for one in dislodgements(adjudication, geography):
        unit = _unit_text(one.unit, desk)
        found[f"{question.spelling[one.unit.power]} {unit}"] = {
            "from": geography.locations[one.attacker_from].text,
            "retreats": [geography.locations[place].text for place in one.retreats],
        }
    return found


def _results(
    adjudication: Adjudication, question: Question, desk: VariantTexts
) -> dict[str, str]:
    """Return what became of each order, a member of a JSON object each, by its name.

    That is the unit; any order to it but the one that counts is called by its own text.
    """
    standing = _standing(question.position, desk)
    line = _OrderWords(standing, question.spelling, desk)
    outcomes = iter(adjudication.outcomes)
    results: dict[str, str] = {}
    late: list[tuple[Given, Outcome | None]] = []
    for given in question.given:
        outcome = None if given[2] is None else next(outcomes)
        if outcome is None or outcome.reason in _ILLEGAL:
            late.append((given, outcome))
        else:
            name = _subject(outcome.order, line)
            if name in results:
                name = _free(name, given, results)
            results[name] = _member(f'"{name}"', outcome, line)
    for given, outcome in late:
        name = _free(_late_subject(given, outcome, line), given, results)
        results[name] = _member(json.encode(name).decode(), outcome, line)
    for outcome in outcomes:
        name = _subject(outcome.order, line)
        results.setdefault(name, _member(f'"{name}"', outcome, line))
    return results


def _member(name: str, outcome: Outcome | None, line: _OrderWords) -> str:
    if outcome is None:
        return name + _UNREADABLE
    if outcome.reason is Reason.SUCCEEDED:
        return name + _SUCCESS
    places = line.desk.variant.geography.locations
    # A garrison stands where no unit does; it is called by its province.
    called = [line.standing.get(place, places[place].text) for place in outcome.by]
    causes = ", ".join([f'"{name}"' for name in called])
    return f"{name}{_FAILED[outcome.reason]}{causes}]}}"


def _standing(position: Position, desk: VariantTexts) -> Mapping[int, str]:
    """Return the units that can be the cause of something, by province."""
    province_of = desk.variant.geography.province_of
    units = (
        [one.unit for one in position.dislodged]
        if position.phase.kind is PhaseKind.RETREAT
        else position.units
    )
    return {province_of[unit.location]: _unit_text(unit, desk) for unit in units}


def _unit_text(unit: Unit, desk: VariantTexts) -> str:
    if unit.size > 1:
        return write_unit(unit, desk.variant.geography)
    return desk.texts[unit.kind][unit.location]


def _subject(order: Order, line: _OrderWords) -> str:
    if isinstance(order, Waive):
        return f"{line.spelling[order.power]} WAIVE"
    if isinstance(order, Build):
        return line.desk.texts[order.kind][order.location]
    if not isinstance(order, UnitOrder):
        return write_order(order, line.desk.variant.geography)
    unit = order.unit
    there = line.standing.get(line.desk.variant.geography.province_of[unit.location])
    return there or _unit_text(unit, line.desk)


def _late_subject(given: Given, outcome: Outcome | None, line: _OrderWords) -> str:
    """Return what an order is called that is illegal or cannot be read.

    It has the name of the power's unit that it is to, if it can be told; or its own.
    """
    power, text, _ = given
    if outcome is not None:
        other = outcome.reason in _NOT_OF_THE_UNIT
        return text if other else _subject(outcome.order, line)
    name = " ".join(text.upper().split()[:2])
    own = name in line.desk.units[power] and name in line.standing.values()
    return name if own else text


def _free(wanted: str, given: Given, results: Mapping[str, str]) -> str:
    """Return the name `wanted`, or if it is taken one that is not."""
    power, text, _ = given
    for name in (wanted, text, f"{power} {text}"):
        if name not in results:
            return name
    return f"{power} {text} ({len(results)})"
