"""Sandboxes: games of one person, who orders for all powers to try things out."""

from dataclasses import replace
from datetime import datetime
from itertools import takewhile

from judge.engine import Variant, first_position, in_play
from judge.game.base import Refused
from judge.game.commands import CreateGame
from judge.game.events import GameCreated
from judge.game.model import Admission, Follower, Game, GameSettings, Seat, Sender, Stage
from judge.game.refusals import (
    BadName,
    HiddenBoard,
    NameTaken,
    NoSuchGame,
    NoSuchPhase,
    NoSuchVariant,
)
from judge.game.seats import power_names
from judge.game.settings.naming import is_game_name
from judge.game.vision import is_blind, public_view
from judge.notation import phase_of

_SANDBOX = "SANDBOX"
_SETTINGS = GameSettings(listed=False, sandbox=True, admission=Admission.INVITED)


def open_sandbox(
    command: CreateGame,
    sender: Sender,
    source: Game | Variant | None,
    known: tuple[str, ...],
    *,
    taken: bool,
    now: datetime,
    seed: int,
) -> tuple[GameCreated | Refused, ...]:
    """Return the fact that a new sandbox of the sender begins, or a refusal.

    `source` is its beginning: a variant, or a game in the named phase; None if there is no such
    variant or game. `known` are the names of all variants.
    """
    variant = source if isinstance(source, Variant) else None
    if not is_game_name(command.game, variant):
        return (Refused(_SANDBOX, BadName(command.game)),)
    if taken:
        return (Refused(_SANDBOX, NameTaken(command.game)),)
    if not command.source:
        if variant is None:
            return (Refused(_SANDBOX, NoSuchVariant(command.variant, known)),)
        board = _fresh(variant, seed, now)
    else:
        forked = _forked(command, source if isinstance(source, Game) else None)
        if isinstance(forked, Refused):
            return (forked,)
        board = forked
    game = replace(
        board,
        name=command.game,
        created=now,
        seed=seed,
        masters=(Follower(sender.player),),
        seats=tuple(map(Seat, power_names(board))),
    )
    return (GameCreated(game),)


def _fresh(variant: Variant, seed: int, now: datetime) -> Game:
    """Return a new game of `variant` at its first phase."""
    position = first_position(variant, seed)
    return Game(
        name="",
        variant=in_play(variant, position),
        settings=_SETTINGS,
        stage=Stage.ACTIVE,
        created=now,
        seed=seed,
        position=position,
    )


def _forked(command: CreateGame, source: Game | None) -> Game | Refused:
    """Return a copy of another game in the named phase, as everybody knows it, or a refusal."""
    if source is None:
        return Refused(_SANDBOX, NoSuchGame(command.source))
    seen = public_view(source)
    if seen.position is None or is_blind(seen, ""):
        return Refused(_SANDBOX, HiddenBoard(source.name))
    named = phase_of(command.phase, seen.variant) or str(seen.position.phase)
    past = tuple(takewhile(lambda one: str(one.phase) != named, seen.history))
    boards = [one.before for one in seen.history[len(past) :]] or [seen.position]
    position = boards[0]
    if str(position.phase) != named:
        return Refused(_SANDBOX, NoSuchPhase(command.phase))
    settings = replace(
        _SETTINGS,
        changes=source.settings.changes,
        choices=source.settings.choices,
        convoy_fallback=source.settings.convoy_fallback,
    )
    return Game(
        name="",
        variant=in_play(seen.variant, position),
        settings=settings,
        stage=Stage.ACTIVE,
        created=source.created,
        seed=0,
        position=position,
        history=past,
    )
