"""What a command from one of its people does to one game: first the guards."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce

from judge.game import base
from judge.game.after import after
from judge.game.base import FORMING, PAUSED, Refused, Request, Who
from judge.game.clock.lateness import why_late
from judge.game.commands import (
    ClearOrders,
    Command,
    GameCommand,
    PlanOrders,
    SubmitOrders,
    UndoOrders,
)
from judge.game.confirm import Codes
from judge.game.events import Event, Fact
from judge.game.guards import Guard, brought_about, guard_of
from judge.game.model import ENTRANT, MASTER, Game, LetterTimes, Sender
from judge.game.orders.behalf import lines_on_behalf
from judge.game.proxies import orders_for_others
from judge.game.refusals import (
    NotActive,
    NotEntered,
    NotForming,
    NotHolder,
    NotMaster,
    NotPaused,
    NotPlayer,
    NotProven,
    NotSignedOn,
)
from judge.game.sandbox import orders_for_all
from judge.game.seats import (
    holds,
    led_by_players,
    open_powers,
    power_names,
    role_now,
    roles_of,
    surviving_powers,
)
from judge.game.substitutes import ComeBack, back_to_lost_seat

_OF_THE_PHASE = (SubmitOrders, ClearOrders, UndoOrders)


def decide(
    game: Game,
    command: GameCommand,
    sender: Sender,
    times: LetterTimes,
    read: Callable[[str], object] = lambda _: None,
    *,
    codes: Codes,
) -> tuple[Event, ...]:
    """Return what `command` brings about in `game`, or why it is refused.

    A sender who is not proven changes nothing, and nobody changes a phase that had
    closed when their letter came. `read` returns the command that a line is, or None:
    what players vote on is a line.
    """
    sender = replace(sender, role=role_now(game, sender.player, sender.role))
    parts = orders_for_all(game, command, sender)
    if orders := parts or orders_for_others(game, command, sender):
        return _for_each_power(game, orders, times, codes)
    guard, decision = guard_of(command)
    sender = as_meant(game, command, sender)
    if isinstance(command, ComeBack) and not _has_role(game, sender):
        back = back_to_lost_seat(game, sender, times.now)
        if back is not None:
            return back
    why = _why_refused(game, command, guard, sender)
    if why is not None:
        return (why,)
    late = why_late(game, times) if _is_of_the_phase(command, sender) else None
    if late is not None:
        return (Refused(guard.name, late, text_of(command)),)
    return brought_about(decision, Request(game, sender, times, codes, read))


def as_meant(game: Game, command: GameCommand, sender: Sender) -> Sender:
    """Return a Master who has joined his game as who may give `command`."""
    if not {MASTER, ENTRANT} <= set(roles_of(game, sender.player)) or not sender.role:
        return sender
    who = guard_of(command)[0].who
    role = {Who.MASTER: MASTER, Who.PLAYER: ENTRANT}.get(who, sender.role)
    return replace(sender, role=role)


def _is_of_the_phase(command: GameCommand, sender: Sender) -> bool:
    """Return whether a phase that has closed takes no more of such commands.

    Players move no deadline whose results somebody may have seen; its Master may.
    """
    if isinstance(command, base.Command):
        return command.of_phase or (command.moves_clock and sender.role != MASTER)
    return isinstance(command, _OF_THE_PHASE)


def _for_each_power(
    game: Game, orders: Sequence[tuple[SubmitOrders, Sender]], times: LetterTimes, codes: Codes
) -> tuple[Event, ...]:
    """Return what becomes of orders that one sender gives for several powers."""
    told: list[Event] = []
    for command, giver in orders:
        events = decide(game, command, giver, times, codes=codes)
        game = reduce(after, (one for one in events if isinstance(one, Fact)), game)
        told += events
    return tuple(told)


def command_name(command: GameCommand) -> str:
    """Return the words by which an answer names `command`."""
    return guard_of(command)[0].name


def is_for_master(command: GameCommand) -> bool:
    """Return whether only a Master may give `command`."""
    return guard_of(command)[0].who is Who.MASTER


def decide_outside(
    command: GameCommand, own: tuple[str, ...], *, turned_away: bool
) -> tuple[Event, ...]:
    """Return what is told of a command that reaches no game.

    `own` are the games that may be meant; `turned_away` tells that the line which
    should have entered one was not obeyed.
    """
    name = command_name(command)
    why = NotEntered() if turned_away else NotSignedOn(own)
    return (Refused(name, why, text_of(command)),)


def _why_refused(game: Game, command: GameCommand, guard: Guard, sender: Sender) -> Refused | None:
    """Return the refusal of a command that is not the sender's to give now."""
    text = text_of(command)
    if not _has_role(game, sender):
        why = NotHolder(sender.role) if sender.role else NotSignedOn()
        return Refused(guard.name, why, text)
    if not sender.proven:
        return Refused(guard.name, NotProven(), text)
    acting = isinstance(command, base.Command) and sender.on_behalf and command.while_acting
    if guard.who is Who.MASTER and sender.role != MASTER and not acting:
        led = NotMaster(_voted(command, game, sender))
        vain = command.in_vain(game) if isinstance(command, base.Command) else None
        return vain or Refused(guard.name, led, text)
    playing = (*power_names(game), ENTRANT)
    if guard.who is Who.PLAYER and sender.role not in playing:
        return _not_player(game, command, guard, sender)
    if game.stage not in guard.stages:
        return _wrong_stage(game, guard, text)
    return None


def _voted(command: GameCommand, game: Game, sender: Sender) -> tuple[str, ...]:
    """Return by which lines players decide themselves what `command` asks for."""
    if sender.on_behalf or sender.role not in surviving_powers(game):
        return ()
    if not isinstance(command, base.Command):
        return ()
    if instead := command.instead(game):
        return (instead,)
    line = command.line_to_propose(game) if led_by_players(game) else ""
    return (f"PROPOSE {line}",) if line else ()


def _not_player(game: Game, command: GameCommand, guard: Guard, sender: Sender) -> Refused:
    """Return that a command is for players, to a Master with what he sends instead."""
    text = text_of(command)
    if sender.role != MASTER or game.stage not in guard.stages:
        return Refused(guard.name, NotPlayer(), text)
    match command:
        case SubmitOrders(lines) if instead := lines_on_behalf(game, lines):
            return Refused(guard.name, NotPlayer(instead))
        case SubmitOrders():
            return Refused(guard.name, NotPlayer((_any_power(game),)), text)
        case _:
            return Refused(guard.name, NotPlayer((_any_power(game), guard.name)), text)


def _any_power(game: Game) -> str:
    return f"BECOME {surviving_powers(game)[0].upper()}"


def text_of(command: Command) -> str:
    """Return what came with `command` and must not be lost when it is refused."""
    match command:
        case base.AnyCommand():
            return command.text_to_return()
        case SubmitOrders(lines) | PlanOrders(lines=lines):
            return "\n".join(lines)
        case _:
            return ""


def _has_role(game: Game, sender: Sender) -> bool:
    """Return whether the sender has his role still: reply addresses outlive a seat."""
    if sender.on_behalf:
        return holds(game, sender.player, MASTER) and sender.role in power_names(game)
    return holds(game, sender.player, sender.role)


def _wrong_stage(game: Game, guard: Guard, text: str) -> Refused:
    if guard.stages == FORMING:
        return Refused(guard.name, NotForming(open_powers(game)), text)
    if guard.stages == PAUSED:
        return Refused(guard.name, NotPaused(), text)
    return Refused(guard.name, NotActive(game.stage), text)
