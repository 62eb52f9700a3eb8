"""What the king's city supplies, and whom (seed 003, clause 5)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from judge.engine.board.position import Position
from judge.engine.outcome import Adjudication, Consequence
from judge.engine.rules.doubts import no_centers
from judge.engine.rules.rule import Place, Rule, Side, sentence
from judge.messages import Text, message

if TYPE_CHECKING:
    from judge.engine.variant import Variant

_LOST, _REGAINED = "city supply lost", "city supply regained"
_TOLD = {
    _LOST: message(
        "{owner} owns {place} now, where it counts as {captured} centers. No other "
        "center supplies the army of {king}, who may have none until {place} is "
        "{king}'s again."
    ),
    _REGAINED: message("{place} is {king}'s again, and supplies one army of {king}."),
}


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

    def allowance(self, power: str, position: Position, variant: "Variant") -> int | None:
        """Return "never more than one unit" for the king, and none without his city."""
        if power != self.power:
            return None
        return int(position.owners[self.place] == self.power)

    def consequences(
        self, before: Position, adjudication: Adjudication, variant: "Variant"
    ) -> tuple[Consequence, ...]:
        """Return that the city has come to somebody else."""
        old, new = (board.owners[self.place] for board in (before, adjudication.after))
        if new is None or new == old:
            return ()
        kind = _REGAINED if new == self.power else _LOST
        return (Consequence(kind, self.place, new),)

    def told(self, one: Consequence, variant: "Variant") -> Text:
        """Return whom the city supplies from now on, and whom no more."""
        return sentence(
            _TOLD,
            one,
            owner=one.power or "",
            king=self.power,
            place=variant.geography.provinces[self.place].name,
            captured=self.captured,
        )
