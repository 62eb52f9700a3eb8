"""The reader's own game, power and units, for the examples of a page of the help."""

from dataclasses import dataclass

from judge.engine import PhaseKind, adjustments
from judge.game import PressRule, Stage
from judge.render.facts.board import dislodged_of, example_orders, turn_of, units_of
from judge.render.facts.pages import Scene, board_in, powers_in
from judge.render.words import NamedPosition, unit_short


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What stands for a player in examples: order lines, a unit, somebody to write to.

    `lines` are () where there is nothing to order now. `last` is the phase that was
    processed last, "" for none, and `other` "" where no press may be written to one
    power.
    """

    game: str
    power: str
    lines: tuple[str, ...]
    unit: str
    other: str
    last: str


def own_words(scene: Scene) -> OwnWords | None:
    """Return the words of the reader's own game; None where he plays in none."""
    game, role = scene.game, scene.reader.role
    if game is None or game.position is None or role not in powers_in(game):
        return None
    board = board_in(game)
    units = (*units_of(board, role), *(one.unit for one in dislodged_of(board, role)))
    others = [power for power in powers_in(game) if power != role]
    one_alone = game.settings.press in (PressRule.FULL, PressRule.PARTIAL)
    return OwnWords(
        game=game.name,
        power=role,
        lines=_lines(board, role) if game.stage is Stage.ACTIVE else (),
        unit=unit_short(units[0], board.geography) if units else "",
        other=others[0].upper() if others and one_alone else "",
        last=str(game.history[-1].phase) if game.history else "",
    )


def _lines(board: NamedPosition, role: str) -> tuple[str, ...]:
    """Return order lines that `role` may send together in the phase that runs."""
    if board.position.phase.kind is PhaseKind.MOVEMENT:
        return example_orders(board, role)
    turn = turn_of(board, role)
    if turn is None:
        return ()
    first: dict[str, str] = {}
    for line in turn.lines:
        place = "".join(line.split()[1:2]).partition("/")[0]
        first.setdefault(place, line)
    wanted = abs(adjustments(board.position, board.variant).get(role, 0))
    return tuple(first.values())[: wanted or len(dislodged_of(board, role))]
