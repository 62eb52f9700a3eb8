"""The order sheet of a power in a mail: orders read and missing, and lines with mistakes."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from msgspec import structs

from judge.engine import (
    Build,
    Convoy,
    Declare,
    Disband,
    Hold,
    Move,
    Order,
    PhaseKind,
    Reason,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    UnitKind,
    UnitOrder,
    Vote,
    Waive,
    helped_province,
)
from judge.game import BEGINS_ORDER, MOST_OFFERED, LineRead, OrderSheet, is_own_order
from judge.messages import Message, Text, all_of, any_of, counted, message
from judge.notation import Trouble, location_name, unit_name
from judge.render.facts.board import (
    build_lines,
    dislodged_of,
    reach,
    turn_of,
    units_of,
    warnings_of,
)
from judge.render.facts.results import IMPOSSIBLE, NOT_POSSIBLE, OF_OTHER, TROUBLES, route_text
from judge.render.filters import briefly
from judge.render.words import (
    NamedPosition,
    order_long,
    order_short,
    phase_text,
    place_short,
    unit_of,
    unit_short,
)

_ON_THE_WAY = frozenset(
    {
        Reason.NOT_ADJACENT,
        Reason.NO_ROUTE,
        Reason.NOT_ON_ROUTE,
        Reason.NEEDED_TO_CONVOY,
        Reason.WRONG_TERRAIN,
    }
)


def at_fault(order: Order, reason: Reason, board: NamedPosition) -> Unit | None:
    """Return the unit that makes the order impossible, if it is known, else None."""
    unit, place = unit_of(order), helped_province(order)
    other = None if place is None else board.unit_at(place)
    if unit is None or other is None or reason not in _ON_THE_WAY:
        return unit
    if isinstance(order, Convoy):
        return other
    return other if _touches(unit, _goal(order, board), board) else unit


def is_of_other(order: Order, reason: Reason, board: NamedPosition) -> bool:
    """Return whether the supported or convoyed unit is missing or of the wrong kind."""
    unit, place = unit_of(order), helped_province(order)
    if unit is None:
        return False
    there = board.unit_at(board.province(unit.location))
    is_there = there is not None and there.kind is unit.kind
    return is_there and (place is not None or reason is Reason.WRONG_KIND)


def remedies(order: Order, reason: Reason, board: NamedPosition) -> tuple[Order, ...]:
    """Return possible orders with the same aim."""
    power = order.unit.power if isinstance(order, UnitOrder) else ""
    candidates: list[Order] = []
    match order:
        case Move(via=True):
            candidates = [structs.replace(order, via=False)]
        case SupportMove() if reason is Reason.NEEDED_TO_CONVOY:
            candidates = [Convoy(order.unit, order.supported, _goal(order, board))]
        case SupportMove() if reason is Reason.WRONG_COAST:
            candidates = [structs.replace(order, target=_goal(order, board))]
        case Convoy() if reason is Reason.NOT_ON_ROUTE:
            fleets = [u for u in units_of(board, power) if u.kind is UnitKind.FLEET]
            candidates = [structs.replace(order, unit=fleet) for fleet in fleets]
    return tuple(candidates)


def with_right_kind(order: Order, board: NamedPosition) -> tuple[Order, ...]:
    """Return the same order to the unit that really stands there, or ()."""
    unit = unit_of(order)
    real = unit and board.unit_at(board.province(unit.location))
    if real is None or real == unit or not isinstance(order, UnitOrder):
        return ()
    return (structs.replace(order, unit=real),)


def with_coasts(order: Order, board: NamedPosition) -> tuple[Order, ...]:
    """Return the same order to each coast of its target province."""
    coasts_of = board.geography.coasts_of
    match order:
        case Build(location=location):
            coasts = coasts_of[board.province(location)]
            return tuple(structs.replace(order, location=coast) for coast in coasts)
        case Move() | Retreat():
            coasts = coasts_of[board.province(order.target)]
            return tuple(structs.replace(order, target=coast) for coast in coasts)
        case _:
            return ()


def offered(orders: Iterable[Order], board: NamedPosition) -> tuple[str, ...]:
    """Return the possible orders among these as text, at most four."""
    possible = (order_short(order, board) for order in orders if board.allows(order))
    return tuple(islice(possible, MOST_OFFERED))


def _goal(order: Order, board: NamedPosition) -> int:
    assert isinstance(order, SupportHold | SupportMove)
    if isinstance(order, SupportHold):
        return order.supported
    return board.province(order.target)


def _touches(unit: Unit, province: int, board: NamedPosition) -> bool:
    geography = board.geography
    army = unit.kind is UnitKind.ARMY
    edges = geography.army_edges if army else geography.fleet_reach
    return bool(edges[unit.location] >> province & 1)


_KINDS = {UnitKind.ARMY: message("an army"), UnitKind.FLEET: message("a fleet")}
_TWO_BUILDS = message("A double army takes two builds, and so many are not left.")
_NOT_HOME = message(
    "{place} is yours, but no home center of yours, and units are built in those alone."
)
_LONGEST_ECHO = 60
# Words that all orders share; they are ignored when two lines are compared.
_SAME = re.compile(
    "to|moves?|h|holds?|s|supports?|c|convoys?|r|retreats?|d|disbands?|remove|b|builds?"
    "|via|by|the|in|at"
)
_LETTERS = {"army": "a", "fleet": "f"}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A line as it was written, its problem, and lines that would be right."""

    line: str
    #: One or more sentences, which may begin with a lower-case letter.
    problem: Text
    #: Lines to send instead: one of them, or all if `together`.
    lines: tuple[str, ...] = ()
    together: bool = False


