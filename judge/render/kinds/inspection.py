"""Facts for the templates of answers to questions about one game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from judge.engine import (
    Aid,
    Contender,
    Geography,
    Move,
    MovementOrder,
    Outcome,
    PhaseKind,
    Retreat,
    bits,
    contest,
    helped_province,
    power_of,
)
from judge.game import Event, inspection, is_blind, setting_lines, slot
from judge.messages import Text, all_of, counted, message, series
from judge.notation import location_name, unit_name
from judge.render.clock import date_text, day_text, zone_of
from judge.render.facts.board import dislodged_of, reach, turn_of, units_of
from judge.render.facts.pages import Facts, Scene, board_in, map_page, summary_page
from judge.render.facts.results import (
    is_broken_on_river,
    reason_told,
    results_of,
    rule_sentences,
    told_phase,
)
from judge.render.facts.table import card_of, name_of, person, stage_text
from judge.render.words import (
    NamedPosition,
    order_short,
    phase_text,
    place_short,
    unit_and_power,
    unit_of,
    unit_short,
)

_NO_PLAYER = message("no player")
_MOMENT = timedelta(seconds=1)


def _summary_shown(event: inspection.SummaryShown, scene: Scene) -> Facts:
    return {"card": card_of(event.game), **summary_page(event.game, event.role)}


def _history_shown(event: inspection.HistoryShown, scene: Scene) -> Facts:
    variant = event.game.variant
    sighted = event.role if is_blind(event.game, event.role) else None
    phases = []
    for done in event.phases:
        facts = done.before, done.adjudication, done.absent
        results = results_of(*facts, variant, sighted, first=event.role)
        phases.append((phase_text(done.phase, variant), results))
    said = [one for one in event.game.diary if one.is_statement]
    statements = [(person(one.author), one.role, one.text) for one in said]
    return {"phases": phases, "statements": statements}


def _map_shown(event: inspection.MapShown, scene: Scene) -> Facts:
    return map_page(event)


def _settings_shown(event: inspection.SettingsShown, scene: Scene) -> Facts:
    led = bool(event.game.masters)
    return {"lines": setting_lines(event.values), "name": event.game.name, "led": led}


def _game_exported(event: inspection.GameExported, scene: Scene) -> Facts:
    return {"file": f"{event.game.name}.zip"}


def _trail_shown(event: inspection.TrailShown, scene: Scene) -> Facts:
    """Return the entries: the time, the words with their actor, and the shortened digest."""
    rows = [(f"{row.at:%Y-%m-%d %H:%M}", _told(row), row.digest[:8]) for row in event.rows]
    return {"rows": rows}


def _told(row: inspection.TrailRow) -> Text:
    if row.withheld:
        return message("(between others)")
    text = message("(erased)") if row.text is None else row.text
    name = f"({name_of(row.by)})" if row.by else ""
    who = " ".join(filter(None, (row.role, name)))
    return message("{who}: {text}", who=who, text=text) if who else text


def _status_shown(event: inspection.StatusShown, scene: Scene) -> Facts:
    seats = {seat.power: seat for seat in event.game.seats}
    rows = []
    for row in event.rows:
        player, state = seats[row.power].player, series(list(_words(row, scene)))
        if player is not None:
            state = message("{name}: {state}", name=person(player), state=state)
        rows.append((row.power, state))
    wanted = [row for row in event.rows if row.sheet is not None]
    done = sum(row.sheet.complete for row in wanted if row.sheet is not None)
    count = message("{some} of {all} in", some=done, all=len(wanted))
    return {"rows": rows, "count": count, "stage": stage_text(event.game)}


def _words(row: inspection.PowerStatus, scene: Scene) -> Iterator[Text]:
    """Yield the remarks on one power's state, the most important first."""
    if row.vacant:
        yield message("a dummy") if row.dummy else _NO_PLAYER
        return
    if row.late:
        yield message("late")
    yield _orders(row)
    yield from _waiting(row, scene)
    yield from _away(row, scene)
    if row.sought:
        yield message("looks for a substitute")
    if row.dummy:
        yield message("a dummy otherwise")
    if row.missed:
        yield counted("missed the last phase", "missed the last {count} phases", row.missed)
    if row.unreachable:
        yield message("mail comes back")


