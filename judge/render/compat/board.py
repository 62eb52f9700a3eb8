"""A board in the rows that older judges' mails have: units, retreats, centers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.engine import PhaseKind, Unit, adjustments, bits, supply
from judge.render.compat.header import Title, title_of
from judge.render.compat.orders import Row, place, standing_rows, unit_row
from judge.render.words import NamedPosition

Owned = tuple[str, tuple[str, ...]]
"""A power, or `Unowned`, and the names of its centers."""


@dataclass(frozen=True, slots=True)
class DislodgedRow:
    """A dislodged unit, and where it may go; nowhere, if it was destroyed at once.

    Where that is hidden from the reader, it is not `known`.
    """

    power: str
    kind: str
    place: str
    retreats: tuple[str, ...]
    known: bool


@dataclass(frozen=True, slots=True)
class Balance:
    """What a power has after a Fall; `due` are its builds, or less than 0."""

    power: str
    centers: int
    units: int
    due: int


@dataclass(frozen=True, slots=True)
class CompatBoard:
    """A board at the start of a phase; `units` by power, without dislodged ones."""

    title: Title
    units: tuple[tuple[Row, ...], ...]
    dislodged: tuple[DislodgedRow, ...]
    owned: tuple[Owned, ...]
    balance: tuple[Balance, ...]


def compat_board(board: NamedPosition, only: str | None) -> CompatBoard:
    """Return what stands on a board; in a blind game `only` is the reader's power."""
    position, phase = board.position, board.position.phase
    counted = phase.kind is PhaseKind.ADJUSTMENT
    return CompatBoard(
        title=title_of(phase, board.variant.start.phase),
        units=rows_by_power(standing_rows(position.units, board), board),
        dislodged=tuple(
            dislodged_row(one.unit, one.retreats, board, only) for one in position.dislodged
        ),
        owned=tuple(owned_in(board)),
        balance=tuple(balances(board, only)) if counted else (),
    )


def rows_by_power(rows: Sequence[Row], board: NamedPosition) -> tuple[tuple[Row, ...], ...]:
    """Return the rows of each power that has any."""
    sides = (side.name for side in board.variant.sides)
    own = (tuple(row for row in rows if row.power == side) for side in sides)
    return tuple(filter(None, own))


def dislodged_row(
    unit: Unit, retreats: Sequence[int], board: NamedPosition, only: str | None
) -> DislodgedRow:
    """Return where a dislodged unit may go; in a blind game only `only` knows."""
    row = unit_row(unit, "dislodged", board)
    return DislodgedRow(
        power=board.variant.power(unit.power).adjective,
        kind=row.kind,
        place=row.text,
        retreats=tuple(place(one, board) for one in retreats),
        known=only in (None, unit.power),
    )


def owned_in(board: NamedPosition) -> Iterator[Owned]:
    """Yield who owns which centers."""
    owners = board.position.owners
    for power in board.variant.sides:
        own = [n for n, owner in enumerate(owners) if owner == power.name]
        if own:
            yield power.name, _names(own, board)
    free = [n for n in bits(board.geography.centers) if owners[n] is None]
    if free:
        yield "Unowned", _names(free, board)


def _names(provinces: Sequence[int], board: NamedPosition) -> tuple[str, ...]:
    return tuple(sorted(place(one, board) for one in provinces))


def balances(board: NamedPosition, only: str | None) -> Iterator[Balance]:
    """Yield the builds and removals that are due, those of `only` in a blind game."""
    worth = supply(board.position, board.variant)
    due = adjustments(board.position, board.variant)
    for side in board.variant.sides:
        own = [one for one in board.position.units if one.power == side.name]
        if (own or worth[side.name]) and only in (None, side.name):
            yield Balance(side.name, worth[side.name], len(own), due.get(side.name, 0))
