"""Orders, and the lines between which they stand."""

from judge.commands.grammar.passage import Found, Misread, Passage, Stop, alone
from judge.commands.grammar.plain import bare
from judge.commands.model import ClearOrders, Command, ShowOrders
from judge.commands.table.row import Row, Who


def _show_orders(rest: str) -> Command | None:
    """Return ORDERS?, which may be asked with a question mark or without."""
    return None if rest.strip(" ?") else ShowOrders()


def _stop(passage: Passage) -> Found | Misread:
    return Misread() if passage.rest else Found((Stop(),))


def _begin(passage: Passage) -> Found | Misread:
    """Return nothing: BEGIN stands above orders, as END stands below them."""
    return Misread() if passage.rest else Found()


ORDERS = (
    Row(
        ("SIGN OFF", "QUIT", "END"),
        _stop,
        Who.ANYBODY,
        "signoff",
        ("SIGN OFF",),
    ),
    Row(("BEGIN",), _begin, Who.ANYBODY, "signoff"),
    Row(
        ("ORDERS", "ORDERS ?", "SHOW ORDERS", "SHOW MY ORDERS", "MY ORDERS"),
        alone(_show_orders),
        Who.PLAYER,
        "show",
        ("ORDERS?",),
    ),
    Row(("PREVIEW",), alone(_show_orders), Who.PLAYER, "show"),
    Row(
        ("CLEAR", "CLEAR ORDERS", "CLEAR MY ORDERS", "CLEAR ALL", "CLEAR ALL ORDERS"),
        alone(bare(ClearOrders())),
        Who.PLAYER,
        "clear",
        ("CLEAR",),
    ),
)
