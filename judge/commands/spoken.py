"""Reads sentences in plain words about a player's own units: corrections of their orders."""

import re
from dataclasses import dataclass

from judge.commands.known import Place, cleaned
from judge.engine import Order, PhaseKind, Unit, UnitOrder, check_order, power_of
from judge.notation import Mistake, OrderReader, provinces_named, read_line, write_order, write_unit

_LONGEST = 200
_ORDERS = r"(?:(?:my|the|our|all|other) )*(?:orders?|moves?)"
_CHANGE = r"(?:change|correct|fix|update|amend|alter|replace|edit)"
# Words in front of an order that say that it replaces another one.
_SAID_BEFORE = (
    r"(?:oops|ups|whoops|sorry|argh|damn|pardon|actually|(?:oh|ah|hm+|no|wait)(?=[,.!])"
    # With a colon, the mistake is the order behind it.
    r"|(?:my (?:mistake|bad|fault)|mistake|typo|i (?:made|had) (?:a|an) (?:mistake|error|typo)"
    r"|that was wrong|wrong)(?=[,.!;])"
    r"|(?:i (?:have |'ve )?)?changed my mind|change of (?:plans?|mind|heart)"
    r"|on (?:second thoughts?|reflection)"
    r"|(?:correction|changed?|changes|updated?|edit|amendment|fix|new order)(?=\s*[:,-])"
    rf"|(?:please )?(?:make|{_CHANGE}) (?:that|it|this)(?: (?:to|into|be|read)\b)?"
    rf"|(?:please )?{_CHANGE}(?= \w)"
    r"|(?:i|we) (?:really |actually )?(?:meant|mean)(?: to (?:say|write|order|send|type|put))?"
    r"|(?:that|it|this|which) should (?:be|have been|read|say)|should (?:be|have been|read)(?= \w)"
    rf"|(?:(?:everything|all|{_ORDERS})(?: else)? )?"
    rf"(?:(?:is |are |stays? )?(?:the )?same(?: {_ORDERS})?)?"
    r"(?: as|as) (?:before|last time|stored|sent|above|it is|they are)(?=\W)"
    r"|(?:all|everything)(?: else)?(?: is| stays)? (?:the )?same(?=[,.;])"
    r"|keep (?:the (?:rest|others)|everything else|all else|all others)"
    r"|(?:but|except|only|just)(?: that| for)?|rather|instead(?: of [^,:]{2,40}(?=[,:]))?)"
)
_BEGINS = re.compile(rf"(?:{_SAID_BEFORE}\b\W*)+", re.I)
_REST = (
    r"(?:and |but )?(?:(?:please )?(?:keep|leave) )?(?:the |my |all )?"
    rf"(?:rest|others?|everything else|all else)(?: {_ORDERS})?"
    r"(?: (?:is|are|stays?|remains?|unchanged|the same|same|before|as (?:it|they) (?:is|are)"
    r"|as (?:before|is|stored)))*"
)
# Words behind an order that say the same.
_ENDS = re.compile(
    rf"(?:\W+(?:instead(?: of [^,;.:?]{{2,40}})?|rather(?: than [^,;.:?]{{2,40}})?|{_REST}"
    r"|(?:and )?not (?:in |to |at )?(?P<other>[^,;.:?]{2,30})|please|thanks|thank you))+\W*",
    re.I,
)
_ASKS = re.compile(r"(?:(?:can|could|would|will|may|shall|should) (?:you|i|we)|please)\b\W*", re.I)
# `Do NOT move Paris to Burgundy. Paris to Picardy instead.`
_DENIES = re.compile(
    r"(?:please )?(?:do not|don\W?t|never|not)\b[^.;:!,]*[.;:!,]\s+(?=.*\b(?:instead|rather)\b)",
    re.I,
)
_OF_UNIT = re.compile(
    r"(?:my |the )?orders? (?:for|of|in) (?P<unit>[^,:;]{2,30}?)[,:;]?"
    r"(?: (?:so that )?(?:it|he|she|they))?"
    r" (?P<what>(?:should|shall|must|to|is to|has to|will)\b.+)",
    re.I,
)
_SHOULD = r"(?:should|shall|will|must|has to|is to|needs to|to)"
_STAYS = re.compile(
    rf"\b(?:{_SHOULD} )?(?:stays?|remains?|holds?|stands?)"
    r"(?: (?:at home|home|put|there|still|where (?:it|he|she) is))?(?=\W*$)",
    re.I,
)
_GOES = re.compile(rf"\b{_SHOULD} (?:go|move|sail|attack|advance) (?:to )?", re.I)


