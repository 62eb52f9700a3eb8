"""Facts for the templates of events that Masters or the clock cause."""

from collections.abc import Callable, Mapping
from typing import Any

from judge.game import (
    Event,
    PlayerLeft,
    SettingChanged,
    dry_run,
    editing,
    masters,
    phases,
    rolling,
    turn,
)
from judge.messages import Text, message, series
from judge.render.clock import date_text
from judge.render.facts.pages import (
    Facts,
    Scene,
    board_in,
    board_page,
    game_in,
    results_page,
    sheet_now,
    summary_page,
)
from judge.render.facts.results import results_of
from judge.render.facts.table import person
from judge.render.kinds.edited import edited_page
from judge.render.words import NamedPosition, phase_text


def _orders_reminded(event: turn.OrdersReminded, scene: Scene) -> Facts:
    return {"sheet": sheet_now(scene, scene.reader.role) if event.powers else None}


def _powers_late(event: turn.PowersLate | turn.PowersExcused, scene: Scene) -> Facts:
    concerned = scene.reader.role in event.powers
    return {"sheet": sheet_now(scene, scene.reader.role) if concerned else None}


def _results_reviewed(event: turn.ResultsReviewed, scene: Scene) -> Facts:
    """Return the results of the running phase, None for readers who may not know them."""
    if event.adjudication is None:
        return {"results": None}
    board = board_in(game_in(scene))
    results = results_of(board.position, event.adjudication, event.absent, board.variant)
    return {"results": results}


def _mail_lost(event: turn.MailLost, scene: Scene) -> Facts:
    return {"lost": phase_text(event.phase, game_in(scene).variant)}


def _game_rolled_back(event: rolling.GameRolledBack, scene: Scene) -> Facts:
    variant = game_in(scene).variant
    sent = event.kept and not event.replayed
    return {
        "again": phase_text(event.position.phase, variant),
        "again_id": str(event.position.phase),
        "undone": [str(phase) for phase in event.undone],
        "sheet": sheet_now(scene, scene.reader.role) if sent else None,
        **board_page(NamedPosition(event.position, variant), scene.reader.role),
        "dropped": "".join(one.role for one in event.dropped),
    }


def _game_rolled_forward(event: rolling.GameRolledForward, scene: Scene) -> Facts:
    return board_page(board_in(game_in(scene)), scene.reader.role)


def _game_ended(
    event: turn.GameWon | turn.GameDrawn | phases.GameTerminated, scene: Scene
) -> Facts:
    return {"ending": event.ending, **summary_page(game_in(scene), scene.reader.role)}


def _results_predicted(event: phases.ResultsPredicted, scene: Scene) -> Facts:
    board = board_in(event.game)
    results = results_of(board.position, event.adjudication, event.absent, board.variant)
    return {"results": results}


def _dry_run_shown(event: dry_run.DryRunShown, scene: Scene) -> Facts:
    """Return the events that would follow, and the board if it would change."""
    facts: Facts = {"lines": [], "edited": False}
    for fact in event.facts:
        if isinstance(fact, editing.PositionEdited):
            facts = {**edited_page(fact, scene), "lines": [], "edited": True}
    told = [_would(one) for one in event.facts if not isinstance(one, editing.PositionEdited)]
    return {**facts, "lines": told, "below": event.text.splitlines()}


def _would(  # noqa: C901, PLR0912 - one case a kind
    fact: Event,
) -> Text:
    """Return an event of a dry run as a sentence."""
    match fact:
        case turn.PhaseProcessed(before=before):
            return message("{phase} would be processed.", phase=str(before.phase))
        case rolling.GameRolledBack(undone=undone):
            return message(
                "{phases} would count no longer.", phases=series([str(phase) for phase in undone])
            )
        case rolling.GameRolledForward(phases=done):
            return message(
                "{phases} would count again.", phases=series([str(one.phase) for one in done])
            )
        case PlayerLeft(player, role):
            name = person(player)
            return message("{person} would be {role} no more.", person=name, role=role)
        case masters.MasterPromoted(player):
            return message("{person} would be a Master.", person=person(player))
        case rolling.GameUnstarted():
            return message("The game would form again.")
        case SettingChanged(option=option, value=value):
            return message("{option} would be {value}.", option=option, value=value)
        case masters.DummySet(power, dummy=True):
            return message("{power} would be a dummy.", power=power)
        case masters.DummySet(power):
            return message("{power} would be no dummy any more.", power=power)
        case masters.PowerControlled(power, by):
            return message("The player of {by} would play {power}, too.", by=by, power=power)
        case turn.GameResumed(deadline):
            due = date_text(deadline, "UTC")
            return message("The game would go on, with a deadline on {due}.", due=due)
        case turn.GameWon(ending) | turn.GameDrawn(ending) | phases.GameTerminated(ending):
            return message("The game would be over: {reason}.", reason=ending.reason)
        case _:
            return message("Orders that were kept for the phase would be taken.")


VIEWS: Mapping[type[Event], Callable[[Any, Scene], Facts]] = {
    dry_run.DryRunShown: _dry_run_shown,
    editing.PositionEdited: edited_page,
    phases.GameTerminated: _game_ended,
    phases.ResultsPredicted: _results_predicted,
    rolling.GameRolledBack: _game_rolled_back,
    rolling.GameRolledForward: _game_rolled_forward,
    turn.GameDrawn: _game_ended,
    turn.GameWon: _game_ended,
    turn.MailLost: _mail_lost,
    turn.OrdersReminded: _orders_reminded,
    turn.PhaseProcessed: results_page,
    turn.PowersExcused: _powers_late,
    turn.PowersLate: _powers_late,
    turn.ResultsReviewed: _results_reviewed,
}
"""The function that works out the facts of an event; other templates ask the event alone."""
