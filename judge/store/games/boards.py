"""Positions as text, both ways: places by their abbreviations.

The text outlives the numbers by which a compiled map knows its places, and a person
can read it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NotRequired, TypedDict

from judge.engine import Dislodged, Marker, Phase, PhaseKind, Position, Season, Unit, Variant
from judge.notation import NOBODY, CanonicalReader, vocabulary_of, write_unit

UnitFacts = tuple[str, str]


class PositionFacts(TypedDict):
    """A position as it stands in the text: units are (power, `A PAR`)."""

    phase: str
    units: list[UnitFacts]
    owners: dict[str, str]
    dislodged: list[tuple[UnitFacts, str, list[str]]]
    markers: NotRequired[list[tuple[str, str | None, str | None]]]


@dataclass(frozen=True, slots=True, eq=False)
class BoardTexts:
    """A variant, and what reads the texts of its places, units and orders."""

    variant: Variant
    reader: CanonicalReader

    @property
    def places(self) -> Mapping[str, int]:
        """Return the places by their texts."""
        return self.reader.vocabulary.locations

    def text(self, place: int) -> str:
        """Return how `place` is written: `PAR`, `STP/SC`."""
        return self.variant.geography.locations[place].text


@lru_cache(maxsize=64)
def board_of(variant: Variant) -> BoardTexts:
    """Return the board on which texts of this variant are read and written.

    Nobody stands on it: what was kept says itself which unit it means, also when there
    was none such.
    """
    return BoardTexts(variant, CanonicalReader(vocabulary_of(variant), NOBODY, retreating=False))


def position_text(position: Position, board: BoardTexts) -> str:
    """Return `position` as a JSON object."""
    return json.dumps(position_facts(position, board))


def read_position(text: str, board: BoardTexts) -> Position:
    """Return the position that stands in `text`."""
    facts: PositionFacts = json.loads(text)
    return position_of(facts, board)


def position_facts(position: Position, board: BoardTexts) -> PositionFacts:
    """Return `position` in words."""
    facts: PositionFacts = {
        "phase": str(position.phase),
        "units": [unit_facts(unit, board) for unit in position.units],
        "owners": {
            board.text(place): owner
            for place, owner in enumerate(position.owners)
            if owner is not None
        },
        "dislodged": [_dislodged_facts(one, board) for one in position.dislodged],
    }
    if position.markers:
        facts["markers"] = [_marker_facts(one, board) for one in position.markers]
    return facts


def position_of(facts: PositionFacts, board: BoardTexts) -> Position:
    """Return the position that `facts` tell."""
    owners: list[str | None] = [None] * len(board.variant.geography.provinces)
    for place, owner in facts["owners"].items():
        owners[board.places[place]] = owner
    return Position(
        phase=phase_of(facts["phase"]),
        units=tuple(unit_of(unit, board) for unit in facts["units"]),
        owners=tuple(owners),
        dislodged=tuple(
            Dislodged(
                unit_of(unit, board),
                board.places[attacker_from],
                tuple(board.places[place] for place in retreats),
            )
            for unit, attacker_from, retreats in facts["dislodged"]
        ),
        markers=tuple(
            Marker(kind, None if place is None else board.places[place], power)
            for kind, place, power in facts.get("markers", ())
        ),
    )


def unit_facts(unit: Unit, board: BoardTexts) -> UnitFacts:
    """Return `unit` in words."""
    return unit.power, write_unit(unit, board.variant.geography)


def unit_of(facts: UnitFacts, board: BoardTexts) -> Unit:
    """Return the unit that `facts` tell."""
    power, text = facts
    return board.reader.vocabulary.units[power][text]


def _dislodged_facts(one: Dislodged, board: BoardTexts) -> tuple[UnitFacts, str, list[str]]:
    retreats = [board.text(place) for place in one.retreats]
    return unit_facts(one.unit, board), board.text(one.attacker_from), retreats


def _marker_facts(marker: Marker, board: BoardTexts) -> tuple[str, str | None, str | None]:
    place = None if marker.province is None else board.text(marker.province)
    return marker.kind, place, marker.power


def phase_of(text: str) -> Phase:
    """Return the phase of this short form."""
    return Phase(Season(text[0]), int(text[1:-1]), PhaseKind(text[-1]))
