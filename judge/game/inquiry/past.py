"""Questions about the course of a game: its history, its board, why an order ended."""

import re
import sys
from collections.abc import Sequence
from datetime import date

from judge.engine import Declare, Outcome, PhaseKind, Vote, Waive
from judge.game.base import Refused
from judge.game.clock.wall import local_time
from judge.game.clock.when import read_day
from judge.game.commands import (
    Audit,
    Explain,
    Export,
    GameInquiry,
    History,
    Map,
    ShowSettings,
    Status,
    Summary,
)
from judge.game.events import (
    DeskReply,
    GameExported,
    HistoryShown,
    MapShown,
    OrderExplained,
    SummaryShown,
)
from judge.game.inquiry.model import Asker
from judge.game.inquiry.status import show_settings, show_status
from judge.game.inquiry.trail import show_trail
from judge.game.model import FinishedPhase, Game
from judge.game.orders.sheet import slot
from judge.game.refusals import NoSuchGame, NoSuchPhase, NothingProcessed, NotSignedOn
from judge.game.vision import reader_of, view
from judge.notation import names_of, phase_of, provinces_named

_PHASE = re.compile(r"([SFW])(-?\d+)([MRA])")
_BEGINNING = (-sys.maxsize, 0, 0)
_END = (sys.maxsize, 0, 0)


def no_game(command: str, name: str) -> Refused:
    """Return that `command` names no game, or one that there is not."""
    if not name:
        return Refused(command, NotSignedOn())
    return Refused(command, NoSuchGame(name))


_Answer = DeskReply | SummaryShown | HistoryShown | MapShown | OrderExplained | Refused


def answer_on_game(command: GameInquiry, asker: Asker) -> _Answer:
    """Return the answer to a question about one game, as far as its asker may know."""
    match command:
        case Summary():
            return _summary(command, asker)
        case Status():
            return show_status(command, asker)
        case ShowSettings():
            return show_settings(command, asker)
        case History():
            return _show_history(command, asker)
        case Map():
            return _show_map(command, asker)
        case Explain():
            return _explain(command, asker)
        case Audit():
            return show_trail(command, asker)
        case Export():
            return _export(command, asker)


def _summary(command: Summary, asker: Asker) -> SummaryShown | Refused:
    if asker.game is None:
        return no_game("SUMMARY", command.game)
    reader = reader_of(asker.game, asker.player, asker.role)
    return SummaryShown(view(asker.game, reader), reader.role)


def _export(command: Export, asker: Asker) -> GameExported | Refused:
    if asker.game is None:
        return no_game("EXPORT", command.game)
    reader = reader_of(asker.game, asker.player, asker.role)
    return GameExported(view(asker.game, reader), reader, command.part)


def _show_history(command: History, asker: Asker) -> HistoryShown | Refused:
    """Return the phases of a game that were asked for, as its asker may see them."""
    if asker.game is None:
        return no_game("HISTORY", command.game)
    reader = reader_of(asker.game, asker.player, asker.role)
    game = view(asker.game, reader)
    phases = game.history
    first = _limit(command.first, _BEGINNING, game, asker)
    last = _limit(command.last, _END, game, asker)
    running = _nth(str(game.position.phase), _END) if game.position else _BEGINNING
    for named, at in ((command.first, first), (command.last, last)):
        if at is None:
            return Refused("HISTORY", NoSuchPhase(named))
    assert first is not None
    assert last is not None
    if isinstance(first, tuple) and command.first and running and first > running:
        return Refused("HISTORY", NoSuchPhase(command.first))
    zone = asker.player.zone
    shown = tuple(
        done for done in phases if _comes_by(first, done, zone) <= 0 <= _comes_by(last, done, zone)
    )
    return HistoryShown(game, shown, reader.role)


