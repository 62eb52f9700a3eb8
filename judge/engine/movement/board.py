"""The working tables of one movement phase: who stands where, and who goes where.

They are filled in one pass over the orders, live as long as one adjudication, and are
indexed by province: a unit, its order and its fate all go by where it stands.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from judge.engine.geography import Geography
from judge.engine.ground import Ground
from judge.engine.legality import check_move
from judge.engine.orders import Convoy, Hold, Move, MovementOrder
from judge.engine.outcome import Reason
from judge.engine.position import Position, Unit, UnitKind
from judge.engine.variant import Rules, Variant

# To look a member up in its class costs more than the test it is needed for.
_ARMY = UnitKind.ARMY
_SUCCEEDED = Reason.SUCCEEDED


@dataclass(slots=True)
class Board:
    """The tables. A fate is whether an order succeeds, None while that is not known.

    `numbers[province]` is the place of its order in `orders`, or -1.
    `targets[province]` is where the unit there moves, or -1, and `goals` the location.
    `comers[province]` are those that move there; `helpers[province]` those whose
    support, unless cut, counts for the unit there, and `aims` where such a supporter
    helps a move to, or -1. `carriers` has an entry for each army that goes by sea: the
    fleets ordered to convoy it. These have no entry where there is nobody.

    `reasons` and `causes` go by order, as in the outcomes; those of the orders in
    `failed` are still to be told. `contested` are the provinces that several move to.
    `asked`, when it is a list, collects the unknown fates that were asked for.
    """

    geography: Geography
    rules: Rules
    orders: Sequence[MovementOrder]
    unit_at: list[Unit | None]
    numbers: list[int]
    targets: list[int]
    goals: list[int]
    fates: list[bool | None]
    reasons: list[Reason]
    causes: list[tuple[int, ...]]
    supports: list[int] = field(default_factory=list)
    convoys: list[int] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    comers: dict[int, list[int]] = field(default_factory=dict)
    helpers: dict[int, list[int]] = field(default_factory=dict)
    aims: dict[int, int] = field(default_factory=dict)
    carriers: dict[int, list[int]] = field(default_factory=dict)
    failed: list[int] = field(default_factory=list)
    contested: list[int] = field(default_factory=list)
    asked: list[int] | None = None
    _ground: Ground | None = None

    def ground(self) -> Ground:
        """Return who stands where, as legality is checked against it."""
        if self._ground is None:
            self._ground = Ground(self.geography, self.unit_at)
        return self._ground

    def order_of(self, province: int) -> MovementOrder:
        """Return the order of the unit in `province`."""
        return self.orders[self.numbers[province]]

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
    position: Position, orders: Sequence[MovementOrder], variant: Variant
) -> Board | None:
    """Return the tables of a phase, or None when the orders do not fit the units.

    They fit when each unit of the position has exactly one.
    """
    count = len(orders)
    if count != len(position.units):
        return None
    geography = variant.geography
    nowhere = [-1] * len(geography.provinces)
    nothing: list[None] = [None] * len(nowhere)
    board = Board(
        geography,
        variant.rules,
        orders,
        [*nothing],
        nowhere,
        nowhere.copy(),
        nowhere.copy(),
        [*nothing],
        [_SUCCEEDED] * count,
        [()] * count,
    )
    unclear = _sort(board)
    province_of, unit_at = geography.province_of, board.unit_at
    for unit in position.units:
        there = unit_at[province_of[unit.location]]
        if there is not unit and there != unit:
            return None
    for origin in unclear:
        _aim(board, origin)
    return board


def _sort(board: Board) -> list[int]:  # noqa: PLR0915 - the hottest loop of all
    """Note the orders by kind; return who does not plainly move to a neighbor."""
    geography = board.geography
    province_of = geography.province_of
    army_steps, fleet_steps = geography.army_steps, geography.fleet_steps
    unit_at, numbers = board.unit_at, board.numbers
    targets, goals, comers = board.targets, board.goals, board.comers
    moves, supports, convoys = board.moves, board.supports, board.convoys
    unclear = []
    for number, order in enumerate(board.orders):
        unit = order.unit
        location = unit.location
        origin = province_of[location]
        unit_at[origin] = unit
        numbers[origin] = number
        if type(order) is Move:
            goal = order.target
            steps = army_steps if unit.kind is _ARMY else fleet_steps
            if order.via or goal not in steps[location]:
                unclear.append(origin)
                continue
            target = province_of[goal]
            targets[origin] = target
            goals[origin] = goal
            moves.append(origin)
            if target in comers:
                comers[target].append(origin)
            else:
                comers[target] = [origin]
        elif type(order) is not Hold:
            (convoys if type(order) is Convoy else supports).append(origin)
    return unclear


def _aim(board: Board, origin: int) -> None:
    """Note a move that is not plainly one to a neighbor, or why it is impossible.

    An army that cannot walk there, or is told not to, waits for its carriers.
    """
    order = board.order_of(origin)
    assert isinstance(order, Move)
    goal = check_move(order, order.unit, board.ground(), board.rules)
    if isinstance(goal, Reason):
        board.tell(origin, goal)
        return
    target = board.geography.province_of[goal]
    board.targets[origin], board.goals[origin] = target, goal
    board.moves.append(origin)
    board.comers.setdefault(target, []).append(origin)
    walks = board.geography.army_edges[origin] >> goal & 1
    if order.unit.kind is _ARMY and (order.via or not walks):
        board.carriers[origin] = []
