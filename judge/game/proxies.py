"""Proxies: a player gives another player the right to order their units.

An order of the owner takes precedence over one by proxy, whichever came first.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Self

from msgspec import structs

from judge.engine import Adjudication, Move, Order, PhaseKind, Retreat, Unit, Variant
from judge.game.base import STARTED, Command, Fact, Refusal, Refused, Request, Who
from judge.game.clock import ready_when
from judge.game.events.lines import LineRead
from judge.game.model import Entered, Game, LetterTimes, Proxy, Reader, Seat, Sender
from judge.game.orders.merging import changes, merged, why_unchanged, with_orders, without_replaced
from judge.game.orders.reading import (
    OrderContext,
    context_for,
    ordered_slot,
    read_letter,
    unit_named,
    whose_line,
)
from judge.game.orders.sheet import (
    OrderSheet,
    ProxyView,
    Slot,
    board_of,
    is_coming,
    is_over_by,
    order_sheet,
    slot,
)
from judge.game.refusals import NoSuchPower, NotComing, NotSurviving
from judge.game.seats import power_names, role_named, surviving_powers, with_seat
from judge.game.vision import holders, holders_of
from judge.game.weight import Weight
from judge.messages import Text, message
from judge.notation import case_word, phase_of, read_phase, reader_for, unit_name, write_unit


class NoProxies(Refusal, frozen=True):
    """The game does not allow proxies; in a `blind` game no Master can allow them."""

    blind: bool = False

    in_short = message("no proxies")


class NoProxyTo(Refusal, frozen=True):
    """The `power` has no player, or is the sender's own, so it cannot get a proxy."""

    power: str

    in_short = message("no other player")


class NotOwnUnit(Refusal, frozen=True):
    """`words` name no unit of the sender's power."""

    words: str

    in_short = message("not your unit")


class NoProxyGiven(Refusal, frozen=True):
    """Nobody else has a proxy for the named unit; "" means for any unit."""

    words: str = ""

    in_short = message("none given")


class ProxyGiven(Fact, frozen=True):
    """The player of another power may order for `power` from now on."""

    power: str
    proxy: Proxy
    on_behalf: bool = False

    weight = Weight.WAIT
    between_players = True

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the proxy's holder, and its giver, who is told if the Master gave it for them."""
        own = holders(game, self.power) if self.on_behalf else ()
        return (*holders(game, self.proxy.to), *own)

    def applied(self, game: Game) -> Game:
        """Return the game with the proxy, in place of an earlier one for the same units."""
        seat, proxy = game.seat(self.power), self.proxy
        others = tuple(one for one in seat.proxies if one.unit != proxy.unit)
        return with_seat(game, replace(seat, proxies=(*others, proxy)))

    def units(self, game: Game) -> Text:
        """Return words for the units of the proxy."""
        return units_lent(self.proxy, game.variant)

    def line_to_end(self, game: Game) -> str:
        """Return the command line with which its giver takes the proxy back."""
        if self.proxy.unit is None:
            return "NO PROXY"
        return f"NO PROXY {write_unit(self.proxy.unit, game.variant.geography)}"