_PLEASE = re.compile(r"[\s,]*(?:please|pls|thanks|thank you)?[\s.!?]*$", re.I)
_KIND = re.compile(r"(?:the |my )?(?:army|fleet|unit)(?: (?:in|at|of))? ", re.I)
_CORRECTS = re.compile(r"instead|rather|not|unchanged|same|before|as ", re.I)
_PIECE = re.compile(r"[.;:!,]\s+")


@dataclass(frozen=True, slots=True)
class Corrected:
    """Orders in a sentence that corrects others; `sure` if they need not be asked about."""

    orders: tuple[str, ...]
    sure: bool


def correction_in(line: str, place: Place) -> Corrected | None:
    """Return the orders of a sentence such as `Sorry, I meant Paris to Gascony`, or None.

    They are sure if nothing is left of the sentence besides, and each is possible, for a unit of
    the writer's own. `Can you make that ...?` and `Do NOT move ...` are no sure corrections.
    """
    reader = place.reader
    if reader is None or reader.power is None or not 0 < len(line) <= _LONGEST:
        return None
    asked, denied = _ASKS.match(line), _DENIES.match(line)
    begins = asked or denied
    text = line[begins.end() :] if begins else line
    begun = _BEGINS.match(text)
    body = text[begun.end() :] if begun else text
    end = next((one for one in _ENDS.finditer(body) if one.end() == len(body)), None)
    corrects = begun or denied or (end is not None and _CORRECTS.search(end[0]))
    if not corrects or _orders_in(line, reader):
        return None
    orders = _orders_in(_plain(body[: end.start()] if end else body), reader)
    other = end["other"] if end else None
    is_clear = other is None or provinces_named(other, reader.names) != ()
    if orders and (is_clear or begun):
        sure = is_clear and not denied and "?" not in line
        return Corrected(orders, sure and (asked is None or "please" in asked[0].lower()))
    pieces = (_orders_in(_plain(_ENDS.sub("", part)), reader) for part in _PIECE.split(text))
    found = tuple(dict.fromkeys(order for orders in pieces for order in orders))
    return Corrected(found, sure=False) if (begun or denied) and found else None


_CANCELS = re.compile(
    r"(?:please |can you |could you |i want to |i would like to )*"
    r"(?:cancel|delete|remove|drop|scrap|forget|withdraw|take back|clear|undo|revoke)"
    r"(?P<order> (?:my |the )?(?:orders?|moves?)(?: (?:for|of|to|in|from))?)?[: ]\s*(?P<unit>.+)",
    re.I,
)


def cleared_in(line: str, place: Place) -> str:
    """Return the unit whose order a sentence takes back, or "".

    Examples: `Please cancel my order for Paris`, `remove: A PAR - BUR`. When units are removed, it
    must speak of an order, as `Remove A PAR` is one.
    """
    reader = place.reader
    match = _CANCELS.fullmatch(cleaned(line)) if len(line) <= _LONGEST else None
    if reader is None or match is None:
        return ""
    if reader.position.phase.kind is PhaseKind.ADJUSTMENT and not match["order"]:
        return ""
    text = _PLEASE.sub("", match["unit"])
    orders = [one.result for one in read_line(text, reader)]
    units = [one.unit for one in orders if isinstance(one, UnitOrder)]
    if not units:
        places = provinces_named(_KIND.sub("", text), reader.names)
        standing = {**reader.units, **reader.dislodged}
        units = [standing[at] for at in places if at in standing]
    own = {unit for unit in units if unit.power == reader.power}
    return write_unit(own.pop(), reader.geography) if len(own) == 1 == len(units) else ""


def _plain(text: str) -> str:
    """Return the words of an order as orders have them: `should go to` becomes `to`."""
    if match := _OF_UNIT.fullmatch(text.strip()):
        text = f"{match['unit']} {match['what']}"
    return _GOES.sub("to ", _STAYS.sub("holds", text)).strip(" .,;:!?")


def _orders_in(text: str, reader: OrderReader) -> tuple[str, ...]:
    """Return the orders of a text in the judge's form; () unless it is only orders.

    Each must be possible, for a unit of the reader's power, and no unit may be ordered twice.
    """
    found: dict[Unit | None, Order] = {}
    for one in read_line(text, reader):
        order = one.result
        if isinstance(order, Mistake) or one.notes or power_of(order) != reader.power:
            return ()
        power, position, variant = reader.power, reader.position, reader.variant
        unit = order.unit if isinstance(order, UnitOrder) else None
        if unit in found or check_order(order, power, position, variant) is not None:
            return ()
        found[unit] = order
    board = reader.geography, reader.units
    return tuple(write_order(order, *board) for order in found.values())
