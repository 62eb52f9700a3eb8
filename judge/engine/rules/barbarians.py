"""Barbarians who live off the land: they come, grow with success, or melt away.

Seed 002 (Mandate of Heaven), rule 2, of the Hsiung-Nu. Their first armies are placed
"in any of the vacant provinces which lie in the north and west of the board which are
bordered by the black band"; "owning 2 SCs gets them 4 units total, owning 4 gets them 5
units total, and owning 6 gets them 6. If the Hsiung-Nu get to 6/6, any further builds
will be made on a 1 for 1 basis, and must be made in a vacant, owned SC." With too few
centers "at the end of the second game year [...] they must remove an army", a second
one after the third year and the last after the fourth.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.engine.board import Marker, PhaseKind, Position, Season, year_after
from judge.engine.geography import mask_of
from judge.engine.orders import Adjudication, Build, Consequence, Order, Outcome, Reason
from judge.engine.rules.rule import Counted, Place, Rule, Side, no_land, sentence
from judge.engine.variant import Variant
from judge.messages import Message, Text, counted, message

_FIRST = 3
_MOST = 6  # "once the 6 SCs are reached, the nomad population is exhausted"
_WANTED = (0, 2, 1, 1)  # centers, year by year, not to lose an army
_EXHAUSTED, _AWAITED, _MELTED = "exhausted", "awaited", "melted"
_TOLD: Mapping[str, Message] = {
    _EXHAUSTED: message(
        "{power} has had six armies with six centers: from now on it builds in its "
        "centers, one army a center."
    ),
    _AWAITED: message(
        "{power} has placed no army; it may place its three armies in the next Winter "
        "instead, this once."
    ),
    _MELTED: message(
        "{power} owned too few centers at the end of this year and lost an army for it."
    ),
}
_PLACE_ALL = message(
    "Place all your armies now: those that you do not place, while you place others, never come."
)


@dataclass(frozen=True, slots=True)
class Barbarians(Rule):
    """The armies of `power` come from the provinces of the `band`.

    A marker `exhausted` says that no more will come from there, `awaited` that they did
    not come in the first Winter, for which the next one waits.
    """

    power: Side
    band: tuple[Place, ...]

    def doubts(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield the places of the band where no army can come."""
        yield from no_land("band", self.band, variant)

    def allowance(self, power: str, position: Position, variant: Variant) -> int | None:
        """Return how many armies the barbarians may have, with their centers."""
        if power != self.power:
            return None
        total = self._total(position, variant)
        if not self._is_exhausted(position):
            return total
        return max(position.owners.count(power), min(self._units(position), total))

    def build_places(self, power: str, position: Position, variant: Variant) -> int | None:
        """Return the band; with all nomads on the board, what the others have.

        It is both where a year brings more than the last nomads.
        """
        if power != self.power or self._is_exhausted(position):
            return None
        if self._units(position) >= _MOST:
            return None
        band = mask_of(self.band)
        if self._total(position, variant) <= _MOST:
            return band
        owned = (n for n, owner in enumerate(position.owners) if owner == power)
        return band | mask_of(owned)

    def counted(
        self, position: Position, orders: Sequence[Order], variant: Variant
    ) -> Counted | None:
        """Return the builds without those of others while nomads are left.

        "All builds up to 6 must be placed in the initial placement area."
        """
        nomads = _MOST - self._units(position)
        others = self._total(position, variant) - _MOST
        winter = position.phase.kind is PhaseKind.ADJUSTMENT
        if not winter or min(nomads, others) <= 0 or self._is_exhausted(position):
            return None
        builds = [o for o in orders if isinstance(o, Build) and o.power == self.power]
        placed = [build for build in builds if build.location in self.band]
        raised = [build for build in builds if build not in placed]
        fine = placed[:nomads]
        if len(placed) >= nomads:
            fine += raised[:others]
        refused = [build for build in builds if build not in fine]
        return Counted(
            tuple(Outcome(one, Reason.NO_BUILD_THERE) if one in refused else one for one in orders)
        )

    def waits(self, position: Position, variant: Variant) -> bool:
        """Return whether this Winter waits for the first armies: "after negotiations"."""
        winter = position.phase.kind is PhaseKind.ADJUSTMENT
        return winter and self._is_opening(position, variant)

    def after(self, before: Position, adjudication: Adjudication, variant: Variant) -> Position:
        """Return the board with a marker if they missed the first Winter, that once."""
        board, awaited = adjudication.after, Marker(_AWAITED, power=self.power)
        if before.phase.kind is not PhaseKind.ADJUSTMENT:
            return board
        markers = tuple(one for one in board.markers if one != awaited)
        if before.phase == variant.start.phase and not self._units(board):
            markers = (*markers, awaited)
        return replace(board, markers=markers)

    def consequences(
        self, before: Position, adjudication: Adjudication, variant: Variant
    ) -> tuple[Consequence, ...]:
        """Return that they are awaited, melt away, or have all come."""
        after = adjudication.after
        found = [
            Consequence(kind, power=self.power)
            for kind in (_AWAITED, _EXHAUSTED)
            for marker in (Marker(kind, power=self.power),)
            if marker in after.markers and marker not in before.markers
        ]
        winter = before.phase.kind is PhaseKind.ADJUSTMENT
        if winter and self._units(before) and self._has_failed(before, variant):
            found.append(Consequence(_MELTED, power=self.power))
        return tuple(found)

    def told(self, one: Consequence, variant: Variant) -> Text:
        """Return what has become of them."""
        return sentence(_TOLD, one, power=self.power)

    def warnings(
        self, power: str, orders: Sequence[Order], position: Position, variant: Variant
    ) -> tuple[Text, ...]:
        """Return what they lose if they are not placed, or own too few centers."""
        if power != self.power:
            return ()
        winter = position.phase.kind is PhaseKind.ADJUSTMENT
        placed = sum(isinstance(one, Build) for one in orders)
        if winter and self._is_opening(position, variant) and placed < _FIRST:
            return (_PLACE_ALL,)
        wanted = self._wanted(position, variant)
        few = self._units(position) and position.owners.count(power) < wanted
        if not few or position.phase.season is Season.SPRING:
            return ()
        if winter:
            return (message("For want of centers you lose an army at this year's end."),)
        return (
            counted(
                "Unless you own {count} center when this year ends, you lose an army.",
                "Unless you own {count} centers when this year ends, you lose an army.",
                wanted,
            ),
        )

    def year_ended(self, position: Position, variant: Variant) -> Position:
        """Return the board with a marker when all nomads that there are have come."""
        reached = min(position.owners.count(self.power), self._units(position))
        if reached < _MOST or self._is_exhausted(position):
            return position
        exhausted = Marker(_EXHAUSTED, power=self.power)
        return replace(position, markers=(*position.markers, exhausted))

    def markers_told(self) -> tuple[tuple[str, Text], ...]:
        """Return that the nomads are exhausted."""
        return (
            (_EXHAUSTED, message("No more nomads")),
            (_AWAITED, message("Places its armies in the next Winter")),
        )

    def _total(self, position: Position, variant: Variant) -> int:
        """Return how many units they may have: what is there, or more by success.

        "The barbarians will not need SCs to keep their units on the board initially."
        """
        if self._is_opening(position, variant):
            return _FIRST
        centers = position.owners.count(self.power)
        if centers >= 2:
            return max(centers, min(_FIRST + centers // 2, _MOST))
        # Three at most, as two centers mean four: fewer centers never keep more units.
        units = min(self._units(position), _FIRST)
        return max(0, units - 1) if self._has_failed(position, variant) else units

    def _has_failed(self, position: Position, variant: Variant) -> bool:
        """Return whether this is the Winter of a year with too few centers."""
        few = position.owners.count(self.power) < self._wanted(position, variant)
        return position.phase.kind is PhaseKind.ADJUSTMENT and few

    def _wanted(self, position: Position, variant: Variant) -> int:
        """Return how many centers they need when this year ends not to lose an army."""
        year = variant.start.phase.year
        if variant.start.phase.season is Season.WINTER:
            year = year_after(year)
        for wanted in _WANTED:
            if year == position.phase.year:
                return wanted
            year = year_after(year)
        return 0

    def _is_opening(self, position: Position, variant: Variant) -> bool:
        awaited = Marker(_AWAITED, power=self.power) in position.markers
        return awaited or position.phase == variant.start.phase

    def _is_exhausted(self, position: Position) -> bool:
        return Marker(_EXHAUSTED, power=self.power) in position.markers

    def _units(self, position: Position) -> int:
        return sum(unit.power == self.power for unit in position.units)
