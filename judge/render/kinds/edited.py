"""Facts for the templates about a board that its Master changes by hand."""

from collections.abc import Iterator
from enum import Enum, auto

from judge.engine import Unit
from judge.game import MASTER, UNSEEN, editing, is_blind
from judge.messages import Text, all_of, message, series
from judge.render.facts.board import dislodged_of, units_of
from judge.render.facts.grids import center_table
from judge.render.facts.pages import Facts, Scene, board_page, game_in, sheet_now
from judge.render.words import NamedPosition, order_short, phase_text, place_short, unit_short

Rows = tuple[tuple[str, Text], ...]


def edited_page(event: editing.PositionEdited, scene: Scene) -> Facts:
    """Return the board changed by hand, its changes, and their effect on orders.

    The reader's part of a blind game is not compared: things that only came into sight were not
    changed.
    """
    game, role = game_in(scene), scene.reader.role
    blind = is_blind(game, role)
    before = NamedPosition(event.before, game.variant)
    board = NamedPosition(event.position, game.variant)
    new_phase = event.position.phase != event.before.phase
    unfit = dict(event.unfit)
    return {
        "changes": () if blind else changes_of(before, board),
        "new_phase": phase_text(event.position.phase, game.variant) if new_phase else "",
        "edited_id": str(event.position.phase),
        "centers": center_table(board, before, ended=False, only=role if blind else None),
        "unfit": [order_short(order, before) for order in unfit.get(role, ())],
        "unfit_of": [power for power in unfit if role == MASTER],
        "sheet": sheet_now(scene, role),
        **board_page(board, role),
    }


def changes_of(before: NamedPosition, after: NamedPosition) -> Rows:
    """Return a row for each power with a changed unit or center."""
    rows = []
    for power in after.variant.sides:
        units = _units_changed(before, after, power.name)
        parts = [*units, *_centers_changed(before, after, power.name)]
        if parts:
            rows.append((power.name, series(parts)))
    return tuple(rows)


def _units_changed(before: NamedPosition, after: NamedPosition, power: str) -> Iterator[Text]:
    """Yield the changes of the units of `power`, without dislodged ones."""
    then, now = _states(before, power), _states(after, power)
    for unit in dict.fromkeys((*then, *now)):
        name = unit_short(unit, after.geography)
        match then.get(unit), now.get(unit):
            case (_, None):
                yield message("{unit} removed", unit=name)
            case (None, _Stands.FALLEN):
                yield message("{unit} added, dislodged", unit=name)
            case (None, _):
                yield message("{unit} added", unit=name)
            case (_Stands.FIRM, _Stands.FALLEN):
                yield message("{unit} dislodged", unit=name)
            case (_Stands.FALLEN, _Stands.FIRM):
                yield message("{unit} no more dislodged", unit=name)
            case _:
                pass  # as it was


class _Stands(Enum):
    """Whether a unit stands in its place, or must retreat from there."""

    FIRM = auto()
    FALLEN = auto()


def _states(board: NamedPosition, power: str) -> dict[Unit, _Stands]:
    """Return the units of `power`, each with its state."""
    fallen = {one.unit: _Stands.FALLEN for one in dislodged_of(board, power)}
    return {**dict.fromkeys(units_of(board, power), _Stands.FIRM), **fallen}


def _centers_changed(before: NamedPosition, after: NamedPosition, power: str) -> Iterator[Text]:
    """Yield the centers that `power` has gained, and those that it has lost."""
    then, now = before.position.owners, after.position.owners
    gained, lost = [], []
    for place, (was, now_is) in enumerate(zip(then, now, strict=True)):
        if was != now_is and UNSEEN not in (was, now_is):
            center = place_short(place, after.geography)
            gained += [center] * (now_is == power)
            lost += [center] * (was == power)
    if gained:
        yield message("gets {centers}", centers=all_of(gained))
    if lost:
        yield message("loses {centers}", centers=all_of(lost))
