"""Letting another player order one's units, and no longer."""

from dataclasses import replace

from judge.engine import Phase, PhaseKind, Unit
from judge.game.base import Refused
from judge.game.commands import EndProxy, GiveProxy
from judge.game.events import ProxyEnded, ProxyGiven
from judge.game.model import Game, Proxy, Sender
from judge.game.orders.planned import is_coming
from judge.game.orders.reading import context_for, unit_named
from judge.game.orders.sheet import board_of
from judge.game.proxies.granted import granted_by, has_proxies
from judge.game.refusals import (
    NoProxies,
    NoProxyGiven,
    NoProxyTo,
    NoSuchPower,
    NotComing,
    NotOwnUnit,
    NotSurviving,
)
from judge.game.seats import power_names, role_named, surviving_powers
from judge.notation import phase_of, read_phase

_GIVE, _END = "PROXY", "NO PROXY"


def give_proxy(game: Game, sender: Sender, command: GiveProxy) -> ProxyGiven | Refused:
    """Return that the player of a power may order for the sender's."""
    if not has_proxies(game):
        return Refused(_GIVE, NoProxies(blind=game.settings.blind))
    to = role_named(game.variant, command.power)
    if to is None or to not in power_names(game):
        return Refused(_GIVE, NoSuchPower(command.power, power_names(game)))
    found = _proxy(game, sender.role, to, command)
    if not isinstance(found, Proxy):
        return Refused(_GIVE, found)
    return ProxyGiven(sender.role, found, sender.on_behalf)


def _proxy(
    game: Game, power: str, to: str, command: GiveProxy
) -> Proxy | NotSurviving | NotComing | NotOwnUnit | NoProxyTo:
    """Return what the player of `power` gives to that of `to`, or why he cannot."""
    if power not in surviving_powers(game):
        return NotSurviving(power)
    running = board_of(game).phase
    until = read_phase(phase_of(command.until, game.variant)) if command.until else running
    if until is None or not _may_last(until, running):
        return NotComing(command.until, running)
    unit = _own_unit(command.unit, game, power)
    if command.unit and unit is None:
        return NotOwnUnit(command.unit)
    giver, holder = game.seat(power).player, game.seat(to).player
    if giver is None or holder is None or giver.number == holder.number:
        return NoProxyTo(to)
    return Proxy(to, giver.number, holder.number, until, unit)


def end_proxy(game: Game, sender: Sender, command: EndProxy) -> ProxyEnded | Refused:
    """Return that others may no longer order a unit, or any of the sender's."""
    unit = _own_unit(command.unit, game, sender.role)
    if command.unit and unit is None:
        return Refused(_END, NotOwnUnit(command.unit))
    ended = tuple(
        one for one in granted_by(game, sender.role) if not command.unit or one.unit == unit
    )
    if not ended:
        return Refused(_END, NoProxyGiven(command.unit))
    return ProxyEnded(sender.role, ended, sender.on_behalf)


def _may_last(until: Phase, running: Phase) -> bool:
    return until == running or is_coming(until, running)


def _own_unit(words: str, game: Game, power: str) -> Unit | None:
    """Return the unit of `power` that `words` name, also if it needs no order."""
    board = board_of(game)
    moving = replace(board.phase, kind=PhaseKind.MOVEMENT)
    standing = replace(game, position=replace(board, phase=moving, dislodged=()))
    found = unit_named(words, context_for(game, power))
    found = found or unit_named(words, context_for(standing, power))
    return found if found is not None and found.power == power else None
