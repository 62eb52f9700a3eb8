"""What the templates are told of what a Master brings about beside the clock."""

from judge.engine import Adjudication
from judge.game import (
    DummySet,
    GameRolledForward,
    LeadingFact,
    OfficialAnnounced,
    PositionEdited,
    PowerControlled,
    ResultsReviewed,
    TutorNamed,
)
from judge.render.facts.pages import Facts, Scene, board_in, board_page, game_in
from judge.render.facts.results import Results, results_of
from judge.render.kinds.edited import edited_page


def facts_of(event: LeadingFact, scene: Scene) -> Facts:
    """Return what the template of `event` may use beside its own fields."""
    match event:
        case OfficialAnnounced():
            return {"at": scene.now + event.delay}
        case PowerControlled(power, player=player):
            mine = player.number == scene.reader.player.number
            return {"mine": mine and scene.reader.role == power}
        case ResultsReviewed(adjudication, absent):
            return {"results": _results(adjudication, absent, scene)}
        case TutorNamed(player):
            return {"is_you": player.number == scene.reader.player.number}
        case PositionEdited():
            return edited_page(event, scene)
        case DummySet():
            return {}  # Its own fields are enough.
        case GameRolledForward(phases=phases):
            board = board_in(game_in(scene))
            return {
                "again": [str(one.phase) for one in phases],
                **board_page(board, scene.reader.role),
            }


def _results(
    adjudication: Adjudication | None, absent: tuple[str, ...], scene: Scene
) -> Results | None:
    """Return the results of the running phase, None for who does not know them."""
    if adjudication is None:
        return None
    board = board_in(game_in(scene))
    return results_of(board.position, adjudication, absent, board.variant)
