"""A case while it is being read: what its lines have said so far."""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import MappingProxyType

from judge.engine import Dislodged, Marker, Phase, PhaseKind, Position, Unit, Variant
from judge.messages import Message, message
from judge.notation.cases.lists import DislodgedUnit, dislodged_among
from judge.notation.cases.model import Case, CasePhase, Misread, Written
from judge.notation.cases.names import unit_ordered
from judge.notation.sayings import read_saying


@dataclass(slots=True)
class StageDraft:
    """The lines of one phase."""

    phase: Phase
    orders: list[Written] = field(default_factory=list)
    after: dict[str, tuple[Unit, ...]] = field(default_factory=dict)
    owns: dict[str, tuple[int, ...]] = field(default_factory=dict)
    ending: tuple[tuple[str, ...], ...] | None = None
    markers: dict[Marker, bool] = field(default_factory=dict)


@dataclass(slots=True)
class CaseDraft:
    """The lines of a case; `units` and `owners` are None until a line tells them.

    A dislodged unit comes with its attacker's origin and, if told, where it may go.
    """

    variants: Callable[[str], Variant]
    variant: Variant
    name: str = ""
    title: str = ""
    power: str | None = None
    units: list[Unit] | None = None
    owners: list[str | None] | None = None
    dislodged: list[DislodgedUnit] = field(default_factory=list)
    markers: list[Marker] = field(default_factory=list)
    stages: list[StageDraft] = field(default_factory=list)
    misreads: list[Misread] = field(default_factory=list)

    @property
    def stage(self) -> StageDraft:
        """Return the phase that is being told; the start of the variant at first."""
        if not self.stages:
            self.stages.append(StageDraft(self.variant.start.phase))
        return self.stages[-1]

    @property
    def first(self) -> StageDraft:
        """Return the phase in which the case begins."""
        return self.stages[0] if self.stages else self.stage

    @property
    def is_begun(self) -> bool:
        """Return whether a line has said anything that depends on the map."""
        told = self.units is not None or self.owners is not None or self.dislodged
        return bool(told or self.stages)


def finished(draft: CaseDraft) -> tuple[Case] | tuple[Misread, ...]:
    """Return the case, or all of its lines that cannot be understood."""
    units = _units(draft)
    if draft.misreads:
        return tuple(sorted(draft.misreads, key=lambda misread: misread.number))
    owners = draft.owners or draft.variant.start.owners
    return (
        Case(
            name=draft.name,
            title=draft.title,
            variant=draft.variant,
            position=Position(
                phase=draft.first.phase,
                units=tuple(units),
                owners=tuple(owners),
                dislodged=tuple(_dislodged(draft, units)),
                markers=tuple(draft.markers or draft.variant.start.markers),
            ),
            stages=tuple(_stage(stage) for stage in draft.stages),
        ),
    )


def _units(draft: CaseDraft) -> list[Unit]:
    """Return the units told; in a movement phase without any, those ordered."""
    if draft.units is not None or draft.first.phase.kind is not PhaseKind.MOVEMENT:
        return draft.units or []
    units: dict[int, Unit] = {}
    for line in draft.first.orders:
        if read_saying(line.text, line.power, draft.variant):
            continue
        unit = unit_ordered(line.text, line.power, draft.variant)
        if isinstance(unit, Message):
            draft.misreads.append(Misread(line.number, line.text, unit))
            continue
        province = draft.variant.geography.province_of[unit.location]
        other = units.setdefault(province, unit)
        if other != unit:
            advice = message("Two units would stand there: say who does in lines with `units`.")
            draft.misreads.append(Misread(line.number, line.text, advice))
    return list(units.values())


def _dislodged(draft: CaseDraft, units: list[Unit]) -> list[Dislodged]:
    geography = draft.variant.geography
    return [dislodged_among(one, units, geography) for one in draft.dislodged]


def _stage(draft: StageDraft) -> CasePhase:
    return CasePhase(
        phase=draft.phase,
        orders=tuple(draft.orders),
        after=MappingProxyType(draft.after),
        owns=MappingProxyType(draft.owns),
        ending=draft.ending,
        markers=MappingProxyType(draft.markers),
    )
