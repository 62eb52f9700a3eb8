"""Who may order which units of another power, and until when."""

from collections.abc import Iterator
from dataclasses import replace

from judge.engine import Adjudication, Move, Order, PhaseKind, Position, Retreat, Unit, Variant
from judge.game.events import ProxyView
from judge.game.model import Entered, Game, Player, Proxy, Seat
from judge.game.orders.planned import is_over_by
from judge.game.orders.sheet import Slot, board_of, order_sheet, slot
from judge.game.seats import surviving_powers


def granted_by(game: Game, power: str) -> tuple[Proxy, ...]:
    """Return the proxies that `power` has given and that hold."""
    if not has_proxies(game):
        return ()
    giver = game.seat(power)
    return tuple(one for one in giver.proxies if _holds(one, giver, game))


def granted_to(game: Game, power: str) -> tuple[tuple[str, Proxy], ...]:
    """Return the proxies that `power` has from others, each with whose it is."""
    return tuple(
        (giver, one)
        for giver in surviving_powers(game)
        for one in granted_by(game, giver)
        if one.to == power
    )


def views_of(game: Game, power: str) -> tuple[ProxyView, ...]:
    """Return the proxies that `power` has given, and those that it has."""
    given = (ProxyView(power, one) for one in granted_by(game, power))
    had = (
        ProxyView(giver, one, tuple(_ordered(game, giver, one)))
        for giver, one in granted_to(game, power)
    )
    return (*given, *had)


def _ordered(game: Game, giver: str, proxy: Proxy) -> Iterator[Order]:
    for order, by in order_sheet(game, giver).entered:
        if by == proxy.to and covers(proxy, slot(order, game), game.variant):
            yield order


def has_proxies(game: Game) -> bool:
    """Return whether a player of `game` may let another one order.

    In a blind game an order, or its refusal, would show what only its owner sees.
    """
    return game.settings.proxies and not game.settings.blind


def _holds(proxy: Proxy, giver: Seat, game: Game) -> bool:
    same_giver = _is(giver.player, proxy.giver)
    return same_giver and _is(game.seat(proxy.to).player, proxy.holder)


def _is(player: Player | None, number: int) -> bool:
    return player is not None and player.number == number


def covers(proxy: Proxy, place: Slot, variant: Variant) -> bool:
    """Return whether what is ordered at `place` may be ordered by `proxy`.

    What stands at no place, as a waive, is ordered by who has the whole power.
    """
    if proxy.unit is None:
        return True
    return variant.geography.province_of[proxy.unit.location] == place


def own_places(game: Game, seat: Seat) -> frozenset[Slot]:
    """Return the places of orders that the owner gave himself, which count.

    Builds and removals stand for each other, so that one of his is all of them.
    """
    return frozenset(slot(one, game) for one in own_orders(seat))


def own_orders(seat: Seat) -> Iterator[Order]:
    """Yield the orders of `seat` that its owner gave himself."""
    others = {one.order for one in seat.entered}
    return (order for order in seat.orders if order not in others)


def is_free(proxy: Proxy, place: Slot, game: Game, seat: Seat) -> bool:
    """Return whether the owner of `seat` has not ordered at `place` himself."""
    own = own_places(game, seat)
    if board_of(game).phase.kind is PhaseKind.ADJUSTMENT:
        return proxy.unit is None and not own
    return place not in own


def with_proxy(seat: Seat, proxy: Proxy, game: Game) -> Seat:
    """Return `seat` with a proxy, in the place of one for the same.

    The orders that stand for what it is for may be changed by who has it.
    """
    others = tuple(one for one in seat.proxies if one.unit != proxy.unit)
    free = tuple(
        Entered(order, "")
        for order in own_orders(seat)
        if covers(proxy, slot(order, game), game.variant)
    )
    return replace(seat, proxies=(*others, proxy), entered=(*seat.entered, *free))


def after_phase(seat: Seat, done: Adjudication, variant: Variant) -> Seat:
    """Return `seat` at the beginning of a phase, with the proxies that go on.

    One for a unit goes with it, and ends where it is lost.
    """
    if not (seat.proxies or seat.entered):
        return seat
    left = (
        _moved(one, done, variant)
        for one in seat.proxies
        if not is_over_by(one.until, done.after.phase)
    )
    kept = tuple(one for one in left if one is not None)
    return replace(seat, proxies=kept, entered=())


def _moved(proxy: Proxy, done: Adjudication, variant: Variant) -> Proxy | None:
    """Return a proxy for the place where its unit is now, None if that is nowhere."""
    if proxy.unit is None:
        return proxy
    now = _unit_after(proxy.unit, done, variant)
    return None if now is None else replace(proxy, unit=now)


def _unit_after(unit: Unit, done: Adjudication, variant: Variant) -> Unit | None:
    goal = next(
        (
            one.order.target
            for one in done.outcomes
            if isinstance(one.order, Move | Retreat) and one.order.unit == unit and one.succeeded
        ),
        unit.location,
    )
    province_of = variant.geography.province_of
    return next(
        (
            one
            for one in _standing(done.after)
            if one.power == unit.power and province_of[one.location] == province_of[goal]
        ),
        None,
    )


def _standing(position: Position) -> Iterator[Unit]:
    yield from position.units
    yield from (one.unit for one in position.dislodged)
