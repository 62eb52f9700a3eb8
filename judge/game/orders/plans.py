"""Orders for phases to come: kept as they were written, read when their phase comes."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from msgspec import structs

from judge.engine import Phase, PhaseKind, Season
from judge.game.base import Refused
from judge.game.clock.readiness import ready_when
from judge.game.commands import ClearOrders, PlanOrders, SubmitOrders
from judge.game.events import Event, OrdersCleared, OrdersPlanned, OrdersShown, PlanTaken
from judge.game.model import Game, LetterTimes, Sender
from judge.game.orders.filing import orders_sent, take_lines, why_not
from judge.game.orders.planned import is_coming
from judge.game.orders.preference import is_preference
from judge.game.orders.reading import OrderContext
from judge.game.orders.sheet import board_of, may_give_orders, order_sheet, slot
from judge.game.proxies import views_of
from judge.game.refusals import NoOrdersBelow, NotComing, NotSurviving, OrdersOlder
from judge.game.seats import surviving_powers, with_seat
from judge.game.vision.sight import ordered_board
from judge.notation import (
    Trouble,
    Unreadable,
    case_word,
    names_of,
    phase_of,
    provinces_named,
    read_line,
    read_phase,
    reader_for,
)

_COMMAND = "PHASE"
# What the board of a phase to come may yet make right.
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


def lines_sent(
    game: Game, sender: Sender, sent: SubmitOrders, times: LetterTimes
) -> tuple[Event, ...]:
    """Return what comes of lines for this phase; preferences wait for the winter."""
    if sent.replaces and not sent.lines:
        return (Refused("REPLACE", NoOrdersBelow()),)
    lists = tuple(line for line in sent.lines if is_preference(line))
    if not lists or board_of(game).phase.kind is PhaseKind.ADJUSTMENT:
        return orders_sent(game, sender, sent, times)
    planned = plan_orders(game, sender, PlanOrders("", lists), times)
    others = tuple(line for line in sent.lines if not is_preference(line))
    if not others:
        return (planned,)
    filed = orders_sent(game, sender, replace(sent, lines=others), times)
    return (*filed, planned)


def cleared(
    game: Game, sender: Sender, command: ClearOrders, times: LetterTimes
) -> OrdersCleared | OrdersPlanned | OrdersShown | Refused:
    """Return that orders of this phase are forgotten, or what is kept for another."""
    if command.phase in ("", str(board_of(game).phase)):
        return clear_orders(game, sender, command.units, times)
    return forget_plan(game, sender, command.phase, times.dated)


def show_orders(game: Game, sender: Sender) -> OrdersShown:
    """Return the orders of the sender's power as they stand, and what it asked for."""
    seat = game.seat(sender.role)
    sheet = order_sheet(game, seat.power)
    return OrdersShown(
        sheet,
        seat.wait,
        seat.wait_until,
        seat.draw,
        plans=seat.plans,
        absences=seat.absences,
        proxies=views_of(game, seat.power),
    )


def clear_orders(
    game: Game, sender: Sender, units: Sequence[str], times: LetterTimes
) -> OrdersCleared | OrdersShown | Refused:
    """Return that the orders of the sender's power are forgotten, or those of `units`.

    Where these have none nothing changes, and his orders are shown.
    """
    seat, dated = game.seat(sender.role), times.dated
    refused = why_not(game, seat, (), times)
    if refused is not None:
        return structs.replace(refused, command="CLEAR")
    names = names_of(game.variant)
    places = {place for unit in units for place in provinces_named(unit, names)}
    kept = tuple(one for one in seat.orders if units and slot(one, game) not in places)
    if units and kept == seat.orders:
        return show_orders(game, sender)
    cleared = replace(
        seat,
        orders=kept,
        troubled=seat.troubled if units else (),
        dated=dated,
        receipt=seat.receipt + 1,
    )
    after = with_seat(game, cleared)
    return OrdersCleared(
        sheet=order_sheet(after, seat.power),
        dropped=tuple(one for one in seat.orders if one not in kept),
        dated=dated,
        on_behalf=sender.on_behalf,
    )


def plan_orders(
    game: Game, sender: Sender, command: PlanOrders, times: LetterTimes
) -> OrdersPlanned | Refused:
    """Return that lines are kept for a phase to come, instead of those there were."""
    text = "\n".join(command.lines)
    if not command.lines:
        return Refused(_COMMAND, NoOrdersBelow(command.phase))
    if sender.role not in surviving_powers(game):
        return Refused(_COMMAND, NotSurviving(sender.role), text)
    phase, running = _phase_meant(game, command.phase), board_of(game).phase
    if phase is None or not is_coming(phase, running):
        return Refused(_COMMAND, NotComing(command.phase, running), text)
    seat, dated = game.seat(sender.role), times.dated
    old = next((one for one in seat.plans if one.phase == phase), None)
    if old is not None and dated < old.dated <= times.now:
        return Refused(_COMMAND, OrdersOlder(old.dated), text)
    wrong = tuple(_wrong_lines(command.lines, phase, game, seat.power))
    bad = {line for line, _ in wrong}
    return OrdersPlanned(
        power=seat.power,
        phase=phase,
        lines=tuple(line for line in command.lines if line not in bad),
        dated=dated,
        wrong=wrong,
        replaced=() if old is None else old.lines,
        on_behalf=sender.on_behalf,
    )


def forget_plan(game: Game, sender: Sender, named: str, dated: datetime) -> OrdersPlanned | Refused:
    """Return that nothing is kept for a phase to come any more."""
    running = board_of(game).phase
    phase = read_phase(phase_of(named, game.variant))
    if phase is None or not is_coming(phase, running):
        return Refused("CLEAR", NotComing(named, running))
    kept = (one.lines for one in game.seat(sender.role).plans if one.phase == phase)
    return OrdersPlanned(
        power=sender.role,
        phase=phase,
        lines=(),
        dated=dated,
        replaced=next(kept, ()),
        on_behalf=sender.on_behalf,
    )


def plans_taken(game: Game, now: datetime) -> Iterator[PlanTaken]:
    """Yield what comes of the lines that were kept for the phase that begins `now`.

    Each is told as if those before it had been taken. Who has orders already, as after
    a roll back, keeps them.
    """
    running = board_of(game).phase
    for power in [seat.power for seat in game.seats]:
        seat = game.seat(power)
        plan = next((one for one in seat.plans if one.phase == running), None)
        if plan is None or seat.orders or not may_give_orders(game, power):
            continue
        taken = take_lines(game, seat, SubmitOrders(plan.lines), now)
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


def _phase_meant(game: Game, words: str) -> Phase | None:
    """Return the phase of this name, the winter of this year for ""."""
    year = board_of(game).phase.year
    winter = Phase(Season.WINTER, year, PhaseKind.ADJUSTMENT)
    return read_phase(phase_of(words, game.variant)) if words else winter


def _wrong_lines(
    lines: Sequence[str], phase: Phase, game: Game, power: str
) -> Iterator[tuple[str, str]]:
    """Yield the lines that no board makes right, and what of them was not understood.

    Whether their units will be there nobody knows yet.
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
    """Return whether `text` is a unit and no more: in a winter it is one to build."""
    winter = phase.kind is PhaseKind.ADJUSTMENT
    bare = winter and _BARE_UNIT.fullmatch(text.strip())
    return bool(bare and provinces_named(text, names_of(game.variant)))
