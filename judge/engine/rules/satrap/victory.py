"""How the simple game ends, and the longer one (seed 003, clauses 8 and 16)."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Self

from judge.engine.board import PhaseKind, Position, Season, year_after, year_moved
from judge.engine.rules.rule import Rule, Side, Undecided, Victory
from judge.engine.rules.satrap.loyalty import loyal_satraps
from judge.engine.variant import Variant, supply
from judge.messages import Text, all_of, counted, message


@dataclass(frozen=True, slots=True)
class SatrapVictory(Rule):
    """The first satrap with enough pieces that need no loan wins: clause 8.

    If none has them by the end of `last_year`, the king, `power`, wins if their army stands.
    """

    power: Side
    last_year: int

    @property
    def words(self) -> tuple[str, ...]:
        """Return words that players may ask about."""
        return ("pieces", "victory")

    def doubts(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield that the last year is over before the first one."""
        if self.last_year < variant.start.phase.year:
            text = message("{year} is over when the game begins", year=self._year())
            yield "last_year", text

    def postponed(self, years: int) -> Self:
        """Return the rule with the king's last year at the same distance from the start."""
        return replace(self, last_year=year_moved(self.last_year, years))

    def ending(self, position: Position, variant: Variant) -> Victory | Undecided | None:
        """Return how the game is over; centers alone do not decide it."""
        ahead = satraps_ahead(position, variant, self.power)
        if ahead:
            return Victory(ahead, pieces_told(ahead, variant))
        phase = position.phase
        over = (
            phase.year == year_after(self.last_year)
            and phase.season is Season.SPRING
            and phase.kind is PhaseKind.MOVEMENT
        )
        if over and any(unit.power == self.power for unit in position.units):
            reason = message(
                "the army of the {power} still stands at the end of {year}",
                power=self.power,
                year=self._year(),
            )
            return Victory((self.power,), reason)
        return Undecided()

    def goal(self, variant: Variant) -> Text:
        """Return who wins, and when."""
        return message(
            "{number} pieces that need no loan; {power} when his army stands at the end of {year}",
            number=variant.victory,
            power=self.power,
            year=self._year(),
        )

    def _year(self) -> str:
        return f"{-self.last_year} B.C." if self.last_year < 0 else f"{self.last_year}"


def pieces_told(winners: tuple[str, ...], variant: Variant) -> Text:
    """Return the words for a victory of satraps."""
    return counted(
        "{powers} has {number} pieces that need no loan",
        "{powers} have {number} pieces that need no loan",
        len(winners),
        powers=all_of(winners),
        number=variant.victory,
    )


def satraps_ahead(position: Position, variant: Variant, king: str) -> tuple[str, ...]:
    """Return the satraps with enough pieces of their own: those who have most."""
    own = {
        power.name: own_pieces(power.name, position, variant)
        for power in variant.powers
        if power.name != king
    }
    most = max(own.values(), default=0)
    if most < variant.victory:
        return ()
    return tuple(power for power, count in own.items() if count == most)


def own_pieces(power: str, position: Position, variant: Variant) -> int:
    """Return how many pieces of a satrap are supplied by centers that they own."""
    left = supply(position, variant)[power]
    count = 0
    for size in sorted(unit.size for unit in position.units if unit.power == power):
        left -= size
        count += left >= 0
    return count


_Places = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class LoyalPlaces(Rule):
    """A satrap wins with enough pieces, the king, `power`, when rebels are weak: clause 16.

    That is when the disloyal satraps own no more than `centers` together.
    """

    power: Side
    centers: int

    @property
    def words(self) -> tuple[str, ...]:
        """Return words that players may ask about."""
        return ("pieces", "victory")

    def ending(self, position: Position, variant: Variant) -> Victory | Undecided | None:
        """Return how the game is over, and who is placed where."""
        loyal = loyal_satraps(position)
        satraps = {one.name for one in variant.powers if one.name != self.power}
        ahead = satraps_ahead(position, variant, self.power)
        owned = supply(position, variant)
        if ahead:
            reason = pieces_told(ahead, variant)
            if loyal.issuperset(ahead):
                others = _by_size(loyal.difference(ahead), position)
                return Victory(ahead, reason, (ahead, (self.power,), *others))
            others = _by_size(satraps.difference(ahead), position)
            return Victory(ahead, reason, (ahead, *others, (self.power,)))
        held = sum(owned[name] for name in satraps - loyal)
        if held > self.centers:
            return Undecided()
        reason = message("disloyal satraps hold no more than {number} centers", number=self.centers)
        places = ((self.power,), *_by_size(loyal, position))
        return Victory((self.power,), reason, places)

    def goal(self, variant: Variant) -> Text:
        """Return who wins, and when."""
        return message(
            "{number} pieces that need no loan; {power} when disloyal satraps own no "
            "more than {centers} centers",
            number=variant.victory,
            power=self.power,
            centers=self.centers,
        )


def _by_size(powers: Collection[str], position: Position) -> _Places:
    """Return the powers with most pieces first, those with equally many together.

    A power without pieces is not placed.
    """
    sizes = Counter(unit.power for unit in position.units if unit.power in powers)
    return tuple(
        tuple(sorted(power for power in sizes if sizes[power] == size))
        for size in sorted(set(sizes.values()), reverse=True)
    )
