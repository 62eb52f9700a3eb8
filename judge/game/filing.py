"""Orders as players send them: stored, planned for later phases, shown, cleared and undone.

A line that fails changes nothing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar

from msgspec import structs

from judge.engine import Order, Phase, PhaseKind, Season, adjudicate, power_of
from judge.game.base import STARTED, Command, Event, Fact, Refusal, Refused, Reply, Request, Who
from judge.game.clock import is_by, ready_when, waiting_powers
from judge.game.events import CaseRead, LineRead, OrdersShown, PreviewShown
from judge.game.model import MASTER, Game, LetterTimes, Plan, Reader, Seat, Sender
from judge.game.orders.merging import (
    beyond,
    changes,
    merged,
    why_unchanged,
    with_orders,
    without_replaced,
)
from judge.game.orders.reading import (
    OrderContext,
    context_for,
    has_failed,
    orders_by_power,
    read_letter,
    still_failed,
    troubled_lines,
)
from judge.game.orders.script import Script, is_preference, script_of
from judge.game.orders.sheet import (
    OrderSheet,
    board_of,
    has_orders_to_give,
    is_coming,
    may_give_orders,
    order_sheet,
    slot,
    with_plan,
)
from judge.game.proxies import OrdersEntered, enter_orders, lines_for_others, views_of
from judge.game.refusals import NotComing, NotSurviving, OrdersOlder, PhasePassed
from judge.game.seats import surviving_powers, with_seat
from judge.game.vision import UNSEEN, holders, ordered_board, to_masters, view
from judge.game.weight import Weight
from judge.messages import message
from judge.notation import (
    Mistake,
    ReadOrder,
    Trouble,
    Unreadable,
    case_word,
    find_power,
    names_of,
    phase_of,
    provinces_named,
    read_line,
    read_phase,
    reader_for,
    words_of,
)

# Faults of an order that depend on the board, so that a later board may remove them.
_OF_THE_BOARD = frozenset(
    {
        Trouble.NO_UNIT,
        Trouble.WRONG_KIND,
        Trouble.OTHER_POWER,
        Trouble.NOT_A_ROUTE,
        Trouble.NO_POWER,
    }
)
_BARE_UNIT = re.compile(r"(?:a|f|army|fleet)\s+\S+(?:\s+\S+)?", re.I)

Changes = tuple[tuple[Order, Order | None], ...]
"""New orders, each with the order that it replaces, if any."""


class NoSuchReceipt(Refusal, frozen=True):
    """The phase has no receipt with this `number`; its receipts are the `known` numbers."""

    number: int
    known: tuple[int, ...]

    in_short = message("no such receipt")


class NoOrdersBelow(Refusal, frozen=True):
    """The command needs order lines below it, and there are none; it may name a `phase`."""

    phase: str = ""

    in_short = message("no orders below it")


def _owner_if_on_behalf(
    fact: "OrdersFiled | OrdersCleared | OrdersUndone", game: Game
) -> tuple[Reader, ...]:
    """Return the player of the power, if the Master acted in their name; otherwise nobody."""
    return holders(game, fact.sheet.power) if fact.on_behalf else ()


def _owner_told_of_processing(fact: "OrdersFiled | OrdersUndone", game: Game) -> tuple[str, ...]:
    """Return the power if its player is a reader of this fact, else nothing."""
    return (fact.sheet.power,) if fact.on_behalf and fact.ready else ()


def _with_orders_of_lines(fact: "OrdersFiled | PlanTaken", game: Game) -> Game:
    """Return the game with the orders that the lines gave."""
    named = {read.order for read in fact.lines}
    filed = with_orders(game, fact.sheet, fact.dated, named)
    return replace(filed, ready=fact.ready)


class OrdersFiled(Fact, frozen=True):
    """The orders of a power were stored, by its player or by the Master in their name."""

    sheet: OrderSheet
    lines: tuple[LineRead, ...]
    changed: Changes
    dated: datetime
    #: When the last needed orders of the game came in, None while some are missing.
    ready: datetime | None
    #: Lines that do not look like orders and were passed over.
    junk: tuple[str, ...] = ()
    on_behalf: bool = False
    #: Another power asked to wait for the deadline.
    waits: bool = False
    #: Old orders to other units, which the new orders replace as a whole (REPLACE).
    dropped: tuple[Order, ...] = ()
    #: The old orders were kept, although the letter said REPLACE, because a line was wrong.
    held_back: bool = False
    #: The conditions in the lines.
    cases: tuple[CaseRead, ...] = ()
    #: Each preference with the order lines that result from it.
    preferred: tuple[tuple[str, tuple[str, ...]], ...] = ()
    #: Failed lines of earlier letters that still keep the orders from being complete, read anew.
    earlier: tuple[LineRead, ...] = ()
    #: Failed lines of earlier letters that no longer count, because the player said so.
    let_go: tuple[str, ...] = ()

    weight = Weight.ORDERS
    readers = _owner_if_on_behalf
    applied = _with_orders_of_lines
    told_of_processing = _owner_told_of_processing


class OrdersMissed(Fact, frozen=True):
    """Orders for `phase` were `written` before it closed, but `arrived` after it was processed.

    The Master is told, because they can take the phase back.
    """

    power: str
    phase: Phase
    written: datetime
    arrived: datetime

    weight = Weight.ASIDE
    readers = to_masters


class OrdersStand(Reply, frozen=True):
    """The state of a power's orders, added to an answer about something else.

    `lines` are the failed lines that still keep the orders from being complete, read anew. If the
    player has to choose among few orders, as for a retreat, `choices` asks for a list of them.
    """

    sheet: OrderSheet
    lines: tuple[LineRead, ...] = ()
    choices: bool = False

    weight = Weight.ASIDE


class OrdersOffered(Reply, frozen=True):
    """Lines of a letter that were not stored, and that its writer may mean.

    A reply of YES stores them while the `state` of the orders is the same. If they are not `clear`,
    as two orders for one unit, a yes only brings them again.
    """

    lines: tuple[str, ...]
    state: str
    clear: bool = True

    weight = Weight.ASIDE
    command: ClassVar[str] = "ORDERS"

    @property
    def code(self) -> str:
        """Return the state for which a yes counts; that of unclear lines equals no state."""
        return self.state if self.clear else f"?{self.state}"

    @property
    def line(self) -> str:
        """Return the lines that a yes stores."""
        return "\n".join(self.lines)


class YesUnsure(Refusal, frozen=True):
    """A reply does not say clearly whether these `lines` are meant.

    If `over`, the phase or the orders have changed since they were offered. If they were never
    `clear`, no yes stores them.
    """

    lines: tuple[str, ...]
    over: bool = False
    clear: bool = True

    in_short = message("please send the lines")


class OrdersCleared(Fact, frozen=True):
    """Orders of a power were cleared, by its player or by the Master in their name."""

    sheet: OrderSheet
    dropped: tuple[Order, ...]
    dated: datetime
    on_behalf: bool = False

    weight = Weight.CLEARED
    readers = _owner_if_on_behalf

    def applied(self, game: Game) -> Game:
        """Return the game without the orders."""
        filed = with_orders(game, self.sheet, self.dated)
        return replace(filed, ready=filed.ready if self.sheet.complete else None)


class OrdersUndone(Fact, frozen=True):
    """The orders of a power are again as they were before the receipt of this `number`."""

    sheet: OrderSheet
    number: int
    changed: Changes
    dropped: tuple[Order, ...]
    dated: datetime
    ready: datetime | None
    on_behalf: bool = False

    weight = Weight.CLEARED
    readers = _owner_if_on_behalf
    told_of_processing = _owner_told_of_processing

    def applied(self, game: Game) -> Game:
        """Return the game with the restored orders."""
        return replace(with_orders(game, self.sheet, self.dated), ready=self.ready)


class OrdersPlanned(Fact, frozen=True):
    """Lines were stored for a later phase; without lines, the stored ones were dropped."""

    power: str
    phase: Phase
    lines: tuple[str, ...]
    dated: datetime
    #: Lines that were not stored, each with its part that was not understood.
    wrong: tuple[tuple[str, str], ...] = ()
    #: The earlier lines for that phase, which are gone now.
    replaced: tuple[str, ...] = ()
    on_behalf: bool = False

    weight = Weight.ORDERS

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the player, if the Master acted in their name; otherwise nobody."""
        return holders(game, self.power) if self.on_behalf else ()

    def applied(self, game: Game) -> Game:
        """Return the game with the plan."""
        plan = Plan(self.phase, self.lines, self.dated)
        return with_seat(game, with_plan(game.seat(self.power), plan))


