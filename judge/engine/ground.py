"""Who stands where at the start of a phase, as the orders are checked against it."""

from dataclasses import dataclass

from judge.engine.geography import Geography
from judge.engine.position import Position, Unit, UnitKind

# To look a member up in its class costs more than the test it is needed for.
_FLEET = UnitKind.FLEET


@dataclass(slots=True)
class Ground:
    """The board before anybody moves; `unit_at` has an entry a province."""

    geography: Geography
    unit_at: list[Unit | None]
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


def stand(position: Position, geography: Geography) -> Ground:
    """Return who stands where in `position`."""
    unit_at: list[Unit | None] = [None] * len(geography.provinces)
    province_of = geography.province_of
    for unit in position.units:
        unit_at[province_of[unit.location]] = unit
    return Ground(geography, unit_at)