class ProxyEnded(Fact, frozen=True):
    """Proxies of `power` are taken back; orders that were given by them stay."""

    power: str
    ended: tuple[Proxy, ...]
    on_behalf: bool = False

    weight = Weight.WAIT
    between_players = True

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the proxies' holders, and their giver, who is told if the Master did it."""
        others = holders_of(game, dict.fromkeys(one.to for one in self.ended))
        own = holders(game, self.power) if self.on_behalf else ()
        return (*others, *own)

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return the fact with only the proxies that the reader gave or held."""
        if reader.role == self.power:
            return self
        mine = tuple(one for one in self.ended if one.to == reader.role)
        return structs.replace(self, ended=mine)

    def applied(self, game: Game) -> Game:
        """Return the game without these proxies."""
        seat = game.seat(self.power)
        left = tuple(one for one in seat.proxies if one not in self.ended)
        return with_seat(game, replace(seat, proxies=left))

    def rows(self, game: Game) -> list[tuple[str, Text]]:
        """Return (holder, units) for each proxy that ended."""
        return [(one.to, units_lent(one, game.variant)) for one in self.ended]


class OrdersEntered(Fact, frozen=True):
    """The player of the power `by` ordered units of another power by proxy."""

    by: str
    #: All orders of the other power.
    sheet: OrderSheet
    #: The part of them that the proxy's holder may see.
    part: OrderSheet
    lines: tuple[LineRead, ...]
    #: The orders of the letter that count; if there are none, nothing has changed.
    taken: tuple[Order, ...]
    changed: tuple[tuple[Order, Order | None], ...]
    #: Lines for units that the holder may not order.
    barred: tuple[str, ...]
    dated: datetime
    ready: datetime | None

    weight = Weight.ORDERS
    between_players = True

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the owner of the units, if an order counts; otherwise nobody."""
        return holders(game, self.sheet.power) if self.taken else ()

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact for the proxy's holder, without the owner's own orders."""
        new = tuple((order, None) for order in self.part.orders)
        return structs.replace(self, sheet=self.part, changed=new)

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return the fact for the owner, without lines that had no effect."""
        lines = tuple(one for one in self.lines if one.order in self.taken)
        return structs.replace(self, part=self.sheet, lines=lines, barred=())

    def told_of_processing(self, game: Game) -> tuple[str, ...]:
        """Return the power whose units were ordered."""
        return (self.sheet.power,) if self.taken and self.ready else ()

    def applied(self, game: Game) -> Game:
        """Return the game with the orders given by proxy.

        They are dated at the start of the phase, so every order of the owner is newer.
        """
        if not self.taken:
            return game
        seat = game.seat(self.sheet.power)
        began = game.history[-1].processed if game.history else game.created
        filed = with_orders(game, self.sheet, seat.dated or began)
        now = filed.seat(seat.power)
        new = tuple(Entered(order, self.by, self.dated) for order in self.taken)
        others = tuple(one for one in now.entered if one.order not in self.taken)
        entered = with_seat(filed, replace(now, entered=(*others, *new)))
        return replace(entered, ready=self.ready)


class GiveProxy(Command, frozen=True):
    """Let the player of `power` order a `unit` of the sender's power; "" means all units.

    The proxy is for this phase, or lasts to the end of the phase `until`; both are as written.
    """

    power: str
    unit: str = ""
    until: str = ""

    name = "PROXY"
    who = Who.PLAYER
    stages = STARTED

    def decide(self, at: Request) -> ProxyGiven | Refused:
        """Return the fact that the proxy is given, or a refusal."""
        game, own, running = at.game, at.sender.role, board_of(at.game).phase
        if not has_proxies(game):
            return self.refused(NoProxies(blind=game.settings.blind))
        to = role_named(game.variant, self.power)
        if to is None or to not in power_names(game):
            return self.refused(NoSuchPower(self.power, power_names(game)))
        if own not in surviving_powers(game):
            return self.refused(NotSurviving(own))
        until = read_phase(phase_of(self.until, game.variant)) if self.until else running
        if until is None or not (until == running or is_coming(until, running)):
            return self.refused(NotComing(self.until, running))
        unit = _own_unit(self.unit, game, own)
        if self.unit and unit is None:
            return self.refused(NotOwnUnit(self.unit))
        giver, holder = game.seat(own).player, game.seat(to).player
        if giver is None or holder is None or giver.number == holder.number:
            return self.refused(NoProxyTo(to))
        proxy = Proxy(to, giver.number, holder.number, until, unit)
        return ProxyGiven(own, proxy, at.sender.on_behalf)


class EndProxy(Command, frozen=True):
    """Take back the proxies for a `unit`, or all of the sender's proxies for ""."""

    unit: str = ""

    name = "NO PROXY"
    who = Who.PLAYER
    stages = STARTED

    def decide(self, at: Request) -> ProxyEnded | Refused:
        """Return the fact that the proxies are taken back, or a refusal if there are none."""
        game, own = at.game, at.sender.role
        unit = _own_unit(self.unit, game, own)
        if self.unit and unit is None:
            return self.refused(NotOwnUnit(self.unit))
        ended = tuple(one for one in granted_by(game, own) if not self.unit or one.unit == unit)
        if not ended:
            return self.refused(NoProxyGiven(self.unit))
        return ProxyEnded(own, ended, at.sender.on_behalf)


