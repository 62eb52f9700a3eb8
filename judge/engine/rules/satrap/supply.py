"""What the king's city supplies, and whom (seed 003, clause 5)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from judge.engine.board.position import Position
from judge.engine.rules.doubts import no_centers
from judge.engine.rules.rule import Place, Rule, Side
from judge.messages import Text

if TYPE_CHECKING:
    from judge.engine.variant import Variant


@dataclass(frozen=True, slots=True)
class CitySupply(Rule):
    """The king's one unit is supplied from his city alone, whatever else he owns.

    To anybody else who owns it the city is worth `captured` centers.
    """

    power: Side
    place: Place
    captured: int

    def doubts(self, variant: "Variant") -> Iterator[tuple[str, Text]]:
        """Yield that the city supplies nobody."""
        yield from no_centers("place", (self.place,), variant)

    def worth(self, center: int, owner: str, variant: "Variant") -> int | None:
        """Return "a triple supply centre for any satrap who captures it"."""
        return self.captured if center == self.place and owner != self.power else None

    def allowance(
        self, power: str, position: Position, variant: "Variant"
    ) -> int | None:
        """Return "never more than one unit" for the king, and none without his city."""
        if power != self.power:
            return None
        return int(position.owners[self.place] == self.power)