def mistake_of(read: LineRead, power: str, board: NamedPosition) -> Mistake | None:
    """Return the mistake in a line, or None if its order was stored.

    An order that a later one replaces is no mistake.
    """
    if read.order is None:
        return Mistake(read.line, _not_read(read), read.corrected, read.means_all)
    if read.reason in (None, Reason.REPLACED):
        return None
    problem: Text = _cause(read.order, read.reason, board)
    more, lines = _way_out(read.order, read.reason, power, board)
    if more:
        problem = message("{cause} {more}", cause=problem, more=more)
    return Mistake(read.line, problem, lines or read.corrected)


def _not_read(read: LineRead) -> Text:
    names = read.meant or [text for text in read.suggestions if not text.startswith(BEGINS_ORDER)]
    meant = any_of(names)
    if read.ambiguous:
        several = meant or message("several things")
        return message('"{part}" may mean {names}.', part=read.part, names=several)
    cause = _misread(read)
    if not meant:
        return cause
    return message("{cause} Did you mean {names}?", cause=cause, names=meant)


def _misread(read: LineRead) -> Text:
    part = read.part if read.part != read.line else ""
    if read.trouble in (None, Trouble.UNKNOWN):
        if part:
            return message('"{part}" was not understood.', part=part)
        return message("This line was not understood.")
    trouble = TROUBLES[read.trouble]
    if part:
        return message('"{part}": {trouble}.', part=part, trouble=trouble)
    return message("{trouble}.", trouble=trouble)


def _cause(order: Order, reason: Reason, board: NamedPosition) -> Message:
    """Return the sentence that names the cause."""
    geography = board.geography
    fault = at_fault(order, reason, board)
    there = helped_province(order)
    of_other = is_of_other(order, reason, board) and reason in OF_OTHER
    cause = OF_OTHER[reason] if of_other else IMPOSSIBLE.get(reason, NOT_POSSIBLE)
    if isinstance(order, Build):
        cause = _why_not_built(order, reason, board) or cause
    unit, target = unit_of(order), _target(order)
    return cause.with_values(
        own=unit_short(unit, geography) if unit else order_short(order, board),
        unit=unit_short(fault, geography) if fault else order_short(order, board),
        kind=_KINDS[fault.kind] if there is not None and fault else _kind(order),
        home=location_name(fault.location, geography) if fault else "",
        other="" if there is None else location_name(there, geography),
        target="" if target is None else place_short(target, geography),
        place="" if target is None else location_name(target, geography),
        phase=phase_text(board.position.phase, board.variant),
    )


def _why_not_built(order: Build, reason: Reason, board: NamedPosition) -> Message | None:
    """Return what prevents a build that is legal elsewhere, or None."""
    if reason is Reason.SURPLUS and order.size > 1:
        return _TWO_BUILDS
    place = board.province(order.location)
    owned = board.position.owners[place] == order.power
    home = place in board.variant.power(order.power).home_centers
    if reason is not Reason.NO_BUILD_THERE or order.size > 1 or home or not owned:
        return None
    return _NOT_HOME if board.variant.rules.builds == "home" else None


