"""Permission to enter the king's city, and to remain there (seed 003, clause 4).

The king writes it for each move, and so does the satrap; one without the other is none.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

from judge.engine.board.position import Marker
from judge.engine.orders import Declare, Order
from judge.engine.rules.rule import Place, Saying, Side
from judge.messages import message

PERMIT_ENTRY = "PERMIT <power> TO ENTER <province>"
PERMIT_STAY = "PERMIT <power> TO REMAIN IN <province>"
ENTER = "ENTER <province> WITH PERMISSION"
REMAIN = "REMAIN IN <province> WITH PERMISSION"

_BESIDE = "with permission"

# Whose units come in peace in this move, and whose remain there in peace.
WELCOME = "welcome"
GUEST = "guest"


class City(Protocol):
    """The city, the power that may let others in, and those that it may let in."""

    @property
    def power(self) -> Side:
        """Return the power whose city it is."""

    @property
    def place(self) -> Place:
        """Return its province."""

    @property
    def satraps(self) -> tuple[Side, ...]:
        """Return the powers that it may let in."""


def sayings(city: City) -> tuple[Saying, ...]:
    """Return what the king and the satraps may write about the city."""
    king = (city.power,)
    return (
        Saying(PERMIT_ENTRY, message("lets its unit into your city in peace, this move"), king),
        Saying(PERMIT_STAY, message("lets its unit stay in your city, this move"), king),
        Saying(
            ENTER,
            message("if the king permits it: your unit comes in peace"),
            city.satraps,
            beside=_BESIDE,
            move=True,
        ),
        Saying(
            REMAIN,
            message("if the king permits it: your unit stays in peace"),
            city.satraps,
            beside=_BESIDE,
        ),
    )


def permits(orders: Sequence[Order], city: City) -> Iterator[Marker]:
    """Yield a marker for each satrap who comes or remains in peace in this move."""
    told = [
        order for order in orders if isinstance(order, Declare) and order.province == city.place
    ]
    for kind, permit, words in ((WELCOME, PERMIT_ENTRY, ENTER), (GUEST, PERMIT_STAY, REMAIN)):
        permitted = {
            order.other for order in told if order.pattern == permit and order.power == city.power
        }
        for order in told:
            if order.pattern == words and order.power in permitted:
                yield Marker(kind, city.place, order.power)
