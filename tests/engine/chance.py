"""Positions and orders drawn at random for any variant and any kind of phase."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from msgspec import structs

from judge.engine import (
    Build,
    Declare,
    Disband,
    Marker,
    Move,
    Order,
    Phase,
    PhaseKind,
    Position,
    Retreat,
    Season,
    SupportHold,
    Unit,
    UnitKind,
    Variant,
    Vote,
    Waive,
    bits,
    build_sites,
    neutrals_at,
    power_of,
)
from tests.engine.crowds import make_crowd

_RULED = 0.6  # the part of positions around a province that a rule of the variant names
_LEAD = 0.9  # the part of sentences that are written by a power that may write them


def movement(variant: Variant, chance: Random) -> tuple[Position, list[Order]]:
    """Return a crowded position in Spring or Fall, and orders for it."""
    ruled = list(ruled_places(variant))
    around = ruled if ruled and chance.random() < _RULED else ()
    sample = make_crowd(variant, chance, around)
    units = {old: _enlisted(old, variant, chance) for old in sample.position.units}
    kings = [unit for unit in units.values() if _king(variant) == unit.power]
    armies = [unit for unit in kings if unit.kind is UnitKind.ARMY]
    gone = [unit for unit in kings if unit not in armies[:1]]
    units = {old: new for old, new in units.items() if new not in gone}
    position = Position(
        Phase(
            chance.choice([Season.SPRING, Season.FALL]), _year(variant, chance), PhaseKind.MOVEMENT
        ),
        tuple(units.values()),
        _owners(variant, chance),
        markers=_markers(variant, chance),
    )
    orders: list[Order] = [
        structs.replace(order, unit=units[order.unit])
        for order in sample.orders
        if order.unit in units
    ]
    orders = [_ride(one, variant, chance) for one in orders]
    sayings = _sayings(position, variant, chance)
    voted = _voted(position, orders, variant, chance)
    return position, _shuffled([*voted, *sayings], chance)


def orders_for(position: Position, variant: Variant, chance: Random) -> list[Order]:
    """Return orders for a retreat or an adjustment phase, not all of them legal."""
    if position.phase.kind is PhaseKind.RETREAT:
        orders = list(_retreats(position, variant, chance))
    else:
        orders = list(_adjustments(position, variant, chance))
    return _shuffled(_voted(position, orders, variant, chance), chance)


def ruled_places(variant: Variant) -> Iterator[int]:
    """Yield the provinces that parameters of the variant's rules name."""
    for rule in variant.rules.special:
        for name in getattr(rule, "__slots__", ()):
            value = getattr(rule, name)
            places = value if isinstance(value, tuple) else (value,)
            yield from (
                one
                for one in places
                if isinstance(one, int) and not isinstance(one, bool) and name in _PLACES
            )
    yield from (n for n, banks in enumerate(variant.geography.river_edges) if banks)


_PLACES = {"one", "other", "keeper", "line", "place", "royal", "band", "center"}


def _rules(variant: Variant) -> set[str]:
    return {type(rule).__name__ for rule in variant.rules.special}


def _shuffled(orders: Iterable[Order], chance: Random) -> list[Order]:
    some = list(orders)
    chance.shuffle(some)
    return some


def _king(variant: Variant) -> str:
    names = [getattr(rule, "captured", None) and rule.power for rule in variant.rules.special]
    return next(filter(None, names), "")


def _enlisted(unit: Unit, variant: Variant, chance: Random) -> Unit:
    most = max((rule.largest(unit.power, variant) for rule in variant.rules.special), default=1)
    army = unit.kind is UnitKind.ARMY
    return structs.replace(unit, size=chance.randint(1, most) if army else 1)


def _year(variant: Variant, chance: Random) -> int:
    year = variant.start.phase.year + chance.randint(1, 4)
    return year if variant.start.phase.year > 0 or year < 0 else year + 1


def _owners(variant: Variant, chance: Random) -> tuple[str | None, ...]:
    sides = [side.name for side in chance.sample(variant.sides, min(4, len(variant.sides)))]
    homes = {home: side.name for side in variant.sides for home in side.home_centers}
    centers = set(bits(variant.geography.centers))
    return tuple(
        None
        if place not in centers or chance.random() < 0.3
        else chance.choice([*sides, homes.get(place)])
        for place in range(len(variant.geography.provinces))
    )


