"""The working tables of one movement phase: who stands where, and who goes where.

They live as long as one adjudication, and are indexed by province: a unit, its order
and its fate all go by where it stands.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Never

from judge.engine.board.geography import mask_of
from judge.engine.board.occupancy import Occupancy
from judge.engine.board.position import Position, Unit
from judge.engine.orders import Convoy, Move, Order, SupportHold, SupportMove
from judge.engine.outcome import Reason
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