class PlanTaken(Fact, frozen=True):
    """A phase has begun, and lines that were stored for it have become orders.

    `dated` is None if none of the lines gave a possible order.
    """

    sheet: OrderSheet
    lines: tuple[LineRead, ...]
    dated: datetime | None
    ready: datetime | None
    cases: tuple[CaseRead, ...] = ()
    preferred: tuple[tuple[str, tuple[str, ...]], ...] = ()

    weight = Weight.ORDERS
    applied = _with_orders_of_lines

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the player of the power."""
        return holders(game, self.sheet.power)


class SubmitOrders(Command, frozen=True):
    """Store order lines, as they were written.

    Some lines may be cases that depend on the board (IF, ELSE, ENDIF), or preferences.
    """

    lines: tuple[str, ...]
    #: Lines of prose among them.
    aside: tuple[str, ...] = ()
    #: Lines about how to treat the orders that were not understood: with them no set of orders
    #: counts as complete.
    unclear: tuple[str, ...] = ()
    #: The lines replace all stored orders.
    replaces: bool = False
    #: Failed lines of earlier letters that no longer count.
    let_go: tuple[str, ...] = ()

    name = "ORDERS"
    who = Who.PLAYER
    stages = STARTED
    of_phase = True
    needs_past = False

    def text_to_return(self) -> str:
        """Return the order lines."""
        return "\n".join(self.lines)

    def decide(self, at: Request) -> tuple[Event, ...]:
        """Return the stored orders of the sender's power, or the orders given by proxy.

        Preferences become a plan for the winter, unless the phase is an adjustment.
        """
        if at.sender.proxy_for:
            return (self._entered(at),)
        if self.replaces and not self.lines:
            return (Refused("REPLACE", NoOrdersBelow()),)
        lists = tuple(line for line in self.lines if is_preference(line))
        if not lists or board_of(at.game).phase.kind is PhaseKind.ADJUSTMENT:
            return self._filed(at)
        planned = PlanOrders("", lists).decide(at)
        others = tuple(line for line in self.lines if not is_preference(line))
        if not others:
            return (planned,)
        return (*structs.replace(self, lines=others)._filed(at), planned)

    def _entered(self, at: Request) -> OrdersEntered | Refused:
        entered = enter_orders(at.game, at.sender, self.lines, at.times)
        if isinstance(entered, Refusal):
            return self.refused(entered, self.text_to_return())
        return entered

    def _filed(self, at: Request) -> tuple[OrdersFiled | OrdersMissed | Refused, ...]:
        """Return the fact with the stored orders, or a refusal.

        If the letter was delayed on its way and missed the phase, a fact for the Master is added.
        """
        filed = file_orders(at.game, at.sender, self, at.times)
        if not isinstance(filed, Refused) or not isinstance(filed.why, PhasePassed):
            return (filed,)
        over, written = at.game.history[-1], at.times.dated
        if over.closed is None or not is_by(written, over.closed):
            return (filed,)
        return (filed, OrdersMissed(at.sender.role, over.phase, written, at.times.arrived))


class PlanOrders(Command, frozen=True):
    """Store lines for the later phase `phase` (`F1901M`); "" means the next winter."""

    phase: str
    lines: tuple[str, ...] = ()

    name = "PHASE"
    who = Who.PLAYER
    stages = STARTED

    def text_to_return(self) -> str:
        """Return the order lines."""
        return "\n".join(self.lines)

    def decide(self, at: Request) -> OrdersPlanned | Refused:
        """Return the fact with the stored lines, which replace earlier ones, or a refusal."""
        game, role, dated = at.game, at.sender.role, at.times.dated
        text, running = self.text_to_return(), board_of(game).phase
        if not self.lines:
            return self.refused(NoOrdersBelow(self.phase))
        if role not in surviving_powers(game):
            return self.refused(NotSurviving(role), text)
        winter = Phase(Season.WINTER, running.year, PhaseKind.ADJUSTMENT)
        phase = read_phase(phase_of(self.phase, game.variant)) if self.phase else winter
        if phase is None or not is_coming(phase, running):
            return self.refused(NotComing(self.phase, running), text)
        old = next((one for one in game.seat(role).plans if one.phase == phase), None)
        if old is not None and dated < old.dated <= at.now:
            return self.refused(OrdersOlder(old.dated), text)
        wrong = tuple(_wrong_lines(self.lines, phase, game, role))
        bad = {line for line, _ in wrong}
        return OrdersPlanned(
            power=role,
            phase=phase,
            lines=tuple(line for line in self.lines if line not in bad),
            dated=dated,
            wrong=wrong,
            replaced=() if old is None else old.lines,
            on_behalf=at.sender.on_behalf,
        )


class UndoOrders(Command, frozen=True):
    """Restore the orders from before the receipt of this number; 0 means the last receipt."""

    number: int = 0

    name = "UNDO"
    who = Who.PLAYER
    stages = STARTED
    of_phase = True

    def decide(self, at: Request) -> OrdersUndone | Refused:
        """Return the fact with the restored orders, or a refusal."""
        game, seat, dated = at.game, at.game.seat(at.sender.role), at.times.dated
        why = why_unchanged(game, seat, at.times)
        if why is not None:
            return self.refused(why)
        kept = {one.number: one for one in seat.earlier}
        number = self.number or max(kept, default=0)
        if number not in kept:
            return self.refused(NoSuchReceipt(self.number, tuple(kept)))
        back = kept[number]
        again = replace(
            seat, orders=back.orders, troubled=back.troubled, dated=dated, receipt=seat.receipt + 1
        )
        after = with_seat(game, again)
        return OrdersUndone(
            sheet=order_sheet(after, seat.power),
            number=number,
            changed=changes(seat.orders, back.orders, game),
            dropped=tuple(beyond(seat.orders, back.orders)),
            dated=dated,
            ready=ready_when(game, after, at.now),
            on_behalf=at.sender.on_behalf,
        )


class ShowOrders(Command, frozen=True):
    """Show the sender's stored orders."""

    name = "ORDERS?"
    who = Who.PLAYER
    stages = STARTED
    only_asks = True
    needs_past = False

    def decide(self, at: Request) -> OrdersShown:
        """Return the stored orders of the sender's power, with its votes and wishes to wait."""
        return _shown(at.game, at.sender.role)


