"""The working tables of one movement phase: who stands where, and who goes where.

They live as long as one adjudication, and are indexed by province: a unit, its order
and its fate all go by where it stands.
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

# A dict, since to ask a proxy whether it is empty takes several times as long.
_NOTHING: Final[Mapping[int, Never]] = {}

_NONE: Final[frozenset[int]] = frozenset()
_SUCCEEDED: Final = Reason.SUCCEEDED

# Who moves to a province, when it is not one alone.
NOBODY: Final = -1
SEVERAL: Final = -2


class PhaseTables:
    """The tables. A fate is whether an order succeeds, None while that is not known.

    `numbers[province]` is the place of the order in `orders` that counts for the unit
    there, or -1, and `fitted` has that order itself where it took a second look.
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

    __slots__ = (
        "_occupancy",
        "aims",
        "asked",
        "broken",
        "carriers",
        "causes",
        "comer",
        "convoys",
        "failed",
        "fates",
        "ferries",
        "fitted",
        "garrisons",
        "geography",
        "goals",
        "guards",
        "helpers",
        "holds",
        "movers",
        "moves",
        "numbers",
        "orders",
        "reasons",
        "reinforced",
        "rivals",
        "rules",
        "supports",
        "targets",
        "unit_at",
        "weights",
        "winners",
    )

    def __init__(self, position: Position, orders: Sequence[Order], variant: Variant) -> None:
        """Put the units in their places, with nothing ordered yet."""
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
        self.supports: list[SupportMove] = []
        self.holds: list[SupportHold] = []
        self.ferries: list[Convoy] = []
        self.fitted: dict[int, Order] = {}
        self.convoys: list[int] = []
        self.movers: list[int] = []
        self.rivals: dict[int, list[int]] = {}
        self.helpers: dict[int, list[int]] = {}
        self.aims: dict[int, int] = {}
        self.carriers: dict[int, list[int]] = {}
        self.broken: dict[int, list[int]] = {}
        self.winners: list[int] = []
        self.failed: list[int] = []
        self.asked: list[int] | None = None
        self.reinforced = _NONE
        self.weights: Mapping[int, int] = _NOTHING
        self.garrisons: Mapping[int, Garrison] = _NOTHING
        self.guards: dict[int, list[int]] = {}
        self._occupancy: Occupancy | None = None

    def is_even(self) -> bool:
        """Return whether all that holds a province is of strength one without help."""
        return not (self.reinforced or self.weights or self.garrisons)

    def occupancy(self) -> Occupancy:
        """Return who stands where, as legality is checked against it."""
        if self._occupancy is None:
            self._occupancy = Occupancy(self.geography, self.unit_at, mask_of(self.garrisons))
        return self._occupancy

    def order_of(self, province: int) -> Order:
        """Return the order of the unit in `province`."""
        return self.fitted.get(province) or self.orders[self.numbers[province]]

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


def tidy(board: PhaseTables, doubtful: list[int]) -> None:
    """Decide which of the `doubtful` orders count, and note why the others do not.

    An order that names a wrong coast of its unit is to the unit that stands there
    (DATC 4.B.5).
    """
    for number in doubtful:
        order = board.orders[number]
        _strike(board, order)
        fit = _fitted(board, order)
        if isinstance(fit, Reason):
            board.reasons[number] = fit
        else:
            _admit(board, number, fit)


def _fitted(board: PhaseTables, order: Order) -> MovementOrder | Reason:
    """Return the order as one to the unit that is there, or why there is none such."""
    if not isinstance(order, MovementOrder):
        return Reason.WRONG_PHASE
    actual = board.unit_at[board.geography.province_of[order.unit.location]]
    reason = check_unit(order.unit, actual)
    if actual is None or reason is not None:
        return reason or Reason.NO_UNIT
    return order if order.unit == actual else replace(order, unit=actual)


