"""The orders of one power: stored orders, missing orders, and plans for later phases."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from judge.engine import (
    Build,
    Convoy,
    Declare,
    Disband,
    Hold,
    Move,
    Order,
    Phase,
    PhaseKind,
    Position,
    Retreat,
    Season,
    SupportHold,
    SupportMove,
    Unit,
    Variant,
    Vote,
    Waive,
    adjustments,
    size_of,
    years_between,
)
from judge.game.model import Game, Plan, Proxy, Seat
from judge.notation import write_order

Slot = int | Declare | None
_LETTERS = 4  # characters of each half of a digest; there are four billion digests
_FARTHEST = 5  # years into the future, as in njudge
_SEASONS = (Season.SPRING, Season.FALL, Season.WINTER)
_KINDS = (PhaseKind.MOVEMENT, PhaseKind.RETREAT, PhaseKind.ADJUSTMENT)


@dataclass(frozen=True, slots=True)
class OrderSheet:
    """The orders of one power in one phase."""

    power: str
    phase: Phase
    orders: tuple[Order, ...]
    #: Units that still need an order.
    missing: tuple[Unit, ...] = ()
    #: Builds (positive) or removals (negative) that still need an order.
    pending: int = 0
    #: Order lines of the last letter that are illegal or were not understood.
    troubled: tuple[str, ...] = ()
    #: The power need not send anything more.
    complete: bool = False
    #: Supports and convoys of own units that are ordered to do something else.
    pointless: tuple[Order, ...] = ()
    #: The number of the last change of orders.
    receipt: int = 0
    #: Eight letters and digits; the same orders always have the same digest.
    digest: str = ""
    #: Orders that were given by proxy, each with the power that gave it.
    entered: tuple[tuple[Order, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ProxyView:
    """A proxy that `giver` gave, and the orders that were given with it in this phase."""

    giver: str
    proxy: Proxy
    ordered: tuple[Order, ...] = ()


def order_sheet(game: Game, power: str) -> OrderSheet:
    """Return the stored and missing orders of `power` in this phase of a running game."""
    seat = game.seat(power)
    missing, pending = _missing(game, seat), _pending(game, seat)
    return OrderSheet(
        power=power,
        phase=board_of(game).phase,
        orders=seat.orders,
        missing=missing,
        pending=pending,
        troubled=seat.troubled,
        complete=not (missing or pending or seat.troubled),
        pointless=tuple(_pointless(seat.orders, game)),
        receipt=seat.receipt,
        digest=digest_of(game, power, seat.orders) if seat.orders else "",
        entered=tuple((one.order, one.by) for one in seat.entered if one.order in seat.orders),
    )


def digest_of(game: Game, power: str, orders: Iterable[Order]) -> str:
    """Return eight letters and digits that identify these orders of `power`.

    They are the beginning of the SHA-256 of a line `smp S1901M FRANCE` and one line for each order,
    in canonical notation and in alphabetical order, so that anybody can compute them.
    """
    geography = game.variant.geography
    head = f"{game.name.lower()} {board_of(game).phase} {power.upper()}"
    lines = [head, *sorted(write_order(one, geography) for one in orders)]
    told = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    return f"{told[:_LETTERS]}-{told[_LETTERS : 2 * _LETTERS]}"


def state_of_orders(game: Game, power: str) -> str:
    """Return a code for the phase and for all that was sent for `power` in it.

    It changes with every order and every failed line, also if orders are taken back.
    """
    seat = game.seat(power)
    words = (digest_of(game, power, seat.orders), str(seat.receipt), *seat.troubled)
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[: 2 * _LETTERS]


def is_complete(game: Game, seat: Seat) -> bool:
    """Return whether the orders of `seat` in this phase are complete."""
    return not (seat.troubled or _missing(game, seat) or _pending(game, seat))


def _missing(game: Game, seat: Seat) -> tuple[Unit, ...]:
    ordered = {slot(order, game) for order in seat.orders}
    province_of = game.variant.geography.province_of
    return tuple(
        unit
        for unit in units_to_order(board_of(game), seat.power)
        if province_of[unit.location] not in ordered
    )


def _pending(game: Game, seat: Seat) -> int:
    wanted = adjustments_of(game, seat.power)
    if not wanted:
        return 0
    given = min(sum(map(used_up, seat.orders)), abs(wanted))
    return wanted - given if wanted > 0 else wanted + given


def is_own_order(order: Order) -> bool:
    """Return whether `order` is for a unit of its power, or uses up a build."""
    return not isinstance(order, Vote | Declare)


def used_up(order: Order) -> int:
    """Return how many builds or removals `order` uses up."""
    return size_of(order) if is_own_order(order) else 0


def may_give_orders(game: Game, power: str) -> bool:
    """Return whether `power` can give any order in this phase, needed or not."""
    board, special = board_of(game), game.variant.rules.special
    if has_orders_to_give(game, power):
        return True
    sayings = [saying for rule in special for saying in rule.sayings]
    return bool(sides_to_vote_on(board, power, game.variant)) or any(
        board.phase.kind in saying.phases and power in (saying.powers or (power,))
        for saying in sayings
    )


def sides_to_vote_on(board: Position, power: str, variant: Variant) -> tuple[str, ...]:
    """Return the sides without players whose orders `power` may vote on in this phase."""
    adjusting = board.phase.kind is PhaseKind.ADJUSTMENT
    owed = adjustments(board, variant) if adjusting else {}
    return tuple(
        side.name
        for side in variant.neutrals
        if (side.name in owed or units_to_order(board, side.name))
        and _has_a_say(side.name, board, power, variant)
    )


def _has_a_say(side: str, board: Position, power: str, variant: Variant) -> bool:
    vote = Vote(power, Waive(side))
    special = variant.rules.special
    return any(rule.may_order(vote, power, board, variant) for rule in special)


def has_orders_to_give(game: Game, power: str) -> bool:
    """Return whether `power` needs to give orders in this phase."""
    wanted = units_to_order(board_of(game), power)
    return bool(wanted or adjustments_of(game, power))


def units_to_order(board: Position, power: str) -> tuple[Unit, ...]:
    """Return the units of `power` that each need an order in this phase."""
    match board.phase.kind:
        case PhaseKind.MOVEMENT:
            return tuple([unit for unit in board.units if unit.power == power])
        case PhaseKind.RETREAT:
            dislodged = (one.unit for one in board.dislodged)
            return tuple(unit for unit in dislodged if unit.power == power)
        case PhaseKind.ADJUSTMENT:
            return ()


def adjustments_of(game: Game, power: str) -> int:
    """Return the number of builds (positive) or removals (negative) of `power`."""
    board = board_of(game)
    if board.phase.kind is not PhaseKind.ADJUSTMENT:
        return 0
    return adjustments(board, game.variant).get(power, 0)


def slot(order: Order, game: Game) -> Slot:
    """Return the slot of `order`: the province of its unit or of its new unit.

    Two orders with the same slot exclude each other. A declaration is a slot of its own, and a
    waive has none.
    """
    province_of = game.variant.geography.province_of
    match order:
        case Hold(unit) | Move(unit) | SupportHold(unit) | SupportMove(unit):
            return province_of[unit.location]
        case Convoy(unit) | Retreat(unit) | Disband(unit):
            return province_of[unit.location]
        case Waive():
            return None
        case Declare():
            return order
        case Vote():
            return slot(order.order, game)
        case Build(location=location):
            return province_of[location]


def board_of(game: Game) -> Position:
    """Return the board of a game that has started."""
    assert game.position is not None
    return game.position


def _pointless(orders: Sequence[Order], game: Game) -> Iterator[Order]:
    """Yield the supports and convoys of own units that are ordered to do otherwise."""
    province_of = game.variant.geography.province_of
    told = {slot(order, game): order for order in orders}
    for order in orders:
        match order:
            case SupportHold(supported=place):
                if isinstance(told.get(place), Move):
                    yield order
            case SupportMove(_, place, target) | Convoy(_, place, target):
                other = told.get(place)
                goal = province_of[other.target] if isinstance(other, Move) else None
                if other is not None and goal != province_of[target]:
                    yield order
            case _:
                continue


def is_coming(phase: Phase, running: Phase) -> bool:
    """Return whether `phase` comes after the running one, and within some years."""
    winter = phase.season is Season.WINTER
    fits = winter is (phase.kind is PhaseKind.ADJUSTMENT)
    near = years_between(running.year, phase.year) <= _FARTHEST
    return fits and near and phase.year != 0 and _rank(phase) > _rank(running)


def plans_left(seat: Seat, phase: Phase) -> tuple[Plan, ...]:
    """Return the plans of `seat` for `phase` and for later phases."""
    return tuple(one for one in seat.plans if not is_over_by(one.phase, phase))


def is_over_by(phase: Phase, running: Phase) -> bool:
    """Return whether `phase` comes before the running one."""
    return _rank(phase) < _rank(running)


def with_plan(seat: Seat, plan: Plan) -> Seat:
    """Return `seat` with a plan, sorted by phase; a plan without lines removes the phase's plan."""
    others = [one for one in seat.plans if one.phase != plan.phase]
    plans = [*others, plan] if plan.lines else others
    return replace(seat, plans=tuple(sorted(plans, key=lambda one: _rank(one.phase))))


def _rank(phase: Phase) -> tuple[int, int, int]:
    return phase.year, _SEASONS.index(phase.season), _KINDS.index(phase.kind)