class PreviewOrders(Command, frozen=True):
    """Show the results of the stored orders together with these `lines`.

    Some lines may be assumed orders of other powers. Nothing is stored.
    """

    lines: tuple[str, ...] = ()

    name = "PREVIEW"
    who = Who.PLAYER
    stages = STARTED
    only_asks = True

    def decide(self, at: Request) -> PreviewShown:
        """Return the results of the stored and the assumed orders, with all other units holding.

        The real orders of other powers are not used, nor anything that the power does not see.
        """
        power = at.sender.role
        seen = view(at.game, Reader(at.sender.player, power))
        assert seen.position is not None
        unknown = tuple(None if one == UNSEEN else one for one in seen.position.owners)
        board = replace(seen.position, owners=unknown)
        game = replace(seen, position=board)
        reads = tuple(_assumed(self.lines, game, power))
        given = {slot(order, game): order for order in game.seat(power).orders}
        given |= {slot(one.order, game): one.order for one in reads if one.order}
        return PreviewShown(
            game=game,
            adjudication=adjudicate(board, tuple(given.values()), game.variant),
            power=power,
            assumed=tuple(one.line for one in reads if one.order),
            wrong=tuple(one.line for one in reads if one.order is None),
        )


class ClearOrders(Command, frozen=True):
    """Clear the orders for this phase, or the lines stored for the named `phase`.

    In this phase it may be for some `units` only.
    """

    phase: str = ""
    units: tuple[str, ...] = ()

    name = "CLEAR"
    who = Who.PLAYER
    stages = STARTED
    of_phase = True
    needs_past = False

    def decide(self, at: Request) -> OrdersCleared | OrdersPlanned | OrdersShown | Refused:
        """Return the fact with the remaining orders or plans, or a refusal."""
        if self.phase in ("", str(board_of(at.game).phase)):
            return self._cleared(at)
        game, running = at.game, board_of(at.game).phase
        phase = read_phase(phase_of(self.phase, game.variant))
        if phase is None or not is_coming(phase, running):
            return self.refused(NotComing(self.phase, running))
        kept = (one.lines for one in game.seat(at.sender.role).plans if one.phase == phase)
        return OrdersPlanned(
            power=at.sender.role,
            phase=phase,
            lines=(),
            dated=at.times.dated,
            replaced=next(kept, ()),
            on_behalf=at.sender.on_behalf,
        )

    def _cleared(self, at: Request) -> OrdersCleared | OrdersShown | Refused:
        """Return the fact that the power's orders are cleared, all or those of `units`.

        If these units have no orders, nothing changes, and the stored orders are shown.
        """
        game, seat, dated = at.game, at.game.seat(at.sender.role), at.times.dated
        why = why_unchanged(game, seat, at.times)
        if why is not None:
            return self.refused(why)
        names = names_of(game.variant)
        places = {place for unit in self.units for place in provinces_named(unit, names)}
        kept = tuple(one for one in seat.orders if self.units and slot(one, game) not in places)
        if self.units and kept == seat.orders:
            return _shown(game, seat.power)
        cleared = replace(
            seat,
            orders=kept,
            troubled=seat.troubled if self.units else (),
            dated=dated,
            receipt=seat.receipt + 1,
        )
        return OrdersCleared(
            sheet=order_sheet(with_seat(game, cleared), seat.power),
            dropped=tuple(one for one in seat.orders if one not in kept),
            dated=dated,
            on_behalf=at.sender.on_behalf,
        )