def _admit(board: PhaseTables, number: int, order: MovementOrder) -> None:
    """Let the order count unless another order to its unit counts.

    The last legal order counts (DATC 4.D.3). An illegal order does not replace a legal
    one (DATC 4.E.1, 6.D.31).
    """
    origin = board.geography.province_of[order.unit.location]
    rival = board.numbers[origin]
    if rival < 0:
        _enter(board, number, order)
        return
    other = board.order_of(origin)
    assert isinstance(other, MovementOrder)
    reason, others = _why_illegal(board, order), _why_illegal(board, other)
    if (reason is None, number) > (others is None, rival):
        board.reasons[rival] = others or Reason.REPLACED
        _strike(board, other)
        _enter(board, number, order)
    else:
        board.reasons[number] = reason or Reason.REPLACED


def _why_illegal(board: PhaseTables, order: MovementOrder) -> Reason | None:
    return check_order_of_unit(order, order.unit, board.occupancy(), board.rules)


def _enter(board: PhaseTables, number: int, order: MovementOrder) -> None:
    """Note the order as that of its unit."""
    origin = board.geography.province_of[order.unit.location]
    board.numbers[origin] = number
    board.fitted[origin] = order
    match order:
        case Move():
            board.moves.append(order)
        case SupportMove():
            board.supports.append(order)
        case SupportHold():
            board.holds.append(order)
        case Convoy():
            board.ferries.append(order)
        case Hold():
            pass


def _strike(board: PhaseTables, order: Order) -> None:
    """Take an order that is noted by its kind out again."""
    match order:
        case Move():
            board.moves.remove(order)
        case SupportMove():
            board.supports.remove(order)
        case SupportHold():
            board.holds.remove(order)
        case Convoy():
            board.ferries.remove(order)
        case _:
            pass


# To look a member up in its class costs more than the test it is needed for.
_ARMY: Final = UnitKind.ARMY


def set_up(position: Position, orders: Sequence[Order], variant: Variant) -> PhaseTables:
    """Return the tables of a phase, with one order for each unit of `position`.

    A unit without an order holds, by an order that is added behind those sent in.
    """
    board = PhaseTables(position, orders, variant)
    if variant.rules.special:
        board.garrisons = garrisons_in(position, variant)
    doubtful = _sort(board)
    if doubtful:
        tidy(board, doubtful)
    if doubtful or len(orders) != len(position.units):
        _hold(board, position)
    _aim(board)
    return board


def _sort(board: PhaseTables) -> list[int]:
    """Note the orders by kind, and which is each unit's.

    Return the numbers of those that are not the first to a unit that stands there.
    """
    province_of = board.geography.province_of
    unit_at, numbers = board.unit_at, board.numbers
    moves, supports = board.moves, board.supports
    # A name of the module takes longer to look up where this is compiled.
    move, support_move, support_hold = Move, SupportMove, SupportHold
    convoy, hold = Convoy, Hold
    doubtful = []
    for number, order in enumerate(board.orders):
        if type(order) is move:
            unit = order.unit
            moves.append(order)
        elif type(order) is support_move:
            unit = order.unit
            supports.append(order)
        elif type(order) is support_hold:
            unit = order.unit
            board.holds.append(order)
        elif type(order) is convoy:
            unit = order.unit
            board.ferries.append(order)
        elif type(order) is hold:
            unit = order.unit
        else:
            doubtful.append(number)
            continue
        origin = province_of[unit.location]
        there = unit_at[origin]
        if numbers[origin] < 0 and (there is unit or there == unit):
            numbers[origin] = number
        else:
            doubtful.append(number)
    return doubtful


def _hold(board: PhaseTables, position: Position) -> None:
    """Add a hold for each unit that has no order."""
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


def _aim(board: PhaseTables) -> None:
    """Note who moves where."""
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
            _aim_far(board, move)
            continue
        origin, target = province_of[location], province_of[goal]
        targets[origin] = target
        goals[origin] = goal
        movers.append(origin)
        if comer[target] == NOBODY:
            comer[target] = origin
        else:
            board.crowd(target, origin)


