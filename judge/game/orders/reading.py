"""Reading the order lines of one power, and finding the failed lines that still matter.

If a player sees only a part of the board, their orders are checked with that part. For a Master or
in a sandbox, the unit of a line shows its power.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import takewhile

from judge.engine import (
    Disband,
    Geography,
    Hold,
    Move,
    Order,
    PhaseKind,
    Position,
    Reason,
    SupportHold,
    SupportMove,
    Unit,
    UnitKind,
    Vote,
    Waive,
    check_order,
    helped_province,
    power_of,
)
from judge.game.events import LineRead
from judge.game.model import Game, Seat
from judge.game.orders.sheet import (
    Slot,
    adjustments_of,
    board_of,
    is_own_order,
    sides_to_vote_on,
    slot,
    units_to_order,
)
from judge.game.seats import power_names, surviving_powers
from judge.game.vision import UNSEEN, hidden_from, ordered_board
from judge.notation import (
    BEGINS_WITH_UNIT,
    Ambiguous,
    Mistake,
    OrderReader,
    ReadOrder,
    Trouble,
    Unreadable,
    denies,
    find_exactly,
    orders_within,
    read_line,
    reader_for,
    words_of,
    write_order,
    write_unit,
)

# `A PAR is my best unit`, but not `Paris is to hold` or `Paris is moving to Burgundy`.
_SAYS_HOW_IT_IS = re.compile(
    r"\b(?:is|are|was|were)"
    r" (?!(?:to|on|in|at|ordered|not|convoyed|supported|right|correct|meant|\w+ing)\b)"
    r"[a-z]{1,12}\b(?= |$)(?! ?(?:-|to\b))"
)
_UNIT_WORDS = 6
_WORD = re.compile(r"\w")
_SUPPORTS = re.compile(r"\bs(?:up(?:p(?:orts?)?)?)?\W*$", re.IGNORECASE)
# Troubles of lines that may contain orders; each line takes some twenty readings.
_MAY_ORDER = (
    *(Trouble.UNKNOWN, Trouble.LEFT_OVER, Trouble.OUT_OF_PLACE, Trouble.QUALIFIED),
    *(Trouble.NO_UNIT, Trouble.NO_VERB, Trouble.NO_UNIT_NAMED),
)
# Troubles of sentences that are perhaps no orders.
_OF_TALK = (
    *(Trouble.UNKNOWN, Trouble.LEFT_OVER, Trouble.OUT_OF_PLACE),
    *(Trouble.NO_UNIT_NAMED, Trouble.TOO_LONG, Trouble.WRONG_PHASE),
)
_MOST_BEHIND_SLIP = 4  # words
_MOST_SEARCHED, _LONGEST_OFFERED = 12, 14
_LONGEST_SEARCHED = 80  # words
_VERB = {PhaseKind.MOVEMENT: "hold", PhaseKind.RETREAT: "disband", PhaseKind.ADJUSTMENT: "remove"}


@dataclass(frozen=True, slots=True)
class OrderContext:
    """The context of order lines: the game, the power that gives them, and the order reader."""

    game: Game
    power: str
    reader: OrderReader
    #: The unit of each failed line so far: it is asked for several times, and takes long to find.
    units: dict[str, Unit | None] = field(default_factory=dict, repr=False, compare=False)


def context_for(game: Game, power: str) -> OrderContext:
    """Return the context for the orders of `power`, with the board as the power sees it."""
    board = ordered_board(game, power)
    return OrderContext(game, power, reader_for(game.variant, board, power))


def read_letter(lines: Sequence[str], context: OrderContext) -> tuple[LineRead, ...]:
    """Return the orders in the lines of one letter.

    A line for all other units is for each unit that no other line names, and for all remaining
    builds.
    """
    found = [
        (one.of_the_rest, _line_read(one, context))
        for line in lines
        for one in read_line(line, context.reader)
    ]
    named = [read for of_the_rest, read in found if not of_the_rest]
    ordered = {_province_meant(read, context) for read in named} - {None}
    left = adjustments_of(context.game, context.power)
    given = [read.order for read in named if read.order and not read.reason]
    left -= sum(map(is_own_order, given))
    told = []
    for of_the_rest, read in found:
        if of_the_rest and isinstance(read.order, Waive):
            left -= 1
            if left < 0:
                continue
        if not of_the_rest or _province_meant(read, context) not in ordered:
            told.append(read)
    moves = [one.order for one in told if not one.reason]
    moves += context.game.seat(context.power).orders if context.game.position else ()
    helped = {one.unit: one for one in reversed(moves) if isinstance(one, Move)}
    return _with_offers((_with_support(read, helped, context) for read in told), context)


def _with_support(read: LineRead, moves: Mapping[Unit, Move], context: OrderContext) -> LineRead:
    """Return `read`; a support that is impossible offers that of the move which is surely meant.

    In `A PAR - BUR, A MAR S A PAR` the army that is supported moves away, and `A MAR supports`
    names none.
    """
    units = context.reader.units
    helper: Unit | None = None
    match read:
        case LineRead(order=SupportHold(unit, supported), reason=Reason()):
            helper, meant = unit, [moves[one] for one in moves if units.get(supported) == one]
        case LineRead(order=None, trouble=Trouble.NO_TARGET) if _SUPPORTS.search(read.line):
            helper, meant = unit_named(read.line, context), [*moves.values()]
        case _:
            return read
    geography = context.reader.geography
    supports = [
        SupportMove(helper, geography.province_of[move.unit.location], move.target)
        for move in meant
        if helper is not None and move.unit != helper
    ]
    legal = [one for one in supports if check_as_seen(one, context.power, context.game) is None]
    offers = tuple(write_order(one, geography, units) for one in legal)
    return replace(read, suggestions=offers) if len(offers) == 1 else read


def _with_offers(reads: Iterable[LineRead], context: OrderContext) -> tuple[LineRead, ...]:
    """Return `reads`; a line that failed for words beside its orders offers these orders."""
    offered, left = [], _MOST_SEARCHED
    for read in reads:
        is_order = read.trouble in _MAY_ORDER and _SAYS_HOW_IT_IS.search(read.line) is None
        words = read.line.split()
        if not (is_order and left and len(words) <= _LONGEST_SEARCHED):
            offered.append(read)
            continue
        left -= 1
        if denies(read.part):
            offered.append(replace(read, suggestions=_corrected_within(read.line, context)))
        else:
            lacks = not read.suggestions and len(words) <= _LONGEST_OFFERED
            orders = _orders_at_ends(words, context) if lacks else read.suggestions
            within = orders_within(read.line, context.reader)
            orders = within if len(within) > len(orders) else orders
            # What a word beside these orders may have meant no longer matters.
            meant = read.meant if orders == read.suggestions else ()
            offered.append(replace(read, suggestions=orders, meant=meant))
    return tuple(offered)


def _corrected_within(line: str, context: OrderContext) -> tuple[str, ...]:
    """Return the orders of a line that corrects itself, the last one of each unit, or ().

    Example: `Paris to Picardy, Brest to Spain, no, Brest to Gascony`. An order behind a denial is
    offered only if it is the second one of its unit.
    """
    orders = orders_within(line, context.reader)
    by_unit = {" ".join(order.split()[:2]): order for order in orders}
    return tuple(by_unit.values()) if len(by_unit) < len(orders) else ()


def _orders_at_ends(words: Sequence[str], context: OrderContext) -> tuple[str, ...]:
    """Return the legal orders in the longest beginning or end of a line that has no other words.

    The only unit that has to retreat is meant by a line that names no unit: `retreat to Budapest`.
    """
    sizes = range(len(words) - 1, 1, -1)
    lines = [" ".join(some) for size in sizes for some in (words[:size], words[-size:])]
    own = [one for one in context.reader.dislodged.values() if one.power == context.power]
    if len(own) == 1:
        unit = write_unit(own[0], context.reader.geography)
        lines += [f"{unit} - {' '.join(words[-size:])}" for size in (3, 2, 1)]
    for line in lines:
        reads = [*read_orders(line, context)]
        orders = [read.order for read in reads if read.order and not read.reason]
        if reads and len(orders) == len(reads):
            units = context.reader.units
            return tuple(write_order(one, context.reader.geography, units) for one in orders)
    return ()


def read_orders(line: str, context: OrderContext) -> Iterator[LineRead]:
    """Yield the orders in `line`; an illegal one with its reason."""
    for one in read_line(line, context.reader):
        yield _line_read(one, context)


def _line_read(one: ReadOrder, context: OrderContext) -> LineRead:
    note = "; ".join(one.notes)
    match one.result:
        case Unreadable(part=part, reason=why, suggestion=near, corrected=corrected):
            # The notation does not know the units' powers, so its suggestions may be for another's
            # army: "A FLA - Med - Lux".
            is_talk = _SAYS_HOW_IT_IS.search(one.text) is not None
            corrected = () if is_talk else corrected
            offers = tuple(text for text in corrected if not _is_refused(text, context))
            return LineRead(
                one.text, part=part, suggestions=offers, meant=near, trouble=why, note=note
            )
        case Ambiguous(part=part, candidates=told):
            return LineRead(one.text, part=part, suggestions=told, ambiguous=True, note=note)
        case order:
            reason = check_as_seen(order, context.power, context.game)
            return LineRead(one.text, order=order, reason=reason, note=note)


def _is_refused(line: str, context: OrderContext) -> bool:
    """Return whether an order in `line` is illegal for the power."""
    orders = (one.result for one in read_line(line, context.reader))
    return any(
        check_as_seen(order, context.power, context.game) is not None
        for order in orders
        if not isinstance(order, Unreadable | Ambiguous)
    )


def ordered_slot(read: LineRead, game: Game) -> Slot:
    """Return the slot of the order of `read`, None if the order does not count."""
    if read.order is None or read.reason is not None:
        return None
    return slot(read.order, game)


def troubled_lines(
    seat: Seat, reads: Sequence[LineRead], context: OrderContext, dated: datetime
) -> tuple[str, ...]:
    """Return the failed lines that still keep the orders from being complete.

    Talk never matters, nor does a line whose order is stored already. A failed line no longer
    matters after a later order to the same unit. If it names no unit of the power, it no longer
    matters after the next letter without a failed line.
    """
    units = context.reader.units
    stored = {write_order(one, context.reader.geography, units) for one in seat.orders}
    failed = [
        (read.line, province)
        for read, province in _failed(reads, context)
        if not _is_talk(read, context)
        and not (read.corrected and not read.meant and stored >= {*read.corrected})
    ]
    given = {ordered_slot(read, context.game) for read in reads}
    settled = (given | {province for _, province in failed}) - {None}
    legal = any(read.order and not read.reason for read in reads)
    clean = legal and not failed and dated != seat.dated
    left = []
    for line in seat.troubled:
        provinces = {_province_meant(read, context) for read in read_orders(line, context)}
        if provinces <= settled or (None in provinces and clean):
            continue
        left.append(line)
    return tuple(dict.fromkeys([*left, *(line for line, _ in failed)]))


def has_failed(reads: Sequence[LineRead], context: OrderContext) -> bool:
    """Return whether a line failed, and no later line orders its unit."""
    return bool(_failed(reads, context))


def _failed(reads: Sequence[LineRead], context: OrderContext) -> list[tuple[LineRead, int | None]]:
    """Return the failed lines that no later one of `reads` corrects, each with its province."""
    failed: list[tuple[LineRead, int | None]] = []
    later: set[Slot] = set()
    for read in reversed(reads):
        if read.trouble is Trouble.OTHER_POWER or _is_of_another(read, context):
            continue  # a line about another power's unit does not make the own orders incomplete
        if read.order is None or _is_illegal(read):
            province = _province_meant(read, context)
            if province is None or province not in later:
                failed.append((read, province))
        else:
            later.add(ordered_slot(read, context.game))
    return failed[::-1]


def _is_talk(read: LineRead, context: OrderContext) -> bool:
    """Return whether a failed line speaks about orders rather than gives one.

    It is the name of a place alone, or has a doubt or a denial, or other words before its unit that
    no typo explains. A single word may be a slip: `0 Paris - Burgundy`.
    """
    if read.trouble is Trouble.QUALIFIED or find_exactly(words_of(read.line), context.reader.names):
        return True
    if read.trouble in _OF_TALK and _SAYS_HOW_IT_IS.search(read.line):
        return True
    if read.trouble not in _OF_TALK or BEGINS_WITH_UNIT.match(read.line):
        return False
    # The meaning of one of a variant's sayings is its form, as the whole line is wrong.
    explained = bool(read.meant) and bool(read.suggestions or read.part == read.line)
    if explained or unit_named(read.line, context):
        return False
    behind = read.line.split()[1:]
    return len(behind) > _MOST_BEHIND_SLIP or unit_named(" ".join(behind), context) is None


def still_failed(lines: Sequence[str], context: OrderContext) -> tuple[LineRead, ...]:
    """Return the failed `lines` of earlier letters as they read now, without possible orders."""
    reads = read_letter(lines, context)
    return tuple(read for read in reads if read.order is None or read.reason is not None)


def _is_of_another(read: LineRead, context: OrderContext) -> bool:
    """Return whether a line is about a unit that the power may not order."""
    sides = (
        context.power,
        *sides_to_vote_on(board_of(context.game), context.power, context.game.variant),
    )
    if read.order is not None:
        return power_of(read.order) not in sides
    unit = unit_named(read.line, context)
    return unit is not None and unit.power not in sides


def _is_illegal(read: LineRead) -> bool:
    return read.reason not in (None, Reason.REPLACED, Reason.SURPLUS)


def _province_meant(read: LineRead, context: OrderContext) -> int | None:
    """Return the province of the unit that `read` is about, None if it is unclear.

    The unit must be one of the power, or one for which the power may vote.
    """
    variant, board = context.game.variant, board_of(context.game)
    province_of = variant.geography.province_of
    sides = (context.power, *sides_to_vote_on(board, context.power, variant))
    units = (unit for side in sides for unit in units_to_order(board, side))
    own = {province_of[unit.location] for unit in units}
    if read.order is not None:
        province = slot(read.order, context.game)
    else:
        unit = unit_named(read.line, context)
        province = None if unit is None else province_of[unit.location]
    return province if province in own else None


def unit_named(line: str, context: OrderContext) -> Unit | None:
    """Return the unit that `line` begins with, None for none.

    It is the unit of the shortest beginning of the line that is a whole order with HOLD or DISBAND
    behind it.
    """
    if line not in context.units:
        context.units[line] = _find_unit(line, context)
    return context.units[line]


def _find_unit(line: str, context: OrderContext) -> Unit | None:
    # A dash stands behind the unit.
    words = [*takewhile(_WORD.search, line.split()[:_UNIT_WORDS])]
    verb = _VERB[board_of(context.game).phase.kind]
    for length in range(1, len(words) + 1):
        found = read_line(" ".join((*words[:length], verb)), context.reader)
        match [one.result for one in found]:
            case [Hold(unit) | Disband(unit) | Vote(order=Hold(unit) | Disband(unit))]:
                return unit
            case [Unreadable(unit=Unit() as unit)]:
                return unit
            case _:
                continue
    return None


def check_as_seen(order: Order, power: str, game: Game) -> Reason | None:
    """Return why `power` may not give this order, as far as it can see, None if it may.

    An order that some unit out of sight would make possible counts as possible: a refusal would
    tell that there is no such unit.
    """
    board = ordered_board(game, power)
    reason = check_order(order, power, board, game.variant)
    hidden = hidden_from(game, power)
    if reason is None or not hidden or board.phase.kind is not PhaseKind.MOVEMENT:
        return reason
    for imagined in _imagined(order, board, hidden, game.variant.geography):
        if check_order(order, power, imagined, game.variant) is None:
            return None
    return reason


def _imagined(
    order: Order, board: Position, hidden: int, geography: Geography
) -> Iterator[Position]:
    """Yield boards that are possible for this player, with fleets everywhere out of sight.

    The supported or convoyed unit is tried as either kind, a fleet on each coast.
    """
    place = helped_province(order)
    in_doubt = place is not None and hidden >> place & 1
    fleets = tuple(
        Unit(UNSEEN, UnitKind.FLEET, province)
        for province in geography.ferrying
        if hidden >> province & 1 and province != place
    )
    crowded = replace(board, units=(*board.units, *fleets))
    if place is None or not in_doubt:
        yield crowded
        return
    for kind, location in (
        (UnitKind.ARMY, place),
        *((UnitKind.FLEET, coast) for coast in geography.coasts_of[place] or (place,)),
    ):
        unit = Unit(UNSEEN, kind, location)
        yield replace(crowded, units=(*crowded.units, unit))


def lines_on_behalf(game: Game, lines: Sequence[str]) -> tuple[str, ...]:
    """Return `lines` with a BECOME above each power's lines, as `orders_by_power` splits them.

    Of lines with other words beside the orders these are the orders alone.
    """
    told: list[str] = []
    by_power = orders_by_power(game, lines)
    if not by_power and game.position is not None:
        reader = reader_for(game.variant, game.position, None)
        by_power = orders_by_power(
            game, [one for each in lines for one in orders_within(each, reader)]
        )
    for power, own in by_power:
        told += (f"BECOME {power.upper()}", *own)
    return tuple(told)


def orders_by_power(game: Game, lines: Sequence[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return (power, its lines) for each group of `lines` that order units of one power.

    A line that does not show its power belongs to the power whose name stands alone above it, else
    to the power of the line above. If there is none, or if nobody plays it, the result is (). In a
    sandbox it then belongs to the first power, whose orders the line is asked about. There a line
    may have orders of several powers, and `HOLD ALL` as the first line is for all powers.
    """
    if game.position is None:
        return ()
    reader = reader_for(game.variant, game.position, None)
    told: list[tuple[str, tuple[str, ...]]] = []
    sandbox = game.settings.sandbox
    power, heading = surviving_powers(game)[0] if sandbox else "", ""
    for line in (part for one in lines for part in (_parted(one, reader) if sandbox else (one,))):
        if named := _heading(line, reader):
            heading = named
            continue
        named_there = {_whose(one, reader) for one in read_line(line, reader)} - {""}
        if sandbox and not (heading or told or named_there) and _is_for_all(line, power, game):
            told += [(each, (line.strip(),)) for each in surviving_powers(game)]
            continue
        whose = named_there or {heading or power}
        meant = whose.pop()
        if whose or meant not in power_names(game):
            return ()
        before = told.pop()[1] if told and meant == power else ()
        told.append((meant, (*before, line.strip())))
        power = meant
    return tuple(told)