def _way_out(
    order: Order, reason: Reason, power: str, board: NamedPosition
) -> tuple[Text, tuple[str, ...]]:
    """Return a sentence after the reason, and lines to send instead."""
    possible = offered(remedies(order, reason, board), board)
    if possible:
        return "", possible
    match reason:
        case Reason.NO_UNIT | Reason.FOREIGN_UNIT:
            if is_of_other(order, reason, board):
                return "", ()
            units = [unit_short(unit, board.geography) for unit in units_of(board, power)]
            return message("Your units are {units}.", units=all_of(units)) if units else "", ()
        case Reason.NOT_ADJACENT | Reason.NO_ROUTE | Reason.WRONG_TERRAIN:
            return _where_to(at_fault(order, reason, board), order, board), ()
        case Reason.WRONG_KIND:
            return "", offered(with_right_kind(order, board), board)
        case Reason.COAST_NEEDED | Reason.WRONG_COAST:
            return "", offered(with_coasts(order, board), board)
        case Reason.NO_RETREAT_THERE | Reason.NOT_DISLODGED:
            turn = turn_of(board, power) if dislodged_of(board, power) else None
            return "", turn.lines[:MOST_OFFERED] if turn else ()
        case Reason.NO_BUILD_THERE | Reason.OCCUPIED | Reason.NOT_OWNED if isinstance(order, Build):
            return "", build_lines(board, power)[:MOST_OFFERED]
        case _:
            return "", ()


def _where_to(unit: Unit | None, order: Order, board: NamedPosition) -> Text:
    """Return a sentence with the places that a unit can reach.

    It is "" if the unit can reach no place, or can reach the province of the target.
    """
    places = reach(unit, board) if unit else ()
    target = _target(order)
    goal = "" if target is None else place_short(target, board.geography).partition("/")[0]
    if not places or goal in {place.partition("/")[0] for place in places}:
        return ""
    return message("It can go to {places}.", places=any_of(places))


def _kind(order: Order) -> Text:
    match order:
        case Build(kind=kind, size=size):
            return _KINDS[kind] if size == 1 else message("a double army")
        case Vote():
            return _kind(order.order)
        case Waive() | Declare():
            return message("nothing")
        case _:
            return _KINDS[order.unit.kind]


def _target(order: Order) -> int | None:
    match order:
        case Build(location=location):
            return location
        case Move() | SupportMove() | Convoy() | Retreat():
            return order.target
        case SupportHold():
            return order.supported
        case Vote():
            return _target(order.order)
        case Declare(province=province):
            return province
        case Hold() | Disband() | Waive():
            return None


def written_as(order: Order, reads: Sequence[LineRead], board: NamedPosition) -> str:
    """Return the line from which an order was read, or "" if it equals the order."""
    lines = [read.line for read in reads if read.order == order and not read.note]
    line = lines[-1] if lines else ""
    shared = sum(read.line == line for read in reads) > 1
    if not line or shared or len(line) > _LONGEST_ECHO:
        return ""
    forms = (order_short(order, board), order_long(order, board))
    plain = line in forms or any(_words(line) == _words(form) for form in forms)
    return "" if plain else line.strip()


def _words(line: str) -> list[str]:
    words = re.findall(r"[^\W\d_]+", line.lower())
    return [_LETTERS.get(word, word) for word in words if not _SAME.fullmatch(word)]


_INVITATIONS = {
    PhaseKind.MOVEMENT: message("To complete them, send lines such as:"),
    PhaseKind.RETREAT: message("To complete them, send a line for each unit, chosen from:"),
    PhaseKind.ADJUSTMENT: message("To complete them, choose from these lines and send them:"),
}
_FATES = {
    PhaseKind.MOVEMENT: message("a unit without an order holds"),
    PhaseKind.RETREAT: message("a unit without an order is disbanded"),
    PhaseKind.ADJUSTMENT: message("a removal without an order is made by rule"),
}
_WAIVE, _DOUBLE = "WAIVE", "A2 "
_WAIVED = message("a build without an order is waived")


