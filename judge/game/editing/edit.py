"""Setting the board otherwise than the rules left it, and taking that back."""

from datetime import datetime

from judge.engine import Position
from judge.game.after import after
from judge.game.base import Refused
from judge.game.commands import EditPosition, Rollback
from judge.game.confirm import Codes, confirmation_code, is_confirmed
from judge.game.editing.faults import faults_of
from judge.game.editing.fitting import unfit_orders
from judge.game.events import ConfirmationAsked, Event, PositionEdited, PositionOffered
from judge.game.model import Game, Stage
from judge.game.orders.plans import plans_taken
from judge.game.orders.sheet import board_of
from judge.game.refusals import BoardAsItIs, CannotStand, ResultsWait, UnreadBoard
from judge.notation import board_lines, phase_of, read_changes, read_phase_name

_NAME = "EDIT POSITION"


def edit_position(game: Game, command: EditPosition, now: datetime) -> tuple[Event, ...]:
    """Return the board as the Master sets it, what it is for no lines, or why not."""
    board = board_of(game)
    if not command.text.strip():
        return (PositionOffered(board_lines(board, game.variant)),)
    if game.review is not None:
        return (Refused(_NAME, ResultsWait(), command.text),)
    found = read_changes(command.text, board, game.variant)
    if not isinstance(found, Position):
        wrong = tuple((one.line, one.advice) for one in found)
        return (Refused(_NAME, UnreadBoard(wrong), command.text),)
    faults = faults_of(found, game)
    if faults:
        return (Refused(_NAME, CannotStand(faults), command.text),)
    if is_same_board(found, board):
        return (Refused(_NAME, BoardAsItIs(), command.text),)
    return _set(game, found, now)


def is_same_board(one: Position, other: Position) -> bool:
    """Return whether nothing that can be edited differs, in whatever order it is."""
    return (
        (one.phase, one.owners) == (other.phase, other.owners)
        and {*one.units} == {*other.units}
        and {*one.dislodged} == {*other.dislodged}
    )


def take_back_edit(
    game: Game, command: Rollback, now: datetime, *, codes: Codes
) -> tuple[Event, ...]:
    """Return the board as this phase found it, where its Master has changed it since.

    Nothing where he has not, or another phase is named.
    """
    edited = game.edited
    if edited is None or game.stage not in (Stage.ACTIVE, Stage.PAUSED):
        return ()
    own = {str(edited.phase), str(board_of(game).phase)}
    named = phase_of(read_phase_name(command.phase) or command.phase, game.variant)
    if command.phase and named not in own:
        return ()
    words = f"ROLLBACK {board_of(game).phase}"
    if not is_confirmed(game, words, command.confirmation, codes):
        return (ConfirmationAsked(words, confirmation_code(game, words, codes)),)
    return _set(game, edited, now, restored=True)


def _set(
    game: Game, position: Position, now: datetime, *, restored: bool = False
) -> tuple[Event, ...]:
    """Return that the board is another one; orders kept for its phase are taken."""
    board = board_of(game)
    unfit = unfit_orders(game, position)
    edited = PositionEdited(board, position, unfit, restored=restored)
    if position.phase == board.phase:
        return (edited,)
    return (edited, *plans_taken(after(game, edited), now))