def orders_by_giver(
    game: Game, command: object, sender: Sender
) -> list[tuple[SubmitOrders, Sender]]:
    """Return the orders of one letter, split by the power whose units they order.

    Each part comes with its sender in the right role. The powers are those of a sandbox, or the
    sender's own and the givers of their proxies. The result is [] if the letter orders for one
    power only, or if a line of a sandbox does not show its power.
    """
    if not isinstance(command, SubmitOrders):
        return []
    if game.settings.sandbox and sender.role == MASTER:
        return [
            (structs.replace(command, lines=lines), replace(sender, role=power, on_behalf=True))
            for power, lines in orders_by_power(game, command.lines)
        ]
    lines = lines_for_others(game, sender, command.lines)
    if not lines:
        return []
    own = tuple(line for at, line in enumerate(command.lines) if at not in lines)
    told = []
    if own or command.replaces:
        told.append((structs.replace(command, lines=own), sender))
    for giver in dict.fromkeys(lines.values()):
        theirs = tuple(command.lines[at] for at in lines if lines[at] == giver)
        told.append((SubmitOrders(theirs), replace(sender, proxy_for=giver)))
    return told


def taken_back_by_power(
    game: Game, command: Command, sender: Sender
) -> list[tuple[Command, Sender]]:
    """Return CLEAR or UNDO in a sandbox for each power that it concerns, with its sender.

    CLEAR is for the named units, else for all powers with orders; UNDO for all whose orders changed
    last. The result is [] for other commands, and outside of a sandbox.
    """
    if not (game.settings.sandbox and sender.role == MASTER and game.position):
        return []
    match command:
        case ClearOrders(units=units):
            lines = orders_by_power(game, [f"{unit} H" for unit in units])
            powers = [power for power, _ in lines] or [
                seat.power for seat in game.seats if seat.orders or seat.troubled or seat.plans
            ]
        case UndoOrders(number=0):
            changed = {seat.power: seat.dated for seat in game.seats if seat.earlier and seat.dated}
            last = max(changed.values(), default=None)
            powers = [power for power, dated in changed.items() if dated == last]
        case _:
            return []
    # If it concerns none, the first power's answer says so.
    powers = powers or [game.seats[0].power]
    return [(command, replace(sender, role=power, on_behalf=True)) for power in powers]


