"""What a command from one of its people does to one game: first the guards."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto
from types import MappingProxyType

from judge.commands.model import (
    Become,
    ClearOrders,
    Eject,
    MasterCommand,
    Pause,
    PlayerCommand,
    Process,
    Resign,
    Resume,
    Rollback,
    SendPress,
    SetDeadline,
    SetOption,
    SetWait,
    ShowOrders,
    StartGame,
    SubmitOrders,
    Terminate,
    VoteDraw,
    WithdrawDraw,
)
from judge.game import master, votes
from judge.game.events import (
    DrawVoted,
    Event,
    OrdersShown,
    Refused,
    SettingChanged,
    Why,
)
from judge.game.model import ENTRANT, MASTER, Game, Sender, Stage
from judge.game.orders.filing import clear_orders, file_orders
from judge.game.orders.sheet import order_sheet
from judge.game.press import send_press
from judge.game.seats import holds, power_names, role_now, vacant_powers
from judge.game.settings.change import set_option

GameCommand = PlayerCommand | MasterCommand


class _Who(Enum):
    ANYBODY = auto()
    PLAYER = auto()
    MASTER = auto()


@dataclass(frozen=True, slots=True)
class _Guard:
    """How a command is called, who may give it, and in which stages of a game."""

    name: str
    who: _Who
    stages: frozenset[Stage]


_EVER = frozenset(Stage)
_OPEN = frozenset({Stage.FORMING, Stage.ACTIVE, Stage.PAUSED})
_STARTED = frozenset({Stage.ACTIVE, Stage.PAUSED})
_RUNNING = frozenset({Stage.ACTIVE})
_GUARDS: Mapping[type[GameCommand], _Guard] = MappingProxyType(
    {
        SubmitOrders: _Guard("ORDERS", _Who.PLAYER, _STARTED),
        ShowOrders: _Guard("ORDERS?", _Who.PLAYER, _STARTED),
        ClearOrders: _Guard("CLEAR", _Who.PLAYER, _STARTED),
        SendPress: _Guard("PRESS", _Who.ANYBODY, _EVER),
        SetWait: _Guard("SET WAIT", _Who.PLAYER, _STARTED),
        VoteDraw: _Guard("SET DRAW", _Who.PLAYER, _STARTED),
        WithdrawDraw: _Guard("SET NODRAW", _Who.PLAYER, _STARTED),
        Resign: _Guard("RESIGN", _Who.ANYBODY, _OPEN),
        SetOption: _Guard("SET", _Who.MASTER, _OPEN),
        Process: _Guard("PROCESS", _Who.MASTER, _RUNNING),
        SetDeadline: _Guard("SET DEADLINE", _Who.MASTER, _STARTED),
        Eject: _Guard("EJECT", _Who.MASTER, _OPEN),
        Rollback: _Guard("ROLLBACK", _Who.MASTER, _STARTED | {Stage.FINISHED}),
        Pause: _Guard("PAUSE", _Who.MASTER, _RUNNING),
        Resume: _Guard("RESUME", _Who.MASTER, frozenset({Stage.PAUSED})),
        Terminate: _Guard("TERMINATE", _Who.MASTER, _OPEN),
        StartGame: _Guard("START", _Who.MASTER, frozenset({Stage.FORMING})),
        Become: _Guard("BECOME", _Who.MASTER, _STARTED),
    }
)


def decide(
    game: Game, command: GameCommand, sender: Sender, now: datetime, dated: datetime
) -> tuple[Event, ...]:
    """Return what `command` brings about in `game`, or why it is refused.

    `dated` is when its letter was written, as far as that is known. Who is not proven
    to be who he says changes nothing.
    """
    sender = replace(sender, role=role_now(game, sender.player, sender.role))
    why = _why_refused(game, command, sender)
    if why is not None:
        return (why,)
    found = _obey(game, command, sender, now, dated)
    return found if isinstance(found, tuple) else (found,)


def command_name(command: GameCommand) -> str:
    """Return the words by which an answer names `command`."""
    return _GUARDS[type(command)].name


def decide_outside(
    command: GameCommand, own: tuple[str, ...], *, turned_away: bool
) -> tuple[Event, ...]:
    """Return what is told of a command that reaches no game.

    `own` are the games that may be meant; `turned_away` tells that the line which
    should have entered one was not obeyed.
    """
    name = command_name(command)
    why = Why.NOT_ENTERED if turned_away else Why.NOT_SIGNED_ON
    return (Refused(name, why, (name, *own), _text_of(command)),)


def _why_refused(game: Game, command: GameCommand, sender: Sender) -> Refused | None:
    """Return the refusal of a command that is not the sender's to give now."""
    guard = _GUARDS[type(command)]
    text = _text_of(command)
    if not _has_role(game, sender):
        why = Why.NOT_HOLDER if sender.role else Why.NOT_SIGNED_ON
        detail = (sender.role,) if sender.role else (guard.name,)
        return Refused(guard.name, why, detail, text)
    if not sender.proven:
        return Refused(guard.name, Why.NOT_PROVEN, (guard.name,), text)
    becoming = sender.on_behalf and isinstance(command, Become)
    if guard.who is _Who.MASTER and sender.role != MASTER and not becoming:
        return Refused(guard.name, Why.NOT_MASTER, (guard.name,), text)
    if guard.who is _Who.PLAYER and sender.role not in (*power_names(game), ENTRANT):
        return Refused(guard.name, Why.NOT_PLAYER, (guard.name,), text)
    if game.stage not in guard.stages:
        return _wrong_stage(game, guard, text)
    return None


