"""What the templates are told of what the Master and the clock do to a game."""

from judge.game import (
    ConductFact,
    DeadlineSet,
    GameDrawn,
    GamePaused,
    GameResumed,
    GameRolledBack,
    GameTerminated,
    GameWon,
    MailLost,
    Nmr,
    OrdersReminded,
    PhaseHeld,
    PhaseProcessed,
    PowersAbandoned,
    PowersLate,
    ProcessingSet,
    nmr_of,
)
from judge.render.facts.pages import (
    Facts,
    Scene,
    board_page,
    game_in,
    results_page,
    sheet_now,
    summary_page,
)
from judge.render.words import NamedPosition, phase_text


def facts_of(event: ConductFact, scene: Scene) -> Facts:
    """Return what the template of `event` may use beside its own fields."""
    match event:
        case OrdersReminded():
            return _orders_reminded(event, scene)
        case PowersLate():
            return _powers_late(event, scene)
        case PowersAbandoned():
            return _powers_abandoned(event, scene)
        case PhaseProcessed():
            return _phase_processed(event, scene)
        case GameRolledBack():
            return _game_rolled_back(event, scene)
        case GameWon() | GameDrawn() | GameTerminated():
            return _game_ended(event, scene)
        case MailLost():
            return {"lost": phase_text(event.phase, game_in(scene).variant)}
        case DeadlineSet() | GamePaused() | GameResumed() | PhaseHeld() | ProcessingSet():
            return {}  # Its own fields are enough.


def _orders_reminded(event: OrdersReminded, scene: Scene) -> Facts:
    sheet = sheet_now(scene, scene.reader.role) if event.powers else None
    return {"sheet": sheet}


def _powers_late(event: PowersLate, scene: Scene) -> Facts:
    concerned = scene.reader.role in event.powers
    return {
        "sheet": sheet_now(scene, scene.reader.role) if concerned else None,
        "holds": nmr_of(game_in(scene)) is not Nmr.WAIT,
    }


def _powers_abandoned(event: PowersAbandoned, scene: Scene) -> Facts:
    number = scene.reader.player.number
    pairs = zip(event.powers, event.players, strict=False)
    mine = [power for power, player in pairs if player.number == number]
    return {"was_you": bool(mine), "mine": mine}


def _phase_processed(event: PhaseProcessed, scene: Scene) -> Facts:
    return results_page(event, scene)


def _game_rolled_back(event: GameRolledBack, scene: Scene) -> Facts:
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


def _game_ended(event: GameWon | GameDrawn | GameTerminated, scene: Scene) -> Facts:
    facts = {"ending": event.ending}
    return {**facts, **summary_page(game_in(scene), scene.reader.role)}
