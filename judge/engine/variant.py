"""A variant: a board, its powers, how the game starts, and the rules it asks for."""

from dataclasses import dataclass

from judge.engine.geography import Geography
from judge.engine.position import Position, Season


@dataclass(frozen=True, slots=True)
class Power:
    """A side: its words, and the provinces (indices) that are its home centers."""

    name: str
    adjective: str
    letter: str
    color: str
    home_centers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules a variant or a Master chooses; the defaults are the rulebook's.

    `convoy_fallback`: an army ordered by convoy goes by land when no chain of fleets
    was ordered to carry it (DATC 2.x reading of 4.A.3). `builds`: where powers build:
    `home`, `owned` (any owned center) or `aberration` (any owned center while at least
    one original home center is owned).
    """

    convoy_fallback: bool = False
    builds: str = "home"


@dataclass(frozen=True, slots=True)
class Variant:
    """A board and all that a game on it needs; `victory` is a number of centers."""

    name: str
    title: str
    designer: str
    geography: Geography
    powers: tuple[Power, ...]
    start: Position
    victory: int
    rules: Rules = Rules()
    season_names: tuple[tuple[Season, str], ...] = ()

    def power(self, name: str) -> Power:
        """Return the power called `name`; KeyError if the variant has none such."""
        for power in self.powers:
            if power.name == name:
                return power
        raise KeyError(name)

    def season_name(self, season: Season) -> str:
        """Return what this variant calls `season`: `Spring`, or a name of its own."""
        return dict(self.season_names).get(season, season.name.capitalize())