def _text_of(command: GameCommand) -> str:
    """Return what came with `command` and must not be lost when it is refused."""
    match command:
        case SubmitOrders(lines):
            return "\n".join(lines)
        case SendPress(text):
            return text
        case _:
            return ""


def _has_role(game: Game, sender: Sender) -> bool:
    """Return whether the sender has his role still: reply addresses outlive a seat."""
    if sender.on_behalf:
        return holds(game, sender.player, MASTER) and sender.role in power_names(game)
    return holds(game, sender.player, sender.role)


def _wrong_stage(game: Game, guard: _Guard, text: str) -> Refused:
    if guard.stages == {Stage.FORMING}:
        return Refused(guard.name, Why.NOT_FORMING, vacant_powers(game), text)
    if guard.stages == {Stage.PAUSED}:
        return Refused(guard.name, Why.NOT_PAUSED, (), text)
    return Refused(guard.name, Why.NOT_ACTIVE, (game.stage.value,), text)


def _obey(  # noqa: C901, PLR0911, PLR0912 - one case a command
    game: Game, command: GameCommand, sender: Sender, now: datetime, dated: datetime
) -> Event | tuple[Event, ...]:
    match command:
        case SubmitOrders():
            return file_orders(game, sender, command, now, dated)
        case ShowOrders():
            seat = game.seat(sender.role)
            return OrdersShown(order_sheet(game, seat.power), seat.wait, seat.draw)
        case ClearOrders():
            return clear_orders(game, sender, dated)
        case SendPress():
            return send_press(game, sender, command)
        case SetWait():
            return votes.set_wait(game, sender, command, now)
        case VoteDraw():
            return votes.vote_draw(game, sender, command)
        case WithdrawDraw():
            return DrawVoted(sender.role, None)
        case Resign():
            return votes.leave(game, sender)
        case SetOption(option, value):
            return _set_option(game, f"{option} {value}")
        case Process():
            return master.process_now(game, command, now)
        case SetDeadline():
            return master.set_deadline(game, command, now)
        case Eject():
            return master.eject(game, command)
        case Rollback():
            return master.roll_back(game, command, now)
        case Pause():
            return master.pause(command)
        case Resume():
            return master.resume(game, now)
        case Terminate():
            return master.terminate(game, command)
        case StartGame():
            return master.start_game(game, now)
        case Become():
            return master.become(game, command)


def _set_option(game: Game, text: str) -> SettingChanged | Refused:
    """Return what a setting becomes; who joined unnamed stays so."""
    forming = game.stage is Stage.FORMING
    changed = set_option(game.settings, text, game.variant, forming=forming)
    if isinstance(changed, Refused) or not game.settings.gunboat or not game.entrants:
        return changed
    if changed.settings.gunboat:
        return changed
    return Refused("SET", Why.JOINED_UNNAMED)
