"""Which picture goes along with the news of an event, or with an answer."""

from dataclasses import dataclass
from datetime import datetime

from judge.engine import Phase, PhaseKind, Position
from judge.game import (
    Game,
    OrderSheet,
    Stage,
    dry_run,
    editing,
    events,
    is_blind,
    phases,
    rolling,
    turn,
)
from judge.messages import Message, Text, Value, counted, message
from judge.pictures import Caption, Drawing, finished_drawing, planned_drawing, standing_drawing
from judge.render.clock import date_text, due_of
from judge.render.facts.board import centers_of, units_of
from judge.render.language import Language
from judge.render.words import NamedPosition, phase_text


@dataclass(frozen=True, slots=True)
class _Shown:
    """The game that is shown, the role that it is shown to, and in which language."""

    game: Game
    role: str
    language: Language

    @property
    def only(self) -> str | None:
        """Return the power whose centers alone may be counted, None for all."""
        return self.role if is_blind(self.game, self.role) else None

    def caption(self, title: Text, note: Text, alternative: Text) -> Caption:
        """Return what stands above the picture and in its stead."""
        text = self.language.text
        return Caption(text(title), text(note), text(alternative), self.only)


def drawing_of(
    event: events.Event, game: Game | None, role: str, language: Language
) -> Drawing | None:
    """Return what the picture beside the text of `event` shows, or None for none.

    `game` and `event` are as the reader, who has this role, may see them.
    """
    if game is None:
        return None
    shown = _Shown(game, role, language)
    match event:
        case turn.PhaseProcessed():
            return _finished(event, shown)
        case (
            events.GameStarted()
            | rolling.GameRolledBack()
            | editing.PositionEdited()
            | dry_run.DryRunShown(facts=(editing.PositionEdited(), *_))
        ):
            return _set(event, shown)
        case events.OrdersFiled(sheet=sheet, changed=changed):
            return _planned(sheet, shown) if changed and sheet.complete else None
        case events.OrdersShown(sheet=sheet):
            return _planned(sheet, shown)
        case (
            events.PowerTakenOver()
            | events.ObserverJoined()
            | turn.GameDrawn()
            | phases.GameTerminated()
            | rolling.GameRolledForward()
        ):
            return _as_it_is(shown)
        case events.MapShown(game=asked):
            return _map(event, _Shown(asked, event.role, language))
        case _:
            return None


def _set(event: events.Event, shown: _Shown) -> Drawing | None:
    """Return a board that was not reached by the orders of a phase."""
    match event:
        case (
            events.GameStarted(position=position, deadline=deadline)
            | rolling.GameRolledBack(position=position, deadline=deadline)
        ):
            return _standing(position, deadline, shown)
        case editing.PositionEdited(position=position):
            return _standing(position, _due(shown.game), shown)
        case dry_run.DryRunShown(facts=(editing.PositionEdited(position=position), *_)):
            return _standing(position, None, shown)
        case _:
            return None


def _map(event: events.MapShown, shown: _Shown) -> Drawing:
    game, done = shown.game, event.finished
    if done is None:
        position = game.position or game.variant.start
        return _standing(position, _due(game), shown)
    processed = turn.PhaseProcessed(
        done.before, done.adjudication, done.processed, done.absent, deadline=None
    )
    return _finished(processed, shown)


def _as_it_is(shown: _Shown) -> Drawing | None:
    if shown.game.position is None:
        return None
    return _standing(shown.game.position, _due(shown.game), shown)


def _finished(event: turn.PhaseProcessed, shown: _Shown) -> Drawing:
    game = shown.game
    due = None if game.settings.sandbox else event.deadline
    done = phase_text(event.before.phase, game.variant)
    after = event.adjudication.after
    caption = shown.caption(
        message("{game}: results of {phase}", game=game.name, phase=done),
        _note(after.phase, due),
        message(
            "The board of {game} after {phase}. {strengths}",
            game=game.name,
            phase=done,
            strengths=_told(after, shown),
        ),
    )
    return finished_drawing(event.before, event.adjudication, game.variant, caption)


def _planned(sheet: OrderSheet, shown: _Shown) -> Drawing | None:
    game = shown.game
    position = game.position
    if position is None or position.phase != sheet.phase:
        return None
    running = phase_text(sheet.phase, game.variant)
    whose: dict[str, Value] = {"game": game.name, "power": sheet.power, "phase": running}
    caption = shown.caption(
        message("{game}: orders of {power}, {phase}", **whose),
        _note(sheet.phase, _due(game)),
        message(
            "The board of {game} in {phase}, with the orders of {power} that are listed here.",
            **whose,
        ),
    )
    return planned_drawing(position, sheet.orders, game.variant, caption)


def _standing(position: Position, due: datetime | None, shown: _Shown) -> Drawing:
    game = shown.game
    due = None if game.settings.sandbox else due
    running = phase_text(position.phase, game.variant)
    caption = shown.caption(
        message("{game}: {phase}", game=game.name, phase=running),
        _note(position.phase, due),
        message(
            "The board of {game} in {phase}. {strengths}",
            game=game.name,
            phase=running,
            strengths=_told(position, shown),
        ),
    )
    return standing_drawing(position, game.variant, caption)


def _due(game: Game) -> datetime | None:
    due = due_of(game) if game.stage is Stage.ACTIVE else None
    return None if due is None else due.moment


def _note(phase: Phase, due: datetime | None) -> Text:
    """Return when orders are due, in UTC, so that the picture suits all readers."""
    if due is None:
        return ""
    moment = date_text(due, "UTC")
    match phase.kind:
        case PhaseKind.MOVEMENT:
            return message("Orders due {moment}", moment=moment)
        case PhaseKind.RETREAT:
            return message("Retreats due {moment}", moment=moment)
        case PhaseKind.ADJUSTMENT:
            return message("Adjustments due {moment}", moment=moment)


def _told(position: Position, shown: _Shown) -> str:
    """Return in a sentence how strong each power is whose strength is known."""
    board = NamedPosition(position, shown.game.variant)
    strengths = (
        (power.name, len(centers_of(board, power.name)), len(units_of(board, power.name)))
        for power in shown.game.variant.powers
        if shown.only in (None, power.name)
    )
    texts = [
        shown.language.text(_strength(*strength)) for strength in strengths if any(strength[1:])
    ]
    return f"{'; '.join(texts)}." if texts else ""


def _strength(power: str, centers: int, units: int) -> Message:
    return message(
        "{power} has {centers} and {units}",
        power=power,
        centers=counted("{count} center", "{count} centers", centers),
        units=counted("{count} unit", "{count} units", units),
    )
