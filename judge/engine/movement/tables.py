"""The working tables of one movement phase: who stands where, and who goes where.

They are filled in one pass over the orders, live as long as one adjudication, and are
indexed by province: a unit, its order and its fate all go by where it stands.
"""

from collections.abc import Mapping, Sequence
from typing import Never

from msgspec import Struct

from judge.engine.board.geography import Geography, mask_of
from judge.engine.board.occupancy import Occupancy, garrisons_in
from judge.engine.board.position import Position, Unit, UnitKind
from judge.engine.legality import check_move
from judge.engine.orders import (
    Convoy,
    Hold,
    Move,
    Order,
    SupportHold,
    SupportMove,
)
from judge.engine.outcome import Reason
from judge.engine.rules.rule import Garrison
from judge.engine.variant import Rules, Variant

# To look a member up in its class costs more than the test it is needed for.
_ARMY = UnitKind.ARMY
_SUCCEEDED = Reason.SUCCEEDED

# A dict, since to ask a proxy whether it is empty takes several times as long.
_NOTHING: Mapping[int, Never] = {}

# Who moves to a province, when it is not one alone.
NOBODY, SEVERAL = -1, -2


class PhaseTables(Struct, gc=False):
    """The tables. A fate is whether an order succeeds, None while that is not known.

    `numbers[province]` is the place of its order in `orders`, or -1.
    `targets[province]` is where the unit there moves, or -1, and `goals` the location.
    `movers` are those that move, and `comer[province]` the one that moves there, NOBODY
    or SEVERAL; these are in `rivals`. `carriers` has an entry for each army that goes
    by sea: the fleets ordered to convoy it. `helpers[province]` are those whose
    support, unless cut, counts for the unit there, and `aims` where such a supporter
    helps a move to, or -1. The last four have no entry where there is nobody.

    `reasons` and `causes` go by order, as in the outcomes; those of the orders in
    `failed` are still to be told. `winners` are those whose moves succeed.
    `asked`, when it is a list, collects the unknown fates that were asked for.
    `reinforced` are the provinces whose units defend with one more, by a rule of the
    variant; `broken` the fleets whose convoy an attack ends though they stay, with
    those who attack. `weights` has the strength of units that alone are stronger than
    one; `garrisons` are those of provinces, and `guards` who supports one that a unit
    is leaving. Where there is none of these, `is_even`, all units are of strength one.
    """

    orders: Sequence[Order]
    geography: Geography
    rules: Rules
    unit_at: list[Unit | None]
    numbers: list[int]
    targets: list[int]
    goals: list[int]
    comer: list[int]
    fates: list[bool | None]
    reasons: list[Reason]
    causes: list[tuple[int, ...]]
    supports: list[SupportMove] = []
    holds: list[SupportHold] = []
    convoys: list[int] = []
    movers: list[int] = []
    rivals: dict[int, list[int]] = {}
    helpers: dict[int, list[int]] = {}
    aims: dict[int, int] = {}
    carriers: dict[int, list[int]] = {}
    broken: dict[int, list[int]] = {}
    winners: list[int] = []
    failed: list[int] = []
    asked: list[int] | None = None
    reinforced: frozenset[int] = frozenset()
    weights: Mapping[int, int] = _NOTHING
    garrisons: Mapping[int, Garrison] = _NOTHING
    guards: dict[int, list[int]] = {}
    _occupancy: Occupancy | None = None

    def is_even(self) -> bool:
        """Return whether all that holds a province is of strength one without help."""
        return not (self.reinforced or self.weights or self.garrisons)

    def occupancy(self) -> Occupancy:
        """Return who stands where, as legality is checked against it."""
        if self._occupancy is None:
            self._occupancy = Occupancy(
                self.geography, self.unit_at, mask_of(self.garrisons)
            )
        return self._occupancy

    def order_of(self, province: int) -> Order:
        """Return the order of the unit in `province`."""
        return self.orders[self.numbers[province]]

    def comers(self, province: int) -> Sequence[int]:
        """Return where the units stand that move to `province`."""
        comer = self.comer[province]
        if comer >= 0:
            return (comer,)
        return self.rivals[province] if comer == SEVERAL else ()

    def crowd(self, target: int, mover: int) -> None:
        """Note one more that moves to `target`, where another does already."""
        first = self.comer[target]
        if first == SEVERAL:
            self.rivals[target].append(mover)
        else:
            self.rivals[target] = [first, mover]
            self.comer[target] = SEVERAL

    def power_at(self, province: int) -> str:
        """Return the power of the unit in `province`, which is not empty."""
        unit = self.unit_at[province]
        assert unit is not None
        return unit.power

    def tell(self, province: int, reason: Reason, causes: tuple[int, ...] = ()) -> None:
        """Note why the order of the unit in `province` came to nothing."""
        number = self.numbers[province]
        self.reasons[number] = reason
        self.causes[number] = causes