def _waiting(row: inspection.PowerStatus, scene: Scene) -> Iterator[Text]:
    if row.until is not None and row.until > scene.now:
        until = date_text(row.until, zone_of(scene.reader.player, scene.game))
        yield message("waits until {moment}", moment=until)
    elif row.waits:
        yield message("waits for the deadline")


def _away(row: inspection.PowerStatus, scene: Scene) -> Iterator[Text]:
    zone = zone_of(scene.reader.player, scene.game)
    for begin, end in row.away:
        last = day_text(end - _MOMENT, zone)
        if begin <= scene.now < end:
            yield message("away until {day}", day=last)
        elif begin > scene.now:
            first = day_text(begin, zone)
            yield message("away from {first} to {last}", first=first, last=last)


def _orders(row: inspection.PowerStatus) -> Text:
    if row.sheet is None:
        return message("nothing to order")
    if row.sheet.complete:
        return message("in")
    if not row.sent:
        return message("nothing sent")
    lacking = len(row.sheet.missing) + abs(row.sheet.pending)
    if not lacking:
        return message("a line to correct")
    return counted("{count} order missing", "{count} orders missing", lacking)


_AIDS = {
    Aid.GARRISON: message("the garrison"),
    Aid.LAST_STAND: message("one more as it could not retreat"),
}


def order_explained(event: inspection.OrderExplained, scene: Scene) -> Facts:
    """Return the order with its outcome, the units that met there, and the orders involved."""
    variant, done, outcome = event.game.variant, event.finished, event.outcome
    board = NamedPosition(done.before, variant)
    when = {"told_phase": phase_text(done.phase, variant)}
    if outcome is None:
        own = [one for one in done.before.units if one.power == event.role]
        units = own or done.before.units
        lines = [f"EXPLAIN {unit_short(one, variant.geography)}" for one in units[:3]]
        return {**when, "order": "", "lines": lines, "phase_named": str(done.phase)}
    sighted = event.role if is_blind(event.game, event.role) else None
    phase = told_phase(done.before, done.adjudication, variant, sighted)
    unit = unit_of(outcome.order)
    # In a blind game some of the units involved may be out of sight.
    met: tuple[Contender, ...] = ()
    if unit is not None and sighted is None:
        met = contest(done.before, done.adjudication, unit, variant)
    return {
        **when,
        "order": order_short(outcome.order, board),
        "owner": power_of(outcome.order),
        "outcome": reason_told(phase, outcome),
        "reason": outcome.reason,
        "public": not is_blind(event.game, ""),
        "on_river": is_broken_on_river(phase, outcome),
        "ruled": _ruled(event, outcome),
        "strengths": [_strength_row(one, variant.geography) for one in met],
        "others": [
            (
                f"{order_short(one.order, board)} ({power_of(one.order)})",
                reason_told(phase, one) or message("done"),
            )
            for one in _concerned(event, outcome, met)
        ],
    }


def _ruled(event: inspection.OrderExplained, outcome: Outcome) -> tuple[Text, ...]:
    """Return sentences of the variant's rules on the place and on the target."""
    geography, order = event.game.variant.geography, outcome.order
    places = {slot(order, event.game), *outcome.by}
    if isinstance(order, Move | Retreat):
        places.add(geography.province_of[order.target])
    consequences = event.finished.adjudication.consequences
    return rule_sentences(
        [one for one in consequences if one.province in places], event.game.variant
    )


def _strength_row(one: Contender, geography: Geography) -> tuple[str | Text, Text]:
    place = place_short(one.province, geography)
    who = unit_and_power(one.unit, geography) if one.unit else ""
    helpers = [unit_and_power(helper, geography) for helper in one.helpers]
    aid = [] if one.aid is None else [_AIDS[one.aid]]
    told = message("strength {number}, alone", number=one.strength)
    if helpers or aid:
        told = message(
            "strength {number}, with {units}", number=one.strength, units=all_of([*helpers, *aid])
        )
    return who or message("garrison of {place}", place=place), told


