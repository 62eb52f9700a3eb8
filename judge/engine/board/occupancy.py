"""Who stands where at the start of a phase, as the orders are checked against it."""

from dataclasses import dataclass

from judge.engine.board.geography import Geography, mask_of
from judge.engine.board.position import Position, Unit, UnitKind
from judge.engine.rules.rule import Garrison
from judge.engine.variant import Variant

# To look a member up in its class costs more than the test it is needed for.
_FLEET = UnitKind.FLEET


@dataclass(slots=True)
class Occupancy:
    """The board before anybody moves; `unit_at` has an entry a province.

    `held` is the mask of the provinces that a garrison holds.
    """

    geography: Geography
    unit_at: list[Unit | None]
    held: int = 0
    _ferries: int = -1

    def ferries(self) -> int:
        """Return the mask of the provinces with a fleet that can convoy from there.

        Whether a fleet may convoy where it stands is asked here and nowhere else.
        """
        if self._ferries < 0:
            mask, unit_at = 0, self.unit_at
            for province in self.geography.ferrying:
                unit = unit_at[province]
                if unit is not None and unit.kind is _FLEET:
                    mask |= 1 << province
            self._ferries = mask
        return self._ferries


def stand(position: Position, variant: Variant) -> Occupancy:
    """Return who stands where in `position`."""
    geography = variant.geography
    unit_at: list[Unit | None] = [None] * len(geography.provinces)
    province_of = geography.province_of
    for unit in position.units:
        unit_at[province_of[unit.location]] = unit
    return Occupancy(geography, unit_at, mask_of(garrisons_in(position, variant)))


def can_stand(unit: Unit, geography: Geography) -> bool:
    """Return whether a unit of its kind can be where it is.

    An army is in a province, a fleet on a coast of it where that has coasts with names.
    """
    province = geography.province_of[unit.location]
    if unit.kind is UnitKind.ARMY:
        return unit.location == province and bool(geography.armies >> province & 1)
    ashore = unit.location == province and geography.coasts_of[province]
    return not ashore and bool(geography.fleets >> province & 1)


def garrisons_in(position: Position, variant: Variant) -> dict[int, Garrison]:
    """Return the garrisons that rules of the variant know of, by province."""
    return {
        garrison.province: garrison
        for rule in variant.rules.special
        for garrison in rule.garrisons(position, variant)
    }
