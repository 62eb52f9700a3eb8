"""The working tables of one movement phase, indexed by province.

A unit, its order and the fate of that order are all found under the province of the unit. The
tables are built for one adjudication, changed while it runs, and thrown away.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Never

from msgspec.structs import replace

from judge.engine.board import Position, Unit, UnitKind
from judge.engine.geography import has_route, mask_of
from judge.engine.legality import (
    Occupancy,
    check_convoy,
    check_move,
    check_order_of_unit,
    check_support_hold,
    check_support_move,
    check_unit,
    garrisons_in,
)
from judge.engine.orders import (
    Convoy,
    Hold,
    Move,
    MovementOrder,
    Order,
    Reason,
    SupportHold,
    SupportMove,
)
from judge.engine.rules.rule import Garrison
from judge.engine.variant import Variant

# A dict: a test for emptiness takes several times as long on a mapping proxy.
_NOTHING: Final[Mapping[int, Never]] = {}

_NONE: Final[frozenset[int]] = frozenset()
_SUCCEEDED: Final = Reason.SUCCEEDED

# Values of `PhaseTables.comer` when the number of units that move to a province is not one.
NOBODY: Final = -1
SEVERAL: Final = -2


class PhaseTables:
    """The tables of one movement phase.

    A fate is whether an order succeeds: true, false, or None while it is unknown.

    Orders:
    - `orders`: the orders as sent in, and after them holds for the units without one.
    - `numbers[province]`: the index in `orders` of the order that counts for the unit, or -1.
    - `corrected[province]`: the order that counts, if the order in `orders` had to be corrected.
    - `moves`, `move_supports`, `hold_supports`, `convoy_orders`: the orders that count, by kind.
    - `reasons`, `causes`: by index in `orders`, as in the outcomes.

    Moves:
    - `targets[province]`: the province to which the unit moves, or -1; `goals`: the location.
    - `movers`: the provinces of all units that move.
    - `comer[province]`: the origin of the only unit that moves there, or NOBODY, or SEVERAL.
    - `rivals[province]`: the origins of these units, if there are several.
    - `carriers[army]`: the fleets that convoy the army, only for armies that go by sea.
    - `convoys`: the fleets in any entry of `carriers`.

    Supports:
    - `helpers[province]`: the supporters of the unit there, whose support counts unless it is cut.
    - `aims[supporter]`: the target of the supported move, or -1 for a supported hold.

    Results:
    - `fates[province]`: the fate of the order of the unit there.
    - `winners`: the provinces of successful movers.
    - `failed`: the provinces of failed orders whose reason is not recorded yet.
    - `open_fates`: the unknown fates that a decision needed; None while nobody collects them.

    Rules of variants (`is_even()` is true if none of these changes a strength):
    - `reinforced`: the provinces whose units defend with one more.
    - `broken[fleet]`: the attackers that end the convoy of a fleet although it is not dislodged.
    - `weights[province]`: the strength of a unit, where it is more than one.
    - `garrisons[province]`: the garrison there.
    - `guards[province]`: the supporters of a garrison whose province a unit is ordered to leave.
    """

    __slots__ = (
        "_occupancy",
        "aims",
        "broken",
        "carriers",
        "causes",
        "comer",
        "convoy_orders",
        "convoys",
        "corrected",
        "failed",
        "fates",
        "garrisons",
        "geography",
        "goals",
        "guards",
        "helpers",
        "hold_supports",
        "move_supports",
        "movers",
        "moves",
        "numbers",
        "open_fates",
        "orders",
        "reasons",
        "reinforced",
        "rivals",
        "rules",
        "targets",
        "unit_at",
        "weights",
        "winners",
    )

    def __init__(self, position: Position, orders: Sequence[Order], variant: Variant) -> None:
        """Record the units of `position`; no order is recorded yet."""
        geography = self.geography = variant.geography
        size, count = len(geography.provinces), len(orders)
        province_of = geography.province_of
        unit_at: list[Unit | None] = [None] * size
        for unit in position.units:
            unit_at[province_of[unit.location]] = unit
        nowhere = [-1] * size
        fates: list[bool | None] = [None] * size
        self.orders = orders
        self.rules = variant.rules
        self.unit_at = unit_at
        self.numbers = nowhere
        self.targets = nowhere.copy()
        self.goals = nowhere.copy()
        self.comer = nowhere.copy()
        self.fates = fates
        self.reasons = [_SUCCEEDED] * count
        self.causes: list[tuple[int, ...]] = [()] * count
        self.moves: list[Move] = []
        self.move_supports: list[SupportMove] = []
        self.hold_supports: list[SupportHold] = []
        self.convoy_orders: list[Convoy] = []
        self.corrected: dict[int, Order] = {}
        self.convoys: list[int] = []
        self.movers: list[int] = []
        self.rivals: dict[int, list[int]] = {}
        self.helpers: dict[int, list[int]] = {}
        self.aims: dict[int, int] = {}
        self.carriers: dict[int, list[int]] = {}
        self.broken: dict[int, list[int]] = {}
        self.winners: list[int] = []
        self.failed: list[int] = []
        self.open_fates: list[int] | None = None
        self.reinforced = _NONE
        self.weights: Mapping[int, int] = _NOTHING
        self.garrisons: Mapping[int, Garrison] = _NOTHING
        self.guards: dict[int, list[int]] = {}
        self._occupancy: Occupancy | None = None

    def is_even(self) -> bool:
        """Return whether units and provinces defend with strength one when nobody supports them."""
        return not (self.reinforced or self.weights or self.garrisons)

    def occupancy(self) -> Occupancy:
        """Return the units and garrisons on the board, as the checks of legality need them."""
        if self._occupancy is None:
            self._occupancy = Occupancy(self.geography, self.unit_at, mask_of(self.garrisons))
        return self._occupancy

    def order_of(self, province: int) -> Order:
        """Return the order that counts for the unit in `province`."""
        return self.corrected.get(province) or self.orders[self.numbers[province]]

    def comers(self, province: int) -> Sequence[int]:
        """Return the provinces of the units that move to `province`."""
        comer = self.comer[province]
        if comer >= 0:
            return (comer,)
        return self.rivals[province] if comer == SEVERAL else ()

    def add_rival(self, target: int, mover: int) -> None:
        """Record `mover` as a further unit that moves to `target`, besides the first one."""
        first = self.comer[target]
        if first == SEVERAL:
            self.rivals[target].append(mover)
        else:
            self.rivals[target] = [first, mover]
            self.comer[target] = SEVERAL

    def power_at(self, province: int) -> str:
        """Return the power of the unit in `province`, which must not be empty."""
        unit = self.unit_at[province]
        assert unit is not None
        return unit.power

    def set_reason(self, province: int, reason: Reason, causes: tuple[int, ...] = ()) -> None:
        """Record why the order of the unit in `province` failed."""
        number = self.numbers[province]
        self.reasons[number] = reason
        self.causes[number] = causes


def admit_doubtful(board: PhaseTables, doubtful: list[int]) -> None:
    """Decide which of the `doubtful` orders (indices) count, and record why the others do not.

    An order that names a wrong coast of its unit counts for the unit in that province (DATC 4.B.5).
    """
    for number in doubtful:
        order = board.orders[number]
        _withdraw(board, order)
        corrected = _corrected(board, order)
        if isinstance(corrected, Reason):
            board.reasons[number] = corrected
        else:
            _admit(board, number, corrected)


def _corrected(board: PhaseTables, order: Order) -> MovementOrder | Reason:
    """Return the order with the unit that is on the board, or why there is no such unit."""
    if not isinstance(order, MovementOrder):
        return Reason.WRONG_PHASE
    unit = board.unit_at[board.geography.province_of[order.unit.location]]
    reason = check_unit(order.unit, unit)
    if unit is None or reason is not None:
        return reason or Reason.NO_UNIT
    return order if order.unit == unit else replace(order, unit=unit)


def _admit(board: PhaseTables, number: int, order: MovementOrder) -> None:
    """Let the order count unless another order to its unit counts.

    Of several legal orders the last one counts (DATC 4.D.3). An illegal order does not replace a
    legal one (DATC 4.E.1, 6.D.31).
    """
    origin = board.geography.province_of[order.unit.location]
    rival = board.numbers[origin]
    if rival < 0:
        _record(board, number, order)
        return
    other = board.order_of(origin)
    assert isinstance(other, MovementOrder)
    reason, other_reason = _why_illegal(board, order), _why_illegal(board, other)
    if (reason is None, number) > (other_reason is None, rival):
        board.reasons[rival] = other_reason or Reason.REPLACED
        _withdraw(board, other)
        _record(board, number, order)
    else:
        board.reasons[number] = reason or Reason.REPLACED


def _why_illegal(board: PhaseTables, order: MovementOrder) -> Reason | None:
    return check_order_of_unit(order, order.unit, board.occupancy(), board.rules)


def _record(board: PhaseTables, number: int, order: MovementOrder) -> None:
    """Record the order as the one that counts for its unit."""
    origin = board.geography.province_of[order.unit.location]
    board.numbers[origin] = number
    board.corrected[origin] = order
    match order:
        case Move():
            board.moves.append(order)
        case SupportMove():
            board.move_supports.append(order)
        case SupportHold():
            board.hold_supports.append(order)
        case Convoy():
            board.convoy_orders.append(order)
        case Hold():
            pass


def _withdraw(board: PhaseTables, order: Order) -> None:
    """Remove an order from the list of its kind."""
    match order:
        case Move():
            board.moves.remove(order)
        case SupportMove():
            board.move_supports.remove(order)
        case SupportHold():
            board.hold_supports.remove(order)
        case Convoy():
            board.convoy_orders.remove(order)
        case _:
            pass


# A constant: the lookup in the enum class costs more than the test that needs it.
_ARMY: Final = UnitKind.ARMY


def set_up(position: Position, orders: Sequence[Order], variant: Variant) -> PhaseTables:
    """Return the tables of a phase, with one order for each unit of `position`.

    Holds for the units without an order are added after the orders sent in.
    """
    board = PhaseTables(position, orders, variant)
    if variant.rules.special:
        board.garrisons = garrisons_in(position, variant)
    doubtful = _sort_by_kind(board)
    if doubtful:
        admit_doubtful(board, doubtful)
    if doubtful or len(orders) != len(position.units):
        _add_holds(board, position)
    _record_moves(board)
    return board


def _sort_by_kind(board: PhaseTables) -> list[int]:
    """Record each order in the list of its kind, and in `numbers` if it is its unit's first.

    Return the indices of doubtful orders: further orders to a unit, orders of another phase, and
    orders whose unit is not on the board exactly as written.
    """
    province_of = board.geography.province_of
    unit_at, numbers = board.unit_at, board.numbers
    moves, move_supports = board.moves, board.move_supports
    # Local names: mypyc compiles the lookup of a module's name into slower code.
    move, support_move, support_hold = Move, SupportMove, SupportHold
    convoy, hold = Convoy, Hold
    doubtful = []
    for number, order in enumerate(board.orders):
        if type(order) is move:
            unit = order.unit
            moves.append(order)
        elif type(order) is support_move:
            unit = order.unit
            move_supports.append(order)
        elif type(order) is support_hold:
            unit = order.unit
            board.hold_supports.append(order)
        elif type(order) is convoy:
            unit = order.unit
            board.convoy_orders.append(order)
        elif type(order) is hold:
            unit = order.unit
        else:
            doubtful.append(number)
            continue
        origin = province_of[unit.location]
        actual = unit_at[origin]
        if numbers[origin] < 0 and (actual is unit or actual == unit):
            numbers[origin] = number
        else:
            doubtful.append(number)
    return doubtful


def _add_holds(board: PhaseTables, position: Position) -> None:
    """Add a hold for each unit without an order."""
    numbers, province_of = board.numbers, board.geography.province_of
    idle: list[Hold] = []
    for unit in position.units:
        origin = province_of[unit.location]
        if numbers[origin] < 0:
            numbers[origin] = len(board.reasons) + len(idle)
            idle.append(Hold(unit))
    board.orders = (*board.orders, *idle)
    board.reasons += [_SUCCEEDED] * len(idle)
    board.causes += [()] * len(idle)


def _record_moves(board: PhaseTables) -> None:
    """Record the moves: `targets`, `goals`, `movers`, `comer` and `rivals`."""
    geography = board.geography
    province_of = geography.province_of
    army_steps, fleet_steps = geography.army_steps, geography.fleet_steps
    targets, goals, comer = board.targets, board.goals, board.comer
    movers = board.movers
    for move in board.moves:
        unit = move.unit
        location = unit.location
        goal = move.target
        steps = army_steps if unit.kind is _ARMY else fleet_steps
        if move.via or goal not in steps[location]:
            _record_far_move(board, move)
            continue
        origin, target = province_of[location], province_of[goal]
        targets[origin] = target
        goals[origin] = goal
        movers.append(origin)
        if comer[target] == NOBODY:
            comer[target] = origin
        else:
            board.add_rival(target, origin)


def _record_far_move(board: PhaseTables, move: Move) -> None:
    """Record a move that is not an ordinary move to an adjacent location, or why it is impossible.

    An army that cannot walk there, or is ordered by convoy, gets an empty entry in `carriers`.
    """
    origin = board.geography.province_of[move.unit.location]
    goal = check_move(move, move.unit, board.occupancy(), board.rules)
    if isinstance(goal, Reason):
        board.set_reason(origin, goal)
        return
    target = board.geography.province_of[goal]
    board.targets[origin], board.goals[origin] = target, goal
    board.movers.append(origin)
    if board.comer[target] == NOBODY:
        board.comer[target] = origin
    else:
        board.add_rival(target, origin)
    walks = board.geography.army_edges[origin] >> goal & 1
    if move.unit.kind is _ARMY and (move.via or not walks):
        board.carriers[origin] = []


def match_convoys(board: PhaseTables) -> None:
    """Record the fleets that convoy each army; a convoy of any other army is void."""
    for (army, target), fleets in _convoys_by_journey(board).items():
        if board.targets[army] == target and _goes_by_sea(board, army, fleets):
            board.carriers[army] = fleets
            board.convoys += fleets
        else:
            for fleet in fleets:
                board.set_reason(fleet, Reason.VOID)
    if board.rules.convoy_fallback:
        _fall_back(board)


def break_convoys(board: PhaseTables, variant: Variant) -> None:
    """Record the convoys that even an unsuccessful attack ends, by a rule of the variant."""
    for fleet in board.convoys:
        order = board.order_of(fleet)
        assert isinstance(order, Convoy)
        target = variant.geography.province_of[order.target]
        breakers = [
            comer
            for comer in board.comers(fleet)
            if (attacker := board.unit_at[comer]) is not None
            and any(
                rule.breaks_convoy(attacker, order.unit, target, variant)
                for rule in variant.rules.special
            )
        ]
        if breakers:
            board.broken[fleet] = breakers


def _convoys_by_journey(board: PhaseTables) -> dict[tuple[int, int], list[int]]:
    """Return the fleets whose convoy orders are legal, by the army and the target they name."""
    geography = board.geography
    convoy_orders: dict[tuple[int, int], list[int]] = {}
    for order in board.convoy_orders:
        fleet = geography.province_of[order.unit.location]
        reason = check_convoy(order, order.unit, board.occupancy())
        if reason is None:
            journey = order.convoyed, geography.province_of[order.target]
            convoy_orders.setdefault(journey, []).append(fleet)
        else:
            board.set_reason(fleet, reason)
    return convoy_orders


def _goes_by_sea(board: PhaseTables, army: int, fleets: list[int]) -> bool:
    """Return whether the army goes by sea.

    It does if it cannot walk, if its order says `via`, or if a fleet of its own power is ordered to
    convoy it. A foreign fleet does not show the intent of the army's power (DATC 4.A.3, 6.G.2).
    """
    if army in board.carriers:
        return True
    power = board.power_at(army)
    return any(board.power_at(fleet) == power for fleet in fleets)


def _fall_back(board: PhaseTables) -> None:
    """Let armies walk if no complete chain was ordered to carry them (DATC 4.A.3 in DATC 2.x)."""
    geography = board.geography
    for army, fleets in list(board.carriers.items()):
        target = board.targets[army]
        walks = geography.army_edges[army] >> target & 1
        if walks and not has_route(geography, army, target, mask_of(fleets)):
            del board.carriers[army]
            for fleet in fleets:
                board.convoys.remove(fleet)
                board.set_reason(fleet, Reason.VOID)


def match_guards(board: PhaseTables, attacked: list[int]) -> None:
    """Let supporters of a unit that leaves a garrisoned province support the garrison instead.

    Their support was void, because the unit moves. If the province has no unit, its supporters are
    in `helpers` already. Supporters under attack are added to `attacked`.
    """
    province_of = board.geography.province_of
    for order in board.hold_supports:
        garrisoned, origin = order.supported, province_of[order.unit.location]
        number = board.numbers[origin]
        if garrisoned not in board.garrisons or board.reasons[number] is not Reason.VOID:
            continue
        board.reasons[number] = Reason.SUCCEEDED
        board.aims[origin] = -1
        board.guards.setdefault(garrisoned, []).append(origin)
        if board.comer[origin] == NOBODY:
            board.fates[origin] = True
        else:
            attacked.append(origin)


_CUT: Final = Reason.CUT
_VOID: Final = Reason.VOID


def match_supports(board: PhaseTables) -> list[int]:
    """Record the helpers of each unit, and return the supporters that are attacked.

    A support without an attack on the supporter succeeds.
    """
    attacked: list[int] = []
    if board.move_supports:
        _match_supports(board, attacked)
    if board.hold_supports:
        _match_holds(board, attacked)
        if board.garrisons:
            match_guards(board, attacked)
    return attacked


def cuts(board: PhaseTables, rival: int, supporter: int) -> bool:
    """Return whether an attack from `rival`, if it arrives, cuts the support.

    An attack by the supporter's own power does not, nor an attack from the province at which the
    support is aimed (DATC 4.A.4).
    """
    if rival == board.aims[supporter]:
        return False
    return board.power_at(rival) != board.power_at(supporter)


def settle_attacked(board: PhaseTables, supporter: int, still_open: list[int]) -> None:
    """Record the fate of an attacked supporter if it is certain; otherwise add it to `still_open`.

    The support is cut if an attack that cuts it is certain to arrive.
    """
    comers = board.comers(supporter)
    cutters = [comer for comer in comers if cuts(board, comer, supporter)]
    at_sea = board.carriers.keys() & cutters if board.carriers else ()
    if len(cutters) > len(at_sea):
        board.fates[supporter] = False
        if at_sea:
            board.failed.append(supporter)
        else:
            cutters.sort()
            board.set_reason(supporter, _CUT, tuple(cutters))
    elif at_sea or board.weights or not board.helpers.keys().isdisjoint(comers):
        still_open.append(supporter)
    else:
        # No attacker cuts the support, and without help none can dislodge the supporter.
        board.fates[supporter] = True


def _match_supports(board: PhaseTables, attacked: list[int]) -> None:
    """Record the helpers of movers; a support of a move that was not ordered is void.

    The loop recognizes most legal supports without a function call, for speed;
    `_is_legal_and_matched` checks the others. A support without an attack on the supporter
    succeeds; attacked supporters are added to `attacked`.
    """
    geography = board.geography
    province_of, beside = geography.province_of, geography.fleet_beside
    army_steps, fleet_steps = geography.army_steps, geography.fleet_steps
    unit_at, targets, goals = board.unit_at, board.targets, board.goals
    comer, fates, carriers = board.comer, board.fates, board.carriers
    aims, helpers = board.aims, board.helpers
    for order in board.move_supports:
        unit = order.unit
        location = unit.location
        origin = province_of[location]
        supported, goal = order.supported, order.target
        aim = province_of[goal]
        reachable = aim in (army_steps if unit.kind is _ARMY else beside)[location]
        if targets[supported] != aim:
            supported_unit = unit_at[supported]
            if reachable and supported_unit is not None and supported != origin:
                steps = army_steps if supported_unit.kind is _ARMY else fleet_steps
                if goal in steps[supported_unit.location]:
                    board.reasons[board.numbers[origin]] = _VOID
                    continue
            is_clear = False
        else:
            is_clear = reachable and (goal == aim or goal == goals[supported])
        if (is_clear and supported not in carriers) or _is_legal_and_matched(board, order, origin):
            aims[origin] = aim
            if supported in helpers:
                helpers[supported].append(origin)
            else:
                helpers[supported] = [origin]
            if comer[origin] == NOBODY:
                fates[origin] = True
            else:
                attacked.append(origin)


def _match_holds(board: PhaseTables, attacked: list[int]) -> None:
    """Record the helpers of units that stay, in the same way as `_match_supports`."""
    geography = board.geography
    province_of, helpers = geography.province_of, board.helpers
    army_steps, beside = geography.army_steps, geography.fleet_beside
    for order in board.hold_supports:
        unit = order.unit
        location = unit.location
        origin = province_of[location]
        supported = order.supported
        reachable = supported in (army_steps if unit.kind is _ARMY else beside)[location]
        if reachable and board.targets[supported] >= 0:
            board.reasons[board.numbers[origin]] = _VOID
        elif (reachable and board.unit_at[supported]) or _is_legal_and_matched(
            board, order, origin
        ):
            board.aims[origin] = -1
            if supported in helpers:
                helpers[supported].append(origin)
            else:
                helpers[supported] = [origin]
            if board.comer[origin] == NOBODY:
                board.fates[origin] = True
            else:
                attacked.append(origin)


def _is_legal_and_matched(
    board: PhaseTables, order: SupportHold | SupportMove, origin: int
) -> bool:
    """Return whether a support is legal and not void, and record the reason if it is not.

    The loops above call it for the supports that they cannot decide.
    """
    if isinstance(order, SupportHold):
        reason = check_support_hold(order, order.unit, board.occupancy())
        matches = board.targets[order.supported] < 0
    else:
        reason = check_support_move(order, order.unit, board.occupancy())
        matches = reason is None and _matches_move(board, order)
    if reason is None:
        if matches:
            return True
        reason = _VOID
    board.reasons[board.numbers[origin]] = reason
    return False


def _matches_move(board: PhaseTables, order: SupportMove) -> bool:
    """Return whether the supported unit was ordered to move to the target of the support.

    A named coast must be the coast to which the fleet moves (DATC 6.B.9); for an army it does not
    matter.
    """
    supported, target = order.supported, order.target
    province = board.geography.province_of[target]
    if board.targets[supported] != province:
        return False
    unit = board.unit_at[supported]
    return target in (province, board.goals[supported]) or (unit is not None and unit.kind is _ARMY)