def file_orders(
    game: Game, sender: Sender, sent: SubmitOrders, times: LetterTimes
) -> OrdersFiled | Refused:
    """Return the fact with the stored orders of the sender's power, or why it cannot change them.

    Each order in `sent` replaces the stored order to the same unit.
    """
    seat, dated = game.seat(sender.role), times.dated
    why = why_unchanged(game, seat, times)
    if why is not None:
        return sent.refused(why, sent.text_to_return())
    taken = _taken(game, seat, sent, dated)
    after = with_seat(game, taken.seat)
    sent_again = {read.line for read in taken.reads}
    earlier = [one for one in taken.seat.troubled if one in seat.troubled and one not in sent_again]
    return OrdersFiled(
        sheet=order_sheet(after, seat.power),
        lines=taken.reads,
        changed=changes(seat.orders, taken.seat.orders, game),
        dated=dated,
        ready=ready_when(game, after, times.now),
        junk=sent.aside,
        on_behalf=sender.on_behalf,
        waits=any(one != seat.power for one in waiting_powers(game)),
        dropped=taken.dropped,
        held_back=taken.held_back,
        cases=taken.script.cases,
        preferred=taken.script.preferred,
        earlier=still_failed(earlier, taken.context),
        let_go=tuple(line for line in seat.troubled if line in sent.let_go),
    )


