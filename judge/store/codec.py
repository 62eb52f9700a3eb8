"""Writes values as text and reads them back: settings by field, boards and orders in notation.

Durations are in seconds, moments in ISO 8601, Enum members are their values, and provinces are
abbreviations. So a person can read the text, and it does not depend on the province numbers of a
compiled map. A setting that is missing in a text has its default, so a new setting needs no
migration.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, NotRequired, TypedDict, TypeVar

from msgspec import convert, to_builtins

from judge.engine import (
    Adjudication,
    Consequence,
    Dislodged,
    Marker,
    Order,
    Outcome,
    Phase,
    PhaseKind,
    Position,
    Reason,
    Season,
    Unit,
    Variant,
    power_of,
)
from judge.game import Earlier, Entered, GameSettings, Guests, Plan, Proxy
from judge.notation import (
    NOBODY,
    CanonicalReader,
    read_canonical,
    vocabulary_of,
    write_order,
    write_unit,
)

_Value = TypeVar("_Value")


def fields_of(value: object) -> dict[str, Any]:
    """Return the fields of `value` by name, as input for `text_of`."""
    fields: dict[str, Any] = to_builtins(value, builtin_types=(timedelta,))
    return fields


def text_of(fields: object) -> str:
    """Return `fields` as JSON in ASCII."""
    return json.dumps(fields, default=timedelta.total_seconds)


def value_of(fields: object, kind: type[_Value]) -> _Value:
    """Return the value of class `kind` with these fields, which come from `json.loads`.

    A missing field gets its default; an unknown field is ignored. Raises ValueError if a field has
    an impossible value.
    """
    # Not strict: JSON has no durations, and strict conversion refuses a number for one.
    return convert(fields, kind, strict=False)


UnitFacts = tuple[str, str]


class PositionFacts(TypedDict):
    """A position as values for JSON; each unit is a pair (power, `A PAR`)."""

    phase: str
    units: list[UnitFacts]
    owners: dict[str, str]
    dislodged: list[tuple[UnitFacts, str, list[str]]]
    markers: NotRequired[list[tuple[str, str | None, str | None]]]


@dataclass(frozen=True, slots=True, eq=False)
class BoardTexts:
    """A variant with the reader of its provinces, units and orders, for stored texts."""

    variant: Variant
    reader: CanonicalReader

    @property
    def places(self) -> Mapping[str, int]:
        """Return the locations of the map, by their texts."""
        return self.reader.vocabulary.locations

    def text(self, place: int) -> str:
        """Return the text of a location, such as `PAR` or `STP/SC`."""
        return self.variant.geography.locations[place].text


@lru_cache(maxsize=64)
def board_of(variant: Variant) -> BoardTexts:
    """Return the board that reads and writes the texts of this variant.

    The board has no units: a stored order contains its own unit.
    """
    return BoardTexts(variant, CanonicalReader(vocabulary_of(variant), NOBODY, retreating=False))


def position_text(position: Position, board: BoardTexts) -> str:
    """Return `position` as a JSON object."""
    return json.dumps(position_facts(position, board))


def read_position(text: str, board: BoardTexts) -> Position:
    """Return the position in `text`."""
    facts: PositionFacts = json.loads(text)
    return position_of(facts, board)


def position_facts(position: Position, board: BoardTexts) -> PositionFacts:
    """Return `position` as values for JSON."""
    facts: PositionFacts = {
        "phase": str(position.phase),
        "units": [unit_facts(unit, board) for unit in position.units],
        "owners": {
            board.text(place): owner
            for place, owner in enumerate(position.owners)
            if owner is not None
        },
        "dislodged": [_dislodged_facts(item, board) for item in position.dislodged],
    }
    if position.markers:
        facts["markers"] = [_marker_facts(item, board) for item in position.markers]
    return facts


def position_of(facts: PositionFacts, board: BoardTexts) -> Position:
    """Return the position with these facts, as `position_facts` returned them."""
    owners: list[str | None] = [None] * len(board.variant.geography.provinces)
    for place, owner in facts["owners"].items():
        owners[board.places[place]] = owner
    return Position(
        phase=phase_of(facts["phase"]),
        units=tuple(unit_of(unit, board) for unit in facts["units"]),
        owners=tuple(owners),
        dislodged=tuple(
            Dislodged(
                unit_of(unit, board),
                board.places[attacker_from],
                tuple(board.places[place] for place in retreats),
            )
            for unit, attacker_from, retreats in facts["dislodged"]
        ),
        markers=tuple(
            Marker(kind, None if place is None else board.places[place], power)
            for kind, place, power in facts.get("markers", ())
        ),
    )


def unit_facts(unit: Unit, board: BoardTexts) -> UnitFacts:
    """Return `unit` as values for JSON."""
    return unit.power, write_unit(unit, board.variant.geography)


def unit_of(facts: UnitFacts, board: BoardTexts) -> Unit:
    """Return the unit with these facts, as `unit_facts` returned them."""
    power, text = facts
    return board.reader.vocabulary.units[power][text]


def _dislodged_facts(dislodged: Dislodged, board: BoardTexts) -> tuple[UnitFacts, str, list[str]]:
    retreats = [board.text(place) for place in dislodged.retreats]
    return unit_facts(dislodged.unit, board), board.text(dislodged.attacker_from), retreats


def _marker_facts(marker: Marker, board: BoardTexts) -> tuple[str, str | None, str | None]:
    place = None if marker.province is None else board.text(marker.province)
    return marker.kind, place, marker.power


def phase_of(text: str) -> Phase:
    """Return the phase with this short form, such as `S1901M`."""
    return Phase(Season(text[0]), int(text[1:-1]), PhaseKind(text[-1]))


# Texts of reasons that earlier versions stored.
_OLDER_REASONS = {"no such coast": Reason.WRONG_COAST}


class _OutcomeFacts(TypedDict):
    power: str
    order: str
    reason: str
    by: list[str]


class _ConsequenceFacts(TypedDict):
    kind: str
    province: str | None
    power: str | None
    only: str


class AdjudicationFacts(TypedDict):
    """The results of a phase, as values for JSON."""

    outcomes: list[_OutcomeFacts]
    after: PositionFacts
    disbanded: list[UnitFacts]
    standoffs: list[str]
    captures: list[tuple[str, str | None, str]]
    consequences: NotRequired[list[_ConsequenceFacts]]


def order_texts(orders: Iterable[Order], board: BoardTexts) -> tuple[str, ...]:
    """Return each order as text."""
    return tuple(write_order(order, board.variant.geography) for order in orders)


def read_orders(texts: Iterable[str], power: str, board: BoardTexts) -> tuple[Order, ...]:
    """Return the orders of `power` in `texts`; raises ValueError for an unreadable text."""
    return tuple(_order(text, power, board) for text in texts)


def adjudication_text(adjudication: Adjudication, board: BoardTexts) -> str:
    """Return `adjudication` as a JSON object."""
    facts: AdjudicationFacts = {
        "outcomes": [_outcome_facts(outcome, board) for outcome in adjudication.outcomes],
        "after": position_facts(adjudication.after, board),
        "disbanded": [unit_facts(unit, board) for unit in adjudication.disbanded],
        "standoffs": [board.text(place) for place in adjudication.standoffs],
        "captures": [
            (board.text(place), before, after) for place, before, after in adjudication.captures
        ],
    }
    if adjudication.consequences:
        consequences = [_consequence_facts(item, board) for item in adjudication.consequences]
        facts["consequences"] = consequences
    return json.dumps(facts)


def read_adjudication(text: str, board: BoardTexts) -> Adjudication:
    """Return the adjudication in `text`."""
    facts: AdjudicationFacts = json.loads(text)
    return adjudication_of(facts, board)


def adjudication_of(facts: AdjudicationFacts, board: BoardTexts) -> Adjudication:
    """Return the adjudication with these facts."""
    places = board.places
    return Adjudication(
        outcomes=tuple(_outcome(item, board) for item in facts["outcomes"]),
        after=position_of(facts["after"], board),
        disbanded=tuple(unit_of(unit, board) for unit in facts["disbanded"]),
        standoffs=tuple(places[place] for place in facts["standoffs"]),
        captures=tuple(
            (places[place], before, after) for place, before, after in facts["captures"]
        ),
        consequences=tuple(_consequence(item, board) for item in facts.get("consequences", ())),
    )


def _outcome_facts(outcome: Outcome, board: BoardTexts) -> _OutcomeFacts:
    return {
        "power": power_of(outcome.order),
        "order": write_order(outcome.order, board.variant.geography),
        "reason": outcome.reason.value,
        "by": [board.text(place) for place in outcome.by],
    }


def _outcome(facts: _OutcomeFacts, board: BoardTexts) -> Outcome:
    return Outcome(
        order=_order(facts["order"], facts["power"], board),
        reason=_OLDER_REASONS.get(facts["reason"]) or Reason(facts["reason"]),
        by=tuple(board.places[place] for place in facts["by"]),
    )


def _consequence_facts(consequence: Consequence, board: BoardTexts) -> _ConsequenceFacts:
    place = None if consequence.province is None else board.text(consequence.province)
    return {
        "kind": consequence.kind,
        "province": place,
        "power": consequence.power,
        "only": consequence.only,
    }


def _consequence(facts: _ConsequenceFacts, board: BoardTexts) -> Consequence:
    place = facts["province"]
    province = None if place is None else board.places[place]
    return Consequence(facts["kind"], province, facts["power"], facts["only"])


# A seat has its orders and earlier sets of orders. Most of them are the same in the next letter, so
# reading them is cached.
@lru_cache(maxsize=4096)
def _order(text: str, power: str, board: BoardTexts) -> Order:
    order = read_canonical(text, power, board.reader)
    if order is None:
        raise ValueError(f"{power} cannot have ordered this: {text}")
    return order


def earlier_text(earlier: Iterable[Earlier], board: BoardTexts) -> str:
    """Return a power's earlier sets of orders as a JSON list."""
    return json.dumps(
        [
            {
                "number": order_set.number,
                "orders": order_texts(order_set.orders, board),
                "troubled": order_set.troubled,
            }
            for order_set in earlier
        ]
    )


