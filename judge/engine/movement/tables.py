"""The working tables of one movement phase: who stands where, and who goes where.

They live as long as one adjudication, and are indexed by province: a unit, its order
and its fate all go by where it stands.
"""

from collections.abc import Mapping, Sequence
from typing import Never

from msgspec import Struct

from judge.engine.board.geography import Geography, mask_of
from judge.engine.board.occupancy import Occupancy
from judge.engine.board.position import Unit
from judge.engine.orders import (
    Convoy,
    Move,
    Order,
    SupportHold,
    SupportMove,
)
from judge.engine.outcome import Reason
from judge.engine.rules.rule import Garrison
from judge.engine.variant import Rules

# A dict, since to ask a proxy whether it is empty takes several times as long.
_NOTHING: Mapping[int, Never] = {}

# Who moves to a province, when it is not one alone.
NOBODY, SEVERAL = -1, -2


class PhaseTables(Struct, gc=False):
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

    orders: Sequence[Order]
    geography: Geography
    rules: Rules
    unit_at: list[Unit | None]
    numbers: list[int]
    targets: list[int]
    goals: list[int]
    comer: list[int]
    fates: list[bool | None]
    reasons: list[Reason]
    causes: list[tuple[int, ...]]
    moves: list[Move] = []
    supports: list[SupportMove] = []
    holds: list[SupportHold] = []
    ferries: list[Convoy] = []
    fitted: dict[int, Order] = {}
    convoys: list[int] = []
    movers: list[int] = []
    rivals: dict[int, list[int]] = {}
    helpers: dict[int, list[int]] = {}
    aims: dict[int, int] = {}
    carriers: dict[int, list[int]] = {}
    broken: dict[int, list[int]] = {}
    winners: list[int] = []
    failed: list[int] = []
    asked: list[int] | None = None
    reinforced: frozenset[int] = frozenset()
    weights: Mapping[int, int] = _NOTHING
    garrisons: Mapping[int, Garrison] = _NOTHING
    guards: dict[int, list[int]] = {}
    _occupancy: Occupancy | None = None

    def is_even(self) -> bool:
        """Return whether all that holds a province is of strength one without help."""
        return not (self.reinforced or self.weights or self.garrisons)

    def occupancy(self) -> Occupancy:
        """Return who stands where, as legality is checked against it."""
        if self._occupancy is None:
            self._occupancy = Occupancy(
                self.geography, self.unit_at, mask_of(self.garrisons)
            )
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
