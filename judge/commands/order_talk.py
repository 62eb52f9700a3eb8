"""What players say of their orders instead of giving them: `same as last time`.

Nothing is passed over: a line is offered, or what is stored is shown. `No builds` alone
is an order, for it can mean one thing only.
"""

import re

from judge.commands.grammar.passage import Found
from judge.commands.grammar.plain import proxy_as_order
from judge.commands.grammar.words import cleaned
from judge.commands.known import Place
from judge.commands.lines import Meaning
from judge.engine import PhaseKind, supply_gaps
from judge.game import NotUnderstood, ShowOrders, SubmitOrders
from judge.notation import OrderReader, order_on_coast, write_order

_ORDERS = r"(?:(?:my|the|these|those|all) )*(?:orders?|moves?)"
_KEPT = re.compile(
    rf"{_ORDERS} (?:(?:still )?(?:stand|stay|remain|hold good)|(?:are )?unchanged)"
    rf"|(?:keep|leave) {_ORDERS}(?: as (?:they are|before|is|stored))?"
    rf"|(?:(?:there (?:are|is) )?no|without) changes?(?: (?:to|in|of) {_ORDERS})?"
    rf"|unchanged|{_ORDERS} as (?:they are|stored|sent)",
    re.IGNORECASE,
)
_BEFORE = r"(?:(?:the )?(?:last|previous)(?: \w+)?|before|above|always|ever|usual)"
_REPEATED = re.compile(
    rf"(?:{_ORDERS} )?(?:the )?same(?: (?:orders|moves|thing))?"
    rf"(?: again)?(?: as {_BEFORE})?|ditto|(?:{_ORDERS} )?as {_BEFORE}"
    r"|repeat (?:(?:my|the|all) )*(?:(?:last|previous) )?(?:orders|moves)"
    r"(?: (?:of|from) .+)?",
    re.IGNORECASE,
)
_PASSED = re.compile(
    r"(?:(?:i|we) )?pass|skip(?: (?:me|(?:my|this) (?:turn|phase)))?|nothing|none|nmr"
    r"|(?:(?:i|we) )?(?:do|order|move) nothing"
    r"|(?:i have )?no (?:orders|moves)(?: (?:for )?(?:this|me)(?: \w+)?)?",
    re.IGNORECASE,
)
_NOT = r"(?:i )?(?:do not|don\W?t|will not|won\W?t)(?: want to)?"
_NONE = re.compile(
    rf"(?:no (?:more |new )?(?P<kind>build|retreat|removal|disband)s?"
    rf"|{_NOT} (?P<verb>build|retreat|remove)(?: anything)?"
    rf"|(?P<order>build|remove) nothing)"
    r"(?: (?:please|now|this (?:time|turn|phase|year|winter)|for (?:me|now)))*",
    re.IGNORECASE,
)
_LONGEST_COAST = 8  # words
# Other orders in the letter stand, so it is said of the rest.
_REST = {"build": "all others waive", "retreat": "all others disband"}


def about_orders(line: str, words: str, place: Place) -> Found | None:
    """Return what a line says of orders that might be read as something else."""
    if coast := _coast_asked_for(line, place):
        return Found((SubmitOrders((coast,)),), meaning=Meaning.ORDER)
    if given := proxy_as_order(words, place):
        return Found((given,))
    return _order_talk(line, place)


def _coast_asked_for(line: str, place: Place) -> str | None:
    """Return the order that was asked about, on the coast that `line` names."""
    reader = place.reader
    if reader is None or len(line.split()) > _LONGEST_COAST:
        return None
    for question in place.troubled:
        if order := order_on_coast(question, line, reader):
            return write_order(order, reader.geography, reader.units)
    return None


def _order_talk(line: str, place: Place) -> Found | None:
    """Return what is told of a line that speaks of orders, None of any other.

    It is for who has orders to give.
    """
    reader, said = place.reader, cleaned(line).rstrip("!, ")
    if reader is None or reader.power is None:
        return None
    if _KEPT.fullmatch(said):
        return Found((ShowOrders(),), meaning=Meaning.QUESTION)
    if none := _NONE.fullmatch(said):
        return _nothing(said, next(filter(None, none.groups())).lower(), reader)
    offers: tuple[str, ...] = ()
    if _REPEATED.fullmatch(said):
        offers = ("ORDERS?", "HISTORY")
    elif _PASSED.fullmatch(said):
        offers = _passing(reader, reader.power)
    if not offers:
        return None
    return Found((NotUnderstood(said, offers),), unclear=True)


def _nothing(said: str, what: str, reader: OrderReader) -> Found:
    """Return who builds or retreats nothing as who waives or disbands, where it is due.

    To remove nothing is nobody's choice.
    """
    phase = reader.position.phase.kind
    due = {"build": PhaseKind.ADJUSTMENT, "retreat": PhaseKind.RETREAT}.get(what)
    if phase is due:
        return Found((SubmitOrders((_REST[what],)),), meaning=Meaning.ORDER)
    unclear = phase is PhaseKind.ADJUSTMENT
    return Found((NotUnderstood(said, ("ORDERS?",)),), unclear=unclear)


def _passing(reader: OrderReader, power: str) -> tuple[str, ...]:
    """Return the lines that say in order that no unit is to do anything."""
    match reader.position.phase.kind:
        case PhaseKind.MOVEMENT:
            return ("HOLD ALL", "ORDERS?")
        case PhaseKind.RETREAT:
            return ("DISBAND ALL", "ORDERS?")
        case PhaseKind.ADJUSTMENT:
            builds = supply_gaps(reader.position, reader.variant)[power] > 0
            return ("WAIVE ALL", "ORDERS?") if builds else ("ORDERS?",)
