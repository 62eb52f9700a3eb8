"""Retreats: the locations open to a dislodged unit, and the outcomes of a retreat phase."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from judge.engine.board import Dislodged, Position, Unit, UnitKind
from judge.engine.geography import Geography, bits, mask_of
from judge.engine.orders import Disband, Order, Outcome, Reason, Retreat, UnitOrder, power_of


@dataclass(frozen=True, slots=True)
class Retreats:
    """The outcomes of a retreat phase, and the fate of the dislodged units."""

    outcomes: tuple[Outcome, ...]
    retreated: tuple[Unit, ...]
    disbanded: tuple[Unit, ...]


def open_retreats(unit: Unit, closed: int, geography: Geography) -> tuple[int, ...]:
    """Return the locations adjacent to `unit` whose province is not in the mask `closed`.

    The caller closes the occupied provinces, the provinces of standoffs, and the origin of the
    attacker. The origin of a convoyed attacker stays open (DATC 4.A.5), and the origin of an
    attacker is closed only to the unit that it dislodged (DATC 6.H.10).
    """
    province_of = geography.province_of
    if unit.kind is UnitKind.ARMY:
        return tuple(bits(geography.army_edges[province_of[unit.location]] & ~closed))
    return tuple(
        location
        for location in bits(geography.fleet_edges[unit.location])
        if not closed >> province_of[location] & 1
    )


def dislodged_by(
    attacker_from: int, unit: Unit, units: Iterable[Unit], geography: Geography
) -> Dislodged:
    """Return `unit` as dislodged, with the retreats that the other `units` on the board leave open.

    It is for positions from other programs, which have no record of standoffs and convoys.
    """
    occupied = mask_of(geography.province_of[other.location] for other in units)
    closed = occupied | 1 << attacker_from
    return Dislodged(unit, attacker_from, open_retreats(unit, closed, geography))


def check_retreat(
    order: Order, power: str, position: Position, geography: Geography
) -> Reason | None:
    """Return why `power` may not give `order` now, or None if it may."""
    aim = _aim(order, power, position, geography)
    return aim if isinstance(aim, Reason) else None


def resolve_retreats(position: Position, orders: Iterable[Order], geography: Geography) -> Retreats:
    """Return the outcomes of a retreat phase.

    Units that retreat to one province are disbanded, and so is a unit without an order. Of several
    legal orders to a unit the last one counts (DATC 4.D.3).
    """
    order_sequence = tuple(orders)
    aims = _aims(order_sequence, position, geography)
    origins_by_target = _origins_by_target(order_sequence, aims, geography)
    outcomes = tuple(
        _outcome(order, aim, origins_by_target, geography)
        for order, aim in zip(order_sequence, aims, strict=True)
    )
    landings = {
        _subject(order, geography): aim
        for order, aim, outcome in zip(order_sequence, aims, outcomes, strict=True)
        if isinstance(aim, int) and outcome.succeeded
    }
    ordered = {_subject(order, geography) for order in order_sequence}
    units = {
        (unit.power, geography.province_of[unit.location]): unit
        for unit in (dislodged.unit for dislodged in position.dislodged)
    }
    without_orders = tuple(
        Outcome(Disband(unit), Reason.NO_RETREAT)
        for subject, unit in units.items()
        if subject not in ordered
    )
    return Retreats(
        outcomes=outcomes + without_orders,
        retreated=tuple(
            replace(unit, location=landings[subject])
            for subject, unit in units.items()
            if subject in landings
        ),
        disbanded=tuple(unit for subject, unit in units.items() if subject not in landings),
    )


def _aims(
    orders: Sequence[Order], position: Position, geography: Geography
) -> list[int | Reason | None]:
    """Return an entry for each order: its target location, None for a disband, or why it fails."""
    aims = [_aim(order, power_of(order), position, geography) for order in orders]
    subjects = [_subject(order, geography) for order in orders]
    pairs = list(zip(subjects, aims, strict=True))
    last = {
        subject: number
        for number, (subject, aim) in enumerate(pairs)
        if not isinstance(aim, Reason)
    }
    return [
        aim if isinstance(aim, Reason) or last[subject] == number else Reason.REPLACED
        for number, (subject, aim) in enumerate(pairs)
    ]


def _subject(order: Order, geography: Geography) -> tuple[str, int] | None:
    """Return the power and province that identify the ordered unit, or None if there is no unit."""
    if not isinstance(order, UnitOrder):
        return None
    return order.unit.power, geography.province_of[order.unit.location]


def _aim(order: Order, power: str, position: Position, geography: Geography) -> int | Reason | None:
    """Return the location a retreat leads to, None for a disband, or why the order is illegal."""
    if not isinstance(order, Retreat | Disband):
        return Reason.WRONG_PHASE
    dislodged = _dislodged_unit(order.unit, power, position, geography)
    if isinstance(dislodged, Reason):
        return dislodged
    if isinstance(order, Disband):
        return None
    return _landing(order.target, dislodged, geography)


def _landing(target: int, dislodged: Dislodged, geography: Geography) -> int | Reason:
    """Return the location at which the retreat ends, or why it cannot.

    For a fleet without a named coast it is the only coast within reach (DATC 4.B.2). For an army it
    is the province, whatever coast the order names (DATC 4.B.6).
    """
    if target in dislodged.retreats:
        return target
    province_of = geography.province_of
    province = province_of[target]
    if dislodged.unit.kind is UnitKind.ARMY and province in dislodged.retreats:
        return province
    coasts = [candidate for candidate in dislodged.retreats if province_of[candidate] == province]
    if target != province or not coasts:
        return Reason.NO_RETREAT_THERE
    return coasts[0] if len(coasts) == 1 else Reason.COAST_NEEDED


def _dislodged_unit(
    unit: Unit, power: str, position: Position, geography: Geography
) -> Dislodged | Reason:
    """Return the dislodged unit of `power` that `unit` describes, or why there is none."""
    province = geography.province_of[unit.location]
    here = [
        dislodged
        for dislodged in position.dislodged
        if geography.province_of[dislodged.unit.location] == province
    ]
    if here and here[0].unit.power == power:
        return here[0] if here[0].unit.kind is unit.kind else Reason.WRONG_KIND
    standing = [
        other.power for other in position.units if geography.province_of[other.location] == province
    ]
    if power in standing:
        return Reason.NOT_DISLODGED
    return Reason.FOREIGN_UNIT if here or standing else Reason.NO_UNIT


def _origins_by_target(
    orders: Sequence[Order], aims: Sequence[int | Reason | None], geography: Geography
) -> Mapping[int, tuple[int, ...]]:
    """Return, for each province that units retreat to, the provinces they come from."""
    origins_by_target: defaultdict[int, tuple[int, ...]] = defaultdict(tuple)
    for order, aim in zip(orders, aims, strict=True):
        if isinstance(order, Retreat) and isinstance(aim, int):
            origin = geography.province_of[order.unit.location]
            origins_by_target[geography.province_of[aim]] += (origin,)
    return {place: tuple(sorted(origins)) for place, origins in origins_by_target.items()}


def _outcome(
    order: Order,
    aim: int | Reason | None,
    origins_by_target: Mapping[int, tuple[int, ...]],
    geography: Geography,
) -> Outcome:
    """Return the outcome of one order; `aim` is its entry of `_aims`."""
    if isinstance(aim, Reason):
        return Outcome(order, aim)
    if aim is None or not isinstance(order, Retreat):
        return Outcome(order, Reason.SUCCEEDED)
    origin = geography.province_of[order.unit.location]
    others = tuple(n for n in origins_by_target[geography.province_of[aim]] if n != origin)
    return Outcome(order, Reason.CLASHED if others else Reason.SUCCEEDED, others)