def plans_taken(game: Game, now: datetime) -> Iterator[PlanTaken]:
    """Yield a fact for each power with lines stored for the phase that begins `now`.

    Each is worked out as if the earlier ones had been applied. A power that has orders already, as
    after a ROLLBACK, keeps them.
    """
    running = board_of(game).phase
    for power in [seat.power for seat in game.seats]:
        seat = game.seat(power)
        plan = next((one for one in seat.plans if one.phase == running), None)
        if plan is None or seat.orders or not may_give_orders(game, power):
            continue
        taken = _taken(game, seat, SubmitOrders(plan.lines), now)
        given = taken.seat if taken.seat.orders else replace(taken.seat, dated=None)
        after = with_seat(game, given)
        yield PlanTaken(
            sheet=order_sheet(after, power),
            lines=taken.reads,
            dated=given.dated,
            ready=ready_when(game, after, now),
            cases=taken.script.cases,
            preferred=taken.script.preferred,
        )
        game = after


@dataclass(frozen=True, slots=True)
class _Taken:
    """The result of merging order lines into a seat, with the reading of each line."""

    context: OrderContext
    seat: Seat
    reads: tuple[LineRead, ...]
    script: Script
    #: Old orders to units that the lines do not name, if the lines replaced all orders.
    dropped: tuple[Order, ...] = ()
    #: The lines were to replace all orders, but one was wrong, so the old orders were kept.
    held_back: bool = False


