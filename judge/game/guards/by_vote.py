"""What players decide together where no Master does, by the guards of his commands."""

from collections.abc import Callable
from dataclasses import replace
from functools import reduce

from msgspec import structs

from judge.game import motions
from judge.game.after import after
from judge.game.base import PAUSED, Refused, Request
from judge.game.commands import (
    Agree,
    Control,
    Eject,
    GameCommand,
    Process,
    Propose,
    Replay,
    Resume,
    Rollback,
    RollForward,
    SetDummy,
    SetOption,
    Terminate,
)
from judge.game.events import Event, Fact, ProposalAgreed, ProposalRejected
from judge.game.guards.guard import Decision, Guard, brought_about
from judge.game.model import MASTER, Game, Sender
from judge.game.orders.sheet import board_of
from judge.game.refusals import (
    GameHasMaster,
    NoProposal,
    NoSuchPower,
    NotActive,
    NotPaused,
    NotSurviving,
)
from judge.game.seats import led_by_players, power_names, role_named, surviving_powers

_GuardOf = Callable[[GameCommand], tuple[Guard, Decision]]
_NAME = "PROPOSE"
# A line of text for all that nobody signs is no setting to vote on.
_FREE_TEXT = "COMMENT"


def propose(at: Request, command: Propose, guard_of: _GuardOf) -> tuple[Event, ...] | Refused:
    """Return that players are asked for what a Master would do, and what follows.

    It has to be something that he could do now.
    """
    if not led_by_players(at.game):
        return Refused(_NAME, GameHasMaster())
    found = what_follows(at, command.line, guard_of)
    if isinstance(found, Refused):
        return structs.replace(found, command=_NAME)
    asked = motions.ask_for(at.game, at.sender, found[0], command.reason)
    return with_deeds(at, asked, guard_of)


def what_follows(
    at: Request, words: str, guard_of: _GuardOf
) -> tuple[str, tuple[Event, ...]] | Refused:
    """Return the line that is voted on for `words`, and what follows if all agree."""
    game, power = at.game, at.sender.role
    if power not in surviving_powers(game):
        return Refused(_NAME, NotSurviving(power))
    meant = at.read(words)
    line = line_to_propose(game, meant) if isinstance(meant, GameCommand) else ""
    if not line:
        return Refused(_NAME, NoProposal(words))
    events = _done(at, line, guard_of)
    refused = next((one for one in events if isinstance(one, Refused)), None)
    return refused or (line, events)


def vote(at: Request, command: Agree, guard_of: _GuardOf) -> tuple[Event, ...]:
    """Return a vote, and what is done if that makes all agree."""
    return with_deeds(at, motions.agree(at.game, at.sender, command), guard_of)


def line_to_propose(game: Game, command: GameCommand) -> str:
    """Return the line by which players vote on a Master's `command`, "" for none."""
    match command:
        case SetOption(option, value) if option != _FREE_TEXT:
            return f"SET {option} {value}".strip()
        case Process():
            return f"PROCESS {board_of(game).phase}"
        case Eject(who):
            return f"EJECT {_power(game, who)}"
        case Rollback(phase):
            last = str(game.history[-1].phase) if game.history else ""
            return f"ROLLBACK {phase or last}".strip()
        case RollForward():
            return "ROLL FORWARD"
        case Replay(phase):
            return f"REPLAY {phase}"
        case Terminate():
            return "TERMINATE"
        case Resume():
            return "RESUME"
        case SetDummy(power, dummy):
            return f"{'DUMMY' if dummy else 'REVIVE'} {_power(game, power)}"
        case Control(power, by):
            return f"CONTROL {_power(game, power)} BY {_power(game, by)}"
        case _:
            return ""


def _power(game: Game, word: str) -> str:
    """Return the name of a power in capitals, or `word` as it is."""
    return (role_named(game.variant, word) or word).upper()


def with_deeds(at: Request, events: tuple[Event, ...], guard_of: _GuardOf) -> tuple[Event, ...]:
    """Return `events` with what was agreed on, or that it cannot be done any more."""
    *before, last = events
    if not isinstance(last, ProposalAgreed):
        return events
    facts = (one for one in events if isinstance(one, Fact))
    game = reduce(after, facts, at.game)
    done = _done(replace(at, game=game), last.motion.line, guard_of)
    if any(isinstance(one, Refused) for one in done):
        return (*before, ProposalRejected(last.motion, possible=False))
    return (*events, *done)


def _done(at: Request, line: str, guard_of: _GuardOf) -> tuple[Event, ...]:
    """Return what the command in `line` brings about for a Master who confirms it."""
    meant = at.read(line)
    assert isinstance(meant, GameCommand)
    guard, decision = guard_of(meant)
    if at.game.stage not in guard.stages:
        paused = guard.stages == PAUSED
        why = NotPaused() if paused else NotActive(at.game.stage)
        return (Refused(guard.name, why),)
    names = power_names(at.game)
    if isinstance(meant, Eject) and role_named(at.game.variant, meant.who) not in names:
        # Of an address it would tell whether its owner plays.
        return (Refused(guard.name, NoSuchPower(meant.who, names)),)
    master = Sender(at.sender.player, MASTER, proven=True)
    agreed = replace(at.codes, agreed=True)
    return brought_about(decision, replace(at, sender=master, codes=agreed))
