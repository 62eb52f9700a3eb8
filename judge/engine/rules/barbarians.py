"""Barbarians who need no centers at first: they arrive, grow with success, or dwindle.

Seed 002 (Mandate of Heaven), rule 2, of the Hsiung-Nu. Their first armies are placed "in any of the
vacant provinces which lie in the north and west of the board which are bordered by the black band";
"owning 2 SCs gets them 4 units total, owning 4 gets them 5 units total, and owning 6 gets them 6.
If the Hsiung-Nu get to 6/6, any further builds will be made on a 1 for 1 basis, and must be made in
a vacant, owned SC." With too few centers "at the end of the second game year [...] they must remove
an army", a second one after the third year and the last after the fourth.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.engine.board import Marker, PhaseKind, Position, Season, year_after
from judge.engine.geography import mask_of
from judge.engine.orders import Adjudication, Build, Consequence, Order, Outcome, Reason
from judge.engine.rules.rule import Counted, Place, Rule, Side, no_land, sentence
from judge.engine.variant import Variant
from judge.messages import Message, Text, counted, message

_FIRST_ARMIES = 3
_MOST_NOMADS = 6  # "once the 6 SCs are reached, the nomad population is exhausted"
# By year of the game: with fewer centers than this at its end they lose an army.
_CENTERS_NEEDED = (0, 2, 1, 1)
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
    """The armies of `power` arrive in the provinces of the `band`.

    The marker `exhausted` means that no more armies arrive there. The marker `awaited` means that
    none was placed in the first Winter, so that they may arrive in the next one.
    """

    power: Side
    band: tuple[Place, ...]

    def parameter_faults(self, variant: Variant) -> Iterator[tuple[str, Text]]:
        """Yield the places of the band that no army can enter."""
        yield from no_land("band", self.band, variant)

    def allowance(self, power: str, position: Position, variant: Variant) -> int | None:
        """Return the number of armies that the barbarians may have.

        Once exhausted, they may have one army for each center.
        """
        if power != self.power:
            return None
        total = self._total(position, variant)
        if not self._is_exhausted(position):
            return total
        return max(position.owners.count(power), min(self._units(position), total))

    def build_places(self, power: str, position: Position, variant: Variant) -> int | None:
        """Return the mask of the band, while not all nomads have arrived.

        If they may have more than six armies this year, their own centers are in the mask too.
        The answer is None, which stands for their own centers, once all nomads have arrived.
        """
        if power != self.power or self._is_exhausted(position):
            return None
        if self._units(position) >= _MOST_NOMADS:
            return None
        band = mask_of(self.band)
        if self._total(position, variant) <= _MOST_NOMADS:
            return band
        owned = (n for n, owner in enumerate(position.owners) if owner == power)
        return band | mask_of(owned)

    def counted(
        self, position: Position, orders: Sequence[Order], variant: Variant
    ) -> Counted | None:
        """Return the orders; builds outside the band fail until the sixth army is placed.

        "All builds up to 6 must be placed in the initial placement area."
        """
        nomads = _MOST_NOMADS - self._units(position)
        further_builds = self._total(position, variant) - _MOST_NOMADS
        winter = position.phase.kind is PhaseKind.ADJUSTMENT
        if not winter or min(nomads, further_builds) <= 0 or self._is_exhausted(position):
            return None
        builds = [o for o in orders if isinstance(o, Build) and o.power == self.power]
        in_band = [build for build in builds if build.location in self.band]
        elsewhere = [build for build in builds if build not in in_band]
        allowed = in_band[:nomads]
        if len(in_band) >= nomads:
            allowed += elsewhere[:further_builds]
        refused = [build for build in builds if build not in allowed]
        return Counted(
            tuple(Outcome(o, Reason.NO_BUILD_THERE) if o in refused else o for o in orders)
        )

    def waits(self, position: Position, variant: Variant) -> bool:
        """Return whether the first armies are placed this Winter, "after negotiations"."""
        winter = position.phase.kind is PhaseKind.ADJUSTMENT
        return winter and self._is_opening(position, variant)

    def after(self, before: Position, adjudication: Adjudication, variant: Variant) -> Position:
        """Return the board with the marker `awaited` if they placed no army in the first Winter."""
        board, awaited = adjudication.after, Marker(_AWAITED, power=self.power)
        if before.phase.kind is not PhaseKind.ADJUSTMENT:
            return board
        markers = tuple(marker for marker in board.markers if marker != awaited)
        if before.phase == variant.start.phase and not self._units(board):
            markers = (*markers, awaited)
        return replace(board, markers=markers)

    def consequences(
        self, before: Position, adjudication: Adjudication, variant: Variant
    ) -> tuple[Consequence, ...]:
        """Return a consequence if they become awaited or exhausted, or lose an army."""
        after = adjudication.after
        consequences = [
            Consequence(kind, power=self.power)
            for kind in (_AWAITED, _EXHAUSTED)
            for marker in (Marker(kind, power=self.power),)
            if marker in after.markers and marker not in before.markers
        ]
        winter = before.phase.kind is PhaseKind.ADJUSTMENT
        if winter and self._units(before) and self._has_failed(before, variant):
            consequences.append(Consequence(_MELTED, power=self.power))
        return tuple(consequences)

    def consequence_text(self, consequence: Consequence, variant: Variant) -> Text:
        """Return the sentence for one of these effects."""
        return sentence(_TOLD, consequence, power=self.power)

    def warnings(
        self, power: str, orders: Sequence[Order], position: Position, variant: Variant
    ) -> tuple[Text, ...]:
        """Return warnings that armies are not placed, or that they own too few centers."""
        if power != self.power:
            return ()
        winter = position.phase.kind is PhaseKind.ADJUSTMENT
        placed = sum(isinstance(order, Build) for order in orders)
        if winter and self._is_opening(position, variant) and placed < _FIRST_ARMIES:
            return (_PLACE_ALL,)
        needed = self._centers_needed(position, variant)
        has_too_few = self._units(position) and position.owners.count(power) < needed
        if not has_too_few or position.phase.season is Season.SPRING:
            return ()
        if winter:
            return (message("For want of centers you lose an army at this year's end."),)
        return (
            counted(
                "Unless you own {count} center when this year ends, you lose an army.",
                "Unless you own {count} centers when this year ends, you lose an army.",
                needed,
            ),
        )

    def year_ended(self, position: Position, variant: Variant) -> Position:
        """Return the board with the marker `exhausted` if six armies have six centers."""
        reached = min(position.owners.count(self.power), self._units(position))
        if reached < _MOST_NOMADS or self._is_exhausted(position):
            return position
        exhausted = Marker(_EXHAUSTED, power=self.power)
        return replace(position, markers=(*position.markers, exhausted))

    def marker_titles(self) -> tuple[tuple[str, Text], ...]:
        """Return the titles of both markers."""
        return (
            (_EXHAUSTED, message("No more nomads")),
            (_AWAITED, message("Places its armies in the next Winter")),
        )

    def _total(self, position: Position, variant: Variant) -> int:
        """Return the number of units they may have: as many as now, or more with enough centers.

        "The barbarians will not need SCs to keep their units on the board initially."
        """
        if self._is_opening(position, variant):
            return _FIRST_ARMIES
        centers = position.owners.count(self.power)
        if centers >= 2:
            return max(centers, min(_FIRST_ARMIES + centers // 2, _MOST_NOMADS))
        # At most three: with two centers they may have four, and fewer centers never keep more than
        # three.
        units = min(self._units(position), _FIRST_ARMIES)
        return max(0, units - 1) if self._has_failed(position, variant) else units

    def _has_failed(self, position: Position, variant: Variant) -> bool:
        """Return whether this is the Winter of a year that ends with too few centers."""
        few = position.owners.count(self.power) < self._centers_needed(position, variant)
        return position.phase.kind is PhaseKind.ADJUSTMENT and few

    def _centers_needed(self, position: Position, variant: Variant) -> int:
        """Return how many centers they need at the end of this year so as to lose no army."""
        year = variant.start.phase.year
        if variant.start.phase.season is Season.WINTER:
            year = year_after(year)
        for needed in _CENTERS_NEEDED:
            if year == position.phase.year:
                return needed
            year = year_after(year)
        return 0

    def _is_opening(self, position: Position, variant: Variant) -> bool:
        awaited = Marker(_AWAITED, power=self.power) in position.markers
        return awaited or position.phase == variant.start.phase

    def _is_exhausted(self, position: Position) -> bool:
        return Marker(_EXHAUSTED, power=self.power) in position.markers

    def _units(self, position: Position) -> int:
        return sum(unit.power == self.power for unit in position.units)
