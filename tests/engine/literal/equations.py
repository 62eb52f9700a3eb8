"""A slow second solver for movement phases: the equations of DATC 5.B, word for word.

It shares no code with the engine, and works on names instead of numbers. If the fate of an order
depends on others that are unknown, it tries every combination of their fates.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, product

from tests.engine.literal.possible import Waters, routes

Fates = Mapping[str, bool]


@dataclass(frozen=True)
class Told:
    """A unit and its order, by names; `what` is hold, move, support or convoy.

    `other` is the province of the supported or convoyed unit. `target` is the goal of that unit or
    of this one, "" for a supported hold.
    """

    power: str
    what: str = "hold"
    other: str = ""
    target: str = ""
    via: bool = False
    walks: bool = True
    size: int = 1


class Reference:
    """The orders of one phase by province, and the map for fleets."""

    def __init__(self, told: Mapping[str, Told], waters: Waters, *, fallback: bool) -> None:
        self.told = told
        self.waters = waters
        self.sailing = {
            army: self.carriers(army)
            for army, order in told.items()
            if order.what == "move" and self.sails(army, fallback=fallback)
        }

    def carriers(self, army: str) -> set[str]:
        """Return the fleets ordered to convoy this move of `army`."""
        journey = (army, self.told[army].target)
        return {
            fleet
            for fleet, order in self.told.items()
            if order.what == "convoy" and (order.other, order.target) == journey
        }

    def sails(self, army: str, *, fallback: bool) -> bool:
        """Return whether the army goes by sea rather than by land (DATC 4.A.3)."""
        order = self.told[army]
        if not order.walks:
            return True
        fleets = self.carriers(army)
        meant = order.via or any(self.told[fleet].power == order.power for fleet in fleets)
        if fallback and not self.joined(army, order.target, fleets):
            return False
        return meant

    def joined(self, origin: str, target: str, fleets: set[str]) -> bool:
        """Return whether some route over `fleets` leads from `origin` to `target`."""
        return any(True for _ in routes(self.waters, origin, target, fleets))

    def outcome(self, unit: str, fates: Fates) -> bool:
        """Return the fate of one order by the equations, from the fates of all orders."""
        order = self.told[unit]
        if order.what == "move":
            return self.move(unit, fates)
        if order.what == "support":
            return self.support(unit, fates)
        return not any(fates[attacker] for attacker in self.attackers(unit))

    def move(self, unit: str, fates: Fates) -> bool:
        target = self.told[unit].target
        against = self.against(unit, target, fates)
        others = [self.prevent(other, fates) for other in self.attackers(target) if other != unit]
        return self.attack(unit, fates) > max([against, *others])

    def against(self, unit: str, target: str, fates: Fates) -> int:
        if self.head_on(unit, target):
            return self.defend(target, fates)
        return self.hold(target, fates)

    def weight(self, *units: str) -> int:
        return sum(self.told[unit].size for unit in units)

    def support(self, unit: str, fates: Fates) -> bool:
        order = self.told[unit]
        for attacker in self.attackers(unit):
            if fates[attacker]:
                return False
            foreign = self.told[attacker].power != order.power
            aimed_at = order.target and attacker == order.target
            if foreign and not aimed_at and self.path(attacker, fates):
                return False
        return True

    def attackers(self, province: str) -> list[str]:
        return [
            unit
            for unit, order in self.told.items()
            if order.what == "move" and order.target == province
        ]

    def helpers(self, unit: str, fates: Fates) -> list[str]:
        order = self.told[unit]
        target = order.target if order.what == "move" else ""
        return [
            helper
            for helper, other in self.told.items()
            if other.what == "support"
            and (other.other, other.target) == (unit, target)
            and fates[helper]
        ]

    def path(self, unit: str, fates: Fates) -> bool:
        if unit not in self.sailing:
            return True
        fleets = {fleet for fleet in self.sailing[unit] if fates[fleet]}
        return self.joined(unit, self.told[unit].target, fleets)

    def head_on(self, unit: str, target: str) -> bool:
        other = self.told.get(target)
        return (
            other is not None
            and (other.what, other.target) == ("move", unit)
            and unit not in self.sailing
            and target not in self.sailing
        )

    def hold(self, province: str, fates: Fates) -> int:
        order = self.told.get(province)
        if order is None:
            return 0
        if order.what == "move":
            return 0 if fates[province] else self.weight(province)
        return self.weight(province, *self.helpers(province, fates))

    def attack(self, unit: str, fates: Fates) -> int:
        if not self.path(unit, fates):
            return 0
        target = self.told[unit].target
        there = self.told.get(target)
        helpers = self.helpers(unit, fates)
        leaves = there is not None and there.what == "move" and fates[target]
        if there is not None and (not leaves or self.head_on(unit, target)):
            if there.power == self.told[unit].power:
                return 0
            helpers = [one for one in helpers if self.told[one].power != there.power]
        return self.weight(unit, *helpers)

    def defend(self, unit: str, fates: Fates) -> int:
        return self.weight(unit, *self.helpers(unit, fates))

    def prevent(self, unit: str, fates: Fates) -> int:
        target = self.told[unit].target
        beaten = self.head_on(unit, target) and fates[target]
        if beaten or not self.path(unit, fates):
            return 0
        return self.weight(unit, *self.helpers(unit, fates))

    def solve(self) -> dict[str, bool]:
        """Return the fate of each order except holds."""
        open_ = [unit for unit, order in self.told.items() if order.what != "hold"]
        fates: dict[str, bool] = {}
        most = 4
        while open_:
            known = dict(fates)
            for unit in open_:
                near = [one for one in self.near(unit) if one in open_]
                if len(near) <= most:
                    known |= self.settled(unit, near, fates)
            if known != fates:
                most = 4
            elif most < len(open_):
                most += 2
            else:
                known |= self.ring(open_, fates)
            fates = known
            open_ = [unit for unit in open_ if unit not in fates]
        return fates

    def settled(self, unit: str, near: list[str], fates: Fates) -> dict[str, bool]:
        """Return the fate of `unit` if it is the same for all fates of the orders `near` it."""
        first: bool | None = None
        for values in product([False, True], repeat=len(near)):
            fate = self.outcome(unit, self.filled(fates, near, values))
            if first is not None and fate is not first:
                return {}
            first = fate
        assert first is not None
        return {unit: first}

    def filled(self, fates: Fates, open_: list[str], values: tuple[bool, ...]) -> Fates:
        blank = dict.fromkeys(self.told, False)
        return {**blank, **fates, **dict(zip(open_, values, strict=True))}

    def near(self, unit: str) -> list[str]:
        """Return every order whose fate occurs in the equations for `unit`."""
        target = self.told[unit].target
        movers = [*self.attackers(unit), unit]
        if self.told[unit].what == "move":
            movers += [*self.attackers(target), target]
        fleets = chain.from_iterable(self.sailing.get(mover, ()) for mover in movers)
        helpers = [
            helper
            for helper, other in self.told.items()
            if other.what == "support" and other.other in movers
        ]
        everyone = dict.fromkeys([*movers, *fleets, *helpers])
        return [one for one in everyone if one in self.told]

    def ring(self, open_: list[str], fates: Fates) -> dict[str, bool]:
        """Return the fates of orders that depend on one another (DATC 5.D, Szykman)."""
        leads = {unit: self.swayed_by(unit, open_, fates) for unit in open_}
        reach = {unit: reached(unit, leads) for unit in open_}
        for unit in open_:
            ring = {one for one in reach[unit] if unit in reach[one]} | {unit}
            if reach[unit] <= ring:
                break
        convoys = [one for one in ring if self.told[one].what == "convoy"]
        if convoys:
            return dict.fromkeys(convoys, False)
        circle = all(self.told[one].what == "move" for one in ring)
        return dict.fromkeys(ring, circle)

    def swayed_by(self, unit: str, open_: list[str], fates: Fates) -> set[str]:
        """Return the undecided orders that can change the fate of `unit`."""
        near = [one for one in self.near(unit) if one in open_]
        return {
            near[place]
            for values in product([False, True], repeat=len(near))
            for place in range(len(near))
            if self.outcome(unit, self.filled(fates, near, values))
            != self.outcome(unit, self.filled(fates, near, flipped(values, place)))
        }


def flipped(values: tuple[bool, ...], place: int) -> tuple[bool, ...]:
    return (*values[:place], not values[place], *values[place + 1 :])


def reached(start: str, leads: Mapping[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for one in leads[waiting.pop()] - seen:
            seen.add(one)
            waiting.append(one)
    return seen
