"""Which picture goes along with the news of an event, or with an answer."""

from datetime import datetime

from judge.engine import Phase, PhaseKind, Position
from judge.game import Game, Stage, events, is_blind
from judge.render.clock import date_text, due_of
from judge.render.enclosed.views import (
    Caption,
    finished_drawing,
    planned_drawing,
    standing_drawing,
)
from judge.render.facts.board import centers_of, units_of
from judge.render.filters import plural
from judge.render.picture import Drawing
from judge.render.words import NamedPosition, phase_text

_ORDERED = {
    PhaseKind.MOVEMENT: "orders",
    PhaseKind.RETREAT: "retreats",
    PhaseKind.ADJUSTMENT: "adjustments",
}


def drawing_of(  # noqa: PLR0911 - one case a kind of event
    event: events.Event, game: Game | None, role: str
) -> Drawing | None:
    """Return what the picture beside the text of `event` shows, or None for none.

    `game` and `event` are as the reader, who has this role, may see them.
    """
    if game is None:
        return None
    match event:
        case events.PhaseProcessed():
            return _finished(event, game, role)
        case (
            events.GameStarted(position=position, deadline=deadline)
            | events.GameRolledBack(position=position, deadline=deadline)
        ):
            return _standing(position, game, deadline, role)
        case events.OrdersFiled(sheet=sheet) | events.OrdersShown(sheet=sheet):
            return _planned(sheet, game, role)
        case (
            events.PowerTakenOver()
            | events.ObserverJoined()
            | events.GameDrawn()
            | events.GameTerminated()
        ):
            return _as_it_is(game, role)
        case events.MapShown(game=asked):
            return _map(event, asked)
        case _:
            return None


def _map(event: events.MapShown, game: Game) -> Drawing:
    done, role = event.finished, event.role
    if done is None:
        position = game.position or game.variant.start
        return _standing(position, game, _due(game), role)
    processed = events.PhaseProcessed(
        done.before, done.adjudication, done.processed, done.absent, deadline=None
    )
    return _finished(processed, game, role)


def _as_it_is(game: Game, role: str) -> Drawing | None:
    if game.position is None:
        return None
    return _standing(game.position, game, _due(game), role)


def _finished(event: events.PhaseProcessed, game: Game, role: str) -> Drawing:
    done = phase_text(event.before.phase, game.variant)
    after = event.adjudication.after
    caption = Caption(
        title=f"{game.name}: results of {done}",
        note=_note(after.phase, event.deadline),
        alternative=f"The board of {game.name} after {done}. "
        f"{_told(after, game, role)}",
        only=_only(game, role),
    )
    return finished_drawing(event.before, event.adjudication, game.variant, caption)


def _planned(sheet: events.OrderSheet, game: Game, role: str) -> Drawing | None:
    position = game.position
    if position is None or position.phase != sheet.phase:
        return None
    running = phase_text(sheet.phase, game.variant)
    caption = Caption(
        title=f"{game.name}: orders of {sheet.power}, {running}",
        note=_note(sheet.phase, _due(game)),
        alternative=f"The board of {game.name} in {running}, with the orders of "
        f"{sheet.power} that are listed here.",
        only=_only(game, role),
    )
    return planned_drawing(position, sheet.orders, game.variant, caption)


def _standing(
    position: Position, game: Game, due: datetime | None, role: str
) -> Drawing:
    running = phase_text(position.phase, game.variant)
    caption = Caption(
        title=f"{game.name}: {running}",
        note=_note(position.phase, due),
        alternative=f"The board of {game.name} in {running}. "
        f"{_told(position, game, role)}",
        only=_only(game, role),
    )
    return standing_drawing(position, game.variant, caption)


def _due(game: Game) -> datetime | None:
    due = due_of(game) if game.stage is Stage.ACTIVE else None
    return None if due is None else due.moment


def _note(phase: Phase, due: datetime | None) -> str:
    """Return when orders are due, in UTC, so that the picture suits all readers."""
    if due is None:
        return ""
    return f"{_ORDERED[phase.kind].capitalize()} due {date_text(due, 'UTC')}"


def _only(game: Game, role: str) -> str | None:
    return role if is_blind(game, role) else None


def _told(position: Position, game: Game, role: str) -> str:
    """Return in a sentence how strong each power is whose strength is known."""
    board, only = NamedPosition(position, game.variant), _only(game, role)
    strengths = (
        (
            power.name,
            len(centers_of(board, power.name)),
            len(units_of(board, power.name)),
        )
        for power in game.variant.powers
        if only in (None, power.name)
    )
    texts = [
        f"{name} has {plural(centers, 'center')} and {plural(units, 'unit')}"
        for name, centers, units in strengths
        if centers or units
    ]
    return f"{'; '.join(texts)}." if texts else ""