def _concerned(
    event: inspection.OrderExplained, asked: Outcome, met: Sequence[Contender]
) -> Iterator[Outcome]:
    """Yield the orders of other units that were involved in the outcome of this order.

    These are the units that met in a province, and those that helped, stopped or attacked one of
    them.
    """
    province_of = event.game.variant.geography.province_of
    home = slot(asked.order, event.game)
    places = {home, *asked.by, helped_province(asked.order)} - {None}
    places |= {one.province for one in met}
    for one in event.finished.adjudication.outcomes:
        order = one.order
        if one is asked or not isinstance(order, MovementOrder | Retreat):
            continue
        comes = isinstance(order, Move | Retreat) and province_of[order.target] == home
        if comes or places & {slot(order, event.game), helped_province(order)}:
            yield one


def _choices_shown(event: inspection.ChoicesShown, scene: Scene) -> Facts:
    """Return the lines to choose from, and whether the unit in question can reach the target.

    `unit` is its name, "" if the question is about several units or none. `able` are the lines that
    take it to the `target`. A question about a place without a unit of the writer's own has the
    name of the `place`, and whether an `army` and a `fleet` can go from there to the target.
    """
    board = board_in(event.game)
    kind, geography = board.position.phase.kind, board.geography
    own = {board.province(one.location) for one in units_of(board, event.power)}
    own |= {board.province(entry.unit.location) for entry in dislodged_of(board, event.power)}
    if event.targets and event.units and own.isdisjoint(event.units):
        place, target = event.units[0], event.targets[0]
        coasts = geography.coasts_of[place] or (place,)
        return {
            "place": location_name(place, geography),
            "target": location_name(target, geography),
            "army": target in bits(geography.army_edges[place]),
            "fleet": any(target in bits(geography.fleet_reach[coast]) for coast in coasts),
        }
    facts = {"place": "", "unit": "", "target": "", "able": [], "by_convoy": False}
    facts |= {"rows": [], "lines": []}
    facts["misplaced"] = event.asked.name if event.asked not in (None, kind) else ""
    turn = turn_of(board, event.power)
    facts["task"] = turn.task if turn else ""
    lines = list(turn.lines) if turn else []
    if kind is PhaseKind.ADJUSTMENT:
        return {**facts, "lines": lines}
    dislodged = [entry.unit for entry in dislodged_of(board, event.power)]
    units = dislodged if kind is PhaseKind.RETREAT else units_of(board, event.power)
    units = [one for one in units if not event.units or board.province(one.location) in event.units]
    if kind is PhaseKind.MOVEMENT:
        reached = [(unit_short(unit, geography), reach(unit, board)) for unit in units]
        lines = [f"{unit} - {to}" for unit, places in reached for to in places]
        facts["rows"] = [(unit, series(places)) for unit, places in reached]
    if len(units) != 1:
        return {**facts, "lines": lines}
    [unit] = units
    facts["unit"] = unit_name(unit, geography)
    if event.targets:
        facts["target"] = location_name(event.targets[0], geography)
        goals = {line: line.split()[-1] for line in lines if not line.endswith((" D", " H"))}
        facts["able"] = [line for line, to in goals.items() if board.place(to) in event.targets]
        if not facts["able"] and kind is PhaseKind.MOVEMENT:
            carried = [Move(unit, to) for to in event.targets]
            facts["able"] = [order_short(one, board) for one in carried if board.allows(one)]
            facts["by_convoy"] = facts["able"] != []
    return {**facts, "lines": lines}


VIEWS: Mapping[type[Event], Callable[[Any, Scene], Facts]] = {
    inspection.ChoicesShown: _choices_shown,
    inspection.GameExported: _game_exported,
    inspection.HistoryShown: _history_shown,
    inspection.MapShown: _map_shown,
    inspection.OrderExplained: order_explained,
    inspection.SettingsShown: _settings_shown,
    inspection.StatusShown: _status_shown,
    inspection.SummaryShown: _summary_shown,
    inspection.TrailShown: _trail_shown,
}
