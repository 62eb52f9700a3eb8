"""The order sheet of a power in a mail: what was read, changed, and is missing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from judge.engine import Order, PhaseKind, Reason, Unit
from judge.game import LineRead, OrderSheet, is_own_order
from judge.messages import Text, counted, message
from judge.notation import unit_name
from judge.render.facts.board import turn_of, warnings_of
from judge.render.facts.mistakes import Mistake, mistake_of, written_as
from judge.render.filters import briefly
from judge.render.words import (
    NamedPosition,
    order_long,
    order_short,
    phase_text,
    unit_of,
    unit_short,
)

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
    """An order sheet for templates; what none of them asks for is not worked out.

    It is as it stands, or, with what was `changed` in it, as `read` lines left it.
    """

    sheet: OrderSheet
    board: NamedPosition
    changed: Sequence[tuple[Order, Order | None]] | None = None
    read: Sequence[LineRead] = ()

    @property
    def power(self) -> str:
        """Return whose orders they are."""
        return self.sheet.power

    @property
    def phase(self) -> Text:
        """Return in words which phase they are for."""
        return phase_text(self.sheet.phase, self.board.variant)

    @property
    def complete(self) -> bool:
        """Return whether nothing more is wanted."""
        return self.sheet.complete

    @property
    def verdict(self) -> Text:
        """Return how complete they are, for the subject of a receipt."""
        if not self.complete:
            return message("orders: {score}", score=self.score)
        if self.sheet.orders:
            return message("orders complete")
        return message("nothing to order")

    @property
    def score(self) -> Text:
        """Return the same for the first line."""
        return _score(self.sheet, self.board)

    @property
    def count(self) -> Text:
        """Return the same for other subjects."""
        return _count(self.sheet, self.board)

    @cached_property
    def rows(self) -> tuple[tuple[Text, Text], ...]:
        """Return orders with what changed, and units that have none."""
        return _rows(self.sheet, self.board, self._notes())

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Return what may be sent to complete them, but for what `mistakes` tell."""
        answered = sum(bool(mistake.lines) for mistake in self.mistakes)
        told = answered >= len(self.sheet.missing) > 0
        return () if told else _lines_to_send(self.sheet, self.board)

    @property
    def invitation(self) -> Text:
        """Return what stands above these lines."""
        return _INVITATIONS[self.sheet.phase.kind]

    @property
    def fate(self) -> Text:
        """Return what happens without what is missing."""
        return _WAIVED if self.sheet.pending > 0 else _FATES[self.sheet.phase.kind]

    @cached_property
    def mistakes(self) -> tuple[Mistake, ...]:
        """Return the lines of this letter that were not taken."""
        found = (mistake_of(line, self.power, self.board) for line in self.read)
        return tuple(_with_room(one, self.sheet, self.board) for one in found if one)

    @property
    def troubled(self) -> tuple[str, ...]:
        """Return those of an earlier letter."""
        written = {read.line for read in self.read}
        return tuple(line for line in self.sheet.troubled if line not in written)

    @cached_property
    def asides(self) -> tuple[tuple[str, Text], ...]:
        """Return remarks on other lines and on orders."""
        return (*_asides(self.read), *_remarks(self.sheet, self.board))

    @cached_property
    def warnings(self) -> tuple[Text, ...]:
        """Return what these orders may cost."""
        return warnings_of(self.board, self.power, self.sheet.orders)

    def _notes(self) -> dict[Order, Text]:
        """Return who entered each order, what changed, and what it was read from."""
        notes: dict[Order, Text] = dict.fromkeys(self.sheet.orders, "")
        if self.changed is not None:
            for order, change in _changes(self.sheet, dict(self.changed), self.board):
                notes[order] = _noted(change, written_as(order, self.read, self.board))
        for order, power in self.sheet.entered:
            notes[order] = _entered(power, notes[order])
        return notes


def _entered(power: str, change: Text) -> Text:
    entered = message("entered by {power}", power=power)
    if not change:
        return entered
    return message("{entered}; {change}", entered=entered, change=change)


def _with_room(mistake: Mistake, sheet: OrderSheet, board: NamedPosition) -> Mistake:
    """Return a mistake without those lines that would take the room of other orders."""
    if not sheet.pending:
        return mistake
    turn, left = turn_of(board, sheet.power), _lines_to_send(sheet, board)
    over = set(turn.lines if turn else ()) - set(left)
    return replace(mistake, lines=tuple(x for x in mistake.lines if x not in over))