def has_proxies(game: Game) -> bool:
    """Return whether players of `game` can give proxies.

    In a blind game they cannot, because an order or its refusal would show parts of the board that
    only the owner sees.
    """
    return game.settings.proxies and not game.settings.blind


def granted_by(game: Game, power: str) -> tuple[Proxy, ...]:
    """Return the valid proxies that `power` has given.

    A proxy is valid as long as its giver and its holder both keep their seats.
    """
    if not has_proxies(game):
        return ()

    def plays(seat: Seat, number: int) -> bool:
        return seat.player is not None and seat.player.number == number

    giver = game.seat(power)
    return tuple(
        one
        for one in giver.proxies
        if plays(giver, one.giver) and plays(game.seat(one.to), one.holder)
    )


def granted_to(game: Game, power: str) -> tuple[tuple[str, Proxy], ...]:
    """Return the proxies that `power` holds, each with the power that gave it."""
    return tuple(
        (giver, one)
        for giver in surviving_powers(game)
        for one in granted_by(game, giver)
        if one.to == power
    )


def views_of(game: Game, power: str) -> tuple[ProxyView, ...]:
    """Return the proxies that `power` has given, and those that it holds."""
    given = (ProxyView(power, one) for one in granted_by(game, power))
    had = (
        ProxyView(
            giver,
            one,
            tuple(
                order
                for order, by in order_sheet(game, giver).entered
                if by == power and _covers(one, slot(order, game), game.variant)
            ),
        )
        for giver, one in granted_to(game, power)
    )
    return (*given, *had)


def units_lent(proxy: Proxy, variant: Variant) -> Text:
    """Return words for the units that a proxy covers."""
    if proxy.unit is None:
        return message("all units")
    return unit_name(proxy.unit, variant.geography)


def lines_for_others(game: Game, sender: Sender, lines: Sequence[str]) -> dict[int, str]:
    """Return {index of a line: power}, for the `lines` that order units of a power by proxy.

    All other lines are the sender's, as are lines within a case, and lines that do not show whose
    unit they order.
    """
    if sender.proxy_for or not sender.proven or game.position is None:
        return {}
    if sender.role not in {one.power for one in game.seats}:
        return {}
    givers = {giver for giver, _ in granted_to(game, sender.role)}
    if not givers:
        return {}
    context = OrderContext(game, "", reader_for(game.variant, board_of(game), None))
    givers_of_lines: dict[int, str] = {}
    inside = False
    for number, line in enumerate(lines):
        word = case_word(line)
        inside = bool(word and word != "ENDIF") or (inside and not word)
        giver = "" if inside or word else _whose(line, context)
        if giver in givers:
            givers_of_lines[number] = giver
    return givers_of_lines


def enter_orders(
    game: Game, sender: Sender, lines: Sequence[str], times: LetterTimes
) -> OrdersEntered | Refusal:
    """Return the fact with the orders that the sender gives by proxy, or a refusal.

    The owner's own orders stay. A wrong line does not make the owner's orders incomplete.
    """
    seat, by = game.seat(sender.proxy_for), sender.role
    of_holder = max((e.dated for e in seat.entered if e.by == by and e.dated), default=None)
    why = why_unchanged(game, replace(seat, dated=of_holder), times)
    if why is not None:
        return why
    context = context_for(game, seat.power)
    found = without_replaced(read_letter(lines, context), game)
    held = tuple(one for one in granted_by(game, seat.power) if one.to == by)
    barred = tuple(read for read in found if _is_barred(read, held, game, seat))
    orders, reads = merged(seat.orders, [read for read in found if read not in barred], context)
    given = {read.order for read in reads if not read.reason}
    taken = tuple(order for order in orders if order in given)
    entered = (Entered(order, by, times.dated) for order in taken)
    others = (one for one in seat.entered if one.order in orders and one.order not in taken)
    then = replace(seat, orders=orders, entered=(*others, *entered), receipt=seat.receipt + 1)
    after = with_seat(game, then) if taken else game
    return OrdersEntered(
        by=by,
        sheet=order_sheet(after, seat.power),
        part=_part_of(after, seat.power, by),
        lines=reads,
        taken=taken,
        changed=changes(seat.orders, orders, game),
        barred=tuple(dict.fromkeys(read.line for read in barred)),
        dated=times.dated,
        ready=ready_when(game, after, times.now),
    )


