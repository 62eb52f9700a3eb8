"""What orders are called that do not count, so that none hides the fate of a unit."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Nameless:
    """An order of `power`; `wanted` is its unit, or its text where that says more."""

    power: str
    text: str
    wanted: str


def names_of(orders: Sequence[Nameless], taken: Collection[str]) -> list[str]:
    """Return a name for each order, none of them twice or among those `taken`.

    Several of one power to one unit: the last has its name. What two powers want, none
    gets, so it does not matter which of them is listed first.
    """
    names: dict[int, str] = {}
    claims: dict[str, list[int]] = {}
    for number, order in enumerate(orders):
        claims.setdefault(order.wanted, []).append(number)
    for wanted, numbers in claims.items():
        if wanted not in taken and len({orders[n].power for n in numbers}) == 1:
            names[numbers[-1]] = wanted
    used = {*taken, *names.values()}
    rest = [number for number in range(len(orders)) if number not in names]
    senders: dict[str, set[str]] = {}
    for number in rest:
        senders.setdefault(orders[number].text, set()).add(orders[number].power)
    for number in sorted(rest, key=lambda n: (orders[n].text, orders[n].power)):
        order = orders[number]
        names[number] = _free(order, used, alone=len(senders[order.text]) == 1)
        used.add(names[number])
    return [names[number] for number in range(len(orders))]


def _free(order: Nameless, used: Collection[str], *, alone: bool) -> str:
    """Return the text of the order, or with its power and a number if it must be."""
    if alone and order.text not in used:
        return order.text
    whole = f"{order.power} {order.text}"
    if whole not in used:
        return whole
    number = 2
    while f"{whole} ({number})" in used:
        number += 1
    return f"{whole} ({number})"
