"""A board as lines of text, and a board changed by such lines.

Units and centers that no line names stay. A power's first line of a kind replaces all
that the power has of that kind, the next lines add to it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from textwrap import wrap

from judge.engine import Dislodged, Phase, PhaseKind, Position, Unit, Variant
from judge.messages import Message, message
from judge.notation.canonical import read_phase, write_unit
from judge.notation.cases import (
    DislodgedUnit,
    Misread,
    bad_phase,
    centers_listed,
    dislodged_among,
    dislodged_told,
    no_power,
    places_listed,
    power_called,
    told_lines,
    units_listed,
)

# Mail programs break longer lines, and nobody would find their ends again.
_WIDTH = 64
_NOBODY = frozenset({"nobody", "none", "unowned"})


@dataclass(slots=True)
class _Draft:
    """What the lines have said so far, by power; of centers None is nobody."""

    variant: Variant
    phase: Phase
    units: dict[str, list[Unit]] = field(default_factory=lambda: defaultdict(list))
    dislodged: dict[str, list[DislodgedUnit]] = field(default_factory=lambda: defaultdict(list))
    centers: dict[str | None, list[int]] = field(default_factory=lambda: defaultdict(list))


def read_changes(text: str, position: Position, variant: Variant) -> Position | tuple[Misread, ...]:
    """Return `position` with what the lines of `text` change, or the lines not read.

    Whether it can stand so is not looked at.
    """
    draft = _Draft(variant, position.phase)
    wrong = []
    for number, line in told_lines(text):
        word, _, rest = line.partition(" ")
        read = _LINES.get(word.lower(), _unknown)
        advice = read(draft, rest.strip())
        if advice is not None:
            wrong.append(Misread(number, line, advice))
    return tuple(wrong) or _changed(position, draft)


def board_lines(position: Position, variant: Variant) -> tuple[str, ...]:
    """Return the lines that say what stands on the board, as `read_changes` wants them.

    They are short enough for any mail program.
    """
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
    return (*lines, *(_dislodged_line(one, variant) for one in position.dislodged))


def _units(draft: _Draft, rest: str) -> Message | None:
    found = units_listed(rest, draft.variant)
    if isinstance(found, Message):
        return found
    power, units = found
    draft.units[power] += units
    return None


def _centers(draft: _Draft, rest: str) -> Message | None:
    label, _, listed = rest.partition(":")
    if label.strip().lower() in _NOBODY:
        free = places_listed(listed, draft.variant)
        if isinstance(free, Message):
            return free
        draft.centers[None] += free
        return None
    found = centers_listed(rest, draft.variant)
    if isinstance(found, Message):
        return found
    power, centers = found
    draft.centers[power] += centers
    return None


def _dislodged(draft: _Draft, rest: str) -> Message | None:
    label, _, told = rest.partition(":")
    if not told.strip():
        power = power_called(label, draft.variant)
        if power is None:
            return no_power(label, draft.variant)
        draft.dislodged[power] += ()
        return None
    found = dislodged_told(rest, draft.variant)
    if isinstance(found, Message):
        return found
    draft.dislodged[found[0].power].append(found)
    return None


def _phase(draft: _Draft, rest: str) -> Message | None:
    phase = read_phase(rest)
    if phase is None:
        return bad_phase()
    draft.phase = phase
    return None


def _unknown(draft: _Draft, rest: str) -> Message:
    del rest
    return message(
        "Begin each line with phase, units, centers or dislodged, as in "
        "`units {power}: A Paris, F Brest`.",
        power=draft.variant.powers[0].name,
    )


_LINES: dict[str, Callable[[_Draft, str], Message | None]] = {
    "phase": _phase,
    "units": _units,
    "centers": _centers,
    "dislodged": _dislodged,
}


def _changed(position: Position, draft: _Draft) -> Position:
    geography = draft.variant.geography
    kept = [unit for unit in position.units if unit.power not in draft.units]
    units = [*kept, *(unit for some in draft.units.values() for unit in some)]
    units.sort(key=lambda unit: geography.province_of[unit.location])
    owners = [None if one in draft.centers else one for one in position.owners]
    for power, centers in draft.centers.items():
        for center in centers:
            owners[center] = power
    return replace(
        position,
        phase=draft.phase,
        units=tuple(units),
        owners=tuple(owners),
        dislodged=tuple(_all_dislodged(position, draft, units)),
    )


def _all_dislodged(position: Position, draft: _Draft, units: list[Unit]) -> Iterator[Dislodged]:
    """Yield the units that must retreat; in another phase none but those that are told.

    Where to is worked out from the units on the board, if no line tells it.
    """
    if draft.phase.kind is PhaseKind.RETREAT:
        for old in position.dislodged:
            if old.unit.power not in draft.dislodged:
                yield old
    for some in draft.dislodged.values():
        for told in some:
            yield dislodged_among(told, units, draft.variant.geography)


def _listed(word: str, power: str, items: list[str]) -> list[str]:
    """Return the lines of one power, each with as many items as it has room for."""
    if not items:
        return []
    head = f"{word} {power}: "
    # A blank within an item is none at which a line may end.
    glued = ", ".join(item.replace(" ", "\0") for item in items)
    return [head + line.rstrip(",").replace("\0", " ") for line in wrap(glued, _WIDTH - len(head))]


def _dislodged_line(one: Dislodged, variant: Variant) -> str:
    geography = variant.geography
    unit = write_unit(one.unit, geography)
    origin = geography.provinces[one.attacker_from].abbreviation
    line = f"dislodged {one.unit.power}: {unit} from {origin}"
    places = ", ".join(geography.locations[to].text for to in one.retreats)
    return f"{line} to {places}" if places else line
