"""A center becomes a home of the power whose unit stays on it for a whole year.

Seeds 000 and 004 (Maharajah's), rule 3: the same unit must stay through Spring, Fall and Winter. A
center is the home of one power at a time.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from judge.engine.board import Marker, PhaseKind, Position, Season
from judge.engine.geography import mask_of
from judge.engine.orders import Adjudication, Consequence, Move
from judge.engine.rules.rule import Rule
from judge.engine.variant import Variant
from judge.messages import Text, message

HOME = "home"
STAYED = "stayed"


@dataclass(frozen=True, slots=True)
class StandingHomes(Rule):
    """Markers record the new homes, and the units that stayed since the year began."""

    def after(self, before: Position, adjudication: Adjudication, variant: Variant) -> Position:
        """Return the board with markers for units that stay, and at a year's end for new homes.

        A unit that replaces another one of its power has not stayed. So the orders are compared,
        not the powers in the center.
        """
        board = adjudication.after
        if before.phase.kind is PhaseKind.MOVEMENT:
            stayed = set(_staying(before, adjudication, variant))
            if before.phase.season is not Season.SPRING:
                stayed &= {marker for marker in before.markers if marker.kind == STAYED}
            others = tuple(marker for marker in board.markers if marker.kind != STAYED)
            board = replace(board, markers=others + _in_order(stayed))
        if board.phase.season is Season.SPRING and before.phase.season != Season.SPRING:
            board = _with_new_homes(board, variant)
        return board

    def consequences(
        self, before: Position, adjudication: Adjudication, variant: Variant
    ) -> tuple[Consequence, ...]:
        """Return a consequence for each center that became the home of another power."""
        old, new = _homes(before), _homes(adjudication.after)
        original = _original_homes(variant)
        changed = {place: power for place, power in new.items() if old.get(place) != power}
        changed |= {place: original[place] for place in old if place not in new}
        return tuple(Consequence(HOME, *home) for home in sorted(changed.items()))

    def consequence_text(self, consequence: Consequence, variant: Variant) -> Text:
        """Return the sentence that a center is now the home of a power."""
        if consequence.kind != HOME or consequence.province is None:
            return ""
        return message(
            "{place} is a home center of {power} from now on: a unit of {power} has "
            "stayed there for the whole year.",
            place=variant.geography.provinces[consequence.province].name,
            power=consequence.power or "",
        )

    def build_places(self, power: str, position: Position, variant: Variant) -> int:
        """Return the mask of the homes that a power owns and that did not become another's home."""
        homes = set(variant.power(power).home_centers)
        for marker in position.markers:
            if marker.kind == HOME and marker.province is not None:
                (homes.add if marker.power == power else homes.discard)(marker.province)
        return mask_of(home for home in homes if position.owners[home] == power)

    def marker_titles(self) -> tuple[tuple[str, Text], ...]:
        """Return the title of the new homes."""
        return ((HOME, message("New homes")),)


def _staying(before: Position, adjudication: Adjudication, variant: Variant) -> Iterator[Marker]:
    """Yield a STAYED marker for each unit that is on a center before and after the phase."""
    geography = variant.geography
    moved = {dislodged.unit for dislodged in adjudication.after.dislodged}
    moved |= set(adjudication.disbanded)
    moved |= {
        outcome.order.unit
        for outcome in adjudication.outcomes
        if outcome.succeeded and isinstance(outcome.order, Move)
    }
    for unit in before.units:
        place = geography.province_of[unit.location]
        if unit not in moved and geography.centers >> place & 1:
            yield Marker(STAYED, place, unit.power)


def _with_new_homes(board: Position, variant: Variant) -> Position:
    """Return the board with the homes of units that stayed all year, without STAYED markers."""
    province_of = variant.geography.province_of
    occupants: dict[int | None, str] = {
        province_of[unit.location]: unit.power for unit in board.units
    }
    original, homes = _original_homes(variant), _homes(board)
    for marker in board.markers:
        place = marker.province
        stayed = marker.kind == STAYED and occupants.get(place) == marker.power
        if stayed and place is not None and marker.power:
            homes[place] = marker.power
    others = [marker for marker in board.markers if marker.kind not in (HOME, STAYED)]
    home_markers = {
        Marker(HOME, place, power) for place, power in homes.items() if original.get(place) != power
    }
    return replace(board, markers=(*others, *_in_order(home_markers)))


def _homes(board: Position) -> dict[int, str]:
    """Return the power of each center whose home changed."""
    return {
        marker.province: marker.power
        for marker in board.markers
        if marker.kind == HOME and marker.province is not None and marker.power
    }


def _original_homes(variant: Variant) -> dict[int, str]:
    """Return the power of each home center on the map."""
    return {home: p.name for p in variant.sides for home in p.home_centers}


def _in_order(markers: set[Marker]) -> tuple[Marker, ...]:
    return tuple(sorted(markers, key=lambda marker: marker.province or 0))
