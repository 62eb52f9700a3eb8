"""A variant: a board, its powers, how the game starts, and the rules it asks for."""

from collections import Counter
from dataclasses import dataclass, field

from judge.engine.board import Position, Season
from judge.engine.geography import Geography
from judge.engine.rules.rule import Rule


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
    one original home center is owned). `turn_years`: how many years pass from one
    movement phase to the next; 0 is Spring and Fall of each year. `special` are the
    rules that few variants have; of several that answer a question the first counts.
    """

    convoy_fallback: bool = False
    builds: str = "home"
    turn_years: int = 0
    special: tuple[Rule, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One way to play an option: its word, what it means, and the rules it brings."""

    name: str
    about: str
    rules: tuple[Rule, ...] = ()
    builds: str | None = None


@dataclass(frozen=True, slots=True)
class VariantOption:
    """What a Master may choose before the start; the first choice is the default."""

    name: str
    choices: tuple[OptionChoice, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """A sentence about the variant's own board, with an example, for its players."""

    says: str
    example: str


@dataclass(frozen=True, slots=True)
class Variant:
    """A board and all that a game on it needs; `victory` is a number of centers.

    `neutrals` are the powers that nobody plays; their units stand on the board. `base`
    is the variant as its file has it, from which the one that a Master chose is made.
    `clauses` are what its players must know of the board beyond that.
    """

    name: str
    title: str
    designer: str
    geography: Geography
    powers: tuple[Power, ...]
    start: Position
    victory: int
    rules: Rules = Rules()
    season_names: tuple[tuple[Season, str], ...] = ()
    neutrals: tuple[Power, ...] = ()
    options: tuple[VariantOption, ...] = ()
    clauses: tuple[Clause, ...] = ()
    base: "Variant | None" = field(default=None, compare=False, repr=False)

    def __hash__(self) -> int:
        """Return a hash of a few fields, since caches have variants as keys.

        A hash of the whole board would be computed ten times a letter.
        """
        return hash((self.name, self.victory, self.start.phase))

    @property
    def sides(self) -> tuple[Power, ...]:
        """Return all that may have units: the powers, and those that nobody plays."""
        return self.powers + self.neutrals

    def power(self, name: str) -> Power:
        """Return the side called `name`; KeyError if the variant has none such."""
        for power in self.sides:
            if power.name == name:
                return power
        raise KeyError(name)

    def season_name(self, season: Season) -> str:
        """Return what this variant calls `season`: `Spring`, or a name of its own."""
        return dict(self.season_names).get(season, season.name.capitalize())


def supply(position: Position, variant: "Variant") -> Counter[str]:
    """Return what the centers of each owner are worth together, by its name.

    A center counts for what the map says, or a rule of the variant.
    """
    counts: Counter[str] = Counter()
    provinces = variant.geography.provinces
    for center, owner in enumerate(position.owners):
        if owner is not None:
            worth = provinces[center].worth
            for rule in variant.rules.special:
                told = rule.worth(center, owner, variant)
                if told is not None:
                    worth = told
                    break
            counts[owner] += worth
    return counts
