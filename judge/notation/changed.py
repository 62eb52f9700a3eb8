"""A board as lines of text, and changes of a board by such lines.

Units and centers that no line names stay. The first line of a kind for a power replaces all that
the power has of that kind; further lines add to it.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from textwrap import wrap

from judge.engine import Phase, PhaseKind, Position, Unit, Variant
from judge.messages import Message, message
from judge.notation.canonical import read_phase, write_unit
from judge.notation.cases import (
    DislodgedUnit,
    Misread,
    bad_phase,
    content_lines,
    dislodged_among,
    no_power,
    power_called,
    read_center_names,
    read_centers,
    read_dislodged,
    read_units,
)

# Mail programs may wrap longer lines, so that their parts could not be joined again.
_WIDTH = 64
_NOBODY = frozenset({"nobody", "none", "unowned"})


@dataclass(slots=True)
class _Draft:
    """The content of the lines read so far, by power."""

    variant: Variant
    phase: Phase
    units: dict[str, list[Unit]] = field(default_factory=lambda: defaultdict(list))
    dislodged: dict[str, list[DislodgedUnit]] = field(default_factory=lambda: defaultdict(list))
    #: The key None stands for centers without owner.
    centers: dict[str | None, list[int]] = field(default_factory=lambda: defaultdict(list))


def read_changes(text: str, position: Position, variant: Variant) -> Position | tuple[Misread, ...]:
    """Return `position` changed by the lines of `text`, or the lines that could not be read.

    The new position is not checked.
    """
    draft = _Draft(variant, position.phase)
    misread = []
    for number, line in content_lines(text):
        word, _, rest = line.partition(" ")
        read = _LINES.get(word.lower())
        if read:
            advice = read(draft, rest.strip())
        else:
            advice = message(
                "Begin each line with phase, units, centers or dislodged, as in "
                "`units {power}: A Paris, F Brest`.",
                power=variant.powers[0].name,
            )
        if advice is not None:
            misread.append(Misread(number, line, advice))
    return tuple(misread) or _changed(position, draft)


def board_lines(position: Position, variant: Variant) -> tuple[str, ...]:
    """Return the board as lines that `read_changes` reads, short enough for any mail program."""
    geography = variant.geography
    sides = [side.name for side in variant.sides]
    lines = [f"phase {position.phase}"]
    for power in sides:
        units = [unit for unit in position.units if unit.power == power]
        lines += _listed("units", power, [write_unit(unit, geography) for unit in units])
    for power in sides:
        places = [place for place, owner in enumerate(position.owners) if owner == power]
        centers = [geography.provinces[place].abbreviation for place in places]
        lines += _listed("centers", power, centers)
    for dislodged in position.dislodged:
        unit = write_unit(dislodged.unit, geography)
        origin = geography.provinces[dislodged.attacker_from].abbreviation
        line = f"dislodged {dislodged.unit.power}: {unit} from {origin}"
        retreats = ", ".join(geography.locations[to].text for to in dislodged.retreats)
        lines.append(f"{line} to {retreats}" if retreats else line)
    return tuple(lines)


def _units(draft: _Draft, rest: str) -> Message | None:
    """Add the units of a line to the draft; return a message if the line has a mistake."""
    listed_units = read_units(rest, draft.variant)
    if isinstance(listed_units, Message):
        return listed_units
    power, units = listed_units
    draft.units[power] += units
    return None


def _centers(draft: _Draft, rest: str) -> Message | None:
    """Add the centers of a line, perhaps without owner; return a message if it has a mistake."""
    label, _, places = rest.partition(":")
    if label.strip().lower() in _NOBODY:
        unowned = read_center_names(places, draft.variant)
        if isinstance(unowned, Message):
            return unowned
        draft.centers[None] += unowned
        return None
    listed_centers = read_centers(rest, draft.variant)
    if isinstance(listed_centers, Message):
        return listed_centers
    power, centers = listed_centers
    draft.centers[power] += centers
    return None


def _dislodged(draft: _Draft, rest: str) -> Message | None:
    """Add the dislodged unit of a line, or that a power has none; return a message if wrong."""
    label, _, unit_text = rest.partition(":")
    if not unit_text.strip():
        power = power_called(label, draft.variant)
        if power is None:
            return no_power(label, draft.variant)
        draft.dislodged[power] += ()
        return None
    dislodged = read_dislodged(rest, draft.variant)
    if isinstance(dislodged, Message):
        return dislodged
    draft.dislodged[dislodged[0].power].append(dislodged)
    return None


def _phase(draft: _Draft, rest: str) -> Message | None:
    """Add the phase of a line to the draft; return a message if the line has a mistake."""
    phase = read_phase(rest)
    if phase is None:
        return bad_phase()
    draft.phase = phase
    return None


_LINES: dict[str, Callable[[_Draft, str], Message | None]] = {
    "phase": _phase,
    "units": _units,
    "centers": _centers,
    "dislodged": _dislodged,
}


def _changed(position: Position, draft: _Draft) -> Position:
    """Return `position` with the content of the draft."""
    geography = draft.variant.geography
    unchanged = [unit for unit in position.units if unit.power not in draft.units]
    units = [*unchanged, *(unit for listed in draft.units.values() for unit in listed)]
    units.sort(key=lambda unit: geography.province_of[unit.location])
    owners = [None if owner in draft.centers else owner for owner in position.owners]
    for power, centers in draft.centers.items():
        for center in centers:
            owners[center] = power
    # Dislodged units that no line names stay only in a retreat phase.
    before = position.dislodged if draft.phase.kind is PhaseKind.RETREAT else ()
    dislodged = [old for old in before if old.unit.power not in draft.dislodged]
    for listed in draft.dislodged.values():
        dislodged += [dislodged_among(unit, units, geography) for unit in listed]
    return replace(
        position,
        phase=draft.phase,
        units=tuple(units),
        owners=tuple(owners),
        dislodged=tuple(dislodged),
    )


def _listed(word: str, power: str, items: list[str]) -> list[str]:
    """Return the lines of one power, each with as many items as fit."""
    if not items:
        return []
    head = f"{word} {power}: "
    # Lines may not be wrapped at a space inside an item.
    glued = ", ".join(item.replace(" ", "\0") for item in items)
    return [head + line.rstrip(",").replace("\0", " ") for line in wrap(glued, _WIDTH - len(head))]
