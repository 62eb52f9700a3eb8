"""Which phase follows which: the seasons of a year, and years before Christ."""

from judge.engine.board.position import Phase, PhaseKind, Season


def year_after(year: int) -> int:
    """Return the year that follows `year`; there is no year 0, so 1 follows -1."""
    return 1 if year == -1 else year + 1


def years_between(first: int, last: int) -> int:
    """Return how many years after `first` is `last`."""
    return last - first + (first > 0) - (last > 0)


def year_moved(year: int, years: int) -> int:
    """Return the year that is so many `years` after `year`."""
    moved = year + years
    if year < 0 <= moved:
        return moved + 1
    return moved - 1 if moved <= 0 < year else moved


def retreats_after(phase: Phase) -> Phase:
    """Return the retreat phase that belongs to the movement phase `phase`."""
    return Phase(phase.season, phase.year, PhaseKind.RETREAT)


def movement_after(phase: Phase, turn_years: int = 0) -> Phase:
    """Return the first movement phase in a later season than `phase`.

    Where a turn takes `turn_years`, each season has a year of its own.
    """
    spring = phase.season is Season.SPRING
    year = phase.year
    for _ in range(turn_years or not spring):
        year = year_after(year)
    season = Season.FALL if spring else Season.SPRING
    return Phase(season, year, PhaseKind.MOVEMENT)


def adjustments_after(phase: Phase) -> Phase:
    """Return the adjustment phase that ends the year of `phase`."""
    return Phase(Season.WINTER, phase.year, PhaseKind.ADJUSTMENT)
