"""How the simple game ends (seed 003, clause 8)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from judge.engine.board.calendar import year_after, year_moved
from judge.engine.board.position import PhaseKind, Position, Season
from judge.engine.rules.rule import Rule, Side, Undecided, Victory
from judge.engine.supply import supply
from judge.messages import Text, all_of, counted, message

if TYPE_CHECKING:
    from judge.engine.variant import Variant


@dataclass(frozen=True, slots=True)
class SatrapVictory(Rule):
    """The first satrap wins who has enough pieces that need no loan.

    The king, `power`, does if by the end of `last_year` none has, and his army stands.
    """

    power: Side
    last_year: int

    @property
    def words(self) -> tuple[str, ...]:
        """Return words that players may ask about."""
        return ("pieces", "victory")

    def doubts(self, variant: "Variant") -> Iterator[tuple[str, Text]]:
        """Yield that the last year is over before the first one."""
        if self.last_year < variant.start.phase.year:
            text = message("{year} is over when the game begins", year=self._year())
            yield "last_year", text

    def postponed(self, years: int) -> Self:
        """Return the rule with the king's last year as long after the start as ever."""
        return replace(self, last_year=year_moved(self.last_year, years))

    def ending(self, position: Position, variant: "Variant") -> Victory | Undecided | None:
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

    def goal(self, variant: "Variant") -> Text:
        """Return who wins, and when."""
        return message(
            "{number} pieces that need no loan; {power} when his army stands at the end of {year}",
            number=variant.victory,
            power=self.power,
            year=self._year(),
        )

    def _year(self) -> str:
        return f"{-self.last_year} B.C." if self.last_year < 0 else f"{self.last_year}"


def pieces_told(winners: tuple[str, ...], variant: "Variant") -> Text:
    """Return the words for a victory of satraps."""
    return counted(
        "{powers} has {number} pieces that need no loan",
        "{powers} have {number} pieces that need no loan",
        len(winners),
        powers=all_of(winners),
        number=variant.victory,
    )


def satraps_ahead(position: Position, variant: "Variant", king: str) -> tuple[str, ...]:
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


def own_pieces(power: str, position: Position, variant: "Variant") -> int:
    """Return how many pieces of a satrap are supplied by centers of his own."""
    left = supply(position, variant)[power]
    count = 0
    for size in sorted(unit.size for unit in position.units if unit.power == power):
        left -= size
        count += left >= 0
    return count
