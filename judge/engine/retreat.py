"""Retreats: where a dislodged unit may go, and what became of the orders."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from judge.engine.board import Dislodged, Position, Unit, UnitKind
from judge.engine.geography import Geography, bits, mask_of
from judge.engine.orders import Disband, Order, Outcome, Reason, Retreat, UnitOrder, power_of


@dataclass(frozen=True, slots=True)
class Retreats:
    """What became of the orders of a retreat phase, and of the dislodged units."""

    outcomes: tuple[Outcome, ...]
    retreated: tuple[Unit, ...]
    disbanded: tuple[Unit, ...]


def open_retreats(unit: Unit, closed: int, geography: Geography) -> tuple[int, ...]:
    """Return the locations beside `unit` whose province is not in the mask `closed`.

    Occupied provinces are closed, provinces of standoffs, and the attacker's origin. The
    origin of a convoyed attacker is open (DATC 4.A.5), and the origin of any attacker is
    open to other units (DATC 6.H.10).
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
    """Return `unit` with where it may go as far as `units` on the board tell.

    For positions told without their standoffs and convoys.
    """
    occupied = mask_of(geography.province_of[other.location] for other in units)
    closed = occupied | 1 << attacker_from
    return Dislodged(unit, attacker_from, open_retreats(unit, closed, geography))


def check_retreat(
    order: Order, power: str, position: Position, geography: Geography
) -> Reason | None:
    """Return why `power` may not give this order now, or None when it may."""
    aim = _aim(order, power, position, geography)
    return aim if isinstance(aim, Reason) else None


def resolve_retreats(position: Position, orders: Iterable[Order], geography: Geography) -> Retreats:
    """Return who went where; units that met another, or went nowhere, are disbanded.

    The last legal order to a unit counts (DATC 4.D.3).
    """
    given = tuple(orders)
    aims = _aims(given, position, geography)
    comers = _comers(given, aims, geography)
    outcomes = tuple(
        _outcome(order, aim, comers, geography) for order, aim in zip(given, aims, strict=True)
    )
    landings = {
        _subject(order, geography): aim
        for order, aim, outcome in zip(given, aims, outcomes, strict=True)
        if isinstance(aim, int) and outcome.succeeded
    }
    ordered = {_subject(order, geography) for order in given}
    units = {
        (unit.power, geography.province_of[unit.location]): unit
        for unit in (dislodged.unit for dislodged in position.dislodged)
    }
    forgotten = tuple(
        Outcome(Disband(unit), Reason.NO_RETREAT)
        for subject, unit in units.items()
        if subject not in ordered
    )
    return Retreats(
        outcomes=outcomes + forgotten,
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
    if not isinstance(order, UnitOrder):
        return None
    return order.unit.power, geography.province_of[order.unit.location]


def _aim(order: Order, power: str, position: Position, geography: Geography) -> int | Reason | None:
    """Return where a retreat leads, None for a disband, or what forbids either."""
    if not isinstance(order, Retreat | Disband):
        return Reason.WRONG_PHASE
    found = _find(order.unit, power, position, geography)
    if isinstance(found, Reason):
        return found
    if isinstance(order, Disband):
        return None
    return _landing(order.target, found, geography)


def _landing(target: int, dislodged: Dislodged, geography: Geography) -> int | Reason:
    """Return where the unit ends; a fleet told no coast takes the only one it reaches.

    DATC 4.B.2; an army goes to the province whatever coast it is told (DATC 4.B.6).
    """
    if target in dislodged.retreats:
        return target
    province_of = geography.province_of
    province = province_of[target]
    if dislodged.unit.kind is UnitKind.ARMY and province in dislodged.retreats:
        return province
    coasts = [here for here in dislodged.retreats if province_of[here] == province]
    if target != province or not coasts:
        return Reason.NO_RETREAT_THERE
    return coasts[0] if len(coasts) == 1 else Reason.COAST_NEEDED


def _find(unit: Unit, power: str, position: Position, geography: Geography) -> Dislodged | Reason:
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


def _comers(
    orders: Sequence[Order], aims: Sequence[int | Reason | None], geography: Geography
) -> Mapping[int, tuple[int, ...]]:
    """Return, for each province that is headed for, the provinces its comers left."""
    comers: defaultdict[int, tuple[int, ...]] = defaultdict(tuple)
    for order, aim in zip(orders, aims, strict=True):
        if isinstance(order, Retreat) and isinstance(aim, int):
            origin = geography.province_of[order.unit.location]
            comers[geography.province_of[aim]] += (origin,)
    return {place: tuple(sorted(origins)) for place, origins in comers.items()}


def _outcome(
    order: Order,
    aim: int | Reason | None,
    comers: Mapping[int, tuple[int, ...]],
    geography: Geography,
) -> Outcome:
    if isinstance(aim, Reason):
        return Outcome(order, aim)
    if aim is None or not isinstance(order, Retreat):
        return Outcome(order, Reason.SUCCEEDED)
    origin = geography.province_of[order.unit.location]
    others = tuple(n for n in comers[geography.province_of[aim]] if n != origin)
    return Outcome(order, Reason.CLASHED if others else Reason.SUCCEEDED, others)