def set_up(
    position: Position, orders: Sequence[Order], variant: Variant
) -> PhaseTables | None:
    """Return the tables of a phase, or None when the orders do not fit the units.

    They fit when all are of movement, to units of the position, and no two to one. A
    unit without an order holds, by an order that is added behind them.
    """
    board = _empty(orders, variant)
    unclear: list[int] = []
    units = _sort(board, unclear)
    if len(units) != len(orders):
        return None
    if units != position.units and not _fit(board, units, position):
        return None
    if variant.rules.special:
        board.garrisons = garrisons_in(position, variant)
    for origin in unclear:
        _aim(board, origin)
    return board


def _empty(orders: Sequence[Order], variant: Variant) -> PhaseTables:
    size, count = len(variant.geography.provinces), len(orders)
    nowhere = [-1] * size
    return PhaseTables(
        orders,
        variant.geography,
        variant.rules,
        [None] * size,
        nowhere,
        nowhere.copy(),
        nowhere.copy(),
        nowhere.copy(),
        [None] * size,
        [_SUCCEEDED] * count,
        [()] * count,
    )


def _sort(  # noqa: C901, PLR0912, PLR0915 - the hottest loop of all
    board: PhaseTables, unclear: list[int]
) -> tuple[Unit, ...]:
    """Note the orders by kind, and in `unclear` who does not plainly move next door.

    Return the units in turn, as far as their orders are of movement.
    """
    geography = board.geography
    province_of = geography.province_of
    army_steps, fleet_steps = geography.army_steps, geography.fleet_steps
    unit_at, numbers = board.unit_at, board.numbers
    targets, goals, comer = board.targets, board.goals, board.comer
    movers, supports = board.movers, board.supports
    units = []
    for number, order in enumerate(board.orders):
        if type(order) is Move:
            unit = order.unit
            location = unit.location
            origin = province_of[location]
            goal = order.target
            steps = army_steps if unit.kind is _ARMY else fleet_steps
            if order.via or goal not in steps[location]:
                unclear.append(origin)
            else:
                target = province_of[goal]
                targets[origin] = target
                goals[origin] = goal
                movers.append(origin)
                if comer[target] == NOBODY:
                    comer[target] = origin
                else:
                    board.crowd(target, origin)
        else:
            if type(order) is Hold:
                unit = order.unit
            elif type(order) is SupportMove:
                unit = order.unit
                supports.append(order)
            elif type(order) is SupportHold:
                unit = order.unit
                board.holds.append(order)
            elif type(order) is Convoy:
                unit = order.unit
                board.convoys.append(province_of[unit.location])
            else:
                break
            origin = province_of[unit.location]
        unit_at[origin] = unit
        numbers[origin] = number
        units.append(unit)
    return tuple(units)


def _fit(board: PhaseTables, units: Sequence[Unit], position: Position) -> bool:
    """Return whether `units` are of the position, each once; the others hold."""
    unit_at, province_of = board.unit_at, board.geography.province_of
    idle, ordered = [], 0
    for unit in position.units:
        origin = province_of[unit.location]
        standing = unit_at[origin]
        if standing is None:
            unit_at[origin] = unit
            idle.append(Hold(unit))
            board.numbers[origin] = len(units) + len(idle) - 1
        elif standing == unit:
            ordered += 1
        else:
            return False
    if ordered != len(units):
        return False
    if idle:
        board.orders = (*board.orders, *idle)
        board.reasons += [_SUCCEEDED] * len(idle)
        board.causes += [()] * len(idle)
    return True


def _aim(board: PhaseTables, origin: int) -> None:
    """Note a move that is not plainly one to a neighbor, or why it is impossible.

    An army that cannot walk there, or is told not to, waits for its carriers.
    """
    order = board.order_of(origin)
    assert isinstance(order, Move)
    goal = check_move(order, order.unit, board.occupancy(), board.rules)
    if isinstance(goal, Reason):
        board.tell(origin, goal)
        return
    target = board.geography.province_of[goal]
    board.targets[origin], board.goals[origin] = target, goal
    board.movers.append(origin)
    if board.comer[target] == NOBODY:
        board.comer[target] = origin
    else:
        board.crowd(target, origin)
    walks = board.geography.army_edges[origin] >> goal & 1
    if order.unit.kind is _ARMY and (order.via or not walks):
        board.carriers[origin] = []
