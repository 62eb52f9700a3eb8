"""What mails tell of sides that nobody plays: how to vote for them, and what came."""

from judge.engine import (
    Adjudication,
    Build,
    Move,
    Position,
    Retreat,
    Unit,
    Variant,
    bits,
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
    rows = []
    for side in variant.neutrals:
        old = _places(before, side.name, variant) | _reached(adjudication, side.name)
        new = _places(adjudication.after, side.name, variant) & ~old
        places = [place_short(place, variant.geography) for place in bits(new)]
        rows += [(side.name, " ".join(places))] if places else []
    return tuple(rows)


def lost(unit: Unit, variant: Variant) -> Text:
    """Return that a dislodged unit is disbanded at once, and why it goes nowhere."""
    may = all(rule.may_retreat(unit, variant) for rule in variant.rules.special)
    if may:
        return message("has nowhere to go and is disbanded")
    return message("does not retreat and is disbanded")


def _places(position: Position, side: str, variant: Variant) -> int:
    place = variant.geography.province_of
    return mask_of({place[u.location] for u in position.units if u.power == side})


def _reached(adjudication: Adjudication, side: str) -> int:
    """Return the mask of the places where orders of `side` led."""
    reached = 0
    for outcome in adjudication.outcomes:
        if outcome.succeeded and power_of(outcome.order) == side:
            match outcome.order:
                case Move(target=place) | Retreat(target=place) | Build(location=place):
                    reached |= 1 << place
                case _:
                    continue
    return reached