def _aim_far(board: PhaseTables, move: Move) -> None:
    """Note a move that is not plainly one to a neighbor, or why it is impossible.

    An army that cannot walk there, or is told not to, waits for its carriers.
    """
    origin = board.geography.province_of[move.unit.location]
    goal = check_move(move, move.unit, board.occupancy(), board.rules)
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
    if move.unit.kind is _ARMY and (move.via or not walks):
        board.carriers[origin] = []


def match_convoys(board: PhaseTables) -> None:
    """Give each army that goes by sea its carriers; the other convoys are void."""
    for (army, target), fleets in _ferries(board).items():
        if board.targets[army] == target and _sails(board, army, fleets):
            board.carriers[army] = fleets
            board.convoys += fleets
        else:
            for fleet in fleets:
                board.tell(fleet, Reason.VOID)
    if board.rules.convoy_fallback:
        _fall_back(board)


def break_convoys(board: PhaseTables, variant: Variant) -> None:
    """Note which convoys an attack ends by a rule of the variant, whoever wins it."""
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


def _ferries(board: PhaseTables) -> dict[tuple[int, int], list[int]]:
    """Return the fleets that may convoy, by the army and the target they are told."""
    geography = board.geography
    ferries: dict[tuple[int, int], list[int]] = {}
    for order in board.ferries:
        fleet = geography.province_of[order.unit.location]
        reason = check_convoy(order, order.unit, board.occupancy())
        if reason is None:
            journey = order.convoyed, geography.province_of[order.target]
            ferries.setdefault(journey, []).append(fleet)
        else:
            board.tell(fleet, reason)
    return ferries


def _sails(board: PhaseTables, army: int, fleets: list[int]) -> bool:
    """Return whether the army goes by sea: it must, was told to, or its power means it.

    A fleet of its own power shows the intent, a foreign one cannot (DATC 4.A.3, 6.G.2).
    """
    if army in board.carriers:
        return True
    power = board.power_at(army)
    return any(board.power_at(fleet) == power for fleet in fleets)


def _fall_back(board: PhaseTables) -> None:
    """Let armies walk that no chain was ordered to carry (DATC 2.x, 4.A.3)."""
    geography = board.geography
    for army, fleets in list(board.carriers.items()):
        target = board.targets[army]
        walks = geography.army_edges[army] >> target & 1
        if walks and not has_route(geography, army, target, mask_of(fleets)):
            del board.carriers[army]
            for fleet in fleets:
                board.convoys.remove(fleet)
                board.tell(fleet, Reason.VOID)


def match_guards(board: PhaseTables, attacked: list[int]) -> None:
    """Let those who support a unit that leaves a garrison support the garrison.

    Where no unit stands they are its helpers already.
    """
    province_of = board.geography.province_of
    for order in board.holds:
        held, origin = order.supported, province_of[order.unit.location]
        number = board.numbers[origin]
        if held not in board.garrisons or board.reasons[number] is not Reason.VOID:
            continue
        board.reasons[number] = Reason.SUCCEEDED
        board.aims[origin] = -1
        board.guards.setdefault(held, []).append(origin)
        if board.comer[origin] == NOBODY:
            board.fates[origin] = True
        else:
            attacked.append(origin)


_CUT: Final = Reason.CUT
_VOID: Final = Reason.VOID


def match_supports(board: PhaseTables) -> list[int]:
    """Give each unit its helpers; return which of these are attacked.

    A support that nobody attacks succeeds.
    """
    attacked: list[int] = []
    if board.supports:
        _match_supports(board, attacked)
    if board.holds:
        _match_holds(board, attacked)
        if board.garrisons:
            match_guards(board, attacked)
    return attacked


def cuts(board: PhaseTables, rival: int, supporter: int) -> bool:
    """Return whether an attack from `rival`, if it arrives, cuts the support.

    Not one by its own power, nor one from where the support is aimed (DATC 4.A.4).
    """
    if rival == board.aims[supporter]:
        return False
    return board.power_at(rival) != board.power_at(supporter)


