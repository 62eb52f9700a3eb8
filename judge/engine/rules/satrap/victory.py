"""The victory conditions of the short game and of the long one (seed 003, clauses 8 and 16)."""

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

    If no satrap has them by the end of `last_year`, the king (`power`) wins if their army stands.
    """

    power: Side
    last_year: int

    @property
    def words(self) -> tuple[str, ...]:
        """Return further words that players may ask about."""
        return ("pieces", "victory")

    def parameter_faults(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield a fault if the last year is before the first one."""
        if self.last_year < variant.start.phase.year:
            text = message("{year} is over when the game begins", year=self._year())
            yield "last_year", text

    def postponed(self, years: int) -> Self:
        """Return the rule with the last year moved by the same number of years as the start."""
        return replace(self, last_year=year_moved(self.last_year, years))

    def ending(self, position: Position, variant: Variant) -> Victory | Undecided | None:
        """Return how the game has ended; the number of centers alone does not decide it."""
        ahead = satraps_ahead(position, variant, self.power)
        if ahead:
            return Victory(ahead, pieces_reason(ahead, variant))
        phase = position.phase
        is_past = (
            phase.year == year_after(self.last_year)
            and phase.season is Season.SPRING
            and phase.kind is PhaseKind.MOVEMENT
        )
        if is_past and any(unit.power == self.power for unit in position.units):
            reason = message(
                "the army of the {power} still stands at the end of {year}",
                power=self.power,
                year=self._year(),
            )
            return Victory((self.power,), reason)
        return Undecided()

    def goal(self, variant: Variant) -> Text:
        """Return the condition of victory."""
        return message(
            "{number} pieces that need no loan; {power} when its army stands at the end of {year}",
            number=variant.victory,
            power=self.power,
            year=self._year(),
        )

    def _year(self) -> str:
        return f"{-self.last_year} B.C." if self.last_year < 0 else f"{self.last_year}"


def pieces_reason(winners: tuple[str, ...], variant: Variant) -> Text:
    """Return the reason for a victory of these satraps."""
    return counted(
        "{powers} has {number} pieces that need no loan",
        "{powers} have {number} pieces that need no loan",
        len(winners),
        powers=all_of(winners),
        number=variant.victory,
    )


def satraps_ahead(position: Position, variant: Variant, king: str) -> tuple[str, ...]:
    """Return the satraps with the most pieces of their own, if that is enough to win."""
    pieces = {
        power.name: own_pieces(power.name, position, variant)
        for power in variant.powers
        if power.name != king
    }
    most = max(pieces.values(), default=0)
    if most < variant.victory:
        return ()
    return tuple(power for power, count in pieces.items() if count == most)


def own_pieces(power: str, position: Position, variant: Variant) -> int:
    """Return the number of a satrap's pieces that their own centers supply."""
    supplied = supply(position, variant)[power]
    count = 0
    for size in sorted(unit.size for unit in position.units if unit.power == power):
        supplied -= size
        count += supplied >= 0
    return count


_Placing = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class LoyalPlaces(Rule):
    """A satrap wins with enough pieces, the king (`power`) when the rebels are weak: clause 16.

    The rebels are weak when the disloyal satraps own at most `centers` centers together.
    """

    power: Side
    centers: int

    @property
    def words(self) -> tuple[str, ...]:
        """Return further words that players may ask about."""
        return ("pieces", "victory")

    def ending(self, position: Position, variant: Variant) -> Victory | Undecided | None:
        """Return how the game has ended, and the placing of the powers."""
        loyal = loyal_satraps(position)
        satraps = {power.name for power in variant.powers if power.name != self.power}
        ahead = satraps_ahead(position, variant, self.power)
        owned = supply(position, variant)
        if ahead:
            reason = pieces_reason(ahead, variant)
            if loyal.issuperset(ahead):
                others = _by_size(loyal.difference(ahead), position)
                return Victory(ahead, reason, (ahead, (self.power,), *others))
            others = _by_size(satraps.difference(ahead), position)
            return Victory(ahead, reason, (ahead, *others, (self.power,)))
        rebel_centers = sum(owned[name] for name in satraps - loyal)
        if rebel_centers > self.centers:
            return Undecided()
        reason = message("disloyal satraps hold no more than {number} centers", number=self.centers)
        places = ((self.power,), *_by_size(loyal, position))
        return Victory((self.power,), reason, places)

    def goal(self, variant: Variant) -> Text:
        """Return the condition of victory."""
        return message(
            "{number} pieces that need no loan; {power} when disloyal satraps own no "
            "more than {centers} centers",
            number=variant.victory,
            power=self.power,
            centers=self.centers,
        )


def _by_size(powers: Collection[str], position: Position) -> _Placing:
    """Return the powers by number of pieces, most first; powers with equal numbers share a place.

    A power without pieces has no place.
    """
    sizes = Counter(unit.power for unit in position.units if unit.power in powers)
    return tuple(
        tuple(sorted(power for power in sizes if sizes[power] == size))
        for size in sorted(set(sizes.values()), reverse=True)
    )