def _taken(game: Game, seat: Seat, sent: SubmitOrders, dated: datetime) -> _Taken:
    """Return `seat` with the orders of `sent`, checked on the current board."""
    context = context_for(game, seat.power)
    script = script_of(sent.lines, context)
    found = without_replaced(read_letter(script.lines, context), game)
    wrong = has_failed(found, context) or bool(sent.unclear or script.unread)
    afresh = sent.replaces and not wrong
    still = () if afresh else (line for line in seat.troubled if line not in sent.let_go)
    before = replace(seat, troubled=tuple(still), orders=() if afresh else seat.orders)
    orders, reads = merged(before.orders, found, context)
    troubled = troubled_lines(before, reads, context, dated)
    troubled = tuple(dict.fromkeys((*troubled, *sent.unclear, *script.unread)))
    told = {slot(order, game) for order in orders}
    gone = beyond(seat.orders, orders) if afresh else ()
    return _Taken(
        context=context,
        seat=replace(seat, orders=orders, troubled=troubled, dated=dated, receipt=seat.receipt + 1),
        reads=reads,
        script=script,
        dropped=tuple(order for order in gone if slot(order, game) not in told),
        held_back=sent.replaces and wrong,
    )


def orders_stand(game: Game, power: str) -> OrdersStand | None:
    """Return the state of the orders of `power`, None if it has none to give now."""
    if game.position is None or not may_give_orders(game, power):
        return None
    if not has_orders_to_give(game, power):
        return None
    sheet = order_sheet(game, power)
    choices = not sheet.complete and sheet.phase.kind is not PhaseKind.MOVEMENT
    failed = still_failed(sheet.troubled, context_for(game, power))
    return OrdersStand(sheet, failed, choices=choices)


def _shown(game: Game, power: str) -> OrdersShown:
    seat = game.seat(power)
    return OrdersShown(
        order_sheet(game, power),
        seat.wait,
        seat.wait_until,
        seat.draw,
        plans=seat.plans,
        absences=seat.absences,
        proxies=views_of(game, power),
        lines=still_failed(seat.troubled, context_for(game, power)),
    )


def _wrong_lines(
    lines: Sequence[str], phase: Phase, game: Game, power: str
) -> Iterator[tuple[str, str]]:
    """Yield each line that no board could make right, with its part that was not understood.

    Units are not checked, because it is not known yet whether they will be there.
    """
    board = replace(ordered_board(game, power), phase=phase, dislodged=())
    context = OrderContext(game, power, reader_for(game.variant, board, power))
    for line in lines:
        if case_word(line) or is_preference(line):
            continue
        for one in read_line(line, context.reader):
            match one.result:
                case Unreadable(part=part, reason=why) if why not in _OF_THE_BOARD:
                    if _names_a_unit(one.text, phase, game):
                        continue
                    yield line, part
                    break
                case _:
                    continue


def _names_a_unit(text: str, phase: Phase, game: Game) -> bool:
    """Return whether `text` is only a unit. In a winter this is a unit to build."""
    winter = phase.kind is PhaseKind.ADJUSTMENT
    bare = winter and _BARE_UNIT.fullmatch(text.strip())
    return bool(bare and provinces_named(text, names_of(game.variant)))


def _assumed(lines: Sequence[str], game: Game, power: str) -> Iterator[LineRead]:
    """Yield the orders of `lines`; a power's name alone in a line begins that power's lines."""
    assert game.position is not None
    own = reader_for(game.variant, game.position, power)
    anybody = reader_for(game.variant, game.position, None)
    whose = ""
    for line in lines:
        name = words_of(line.removesuffix(":")) if line.endswith(":") else ()
        if name and (named := find_power(name, anybody.names)):
            whose = named
            continue
        found = () if whose not in ("", power) else read_line(line, own)
        if not found or any(isinstance(one.result, Mistake) for one in found):
            labelled = f"{whose}: {line}" if whose else line
            found = read_line(labelled, anybody)
        yield from (_assumed_line(one) for one in found)


def _assumed_line(one: ReadOrder) -> LineRead:
    if isinstance(one.result, Mistake):
        return LineRead(one.text)
    order: Order = one.result
    return LineRead(f"{power_of(order)}: {one.text}", order)
