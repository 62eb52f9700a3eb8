"""Sentences that say the goal before the place a unit comes from.

`support move to Burgundy from Paris` is `S Par - Bur`, and so is `S Bur from Par`.
"""

from judge.notation.sentence.order_reader import Elements
from judge.notation.words.elements import Action, Kind, Nation, Origin, Place, Verb

_HELP = {Verb.SUPPORT, Verb.CONVOY}


def from_origin(elements: Elements) -> Elements:
    """Return the elements in the order `Par - Bur`, without the `from`.

    Where it stands otherwise it stays, and the sentence is none.
    """
    found = [at for at, one in enumerate(elements) if isinstance(one, Origin)]
    if not found:
        return elements
    at = found[0]
    before, behind = elements[:at], elements[at + 1 :]
    cut = _behind_help(before)
    helped, goal = before[:cut], before[cut:]
    places = [one for one in goal if isinstance(one, Place)]
    unit, rest = _unit(behind)
    match places, unit:
        case [], _:
            return (*before, *behind)
        case [target], [*named, Place() as origin] if goal[-1] is target:
            whose = [one for one in goal if isinstance(one, Kind | Nation)]
            dash = Action(Verb.MOVE, target.start, target.start)
            return (*helped, *(whose or named), origin, dash, target, *rest)
        case [first, *_], [*_, Place(province=one)] if one == first.province:
            return (*before, *rest)
        case _:
            return elements


def _behind_help(elements: Elements) -> int:
    """Return where the unit begins that is supported or convoyed, or else ordered."""
    for at in reversed(range(len(elements))):
        one = elements[at]
        if isinstance(one, Action) and one.verb in _HELP:
            return at + 1
    return 0


def _unit(elements: Elements) -> tuple[Elements, Elements]:
    """Return the power, kind and place at the beginning, and what follows."""
    for at, one in enumerate(elements):
        if isinstance(one, Place):
            return elements[: at + 1], elements[at + 1 :]
        if not isinstance(one, Kind | Nation):
            break
    return (), elements
