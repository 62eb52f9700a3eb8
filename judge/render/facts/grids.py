"""Tables of centers, year by year."""

from dataclasses import replace

from judge.engine import PhaseKind, adjustments, build_sites, supply, supply_gaps
from judge.game import UNSEEN, Game
from judge.messages import Text, message
from judge.render.facts.board import units_of
from judge.render.words import NamedPosition, place_short

_YEARS_A_GRID = 12
_Year = tuple[str, tuple[str | None, ...]]


def center_table(
    board: NamedPosition, before: NamedPosition, *, ended: bool, only: str | None = None
) -> tuple[tuple[Text, ...], ...]:
    """Return rows of a table: centers, their change since `before`, units, and builds due.

    The first row is the head. The powers follow, the one with most centers first; with `only` there
    is only this power. After the game has `ended` nothing is due.
    """
    owed = {} if ended else adjustments(board.position, board.variant)
    gaps = {} if ended else supply_gaps(board.position, board.variant)
    worth = supply(board.position, board.variant)
    earlier = supply(before.position, before.variant)
    rows = []
    for power in board.variant.sides:
        centers = worth[power.name]
        gain = centers - earlier[power.name]
        units = len(units_of(board, power.name))
        if (centers or gain or units) and only in (None, power.name):
            gap, count = gaps.get(power.name, 0), owed.get(power.name, 0)
            due = _due(power.name, gap, count, board)
            row = (power.name, str(centers), f"{gain:+}" if gain else "", str(units))
            rows.append((centers, (*row, due)))
    rows.sort(key=lambda entry: -entry[0])
    head = ("", message("centers"), "", message("units"), "")
    return (head, *(row for _, row in rows)) if rows else ()


def summary_grids(game: Game) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Return tables of the owner of each center, year by year, in pieces that fit a mail.

    Centers that were never in sight are left out.
    """
    years = _years(game)
    letters = {side.name: side.letter for side in game.variant.sides}
    letters[UNSEEN] = UNSEEN
    provinces = enumerate(game.variant.geography.provinces)
    centers = [
        number
        for number, province in provinces
        if province.center and {owners[number] for _, owners in years} - {UNSEEN}
    ]
    grids = []
    for start in range(0, len(years), _YEARS_A_GRID):
        part = years[start : start + _YEARS_A_GRID]
        head = ("", *(label for label, _ in part))
        rows = (
            (
                place_short(center, game.variant.geography),
                *(letters.get(owners[center] or "", ".") for _, owners in part),
            )
            for center in centers
        )
        grids.append((head, *rows))
    return tuple(grids) if centers else ()


def count_grids(game: Game, *, only: str | None = None) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Return tables of the number of centers of each power, in pieces that fit a mail.

    With `only` there is only the row of this power.
    """
    years, variant = _years(game), game.variant
    # A side without a player is listed only if it once owned a center.
    owned = {owner for _, owners in years for owner in owners}
    sides = [power.name for power in variant.powers]
    sides += [side.name for side in variant.neutrals if side.name in owned]
    powers = [power for power in sides if only in (None, power)]
    grids = []
    for start in range(0, len(years), _YEARS_A_GRID):
        part = years[start : start + _YEARS_A_GRID]
        head = ("", *(label for label, _ in part))
        # Centers are counted by their worth in units, which a rule may raise.
        worth = [supply(replace(variant.start, owners=owners), variant) for _, owners in part]
        rows = ((power, *(str(year[power] or "-") for year in worth)) for power in powers)
        grids.append((head, *rows))
    return tuple(grids) if powers else ()


def key_text(game: Game) -> Text:
    """Return the meaning of the letters in the center table."""
    sides = game.variant.sides
    key = ", ".join(f"{side.letter} {side.name}" for side in sides if side.letter)
    hidden = game.position is not None and UNSEEN in game.position.owners
    if not hidden:
        return key
    return message("{key}, {mark} not in sight", key=key, mark=UNSEEN)


def _years(game: Game) -> list[_Year]:
    """Return the owners at the start, and after each year."""
    if game.position is None:
        return []
    first = game.history[0].before if game.history else game.position
    owners_of: dict[str, tuple[str | None, ...]] = {"start": first.owners}
    for finished in game.history:
        after, year = finished.adjudication.after, finished.phase.year
        counted = after.phase.kind is PhaseKind.ADJUSTMENT or after.phase.year != year
        if counted or finished.adjudication.captures:
            owners_of[f"{abs(year) % 100:02}"] = after.owners
    return list(owners_of.items())


def _due(power: str, gap: int, due: int, board: NamedPosition) -> Text:
    """Return what a power does about the `gap` between its centers and its units."""
    if gap == 0 or board.position.phase.kind is not PhaseKind.ADJUSTMENT:
        return ""
    if due < 0:
        return message("removes {number}", number=-due)
    if not due:
        cleared = replace(board.position, units=())
        if not build_sites(cleared, power, board.variant):
            return message("owns no home center to build in")
        return message("no room to build")
    unused = gap - due
    if unused:
        return message("builds {number}, no room for {lost} more", number=due, lost=unused)
    return message("builds {number}", number=due)
