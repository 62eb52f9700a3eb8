"""Whether a case came out as it says."""

from collections.abc import Callable, Iterator, Mapping

from judge.engine import (
    Dislodged,
    PhaseKind,
    Position,
    Unit,
    UnitOrder,
    Variant,
    dislodgements,
    ending,
)
from judge.messages import Message
from judge.notation.canonical import write_unit
from judge.notation.cases.model import Case, CasePhase
from judge.notation.cases.names import location_called, marker_text, unit_ordered
from judge.notation.cases.play import OrderResult, Played, play
from judge.notation.cases.words import RESULTS, UNREAD
from judge.notation.mistakes import Ambiguous, Unreadable


def disappointments(case: Case) -> tuple[str, ...]:
    """Return what came out otherwise than `case` says, a sentence each."""
    played = tuple(play(case))
    found = [line for one in played for line in _of_stage(one, case.variant)]
    if len(played) < len(case.stages):
        reached = played[-1].adjudication.after.phase if played else case.position.phase
        expected = case.stages[len(played)].phase
        found.append(f"The phase {expected} was expected, but {reached} comes.")
    return tuple(found)


def _of_stage(played: Played, variant: Variant) -> Iterator[str]:
    for told in played.told:
        for word in told.written.words:
            if not is_so(word, told, played, variant):
                number, phase = told.written.number, played.stage.phase
                yield f"Line {number}, {phase}: {told.text}: not so: {word}."
    yield from _of_board(played, variant)


def is_so(word: str, told: OrderResult, played: Played, variant: Variant) -> bool:
    """Return whether `word` is true of an order and of its unit."""
    if word in RESULTS:
        if isinstance(told.result, Unreadable | Ambiguous):
            return word in UNREAD
        return RESULTS[word](told.result)
    unit = _unit_of(told, variant)
    if word == "disbands":
        return unit in played.adjudication.disbanded
    mine = [one for one in _dislodged_in(played, variant) if one.unit == unit]
    return bool(mine) and _is_so_of(word, mine[0], variant)


def _unit_of(told: OrderResult, variant: Variant) -> Unit | Message | None:
    """Return the unit that an order names, also where the rest of it cannot be read."""
    if isinstance(told.result, Unreadable | Ambiguous):
        return unit_ordered(told.text, told.written.power, variant)
    order = told.result.order
    return order.unit if isinstance(order, UnitOrder) else None


def _dislodged_in(played: Played, variant: Variant) -> tuple[Dislodged, ...]:
    """Return the units driven out in a movement phase; in a retreat phase, before it."""
    if played.position.phase.kind is PhaseKind.MOVEMENT:
        return dislodgements(played.adjudication, variant.geography)
    return played.position.dislodged


def _is_so_of(word: str, dislodged: Dislodged, variant: Variant) -> bool:
    for start, holds in _OF_DISLODGED.items():
        if word.startswith(start):
            place = location_called(word.removeprefix(start), variant)
            return place is not None and holds(dislodged, place)
    return word == "dislodged"


_OF_DISLODGED: Mapping[str, Callable[[Dislodged, int], bool]] = {
    "dislodged from ": lambda dislodged, place: dislodged.attacker_from == place,
    "may retreat to ": lambda dislodged, place: place in dislodged.retreats,
    "may not retreat to ": lambda dislodged, place: place not in dislodged.retreats,
}


def _of_board(played: Played, variant: Variant) -> Iterator[str]:
    stage, after, geography = played.stage, played.adjudication.after, variant.geography
    for power, units in stage.after.items():
        there = [unit for unit in after.units if unit.power == power]
        if set(there) != set(units):
            texts = ", ".join(write_unit(unit, geography) for unit in there)
            yield f"After {stage.phase} {power} has {texts or 'no units'}."
    for power, centers in stage.owns.items():
        owned = [n for n, owner in enumerate(after.owners) if owner == power]
        if set(owned) != set(centers):
            texts = ", ".join(geography.locations[place].text for place in owned)
            yield f"After {stage.phase} {power} owns {texts or 'no centers'}."
    for marker, expected in stage.markers.items():
        if (marker in after.markers) != expected:
            found = "is not" if expected else "is"
            text = marker_text(marker, variant)
            yield f"After {stage.phase} marker {text} {found} there."
    yield from _of_ending(played, variant)


def _of_ending(played: Played, variant: Variant) -> Iterator[str]:
    stage = played.stage
    if stage.ending is None:
        return
    ended = _ending(played.adjudication.after, stage, variant)
    if stage.ending != ended:
        who = " / ".join(map(", ".join, stage.ending or ended))
        won = "has not won" if stage.ending else "has won"
        yield f"After {stage.phase} {who} {won}."


def _ending(after: Position, stage: CasePhase, variant: Variant) -> tuple[tuple[str, ...], ...]:
    """Return who has won, with the places of others where the case tells them."""
    over = ending(after, variant)
    if over is None:
        return ()
    told = stage.ending is not None and len(stage.ending) > 1
    return over.places if told else (over.winners,)