def after_phase(seat: Seat, done: Adjudication, variant: Variant) -> Seat:
    """Return `seat` after a phase, with the proxies that are still valid.

    A proxy for one unit follows the unit, and ends if the unit is lost.
    """
    if not (seat.proxies or seat.entered):
        return seat
    kept: list[Proxy] = []
    for one in seat.proxies:
        if is_over_by(one.until, done.after.phase):
            continue
        unit = None if one.unit is None else _unit_after(one.unit, done, variant)
        if one.unit is None or unit is not None:
            kept.append(replace(one, unit=unit))
    return replace(seat, proxies=tuple(kept), entered=())


def _whose(line: str, context: OrderContext) -> str:
    """Return the power whose units a line orders, if need be by the first unit in the line."""
    power = whose_line(line, context.reader)
    unit = None if power else unit_named(line, context)
    return power if unit is None else unit.power


def _is_barred(read: LineRead, held: Sequence[Proxy], game: Game, seat: Seat) -> bool:
    """Return whether a line orders a unit that its writer may not order now."""
    if read.order is None or read.reason is not None:
        return False
    place = ordered_slot(read, game)
    return not any(
        _covers(one, place, game.variant) and _is_free(one, place, game, seat) for one in held
    )


def _covers(proxy: Proxy, place: Slot, variant: Variant) -> bool:
    """Return whether `proxy` allows orders at `place`.

    Orders without a place, such as a waive, need a proxy for all units.
    """
    if proxy.unit is None:
        return True
    return variant.geography.province_of[proxy.unit.location] == place


def _is_free(proxy: Proxy, place: Slot, game: Game, seat: Seat) -> bool:
    """Return whether the owner of `seat` has given no order at `place`.

    All builds and removals count as one: if the owner has given one of them, none is free.
    """
    by_proxy = {one.order for one in seat.entered}
    own = {slot(order, game) for order in seat.orders if order not in by_proxy}
    if board_of(game).phase.kind is PhaseKind.ADJUSTMENT:
        return proxy.unit is None and not own
    return place not in own


def _part_of(game: Game, giver: str, by: str) -> OrderSheet:
    """Return the part of the orders of `giver` that `by` may see.

    It has the orders given by this proxy, and the units of the proxy that lack orders.
    """
    sheet = order_sheet(game, giver)
    held = tuple(one for one in granted_by(game, giver) if one.to == by)
    whole = any(one.unit is None for one in held)
    province_of = game.variant.geography.province_of
    missing = tuple(
        unit
        for unit in sheet.missing
        if any(_covers(one, province_of[unit.location], game.variant) for one in held)
    )
    pending = sheet.pending if whole else 0
    return OrderSheet(
        power=giver,
        phase=sheet.phase,
        orders=tuple(order for order, one in sheet.entered if one == by),
        missing=missing,
        pending=pending,
        complete=not (missing or pending),
    )


def _own_unit(words: str, game: Game, power: str) -> Unit | None:
    """Return the unit of `power` that `words` name, None for none; it may need no order."""
    board = board_of(game)
    moving = replace(board.phase, kind=PhaseKind.MOVEMENT)
    standing = replace(game, position=replace(board, phase=moving, dislodged=()))
    found = unit_named(words, context_for(game, power))
    found = found or unit_named(words, context_for(standing, power))
    return found if found is not None and found.power == power else None


def _unit_after(unit: Unit, done: Adjudication, variant: Variant) -> Unit | None:
    """Return the unit where it stands after a phase, None if it is lost."""
    goal = next(
        (
            one.order.target
            for one in done.outcomes
            if isinstance(one.order, Move | Retreat) and one.order.unit == unit and one.succeeded
        ),
        unit.location,
    )
    province_of = variant.geography.province_of
    standing = (*done.after.units, *(one.unit for one in done.after.dislodged))
    return next(
        (
            one
            for one in standing
            if one.power == unit.power and province_of[one.location] == province_of[goal]
        ),
        None,
    )
