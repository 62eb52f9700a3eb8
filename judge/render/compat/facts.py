"""What the templates of `templates/compat` are told of an event, beside all others."""

from judge.engine import Position
from judge.game import (
    OVER,
    Event,
    FinishedPhase,
    Game,
    GameStarted,
    HistoryShown,
    MapShown,
    ObserverJoined,
    OrdersFiled,
    OrdersShown,
    OrdersUndone,
    PlanTaken,
    PowerTakenOver,
    editing,
    is_blind,
    rolling,
    turn,
)
from judge.render.compat.board import compat_board
from judge.render.compat.header import judge_of, phase_id, stamp, title_of
from judge.render.compat.orders import sheet_rows, standing_rows
from judge.render.compat.results import CompatResults, compat_results
from judge.render.facts.pages import Facts, Scene, board_at, game_in
from judge.render.words import NamedPosition

_OnOrders = OrdersFiled | OrdersShown | OrdersUndone | PlanTaken


def compat_facts(event: Event, scene: Scene, address: str) -> Facts:
    """Return what the lines for programs are made of; {} where there are none.

    `address` is that of the judge.
    """
    match event:
        case turn.PhaseProcessed():
            return _processed(event, scene)
        case HistoryShown():
            past = [_past(one, event) for one in event.phases]
            return {"past": past, "judge": judge_of(address)}
        case GameStarted():
            return _started(event, scene)
        case OrdersFiled() | OrdersShown() | OrdersUndone() | PlanTaken():
            return _sheet(event, scene)
        case _:
            return _on_board(event, scene)


def _processed(event: turn.PhaseProcessed, scene: Scene) -> Facts:
    game, due = game_in(scene), event.deadline
    coming = title_of(event.adjudication.after.phase, game.variant.start.phase)
    return {
        "past": _results(event.finished, game, scene.reader.role),
        "coming": None if due is None else coming,
        "stamp": "" if due is None else stamp(due),
    }


def _past(finished: FinishedPhase, event: HistoryShown) -> Facts:
    game, after = event.game, finished.adjudication.after.phase
    latest = game.position is not None and after == game.position.phase
    ended = latest and game.stage in OVER
    return {
        "results": _results(finished, game, event.role),
        "stamp": stamp(finished.processed),
        "phase": phase_id(finished.phase),
        "coming": None if ended else title_of(after, game.variant.start.phase),
    }


def _on_board(event: Event, scene: Scene) -> Facts:
    """Return the board that stands below what happened, {} where none does."""
    game = scene.game
    match event:
        case MapShown():
            return _map_shown(event)
        case (
            rolling.GameRolledBack()
            | rolling.GameRolledForward()
            | ObserverJoined()
            | editing.PositionEdited()
            | PowerTakenOver()
        ) if game and game.position:
            return _board(game.position, game, scene.reader.role)
        case _:
            return {}


def _map_shown(event: MapShown) -> Facts:
    game, done = event.game, event.finished
    position = done.adjudication.after if done else game.position or game.variant.start
    return _board(position, game, event.role)


def _board(position: Position, game: Game, role: str) -> Facts:
    only = role if is_blind(game, role) else None
    return {"status": compat_board(NamedPosition(position, game.variant), only)}


def _results(finished: FinishedPhase, game: Game, role: str) -> CompatResults:
    only = role if is_blind(game, role) else None
    return compat_results(finished, NamedPosition(finished.before, game.variant), only)


def _started(event: GameStarted, scene: Scene) -> Facts:
    board = NamedPosition(event.position, game_in(scene).variant)
    return {
        "title": title_of(event.position.phase, board.variant.start.phase),
        "rows": standing_rows(event.position.units, board),
        "stamp": stamp(event.deadline),
    }


def _sheet(event: _OnOrders, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    return {
        "title": title_of(event.sheet.phase, board.variant.start.phase),
        "rows": sheet_rows(event.sheet, board),
        "missing": bool(event.sheet.missing or event.sheet.pending),
    }
