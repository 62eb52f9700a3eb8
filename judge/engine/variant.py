"""A variant: a board, its powers, the start of the game, and its rules."""

from collections import Counter
from dataclasses import dataclass, field

from judge.engine.board import Position, Season
from judge.engine.geography import Geography
from judge.engine.rules.rule import Rule


@dataclass(frozen=True, slots=True)
class Power:
    """A power: its name and other words, and its home centers as indices of provinces."""

    name: str
    adjective: str
    letter: str
    color: str
    home_centers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that a variant or a Master may choose; the defaults are the rulebook's."""

    #: An army ordered by convoy goes by land if no chain of fleets was ordered to carry it
    #: (DATC 4.A.3, as in DATC 2.x).
    convoy_fallback: bool = False
    #: Where powers build: `home` centers, any `owned` center, or any owned center while at least
    #: one original home center is owned (`aberration`).
    builds: str = "home"
    #: The years from one movement phase to the next; 0 means Spring and Fall of each year.
    turn_years: int = 0
    #: The rules of `rules/`; if several answer the same question, the first answer counts.
    special: tuple[Rule, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One choice of an option: its name, its meaning, and the rules that it adds."""

    name: str
    about: str
    rules: tuple[Rule, ...] = ()
    builds: str | None = None


@dataclass(frozen=True, slots=True)
class VariantOption:
    """A choice that a Master makes before the start; the first of `choices` is the default."""

    name: str
    choices: tuple[OptionChoice, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """A sentence for the players about the variant's board, with an example."""

    says: str
    example: str


@dataclass(frozen=True, slots=True)
class Variant:
    """A board with the powers, the first position and the rules of games on it."""

    name: str
    title: str
    designer: str
    geography: Geography
    powers: tuple[Power, ...]
    start: Position
    #: The number of centers that wins.
    victory: int
    rules: Rules = Rules()
    season_names: tuple[tuple[Season, str], ...] = ()
    #: The powers without players whose units stand on the board.
    neutrals: tuple[Power, ...] = ()
    options: tuple[VariantOption, ...] = ()
    #: Further facts that players must know about the board.
    clauses: tuple[Clause, ...] = ()
    #: The variant as its file defines it, before a Master's choices; None if this is it.
    base: "Variant | None" = field(default=None, compare=False, repr=False)

    def __hash__(self) -> int:
        """Return a hash of a few fields, because caches use variants as keys.

        A hash of the whole board would be too slow, because it is needed ten times for each letter.
        """
        return hash((self.name, self.victory, self.start.phase))

    @property
    def sides(self) -> tuple[Power, ...]:
        """Return all powers that may have units: those of players, then the neutrals."""
        return self.powers + self.neutrals

    def power(self, name: str) -> Power:
        """Return the power called `name`, neutrals included; KeyError if there is none."""
        for power in self.sides:
            if power.name == name:
                return power
        raise KeyError(name)

    @property
    def every_rule(self) -> tuple[Rule, ...]:
        """Return the rules of the variant and of all its options, even those not chosen."""
        choices = (choice for option in self.options for choice in option.choices)
        return (*self.rules.special, *(rule for choice in choices for rule in choice.rules))

    def season_name(self, season: Season) -> str:
        """Return this variant's name of `season`: `Spring`, or a name of its own."""
        return dict(self.season_names).get(season, season.name.capitalize())


def supply(position: Position, variant: "Variant") -> Counter[str]:
    """Return, by power, the worth of the centers that it owns.

    The worth of a center is that of the map, unless a rule of the variant says otherwise.
    """
    counts: Counter[str] = Counter()
    provinces = variant.geography.provinces
    for center, owner in enumerate(position.owners):
        if owner is not None:
            worth = provinces[center].worth
            for rule in variant.rules.special:
                special_worth = rule.worth(center, owner, variant)
                if special_worth is not None:
                    worth = special_worth
                    break
            counts[owner] += worth
    return counts


def allowance_of(power: str, position: Position, variant: "Variant") -> int | None:
    """Return the number of units that a rule of the variant allows, or None if no rule sets it."""
    for rule in variant.rules.special:
        allowed = rule.allowance(power, position, variant)
        if allowed is not None:
            return allowed
    return None