def settle_attacked(board: PhaseTables, supporter: int, still_open: list[int]) -> None:
    """Cut the support if an attack on it surely arrives that may cut it."""
    comers = board.comers(supporter)
    cutters = [one for one in comers if cuts(board, one, supporter)]
    at_sea = board.carriers.keys() & cutters if board.carriers else ()
    if len(cutters) > len(at_sea):
        board.fates[supporter] = False
        if at_sea:
            board.failed.append(supporter)
        else:
            cutters.sort()
            board.tell(supporter, _CUT, tuple(cutters))
    elif at_sea or board.weights or not board.helpers.keys().isdisjoint(comers):
        still_open.append(supporter)
    else:
        # Whoever attacks it may not cut it, and alone cannot dislodge it.
        board.fates[supporter] = True


def _match_supports(board: PhaseTables, attacked: list[int]) -> None:
    """Give each mover its helpers; a support of a move that is not ordered is void.

    Most supports are seen to be legal here, without a call; `_is_good` checks the
    others. A support that nobody attacks succeeds; the others go into `attacked`.
    """
    geography = board.geography
    province_of, beside = geography.province_of, geography.fleet_beside
    army_steps, fleet_steps = geography.army_steps, geography.fleet_steps
    unit_at, targets, goals = board.unit_at, board.targets, board.goals
    comer, fates, carriers = board.comer, board.fates, board.carriers
    aims, helpers = board.aims, board.helpers
    for order in board.supports:
        unit = order.unit
        location = unit.location
        origin = province_of[location]
        supported, goal = order.supported, order.target
        aim = province_of[goal]
        near = aim in (army_steps if unit.kind is _ARMY else beside)[location]
        if targets[supported] != aim:
            other = unit_at[supported]
            if near and other is not None and supported != origin:
                steps = army_steps if other.kind is _ARMY else fleet_steps
                if goal in steps[other.location]:
                    board.reasons[board.numbers[origin]] = _VOID
                    continue
            plain = False
        else:
            plain = near and (goal == aim or goal == goals[supported])
        if (plain and supported not in carriers) or _is_good(board, order, origin):
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
    """As `_match_supports`, for the supports of units that stay."""
    geography = board.geography
    province_of, helpers = geography.province_of, board.helpers
    army_steps, beside = geography.army_steps, geography.fleet_beside
    for order in board.holds:
        unit = order.unit
        location = unit.location
        origin = province_of[location]
        supported = order.supported
        near = supported in (army_steps if unit.kind is _ARMY else beside)[location]
        if near and board.targets[supported] >= 0:
            board.reasons[board.numbers[origin]] = _VOID
        elif (near and board.unit_at[supported]) or _is_good(board, order, origin):
            board.aims[origin] = -1
            if supported in helpers:
                helpers[supported].append(origin)
            else:
                helpers[supported] = [origin]
            if board.comer[origin] == NOBODY:
                board.fates[origin] = True
            else:
                attacked.append(origin)


def _is_good(board: PhaseTables, order: SupportHold | SupportMove, origin: int) -> bool:
    """Return whether a support that is not plain is legal and not void."""
    if isinstance(order, SupportHold):
        reason = check_support_hold(order, order.unit, board.occupancy())
        meets = board.targets[order.supported] < 0
    else:
        reason = check_support_move(order, order.unit, board.occupancy())
        meets = reason is None and _meets(board, order)
    if reason is None:
        if meets:
            return True
        reason = _VOID
    board.reasons[board.numbers[origin]] = reason
    return False


def _meets(board: PhaseTables, order: SupportMove) -> bool:
    """Return whether the supported unit was ordered to that target.

    A coast that is named must be the fleet's (DATC 6.B.9); armies have none.
    """
    supported, target = order.supported, order.target
    province = board.geography.province_of[target]
    if board.targets[supported] != province:
        return False
    unit = board.unit_at[supported]
    return target in (province, board.goals[supported]) or (unit is not None and unit.kind is _ARMY)
