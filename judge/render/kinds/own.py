"""The reader's own game, power and units, for the examples of a page of the help."""

from dataclasses import dataclass

from judge.engine import PhaseKind
from judge.game import PressRule, Stage
from judge.render.facts.board import example_orders, units_of
from judge.render.facts.pages import Scene, board_in, powers_in
from judge.render.words import unit_short


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What stands for a player in examples: order lines, a unit, somebody to write to.

    `last` is the phase that was processed last, "" for none, and `other` "" where no
    press may be written to one power.
    """

    game: str
    power: str
    lines: tuple[str, ...]
    unit: str
    other: str
    last: str


def own_words(scene: Scene) -> OwnWords | None:
    """Return the words of the reader's own game; None where he moves nothing in it."""
    game, role = scene.game, scene.reader.role
    if game is None or game.position is None or role not in powers_in(game):
        return None
    moves = game.position.phase.kind is PhaseKind.MOVEMENT
    board = board_in(game)
    lines = example_orders(board, role)
    if game.stage is not Stage.ACTIVE or not moves or not lines:
        return None
    others = [power for power in powers_in(game) if power != role]
    one_alone = game.settings.press in (PressRule.FULL, PressRule.PARTIAL)
    return OwnWords(
        game=game.name,
        power=role,
        lines=lines,
        unit=unit_short(units_of(board, role)[0], board.geography),
        other=others[0].upper() if others and one_alone else "",
        last=str(game.history[-1].phase) if game.history else "",
    )
