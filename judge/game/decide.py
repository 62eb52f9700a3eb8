"""What a command from one of its people does to one game: first the guards."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto

from judge.commands import (
    Become,
    ClearOrders,
    Command,
    Eject,
    GameCommand,
    NewReplyAddress,
    Pause,
    PlanOrders,
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
    UndoOrders,
    VoteDraw,
    WithdrawDraw,
)
from judge.game import master, votes
from judge.game.clock.lateness import why_late
from judge.game.events import (
    DrawVoted,
    Event,
    Refused,
    ReplyAddressRenewed,
)
from judge.game.model import ENTRANT, MASTER, Game, LetterTimes, Sender, Stage
from judge.game.orders.behalf import lines_on_behalf
from judge.game.orders.filing import show_orders, undo_orders
from judge.game.orders.plans import cleared, lines_sent, plan_orders
from judge.game.press import send_press
from judge.game.refusals import (
    NoSuchOption,
    NotActive,
    NotEntered,
    NotForming,
    NotHolder,
    NotMaster,
    NotOffered,
    NotPaused,
    NotPlayer,
    NotProven,
    NotSignedOn,
)
from judge.game.seats import (
    holds,
    power_names,
    role_now,
    surviving_powers,
    vacant_powers,
)
from judge.game.settings.change import change_setting


class _Who(Enum):
    ANYBODY = auto()
    PLAYER = auto()
    MASTER = auto()


@dataclass(frozen=True, slots=True)
class _Request:
    """In which game a command is given, by whom, and when."""

    game: Game
    sender: Sender
    times: LetterTimes

    @property
    def now(self) -> datetime:
        """Return when it is obeyed."""
        return self.times.now


@dataclass(frozen=True, slots=True)
class _Guard:
    """How a command is called, who may give it, and in which stages of a game."""

    name: str
    who: _Who
    stages: frozenset[Stage]


_Decision = Callable[[_Request], Event | tuple[Event, ...]]


_EVER = frozenset(Stage)
_OPEN = frozenset({Stage.FORMING, Stage.ACTIVE, Stage.PAUSED})
_STARTED = frozenset({Stage.ACTIVE, Stage.PAUSED})
_RUNNING = frozenset({Stage.ACTIVE})
_FORMING = frozenset({Stage.FORMING})
_PAUSED = frozenset({Stage.PAUSED})
_OF_THE_PHASE = (SubmitOrders, ClearOrders, UndoOrders, SetWait, VoteDraw)
_BEGUN = _STARTED | {Stage.FINISHED}


def decide(
    game: Game, command: GameCommand, sender: Sender, times: LetterTimes
) -> tuple[Event, ...]:
    """Return what `command` brings about in `game`, or why it is refused.

    Who is not proven to be who he says changes nothing, and nobody a phase that had
    closed when his letter came.
    """
    sender = replace(sender, role=role_now(game, sender.player, sender.role))
    guard, decision = _row(command)
    why = _why_refused(game, command, guard, sender)
    if why is not None:
        return (why,)
    late = why_late(game, times) if isinstance(command, _OF_THE_PHASE) else None
    if late is not None:
        return (Refused(guard.name, late, text_of(command)),)
    found = decision(_Request(game, sender, times))
    return found if isinstance(found, tuple) else (found,)


def command_name(command: GameCommand) -> str:
    """Return the words by which an answer names `command`."""
    return _row(command)[0].name


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


def _why_refused(
    game: Game, command: GameCommand, guard: _Guard, sender: Sender
) -> Refused | None:
    """Return the refusal of a command that is not the sender's to give now."""
    text = text_of(command)
    if not _has_role(game, sender):
        why = NotHolder(sender.role) if sender.role else NotSignedOn()
        return Refused(guard.name, why, text)
    if not sender.proven:
        return Refused(guard.name, NotProven(), text)
    becoming = sender.on_behalf and isinstance(command, Become)
    if guard.who is _Who.MASTER and sender.role != MASTER and not becoming:
        return _unknown_option(game, command) or Refused(guard.name, NotMaster(), text)
    if guard.who is _Who.PLAYER and sender.role not in (*power_names(game), ENTRANT):
        return _not_player(game, command, guard, sender)
    if game.stage not in guard.stages:
        return _wrong_stage(game, guard, text)
    return None


def _not_player(
    game: Game, command: GameCommand, guard: _Guard, sender: Sender
) -> Refused:
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


def _unknown_option(game: Game, command: GameCommand) -> Refused | None:
    """Return that nobody can set such an option, so that no Master is asked for it."""
    if not isinstance(command, SetOption):
        return None
    found = change_setting(game, f"{command.option} {command.value}")
    if isinstance(found, Refused) and isinstance(found.why, NotOffered | NoSuchOption):
        return found
    return None