def _markers(variant: Variant, chance: Random) -> tuple[Marker, ...]:
    """Return most markers of the start, and markers that a game may have got since."""
    start = variant.start
    for rule in variant.rules.special:
        start = rule.dealt(start, variant, chance.randrange(1000))
    kept = [one for one in start.markers if chance.random() < _LEAD]
    sides = [side.name for side in variant.sides]
    centers = list(bits(variant.geography.centers))
    words = _rules(variant)
    if "Loyalty" in words:
        kinds = ("rebel", "satrapies", "royal", "abroad")
        kept += [Marker(kind, power=chance.choice(sides[1:])) for kind in kinds]
    if "Loans" in words:
        kept += [Marker("loan", chance.choice(centers), chance.choice(sides[1:]))]
    if "StandingHomes" in words:
        homes = chance.sample(centers, 8)
        kept += [Marker("home", place, chance.choice(sides)) for place in homes[:4]]
        kept += [Marker("stayed", place, chance.choice(sides)) for place in homes]
    if "NeutralVotes" in words:
        kept += [Marker("called", power=chance.choice(variant.neutrals).name)]
    return tuple(kept)


def _ride(order: Order, variant: Variant, chance: Random) -> Order:
    """Return the order, or for half of the units on a railway a ride instead."""
    for rule in variant.rules.special:
        line = getattr(rule, "line", None)
        if line and order.unit.location in line and chance.random() < 0.5:
            return Move(order.unit, chance.choice(line))
    return order


def _sayings(position: Position, variant: Variant, chance: Random) -> Iterator[Order]:
    """Yield sentences of the variant's rules, some of them by powers that may not write them."""
    sides = [side.name for side in variant.powers]
    there = [unit.power for unit in position.units] or sides
    places = list(ruled_places(variant)) or [0]
    for rule in variant.rules.special:
        for saying in rule.sayings:
            for _ in range(chance.randint(0, 2)):
                ours = chance.random() < _LEAD
                power = chance.choice((ours and saying.powers) or there)
                place = chance.choice([*places, *[getattr(rule, "place", places[0])] * len(places)])
                yield Declare(
                    power,
                    saying.pattern,
                    place if "<province>" in saying.pattern else None,
                    chance.choice([*there, *sides]) if "<power>" in saying.pattern else None,
                )


def _voted(
    position: Position, orders: Sequence[Order], variant: Variant, chance: Random
) -> Iterator[Order]:
    """Yield the orders of powers with players, and votes of players on the orders of the others.

    Some votes are for another order.
    """
    voting = "NeutralVotes" in _rules(variant)
    neutral = {side.name for side in neutrals_at(position, variant)} if voting else ()
    asked: dict[str, Order] = {}
    for order in orders:
        power = power_of(order)
        if power not in neutral:
            yield order
        elif position.phase.kind is not PhaseKind.ADJUSTMENT or power not in asked:
            # Votes are on one removal only: if all powers voted for two and one is due, the rules
            # would not say which one is carried out.
            asked[power] = order
            yield from _votes(order, position, variant, chance)


def _votes(order: Order, position: Position, variant: Variant, chance: Random) -> Iterator[Order]:
    if isinstance(order, Waive):
        return
    other = order
    if position.phase.kind is PhaseKind.MOVEMENT:
        other = SupportHold(order.unit, order.unit.location)
    for side in variant.sides:
        if chance.random() < 0.75:
            yield Vote(side.name, order if chance.random() < 0.85 else other)


def _retreats(position: Position, variant: Variant, chance: Random) -> Iterator[Order]:
    everywhere = range(len(variant.geography.locations))
    for one in position.dislodged:
        draw = chance.random()
        if draw < 0.75 and one.retreats:
            yield Retreat(one.unit, chance.choice(one.retreats))
        elif draw < 0.85:
            yield Retreat(one.unit, chance.choice(everywhere))
        elif draw < 0.95:
            yield Disband(one.unit)


def _adjustments(position: Position, variant: Variant, chance: Random) -> Iterator[Order]:
    everywhere = range(len(variant.geography.locations))
    for side in variant.sides:
        sites = build_sites(position, side.name, variant)
        for _ in range(chance.randint(0, 4)):
            wild = not sites or chance.random() < 0.15
            yield Build(
                side.name,
                chance.choice(list(UnitKind)),
                chance.choice(everywhere if wild else sites),
                chance.choice([1, 1, 1, 2]),
            )
        mine = [unit for unit in position.units if unit.power == side.name]
        for unit in chance.sample(mine, min(len(mine), chance.randint(0, 2))):
            yield Disband(unit)
        if chance.random() < 0.2:
            yield Waive(side.name)
