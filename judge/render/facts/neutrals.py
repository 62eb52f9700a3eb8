"""What mails tell of sides that nobody plays: how to vote for them, and what came."""

from collections.abc import Iterator

from judge.engine import (
    Adjudication,
    Build,
    Move,
    Position,
    Retreat,
    Unit,
    Variant,
    mask_of,
    power_of,
)
from judge.game import sides_to_vote_on
from judge.messages import Text, message
from judge.render.facts.board import Turn, turn_of
from judge.render.words import NamedPosition, place_short

_TASK = message(
    "To vote for what units do that nobody plays, send lines such as these, with the "
    "order that you want:"
)


def votes_of(board: NamedPosition, power: str) -> Turn | None:
    """Return what `power` may vote for in this phase, or None when it is nothing."""
    lines = []
    for side in sides_to_vote_on(board.position, power, board.variant):
        turn = turn_of(board, side)
        lines += [f"{side}: {line}" for line in turn.lines] if turn else []
    return Turn(_TASK, tuple(lines)) if lines else None


def returned(
    before: Position, adjudication: Adjudication, variant: Variant
) -> tuple[tuple[str, str], ...]:
    """Return a row a side nobody plays: the places where a unit of it is back."""
    rows: dict[str, list[str]] = {}
    for unit in units_back(before, adjudication, variant):
        place = place_short(unit.location, variant.geography)
        rows.setdefault(unit.power, []).append(place)
    return tuple((side, " ".join(places)) for side, places in rows.items())


def units_back(before: Position, adjudication: Adjudication, variant: Variant) -> Iterator[Unit]:
    """Yield the units of sides nobody plays that no order brought where they are."""
    province_of = variant.geography.province_of
    for side in variant.neutrals:
        known = _stood_or_led(before, adjudication, side.name, variant)
        for unit in adjudication.after.units:
            new = not known >> province_of[unit.location] & 1
            if unit.power == side.name and new:
                yield unit


def lost(unit: Unit, variant: Variant) -> Text:
    """Return that a dislodged unit is disbanded at once, and why it goes nowhere."""
    may = all(rule.may_retreat(unit, variant) for rule in variant.rules.special)
    if may:
        return message("has nowhere to go and is disbanded")
    return message("does not retreat and is disbanded")


def _stood_or_led(before: Position, adjudication: Adjudication, side: str, variant: Variant) -> int:
    """Return the mask of places where units of `side` stayed, or orders led them."""
    province_of = variant.geography.province_of
    places = {province_of[u.location] for u in before.units if u.power == side}
    left, reached = set[int](), set[int]()
    for outcome in adjudication.outcomes:
        if outcome.succeeded and power_of(outcome.order) == side:
            match outcome.order:
                case Move(unit, to):
                    left.add(province_of[unit.location])
                    reached.add(province_of[to])
                case Retreat(target=to) | Build(location=to):
                    reached.add(province_of[to])
                case _:
                    continue
    return mask_of(places - left | reached)
