"""A center becomes a home of the power whose unit stays there for a whole year.

Seeds 000 and 004 (Maharajah's), rule 3: the same unit, through Spring, Fall and Winter;
a center is the home of one power at a time.
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
    """Markers tell new homes, and who has stayed where since the year began."""

    def after(self, before: Position, adjudication: Adjudication, variant: Variant) -> Position:
        """Return the board with who still stays, and at the year's end the new homes.

        A unit that replaces another of its power has not stayed: it is the orders that
        tell, not who stands there.
        """
        board = adjudication.after
        if before.phase.kind is PhaseKind.MOVEMENT:
            stayed = set(_staying(before, adjudication, variant))
            if before.phase.season is not Season.SPRING:
                stayed &= {marker for marker in before.markers if marker.kind == STAYED}
            others = tuple(one for one in board.markers if one.kind != STAYED)
            board = replace(board, markers=others + _in_order(stayed))
        if board.phase.season is Season.SPRING and before.phase.season != Season.SPRING:
            board = _with_new_homes(board, variant)
        return board

    def consequences(
        self, before: Position, adjudication: Adjudication, variant: Variant
    ) -> tuple[Consequence, ...]:
        """Return the centers that have become a home of another power in this phase."""
        old, new = _homes(before), _homes(adjudication.after)
        original = _original_homes(variant)
        made = {place: power for place, power in new.items() if old.get(place) != power}
        made |= {place: original[place] for place in old if place not in new}
        return tuple(Consequence(HOME, *one) for one in sorted(made.items()))

    def told(self, one: Consequence, variant: Variant) -> Text:
        """Return which center is whose home from now on."""
        if one.kind != HOME or one.province is None:
            return ""
        return message(
            "{place} is a home center of {power} from now on: a unit of {power} has "
            "stayed there for the whole year.",
            place=variant.geography.provinces[one.province].name,
            power=one.power or "",
        )

    def build_places(self, power: str, position: Position, variant: Variant) -> int:
        """Return the owned homes of a power, those that it lost to another left out."""
        mine = set(variant.power(power).home_centers)
        for marker in position.markers:
            if marker.kind == HOME and marker.province is not None:
                (mine.add if marker.power == power else mine.discard)(marker.province)
        return mask_of(home for home in mine if position.owners[home] == power)

    def markers_told(self) -> tuple[tuple[str, Text], ...]:
        """Return that the new homes are told with the board."""
        return ((HOME, message("New homes")),)


def _staying(before: Position, adjudication: Adjudication, variant: Variant) -> Iterator[Marker]:
    """Yield who stands on a center now as at the start of the phase."""
    geography = variant.geography
    gone = {one.unit for one in adjudication.after.dislodged}
    gone |= set(adjudication.disbanded)
    gone |= {
        outcome.order.unit
        for outcome in adjudication.outcomes
        if outcome.succeeded and isinstance(outcome.order, Move)
    }
    for unit in before.units:
        place = geography.province_of[unit.location]
        if unit not in gone and geography.centers >> place & 1:
            yield Marker(STAYED, place, unit.power)


def _with_new_homes(board: Position, variant: Variant) -> Position:
    """Return the board with the homes that a year's stay has made, and no stays."""
    province_of = variant.geography.province_of
    standing: dict[int | None, str] = {
        province_of[unit.location]: unit.power for unit in board.units
    }
    original, homes = _original_homes(variant), _homes(board)
    for marker in board.markers:
        place = marker.province
        stayed = marker.kind == STAYED and standing.get(place) == marker.power
        if stayed and place is not None and marker.power:
            homes[place] = marker.power
    others = [one for one in board.markers if one.kind not in (HOME, STAYED)]
    told = {
        Marker(HOME, place, power) for place, power in homes.items() if original.get(place) != power
    }
    return replace(board, markers=(*others, *_in_order(told)))


def _homes(board: Position) -> dict[int, str]:
    """Return the homes that changed hands, each with the power whose home it is now."""
    return {
        one.province: one.power
        for one in board.markers
        if one.kind == HOME and one.province is not None and one.power
    }


def _original_homes(variant: Variant) -> dict[int, str]:
    return {home: p.name for p in variant.sides for home in p.home_centers}


def _in_order(markers: set[Marker]) -> tuple[Marker, ...]:
    return tuple(sorted(markers, key=lambda marker: marker.province or 0))