def _limit(
    name: str, or_else: tuple[int, int, int], game: Game, asker: Asker
) -> tuple[int, int, int] | date | None:
    """Return the phase or the day that `name` means, None if it is neither.

    A day without a year is the first such day since the game was created.
    """
    phase = _nth(phase_of(name, game.variant), or_else)
    return phase or read_day(name, asker.player.zone, game.created)


def _comes_by(limit: tuple[int, int, int] | date, done: FinishedPhase, zone: str) -> int:
    """Return whether `limit` comes before (-1), with or behind (1) a finished phase."""
    if isinstance(limit, date):
        day = local_time(done.processed, zone).date()
        return (limit > day) - (limit < day)
    nth = _nth(str(done.phase), _END) or _END
    return (limit > nth) - (limit < nth)


def _nth(name: str, or_else: tuple[int, int, int]) -> tuple[int, int, int] | None:
    """Return what tells which of two phases is earlier, None of what is no phase."""
    if not name:
        return or_else
    found = _PHASE.fullmatch(name.upper())
    if found is None:
        return None
    return int(found[2]), "SFW".index(found[1]), "MRA".index(found[3])


def _show_map(command: Map, asker: Asker) -> MapShown | Refused:
    """Return the board as it stands, or stood after a phase, for the asker's eyes."""
    if asker.game is None:
        return no_game("MAP", command.game)
    reader = reader_of(asker.game, asker.player, asker.role)
    game = view(asker.game, reader)
    running = game.position.phase if game.position else None
    named = phase_of(command.phase, game.variant)
    if named in ("", str(running)):
        return MapShown(game, None, reader.role)
    index = _index(game.history, named, or_else=0)
    if index is None:
        return Refused("MAP", NoSuchPhase(command.phase))
    return MapShown(game, game.history[index], reader.role)


def _explain(command: Explain, asker: Asker) -> OrderExplained | Refused:
    """Return what the asker may know of the last order to a unit, or of one before."""
    if asker.game is None:
        return no_game("EXPLAIN", command.game)
    reader = reader_of(asker.game, asker.player, asker.role)
    game = view(asker.game, reader)
    phases = _phases_meant(phase_of(command.phase, game.variant), game)
    if not game.history:
        running = game.position.phase if game.position else None
        nothing = NothingProcessed(game.name, running, game.deadline)
        return Refused("EXPLAIN", nothing)
    if not phases:
        return Refused("EXPLAIN", NoSuchPhase(command.phase))
    places = provinces_named(command.unit, names_of(game.variant))
    for finished in phases:
        outcome = _outcome_at(places, finished, game)
        if outcome is not None:
            break
    return OrderExplained(game, finished, command.unit, outcome, reader.role)


def _phases_meant(phase: str, game: Game) -> tuple[FinishedPhase, ...]:
    """Return the phase of this name, or for none those back to the last movement."""
    if phase:
        return tuple(one for one in game.history if str(one.phase) == phase)
    kinds = [one.phase.kind for one in reversed(game.history)]
    if PhaseKind.MOVEMENT not in kinds:
        return game.history[::-1]
    return game.history[: -kinds.index(PhaseKind.MOVEMENT) - 2 : -1]


def _outcome_at(places: Sequence[int], finished: FinishedPhase, game: Game) -> Outcome | None:
    """Return what became of the order to the unit there, None if none is known."""
    known = [
        outcome
        for outcome in finished.adjudication.outcomes
        if not isinstance(outcome.order, Vote | Declare | Waive)
        and slot(outcome.order, game) in places
    ]
    # Of several orders to one unit at most one was possible and counted.
    counted = [outcome for outcome in known if not outcome.reason.is_illegal] or known
    return counted[-1] if counted else None


def _index(phases: tuple[FinishedPhase, ...], name: str, *, or_else: int) -> int | None:
    """Return which of `phases` has this name, None if none has."""
    if not name:
        return or_else
    names = [str(finished.phase) for finished in phases]
    return names.index(name.upper()) if name.upper() in names else None