@dataclass(frozen=True)
class SheetView:
    """An order sheet for templates; each property is computed only if a template uses it."""

    sheet: OrderSheet
    board: NamedPosition
    #: The changes by the letter; None for a sheet outside of a receipt.
    changed: Sequence[tuple[Order, Order | None]] | None = None
    #: The lines of the letter.
    read: Sequence[LineRead] = ()

    @property
    def power(self) -> str:
        """Return the power of the orders."""
        return self.sheet.power

    @property
    def phase(self) -> Text:
        """Return the phase of the orders in words."""
        return phase_text(self.sheet.phase, self.board.variant)

    @property
    def complete(self) -> bool:
        """Return whether nothing more is needed."""
        return self.sheet.complete

    @property
    def all_ordered(self) -> bool:
        """Return whether nothing is missing, so that at most failed lines stand against it."""
        return not (self.sheet.missing or self.sheet.pending)

    @property
    def verdict(self) -> Text:
        """Return how complete the orders are, for the subject of a receipt."""
        if not self.complete:
            return message("orders: {score}", score=self.score)
        if self.sheet.orders:
            return message("orders complete")
        return message("nothing to order")

    @property
    def all_given(self) -> Text:
        """Return the number of complete orders, such as "3 of 3"."""
        given, total = self._numbers()
        return message("{given} of {total}", given=given, total=total)

    @property
    def score(self) -> Text:
        """Return how complete the orders are, for the first line."""
        sheet, (given, total) = self.sheet, self._numbers()
        if sheet.missing:
            return message(
                "{given} of {total}, missing {units}",
                given=given,
                total=total,
                units=self._missing(),
            )
        if sheet.pending > 0:
            return counted(
                "{given} of {count} build",
                "{given} of {count} builds",
                total + sheet.pending,
                given=total,
            )
        if sheet.pending:
            return counted(
                "{given} of {count} removal",
                "{given} of {count} removals",
                total - sheet.pending,
                given=total,
            )
        if sheet.troubled:
            lines = len(sheet.troubled)
            return counted("{count} line to correct", "{count} lines to correct", lines)
        return message("{given} of {total}", given=total, total=total)

    @property
    def count(self) -> Text:
        """Return how complete the orders are, for other subjects."""
        if not self.sheet.missing:
            return self.score
        given, total = self._numbers()
        return message(
            "{given} of {total} orders, missing {units}",
            given=given,
            total=total,
            units=self._missing(),
        )

    def _numbers(self) -> tuple[int, int]:
        """Return the number of given orders, and of given and missing orders together."""
        given = sum(map(is_own_order, self.sheet.orders))
        return given, given + len(self.sheet.missing)

    def _missing(self) -> Text:
        return briefly(unit_short(unit, self.board.geography) for unit in self.sheet.missing)

    @cached_property
    def rows(self) -> tuple[tuple[Text, Text], ...]:
        """Return orders with their changes, and units without orders.

        Units are in the order of the board. Builds and other orders without a unit come last.
        """
        sheet, board, notes = self.sheet, self.board, self._notes()
        rows: dict[Unit | None, tuple[Text, Text]] = {
            unit_of(order): (order_long(order, board), notes[order])
            for order in sheet.orders
            if unit_of(order)
        }
        for unit in sheet.missing:
            rows[unit] = unit_name(unit, board.geography), message("no order")
        listed_units = [*board.position.units, *(d.unit for d in board.position.dislodged)]
        ordered = [rows[unit] for unit in listed_units if unit in rows]
        others: list[tuple[Text, Text]] = [
            (order_long(order, board), notes[order])
            for order in sheet.orders
            if unit_of(order) not in listed_units
        ]
        if sheet.pending > 0:
            builds = counted("{count} more build", "{count} more builds", sheet.pending)
            others.append((builds, message("no order")))
        elif sheet.pending < 0:
            removals = counted("{count} more removal", "{count} more removals", -sheet.pending)
            others.append((removals, message("no order")))
        return (*ordered, *others)

    def _notes(self) -> dict[Order, Text]:
        """Return for each order its route by sea, who entered it, its change, its original line."""
        notes: dict[Order, Text] = dict.fromkeys(self.sheet.orders, "")
        if self.changed is not None:
            for order, change in self._changes(dict(self.changed)):
                line = written_as(order, self.read, self.board)
                if line and change:
                    notes[order] = message('{change}; read from "{line}"', change=change, line=line)
                else:
                    notes[order] = message('read from "{line}"', line=line) if line else change
        for order, power in self.sheet.entered:
            entered, change = message("entered by {power}", power=power), notes[order]
            notes[order] = (
                message("{entered}; {change}", entered=entered, change=change)
                if change
                else entered
            )
        for order, route in self._routes():
            note = notes[order]
            notes[order] = message("{route}; {note}", route=route, note=note) if note else route
        return notes

    def _routes(self) -> Iterator[tuple[Order, Text]]:
        """Yield the armies that fleets of the same power convoy, each with its route."""
        convoys = [order for order in self.sheet.orders if isinstance(order, Convoy)]
        for order in self.sheet.orders:
            if isinstance(order, Move) and (route := route_text(order, convoys, self.board)):
                yield order, route

    def _changes(self, before: Mapping[Order, Order | None]) -> Iterator[tuple[Order, Text]]:
        """Yield the orders with their changes; changes are left out if all orders are new."""
        orders = self.sheet.orders
        all_new = all(before.get(order, order) is None for order in orders)
        for order in orders:
            old = before.get(order)
            change: Text = ""
            if old is not None:
                change = message("changed, was {order}", order=order_short(old, self.board))
            elif not all_new:
                change = message("new") if order in before else message("kept")
            yield order, change

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Return lines that would complete the orders, except those in `mistakes`."""
        answered = sum(bool(mistake.lines) for mistake in self.mistakes)
        is_told = answered >= len(self.sheet.missing) > 0
        return () if is_told else self._lines_to_send()

    @property
    def invitation(self) -> Text:
        """Return the sentence above these lines."""
        return _INVITATIONS[self.sheet.phase.kind]

    @property
    def fate(self) -> Text:
        """Return what happens if the missing orders do not come."""
        return _WAIVED if self.sheet.pending > 0 else _FATES[self.sheet.phase.kind]

    @cached_property
    def mistakes(self) -> tuple[Mistake, ...]:
        """Return the lines of this letter that were refused.

        Their offers leave out lines that would use up the builds of other orders.
        """
        read = (mistake_of(line, self.power, self.board) for line in self.read)
        mistakes = tuple(filter(None, read))
        if not (mistakes and self.sheet.pending):
            return mistakes
        turn = turn_of(self.board, self.power)
        excess = set(turn.lines if turn else ()).difference(self._lines_to_send())
        return tuple(
            replace(mistake, lines=tuple(line for line in mistake.lines if line not in excess))
            for mistake in mistakes
        )

    @property
    def troubled(self) -> tuple[str, ...]:
        """Return the lines of an earlier letter that still keep the orders from being complete."""
        written = {read.line for read in self.read}
        return tuple(line for line in self.sheet.troubled if line not in written)

    @cached_property
    def asides(self) -> tuple[tuple[str, Text], ...]:
        """Return remarks on other lines, and those of the variant's rules on orders.

        Only the power itself gets these remarks.
        """
        remarks: list[tuple[str, Text]] = []
        for read in self.read:
            if read.reason is Reason.REPLACED:
                remarks.append((read.line, message("replaced by a later line")))
            elif read.note and read.order:
                remarks.append((read.line, message("left aside: {text}", text=read.note)))
        variant = self.board.variant
        for order in self.sheet.orders:
            for rule in variant.rules.special:
                if remark := rule.remark(order, self.board.position, variant):
                    remarks.append((order_short(order, self.board), remark))
        return tuple(remarks)

    @cached_property
    def warnings(self) -> tuple[Text, ...]:
        """Return warnings about the cost of these orders."""
        return warnings_of(self.board, self.power, self.sheet.orders)

    def _lines_to_send(self) -> tuple[str, ...]:
        """Return order lines that complete the sheet, some of them to choose from.

        A line for a double army uses up two; it is offered for the last removal only if there is
        no other.
        """
        sheet = self.sheet
        turn = None if sheet.complete else turn_of(self.board, sheet.power)
        if turn is None:
            return ()
        wanted = tuple(f"{unit_short(unit, self.board.geography)} " for unit in sheet.missing)
        if wanted:
            return tuple(line for line in turn.lines if line.startswith(wanted))
        used_sites = {
            _site(order_short(order, self.board)) for order in filter(is_own_order, sheet.orders)
        }
        free = tuple(line for line in turn.lines if _site(line) not in used_sites)
        single = used_sites and abs(sheet.pending) == 1
        fitting = tuple(item for item in free if not (single and item.startswith(_DOUBLE)))
        return fitting or (free if sheet.pending < 0 else ())


def _site(line: str) -> str:
    """Return the province in which a line builds or removes; a waive is returned as it is."""
    return line if line == _WAIVE else line.split()[1].partition("/")[0]
