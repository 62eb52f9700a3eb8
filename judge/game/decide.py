"""Deciding a command to a game: checks of sender, stage and time, then the command's own class."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce

from judge.game import base
from judge.game.after import after
from judge.game.base import FORMING, PAUSED, Refused, Request, Who
from judge.game.clock import why_late
from judge.game.commands import Command
from judge.game.confirm import Codes
from judge.game.events import Event, Fact
from judge.game.filing import SubmitOrders, orders_by_giver, taken_back_by_power
from judge.game.model import ENTRANT, MASTER, Game, LetterTimes, Sender
from judge.game.orders.reading import lines_on_behalf
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


def decide(
    game: Game,
    command: base.Command,
    sender: Sender,
    times: LetterTimes,
    read: Callable[[str], object] = lambda _: None,
    *,
    codes: Codes,
) -> tuple[Event, ...]:
    """Return the events of `command` in `game`; a refusal is an event too.

    An unproven sender changes nothing, and a letter that came after its phase had closed does not
    change that phase. `read` returns the command of a line, or None; it is needed because players
    vote on lines.
    """
    sender = replace(sender, role=role_now(game, sender.player, sender.role))
    if orders := orders_by_giver(game, command, sender) or taken_back_by_power(
        game, command, sender
    ):
        return _for_each_power(game, orders, times, codes)
    sender = as_meant(game, command, sender)
    if isinstance(command, ComeBack) and not _has_role(game, sender):
        back = back_to_lost_seat(game, sender, times.now)
        if back is not None:
            return back
    why = _why_refused(game, command, sender)
    if why is not None:
        return (why,)
    # Once a phase has closed, somebody may have seen its results, so players can no longer move its
    # deadline; its Master can.
    of_phase = command.of_phase or (command.moves_clock and sender.role != MASTER)
    late = why_late(game, times) if of_phase else None
    if late is not None:
        return (command.refused(late, command.text_to_return()),)
    return command.events(Request(game, sender, times, codes, read))


def as_meant(game: Game, command: base.Command, sender: Sender) -> Sender:
    """Return the sender in the right role, if they are both Master and entrant of the game.

    A Master's command needs the one role, and a player's command the other.
    """
    if not {MASTER, ENTRANT} <= set(roles_of(game, sender.player)) or not sender.role:
        return sender
    role = {Who.MASTER: MASTER, Who.PLAYER: ENTRANT}.get(command.who, sender.role)
    return replace(sender, role=role)


def _for_each_power(
    game: Game, orders: Sequence[tuple[base.Command, Sender]], times: LetterTimes, codes: Codes
) -> tuple[Event, ...]:
    """Return the events of orders that one sender gives for several powers, in turn."""
    told: list[Event] = []
    for command, giver in orders:
        events = decide(game, command, giver, times, codes=codes)
        game = reduce(after, (one for one in events if isinstance(one, Fact)), game)
        told += events
    return tuple(told)


def decide_outside(
    command: base.Command, own: tuple[str, ...], *, turned_away: bool
) -> tuple[Event, ...]:
    """Return the refusal of a game command in a letter that enters no game.

    `own` are the sender's games, one of which may be meant. `turned_away` is true if the letter's
    sign-on was refused.
    """
    why = NotEntered() if turned_away else NotSignedOn(own)
    return (command.refused(why, command.text_to_return()),)


def _why_refused(game: Game, command: base.Command, sender: Sender) -> Refused | None:
    """Return the refusal if the sender may not give the command now, else None."""
    text = command.text_to_return()
    if not _has_role(game, sender):
        why = NotHolder(sender.role) if sender.role else NotSignedOn()
        return command.refused(why, text)
    if not sender.proven:
        return command.refused(NotProven(), text)
    acting = sender.on_behalf and command.while_acting
    if command.who is Who.MASTER and sender.role != MASTER and not acting:
        led = NotMaster(_voted(command, game, sender))
        return command.in_vain(game) or command.refused(led, text)
    playing = (*power_names(game), ENTRANT)
    if command.who is Who.PLAYER and sender.role not in playing:
        return _not_player(game, command, sender)
    if game.stage in command.stages:
        return None
    if command.stages == FORMING:
        return command.refused(NotForming(open_powers(game)), text)
    if command.stages == PAUSED:
        return command.refused(NotPaused(), text)
    return command.refused(NotActive(game.stage), text)


def _voted(command: base.Command, game: Game, sender: Sender) -> tuple[str, ...]:
    """Return the lines by which players can vote for the effect of `command`, () for none."""
    if sender.on_behalf or sender.role not in surviving_powers(game):
        return ()
    if instead := command.instead(game):
        return (instead,)
    line = command.line_to_propose(game) if led_by_players(game) else ""
    return (f"PROPOSE {line}",) if line else ()


def _not_player(game: Game, command: base.Command, sender: Sender) -> Refused:
    """Return the refusal of a players' command; it tells a Master which lines to send instead."""
    text = command.text_to_return()
    if sender.role != MASTER or game.stage not in command.stages:
        return command.refused(NotPlayer(), text)
    becoming = f"BECOME {surviving_powers(game)[0].upper()}"
    match command:
        case SubmitOrders(lines) if instead := lines_on_behalf(game, lines):
            return command.refused(NotPlayer(instead))
        case SubmitOrders():
            return command.refused(NotPlayer((becoming,)), text)
        case _:
            return command.refused(NotPlayer((becoming, command.called())), text)


def text_of(command: Command) -> str:
    """Return text of `command` that must not be lost if it is refused."""
    return command.text_to_return() if isinstance(command, base.AnyCommand) else ""


def _has_role(game: Game, sender: Sender) -> bool:
    """Return whether the sender still has their role; a reply address may outlive it."""
    if sender.on_behalf:
        return holds(game, sender.player, MASTER) and sender.role in power_names(game)
    return holds(game, sender.player, sender.role)
