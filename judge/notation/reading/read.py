"""Reading orders as players write them, tolerantly, but never by a guess."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from judge.engine import Order, PhaseKind, Position, Unit, UnitOrder, Variant
from judge.notation.conditions import read_condition
from judge.notation.mistakes import Mistake, Trouble, Unreadable
from judge.notation.names import names_of
from judge.notation.reading.lines import (
    LONGEST_LINE,
    LONGEST_ORDER,
    QUOTED,
    Label,
    OrderPiece,
    in_brackets,
    opened,
    parts_of,
    pieces_of,
    plain_line,
)
from judge.notation.reading.part import ReadOrder, read_part
from judge.notation.reading.qualifiers import hope_behind, qualifier_in
from judge.notation.sentence.doubt import is_legal
from judge.notation.sentence.order_reader import OrderReader, Sentence, written

# So many words that bend an order are taken out to tell what it would be without them.
_MOST_QUALIFIERS = 8
_MISPLACED = (Trouble.OUT_OF_PLACE, Trouble.LEFT_OVER)
_BEFORE_UNIT = re.compile(r"\s+(?=(?:a|f|army|fleet)\s)", re.IGNORECASE)
_BEHIND_IF = re.compile(r"(\S.*?)[\s,;]+if\s+(\S.*)", re.IGNORECASE)


def reader_for(variant: Variant, position: Position, power: str | None) -> OrderReader:
    """Return what reads the orders of `power`; None reads for the Master."""
    board = variant.geography
    return OrderReader(
        variant=variant,
        names=names_of(variant),
        geography=board,
        position=position,
        power=power,
        units=MappingProxyType({board.province_of[unit.location]: unit for unit in position.units}),
        dislodged=MappingProxyType(
            {board.province_of[d.unit.location]: d.unit for d in position.dislodged}
        ),
        locations=_locations(variant),
    )


@lru_cache(maxsize=64)
def _locations(variant: Variant) -> Mapping[tuple[int, str | None], int]:
    """Return the locations of `variant` by province and code of the coast."""
    return MappingProxyType(
        {
            (place.province, place.coast.code if place.coast else None): number
            for number, place in enumerate(variant.geography.locations)
        }
    )


def read_order(line: str, reader: OrderReader) -> Order | Mistake:
    """Return the one order that `line` is, or why it is none."""
    found = read_line(line, reader)
    for one in found:
        if isinstance(one.result, Mistake):
            return one.result
    if not found:
        return Unreadable(line, line, Trouble.EMPTY)
    if len(found) > 1:
        return Unreadable(line, found[1].text, Trouble.SEVERAL)
    return found[0].result


def read_line(line: str, reader: OrderReader) -> tuple[ReadOrder, ...]:
    """Return the orders on a line of a letter, and what on it is none, in order."""
    text = plain_line(line)
    if len(text) > LONGEST_LINE:
        return _refused(text[:LONGEST_ORDER], Trouble.TOO_LONG)
    if text.startswith(QUOTED):
        return _refused(text, Trouble.QUOTED)
    orders, hope = hope_behind(text, reader.names)
    if words := qualifier_in(orders, reader.names):
        return (_qualified(text, words, reader),)
    if within := in_brackets(text):
        return _bracketed(text, within, reader)
    found = _read_text(f"{orders} # {hope}" if hope else text, reader)
    return (any(map(_is_misplaced, found)) and _crowded(text, reader)) or found


def _is_misplaced(one: ReadOrder) -> bool:
    return isinstance(one.result, Unreadable) and one.result.reason in _MISPLACED


def _crowded(text: str, reader: OrderReader) -> tuple[ReadOrder, ...]:
    """Return a line that is orders without anything between them, () for any other.

    It is asked back, with each order alone.
    """
    parts = _BEFORE_UNIT.split(text)
    found = [one for part in parts for one in _read_text(part, reader)]
    told = _legal_orders(found, reader)
    if len(parts) > 1 and len(told) == len(found) == len(parts):
        return (_question(text, text, Trouble.SEVERAL, told),)
    return ()


def _bracketed(text: str, within: str, reader: OrderReader) -> tuple[ReadOrder, ...]:
    """Return that a line in brackets is asked back if it may be an order.

    Some set an order aside so, and some so write them all.
    """
    found = [one for piece in _pieces_read(within, reader) for one in piece.orders]
    if told := _legal_orders(found, reader):
        return (_question(text, text, Trouble.QUALIFIED, told),)
    return _read_text(text, reader)


@dataclass(frozen=True, slots=True)
class _Found:
    """What was read between two semicolons, and words there that may bend it."""

    text: str
    orders: tuple[ReadOrder, ...]
    strange: tuple[str, ...] = ()


def _read_text(text: str, reader: OrderReader) -> tuple[ReadOrder, ...]:
    found: list[ReadOrder] = []
    for one in _pieces_read(text, reader):
        if one.strange:
            told = _legal_orders(one.orders, reader)
            found.append(_question(one.text, one.strange[0], Trouble.LEFT_OVER, told))
        else:
            found.extend(one.orders)
    return tuple(found)


def _pieces_read(text: str, reader: OrderReader) -> Iterator[_Found]:
    power = reader.power
    for piece in pieces_of(text, reader.names):
        rest = _opened(piece.text, reader)
        if isinstance(rest, Label):
            nobody = {side.name for side in reader.variant.neutrals}
            if rest.power not in nobody and reader.power not in {None, rest.power}:
                mistake = Unreadable(text, rest.text, Trouble.OTHER_POWER)
                yield _Found(text, (ReadOrder(text, mistake),))
                return
            power, rest = rest.power, rest.rest
        yield _read_piece(replace(piece, text=rest), reader, power)


def _refused(text: str, reason: Trouble) -> tuple[ReadOrder, ...]:
    return (ReadOrder(text, Unreadable(text, text, reason)),)


def _opened(text: str, reader: OrderReader) -> Label | str:
    dash = reader.position.phase.kind is not PhaseKind.ADJUSTMENT
    return opened(text, reader.names, reader.power, dash=dash)


def _read_piece(piece: OrderPiece, reader: OrderReader, power: str | None) -> _Found:
    if len(piece.text) > LONGEST_ORDER:
        return _Found(piece.text, _refused(piece.text, Trouble.TOO_LONG))
    parts = parts_of(piece, reader.names)
    found = tuple(
        one
        for part in parts
        if part.text
        for one in read_part(part, Sentence(part.text, reader, power))
    )
    strange = parts[-1].strange
    if len(parts) > 1:
        strange = (*strange, *_strange_beginnings(found))
    return _Found(piece.text, found, strange)


def _strange_beginnings(found: Sequence[ReadOrder]) -> Iterator[str]:
    """Yield words that nobody knows before an order: they may be of those beside it."""
    for one in found:
        match one.result:
            case Unreadable(part=part, reason=Trouble.UNKNOWN, suggestion=()):
                if one.result.line.startswith(part):
                    yield part
            case _:
                continue


def _qualified(text: str, words: str, reader: OrderReader) -> ReadOrder:
    """Return that the orders of a line are not taken, with each as it would be."""
    if case := _case(text, reader):
        return _question(text, words, Trouble.QUALIFIED, case)
    plain, bent = text, words
    for _ in range(_MOST_QUALIFIERS):
        plain = plain.replace(bent, " ", 1)
        bent = qualifier_in(plain, reader.names)
        if not bent:
            break
    found = [one for piece in _pieces_read(plain, reader) for one in piece.orders]
    return _question(text, words, Trouble.QUALIFIED, _legal_orders(found, reader))


def _case(text: str, reader: OrderReader) -> tuple[tuple[Unit | None, str], ...]:
    """Return the unit of an order behind which an IF stands, and a line of both."""
    said = _BEHIND_IF.fullmatch(text)
    if said is None or read_condition(said[2], reader.names) is None:
        return ()
    found = [one for piece in _pieces_read(said[1], reader) for one in piece.orders]
    told = _legal_orders(found, reader)
    return tuple((unit, f"IF {said[2]}, {order}") for unit, order in told)


def _legal_orders(
    found: Sequence[ReadOrder], reader: OrderReader
) -> tuple[tuple[Unit | None, str], ...]:
    """Return the units and the texts of the legal orders among what was read."""
    orders = [one.result for one in found if not isinstance(one.result, Mistake)]
    return tuple(
        (order.unit if isinstance(order, UnitOrder) else None, written(order, reader))
        for order in orders
        if is_legal(order, reader)
    )


def _question(
    text: str, words: str, why: Trouble, told: Sequence[tuple[Unit | None, str]]
) -> ReadOrder:
    orders = tuple(dict.fromkeys(order for _, order in told))
    units = {unit for unit, _ in told}
    unit = units.pop() if len(units) == 1 else None
    return ReadOrder(text, Unreadable(text, words, why, corrected=orders, unit=unit))
