"""Where a satrap may go of his own accord, and what the king permits for good.

Seed 003, clauses 9, 10 and 14.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from judge.engine.board.geography import Geography
from judge.engine.board.position import Marker
from judge.engine.orders import Declare, Move, Order
from judge.engine.rules.rule import Lands, Place, Side
from judge.engine.rules.satrap.entry import PERMIT_ENTRY

# The markers of a satrap who may enter all lands of a kind; CALLED is for the city, in
# this move alone.
SATRAPIES = "satrapies"
ROYAL = "royal"
ABROAD = "abroad"
CALLED = "called"


class Realm(Protocol):
    """The king, his city, the provinces that are his, and those of each satrap."""

    @property
    def power(self) -> Side:
        """Return the king."""

    @property
    def city(self) -> Place:
        """Return the province of his city."""

    @property
    def royal(self) -> tuple[Place, ...]:
        """Return the provinces that belong to no satrapy, but to the king."""

    @property
    def satrapies(self) -> Lands:
        """Return the satraps, each with his provinces."""


def grants(orders: Sequence[Order], realm: Realm) -> Iterator[Marker]:
    """Yield what the king permits: in one satrapy it is permission for all of them."""
    for order in orders:
        if not isinstance(order, Declare) or order.province is None:
            continue
        if order.power == realm.power and order.pattern == PERMIT_ENTRY:
            called = order.province == realm.city
            kind = CALLED if called else _kind_of(order.province, realm)
            yield Marker(kind, power=order.other)


def needs_permission(
    order: Move, markers: Sequence[Marker], realm: Realm, geography: Geography
) -> bool:
    """Return whether a loyal satrap may not make this move, as the markers are."""
    power, target = order.unit.power, geography.province_of[order.target]
    homes = {place: satrap for satrap, lands in realm.satrapies for place in lands}
    if power == realm.power or homes.get(Place(target)) == power:
        return False
    called = target == realm.city and Marker(CALLED, power=power) in markers
    return not called and Marker(_kind_of(target, realm), power=power) not in markers


def with_new(markers: Sequence[Marker], new: Iterable[Marker]) -> tuple[Marker, ...]:
    """Return the markers and those that are new among `new`."""
    return (*markers, *(one for one in dict.fromkeys(new) if one not in markers))


def _kind_of(province: int, realm: Realm) -> str:
    if province in realm.royal:
        return ROYAL
    in_satrapies = any(province in lands for _, lands in realm.satrapies)
    return SATRAPIES if in_satrapies else ABROAD
