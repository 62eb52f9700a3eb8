"""What became of a phase, in the rows that older judges' results have."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from msgspec import structs

from judge.engine import (
    Build,
    Disband,
    Hold,
    Move,
    Order,
    Outcome,
    PhaseKind,
    Position,
    Reason,
    Retreat,
    Season,
    Unit,
    UnitOrder,
    Waive,
    adjustments,
    size_of,
)
from judge.game import FinishedPhase
from judge.render.compat.board import (
    Balance,
    DislodgedRow,
    Owned,
    balances,
    dislodged_row,
    owned_in,
    rows_by_power,
)
from judge.render.compat.header import Title, title_of
from judge.render.compat.orders import Row, pending_rows, row_of, unit_row
from judge.render.facts.neutrals import units_back
from judge.render.facts.results import dislodged_units
from judge.render.words import NamedPosition

_MARKS = {
    Reason.SUCCEEDED: "",
    Reason.BOUNCED: "bounce",
    Reason.OWN_UNIT: "bounce",
    # jDip reads no mail with a mark that it does not know, and `disrupted` is none.
    Reason.DISRUPTED: "no convoy",
    Reason.NO_CONVOY: "no convoy",
    Reason.CUT: "cut",
    Reason.DISLODGED: "dislodged",
    Reason.VOID: "void",
    Reason.CLASHED: "bounce, destroyed",
    Reason.NO_RETREAT: "destroyed",
}
_DRIVEN = "dislodged"


@dataclass(frozen=True, slots=True)
class CompatResults:
    """What became of a phase: `orders` by power, and the rest by the kind of phase.

    `owned` are the names of centers by power, those of nobody as `Unowned`.
    """

    title: Title
    orders: tuple[tuple[Row, ...], ...]
    dislodged: tuple[DislodgedRow, ...]
    owned: tuple[Owned, ...]
    balance: tuple[Balance, ...]


def compat_results(
    finished: FinishedPhase, board: NamedPosition, only: str | None
) -> CompatResults:
    """Return the results of a phase that began with `board`.

    In a blind game the reader sees what is in them, and has `only` the one power.
    """
    variant = board.variant
    rows = [*_orders(finished, board, only), *_back(finished, board, only)]
    after = NamedPosition(finished.adjudication.after, variant)
    counted = _year_is_counted(finished)
    return CompatResults(
        title=title_of(finished.phase, variant.start.phase),
        orders=rows_by_power(rows, board),
        dislodged=tuple(_dislodged(finished, board, only)),
        owned=tuple(owned_in(after)) if counted else (),
        balance=tuple(balances(after, only)) if counted else (),
    )


def _year_is_counted(finished: FinishedPhase) -> bool:
    """Return whether the owners of centers were looked at: at the end of Fall."""
    retreats = finished.adjudication.after.phase.kind is PhaseKind.RETREAT
    return finished.phase.season is Season.FALL and not retreats


def _orders(finished: FinishedPhase, board: NamedPosition, only: str | None) -> list[Row]:
    if finished.phase.kind is PhaseKind.ADJUSTMENT:
        return [*_adjusted(finished, board), *_unused(finished, board, only)]
    geography = board.geography
    told = [
        (geography.province_of[one.order.unit.location], one)
        for one in finished.adjudication.outcomes
        if isinstance(one.order, UnitOrder)
    ]
    # Of several orders to one unit the one that was possible is the one that counted.
    chosen: dict[int, Outcome] = {}
    for here, outcome in told:
        if here not in chosen or not outcome.reason.is_illegal:
            chosen[here] = outcome
    places = {geography.province_of[one.location]: one for one in _ordered(board)}
    orders = [one.order for one in chosen.values() if not one.reason.is_illegal]
    driven = set(dislodged_units(board.position, finished.adjudication, board.variant))
    return [
        _told(chosen[here], unit, finished, (board, orders, unit in driven))
        for here, unit in places.items()
        if here in chosen
    ]


def _ordered(board: NamedPosition) -> Iterator[Unit]:
    """Yield the units that had something to do in a movement or a retreat."""
    if board.position.phase.kind is PhaseKind.RETREAT:
        yield from (one.unit for one in board.position.dislodged)
    else:
        yield from board.position.units


_Setting = tuple[NamedPosition, list[Order], bool]


def _told(outcome: Outcome, unit: Unit, finished: FinishedPhase, setting: _Setting) -> Row:
    """Return what became of the order to `unit`, which may have been driven out."""
    board, orders, driven = setting
    marks = [one for one in (_mark(outcome), _DRIVEN if driven else "") if one]
    text = ", ".join(dict.fromkeys(marks))
    if unit.power in finished.absent and isinstance(outcome.order, Hold):
        return replace(unit_row(unit, "unordered", board), marks=text)
    order = _landed(outcome, finished.adjudication.after, board)
    return row_of(order, board, orders, text)


def _landed(outcome: Outcome, after: Position, board: NamedPosition) -> Order:
    """Return the order with the coast where its fleet is now, had it named none."""
    order = outcome.order
    if not outcome.succeeded or not isinstance(order, Move | Retreat):
        return order
    target = board.province(order.target)
    there = (one.location for one in after.units if board.province(one.location) == target)
    return structs.replace(order, target=next(there, order.target))


def _mark(outcome: Outcome) -> str:
    return _MARKS.get(outcome.reason, "void")


def _adjusted(finished: FinishedPhase, board: NamedPosition) -> Iterator[Row]:
    for outcome in finished.adjudication.outcomes:
        if outcome.reason is Reason.CIVIL_DISORDER:
            assert isinstance(outcome.order, Disband)
            yield unit_row(outcome.order.unit, "default", board)
        elif outcome.succeeded and isinstance(outcome.order, Build | Disband | Waive):
            yield row_of(outcome.order, board, ())


def _back(finished: FinishedPhase, board: NamedPosition, only: str | None) -> Iterator[Row]:
    """Yield the units that a rule put back on the board, as if they were built."""
    # Of what is newly in sight nobody can tell whether it was there before.
    if only is None:
        for unit in units_back(board.position, finished.adjudication, board.variant):
            yield unit_row(unit, "build", board)


def _unused(finished: FinishedPhase, board: NamedPosition, only: str | None) -> Iterator[Row]:
    """Yield how many builds were not ordered."""
    used = Counter[str]()
    for one in finished.adjudication.outcomes:
        if one.succeeded and isinstance(one.order, Build | Waive):
            used[one.order.power] += size_of(one.order)
    for power, due in adjustments(board.position, board.variant).items():
        if only in (None, power):
            yield from pending_rows(power, max(0, due - used[power]))


def _dislodged(
    finished: FinishedPhase, board: NamedPosition, only: str | None
) -> Iterator[DislodgedRow]:
    adjudication, variant = finished.adjudication, board.variant
    open_to = {one.unit: one.retreats for one in adjudication.after.dislodged}
    for unit in dislodged_units(board.position, adjudication, variant):
        yield dislodged_row(unit, open_to.get(unit, ()), board, only)