# Most letters change one seat of a game. The texts of the other seats stay the same, so reading
# them is cached.
@lru_cache(maxsize=1024)
def read_earlier(text: str, power: str, board: BoardTexts) -> tuple[Earlier, ...]:
    """Return the earlier sets of orders of `power` in `text`."""
    return tuple(
        Earlier(
            facts["number"], read_orders(facts["orders"], power, board), tuple(facts["troubled"])
        )
        for facts in json.loads(text)
    )


def plans_text(plans: Iterable[Plan]) -> str:
    """Return orders for later phases as a JSON list."""
    return json.dumps(
        [
            {"phase": str(plan.phase), "lines": plan.lines, "dated": plan.dated.isoformat()}
            for plan in plans
        ]
    )


@lru_cache(maxsize=1024)
def read_plans(text: str) -> tuple[Plan, ...]:
    """Return the orders for later phases in `text`."""
    return tuple(
        Plan(
            phase_of(facts["phase"]), tuple(facts["lines"]), datetime.fromisoformat(facts["dated"])
        )
        for facts in json.loads(text)
    )


def proxies_text(proxies: Iterable[Proxy], board: BoardTexts) -> str:
    """Return the proxies of a power as a JSON list."""
    return json.dumps(
        [
            {
                "to": proxy.to,
                "giver": proxy.giver,
                "holder": proxy.holder,
                "until": str(proxy.until),
                "unit": proxy.unit and unit_facts(proxy.unit, board),
            }
            for proxy in proxies
        ]
    )