def _parted(line: str, reader: OrderReader) -> tuple[str, ...]:
    """Return the orders of a line apart if they are for units of several powers, else the line."""
    reads = read_line(line, reader)
    powers = {_whose(one, reader) for one in reads} - {""}
    return tuple(one.text for one in reads) if len(powers) > 1 else (line,)


def _is_for_all(line: str, power: str, game: Game) -> bool:
    """Return whether `line`, such as `HOLD ALL`, is an order for several units of any power."""
    assert game.position is not None
    reads = read_line(line, reader_for(game.variant, game.position, power))
    return len(reads) > 1 and not any(isinstance(one.result, Mistake) for one in reads)


def whose_line(line: str, reader: OrderReader) -> str:
    """Return the power whose units `line` orders, "" if there are several or none."""
    named = {_whose(one, reader) for one in read_line(line, reader)}
    return named.pop() if len(named) == 1 else ""


def _heading(line: str, reader: OrderReader) -> str:
    """Return the power whose name is the whole line, "" for other lines."""
    name = words_of(line.removesuffix(":"))
    return reader.names.powers.get("".join(name), "") if line.endswith(":") else ""


def _whose(read: ReadOrder, reader: OrderReader) -> str:
    """Return the power of the ordered unit, which for a doubtful order its suggestions show."""
    match read.result:
        case Unreadable(unit=Unit() as unit):
            return unit.power
        case Unreadable(corrected=lines) | Ambiguous(candidates=lines):
            meant = (one.result for line in lines for one in read_line(line, reader))
            orders = (one for one in meant if not isinstance(one, Unreadable | Ambiguous))
            return next(map(power_of, orders), "")
        case order:
            return power_of(order)