def text_of(command: Command) -> str:
    """Return what came with `command` and must not be lost when it is refused."""
    match command:
        case SubmitOrders(lines) | PlanOrders(lines=lines):
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
    if guard.stages == _FORMING:
        return Refused(guard.name, NotForming(vacant_powers(game)), text)
    if guard.stages == _PAUSED:
        return Refused(guard.name, NotPaused(), text)
    return Refused(guard.name, NotActive(game.stage), text)


def _row(  # noqa: C901, PLR0911, PLR0912, PLR0915 - one row a command
    command: GameCommand,
) -> tuple[_Guard, _Decision]:
    """Return what is asked of who gives `command`, and what it then brings about."""
    anybody, player, of_master = _Who.ANYBODY, _Who.PLAYER, _Who.MASTER
    match command:
        case SubmitOrders():
            guard = _Guard("ORDERS", player, _STARTED)
            return guard, lambda at: lines_sent(at.game, at.sender, command, at.times)
        case ShowOrders():
            guard = _Guard("ORDERS?", player, _STARTED)
            return guard, lambda at: show_orders(at.game, at.sender)
        case ClearOrders():
            guard = _Guard("CLEAR", player, _STARTED)
            return guard, lambda at: cleared(at.game, at.sender, command, at.times)
        case PlanOrders():
            guard = _Guard("PHASE", player, _STARTED)
            return guard, lambda at: plan_orders(at.game, at.sender, command, at.times)
        case UndoOrders():
            guard = _Guard("UNDO", player, _STARTED)
            return guard, lambda at: undo_orders(at.game, at.sender, command, at.times)
        case SendPress():
            guard = _Guard("PRESS", anybody, _EVER)
            return guard, lambda at: send_press(at.game, at.sender, command)
        case SetWait():
            guard = _Guard("SET WAIT", player, _STARTED)
            return guard, lambda at: votes.set_wait(at.game, at.sender, command, at.now)
        case VoteDraw():
            guard = _Guard("SET DRAW", player, _STARTED)
            return guard, lambda at: votes.vote_draw(at.game, at.sender, command)
        case WithdrawDraw():
            guard = _Guard("SET NODRAW", player, _STARTED)
            return guard, lambda at: DrawVoted(at.sender.role, None)
        case Resign():
            guard = _Guard("RESIGN", anybody, _OPEN)
            return guard, lambda at: votes.leave(at.game, at.sender)
        case NewReplyAddress():
            guard = _Guard("NEW REPLY ADDRESS", anybody, _EVER)
            return guard, _renew
        case SetOption(option, value):
            guard = _Guard("SET", of_master, _OPEN)
            return guard, lambda at: change_setting(at.game, f"{option} {value}")
        case Process():
            guard = _Guard("PROCESS", of_master, _RUNNING)
            return guard, lambda at: master.process_now(at.game, command, at.now)
        case SetDeadline():
            guard = _Guard("SET DEADLINE", of_master, _STARTED)
            return guard, lambda at: master.set_deadline(at.game, command, at.now)
        case Eject():
            guard = _Guard("EJECT", of_master, _OPEN)
            return guard, lambda at: master.eject(at.game, command)
        case Rollback():
            guard = _Guard("ROLLBACK", of_master, _BEGUN)
            return guard, lambda at: master.roll_back(at.game, command, at.now)
        case Pause():
            guard = _Guard("PAUSE", of_master, _RUNNING)
            return guard, lambda at: master.pause(command)
        case Resume():
            guard = _Guard("RESUME", of_master, _PAUSED)
            return guard, lambda at: master.resume(at.game, at.now)
        case Terminate():
            guard = _Guard("TERMINATE", of_master, _OPEN)
            return guard, lambda at: master.terminate(at.game, command)
        case StartGame():
            guard = _Guard("START", of_master, _FORMING)
            return guard, lambda at: master.start_game(at.game, at.now)
        case Become():
            guard = _Guard("BECOME", of_master, _STARTED)
            return guard, lambda at: master.become(at.game, command)


def _renew(at: _Request) -> ReplyAddressRenewed | Refused:
    """Return that the reply addresses of a place are others from now on.

    A Master who acts for a power does it for its player.
    """
    sender, holder = at.sender, at.sender.player
    if sender.on_behalf:
        player = at.game.seat(sender.role).player
        if player is None:
            return Refused("NEW REPLY ADDRESS", NotPlayer())
        holder = player
    return ReplyAddressRenewed(holder, sender.role)