@lru_cache(maxsize=1024)
def read_proxies(text: str, board: BoardTexts) -> tuple[Proxy, ...]:
    """Return the proxies in `text`."""
    return tuple(
        Proxy(
            facts["to"],
            facts["giver"],
            facts["holder"],
            phase_of(facts["until"]),
            facts["unit"] and unit_of(facts["unit"], board),
        )
        for facts in json.loads(text)
    )


def entered_text(entered: Iterable[Entered], board: BoardTexts) -> str:
    """Return the orders that others gave for a power by proxy, as a JSON list."""
    return json.dumps(
        [
            {
                "order": order_texts((item.order,), board)[0],
                "by": item.by,
                "dated": item.dated and item.dated.isoformat(),
            }
            for item in entered
        ]
    )


@lru_cache(maxsize=1024)
def read_entered(text: str, power: str, board: BoardTexts) -> tuple[Entered, ...]:
    """Return the orders in `text` that others gave for `power` by proxy."""
    return tuple(
        Entered(
            read_orders((facts["order"],), power, board)[0],
            facts["by"],
            facts["dated"] and datetime.fromisoformat(facts["dated"]),
        )
        for facts in json.loads(text)
    )


# Fields that are written for every kind of phase; the others only if they are set.
_OF_A_KIND = ("clock", "days", "grace")


def settings_text(settings: GameSettings) -> str:
    """Return the settings as a JSON object; EXPORT shows this text unchanged."""
    facts = fields_of(settings)
    timing, changes = facts["timing"], facts.pop("changes")
    timing["kinds"] = {
        kind.pop("kind"): {
            name: value for name, value in kind.items() if value is not None or name in _OF_A_KIND
        }
        for kind in timing["kinds"]
    }
    facts["twists"] = changes | {"units": dict(changes["units"])}
    facts["choices"] = dict(facts["choices"])
    facts["press_limits"].sort()
    return text_of(facts)


def read_settings(text: str) -> GameSettings:
    """Return the settings in `text`; raises ValueError if the text is no settings."""
    facts = json.loads(text)
    if "kinds" in (timing := facts.get("timing", {})):
        timing["kinds"] = [{"kind": name, **fields} for name, fields in timing["kinds"].items()]
    if "units" in (changes := facts.pop("twists", {})):
        changes["units"] = [*changes["units"].items()]
    facts["choices"] = [*facts.get("choices", {}).items()]
    return value_of(facts | {"changes": changes}, GameSettings)


def guests_text(guests: Guests) -> str:
    """Return the guest lists as a JSON object, or "" if they are empty."""
    return text_of(fields_of(guests)) if guests != Guests() else ""


def read_guests(text: str) -> Guests:
    """Return the guest lists in `text`."""
    return value_of(json.loads(text), Guests) if text else Guests()