def _asides(lines: Sequence[LineRead]) -> Iterator[tuple[str, Text]]:
    for read in lines:
        if read.reason is Reason.REPLACED:
            yield read.line, message("replaced by a later line")
        elif read.note and read.order:
            yield read.line, message("left aside: {text}", text=read.note)


def _remarks(sheet: OrderSheet, board: NamedPosition) -> Iterator[tuple[str, Text]]:
    """Yield what rules of the variant tell the power alone of orders it has given."""
    for order in sheet.orders:
        for rule in board.variant.rules.special:
            if remark := rule.remark(order, board.position, board.variant):
                yield order_short(order, board), remark


def _lines_to_send(sheet: OrderSheet, board: NamedPosition) -> tuple[str, ...]:
    """Return order lines that would complete the sheet, in part to choose from.

    One takes the room of others only where nothing but a double army can be removed.
    """
    turn = None if sheet.complete else turn_of(board, sheet.power)
    if turn is None:
        return ()
    wanted = tuple(f"{unit_short(unit, board.geography)} " for unit in sheet.missing)
    if wanted:
        return tuple(line for line in turn.lines if line.startswith(wanted))
    counted = filter(is_own_order, sheet.orders)
    given = {_site(order_short(order, board)) for order in counted}
    free = tuple(line for line in turn.lines if _site(line) not in given)
    single = given and abs(sheet.pending) == 1
    fitting = tuple(x for x in free if not (single and x.startswith(_DOUBLE)))
    return fitting or (free if sheet.pending < 0 else ())


def _site(line: str) -> str:
    """Return the province in which a line builds or removes; of a waive, that it is."""
    return line if line == _WAIVE else line.split()[1].partition("/")[0]


def _score(sheet: OrderSheet, board: NamedPosition) -> Text:
    given, total = _numbers(sheet)
    if sheet.missing:
        return message(
            "{given} of {total}, missing {units}",
            given=given,
            total=total,
            units=_missing(sheet, board),
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


def _count(sheet: OrderSheet, board: NamedPosition) -> Text:
    if not sheet.missing:
        return _score(sheet, board)
    given, total = _numbers(sheet)
    return message(
        "{given} of {total} orders, missing {units}",
        given=given,
        total=total,
        units=_missing(sheet, board),
    )


def _numbers(sheet: OrderSheet) -> tuple[int, int]:
    """Return how many orders are given, and how many that and missing ones are."""
    given = sum(map(is_own_order, sheet.orders))
    return given, given + len(sheet.missing)


def _missing(sheet: OrderSheet, board: NamedPosition) -> Text:
    return briefly(unit_short(unit, board.geography) for unit in sheet.missing)


def _rows(
    sheet: OrderSheet, board: NamedPosition, notes: Mapping[Order, Text]
) -> tuple[tuple[Text, Text], ...]:
    """Return the orders and the units without one, as the units stand on the board."""
    rows: dict[Unit | None, tuple[Text, Text]] = {
        unit_of(order): (order_long(order, board), notes[order])
        for order in sheet.orders
        if unit_of(order)
    }
    for unit in sheet.missing:
        rows[unit] = unit_name(unit, board.geography), message("no order")
    listed_units = [*board.position.units, *(d.unit for d in board.position.dislodged)]
    others = [
        (order_long(order, board), notes[order])
        for order in sheet.orders
        if unit_of(order) not in listed_units
    ]
    ordered = [rows[unit] for unit in listed_units if unit in rows]
    return (*ordered, *others, *_pending_rows(sheet))


def _changes(
    sheet: OrderSheet, before: Mapping[Order, Order | None], board: NamedPosition
) -> Iterator[tuple[Order, Text]]:
    """Yield the orders with what changed, which is left out when all are new."""
    first = all(before.get(order, order) is None for order in sheet.orders)
    for order in sheet.orders:
        old = before.get(order)
        change: Text = ""
        if old is not None:
            change = message("changed, was {order}", order=order_short(old, board))
        elif not first:
            change = message("new") if order in before else message("kept")
        yield order, change


def _noted(change: Text, written: str) -> Text:
    """Return how an order has changed, and what line it was read from."""
    if not written or not change:
        return message('read from "{line}"', line=written) if written else change
    return message('{change}; read from "{line}"', change=change, line=written)


def _pending_rows(sheet: OrderSheet) -> Iterator[tuple[Text, Text]]:
    if sheet.pending > 0:
        builds = counted("{count} more build", "{count} more builds", sheet.pending)
        yield builds, message("no order")
    elif sheet.pending < 0:
        removals = counted("{count} more removal", "{count} more removals", -sheet.pending)
        yield removals, message("no order")
