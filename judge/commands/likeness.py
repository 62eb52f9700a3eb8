"""Whether a line is like an order of the game it stands in.

`judge.notation` decides it; here it is only asked with the right names.
"""

from judge.commands.grammar.words import cleaned
from judge.commands.known import Place
from judge.notation import is_order_like


def is_order(line: str, place: Place) -> bool:
    """Return whether `line` was meant as an order in the game of `place`."""
    return is_order_like(line, place.names)


def is_surely_order(line: str, place: Place) -> bool:
    """Return whether `line` is like an order in more than a dash within a word.

    Game and password may have one: `CRATE raj my-word`.
    """
    first, *others = cleaned(line).split() or [""]
    plain = (word for word in others if "-" not in word[1:])
    return is_order(line, place) and is_order(" ".join((first, *plain)), place)
