"""Playing a case: its orders read and adjudicated, phase by phase."""

from collections.abc import Iterator
from dataclasses import dataclass

from judge.engine import (
    Adjudication,
    Build,
    Declare,
    Order,
    Outcome,
    Position,
    Reason,
    Unit,
    Variant,
    Vote,
    Waive,
    adjudicate,
    power_of,
)
from judge.notation.cases.model import Case, CasePhase, Written
from judge.notation.mistakes import Ambiguous, Mistake, Unreadable
from judge.notation.reading.read import read_line, reader_for


@dataclass(frozen=True, slots=True)
class OrderResult:
    """What became of an order that was written; a mistake is what cannot be read."""

    written: Written
    text: str
    result: Outcome | Mistake


@dataclass(frozen=True, slots=True)
class Played:
    """A phase that was played; `untold` became of units without orders."""

    stage: CasePhase
    position: Position
    told: tuple[OrderResult, ...]
    untold: tuple[Outcome, ...]
    adjudication: Adjudication


def play(case: Case) -> Iterator[Played]:
    """Yield the phases of `case`, each played on the board the one before left.

    A phase that is not the next one of the game ends the play.
    """
    position = case.position
    for stage in case.stages:
        if stage.phase != position.phase:
            return
        played = play_stage(stage, position, case.variant)
        yield played
        position = played.adjudication.after


def play_stage(stage: CasePhase, position: Position, variant: Variant) -> Played:
    """Return what becomes of the orders of `stage` on the board of `position`.

    What cannot be read, and an order to another power's unit, counts as not written.
    """
    read = [
        (written, one)
        for written in stage.orders
        for one in read_line(written.text, reader_for(variant, position, written.power))
    ]
    named = {_unit_of(one.result) for _, one in read if not one.of_the_rest}
    said = [
        (written, one.text, one.result)
        for written, one in read
        if not one.of_the_rest or _unit_of(one.result) not in named
    ]
    orders = [
        order
        for written, _, order in said
        if isinstance(order, Order) and power_of(order) == written.power
    ]
    adjudication = adjudicate(position, orders, variant)
    outcomes = iter(adjudication.outcomes)
    told = tuple(
        OrderResult(written, text, _result(order, written, outcomes))
        for written, text, order in said
    )
    return Played(stage, position, told, tuple(outcomes), adjudication)


def _unit_of(result: Order | Mistake) -> Unit | None:
    """Return the unit that is ordered, None where no unit is."""
    match result:
        case Build() | Waive() | Vote() | Declare() | Unreadable() | Ambiguous():
            return None
        case order:
            return order.unit


def _result(
    order: Order | Mistake, written: Written, outcomes: Iterator[Outcome]
) -> Outcome | Mistake:
    if isinstance(order, Mistake):
        return order
    if power_of(order) != written.power:
        return Outcome(order, Reason.FOREIGN_UNIT)
    return next(outcomes)
