"""What a seat keeps for phases to come, and which phases those are."""

from dataclasses import replace

from judge.engine import Phase, PhaseKind, Season, years_between
from judge.game.events import OrdersPlanned
from judge.game.model import Plan, Seat

_FARTHEST = 5  # years, as in njudge
_SEASONS = (Season.SPRING, Season.FALL, Season.WINTER)
_KINDS = (PhaseKind.MOVEMENT, PhaseKind.RETREAT, PhaseKind.ADJUSTMENT)


def is_coming(phase: Phase, running: Phase) -> bool:
    """Return whether `phase` may come within some years after the running one."""
    winter = phase.season is Season.WINTER
    fits = winter is (phase.kind is PhaseKind.ADJUSTMENT)
    near = years_between(running.year, phase.year) <= _FARTHEST
    return fits and near and phase.year != 0 and _rank(phase) > _rank(running)


def plans_left(seat: Seat, phase: Phase) -> tuple[Plan, ...]:
    """Return the plans of `seat` that are for `phase`, or for one behind it."""
    return tuple(one for one in seat.plans if not is_over_by(one.phase, phase))


def is_over_by(phase: Phase, running: Phase) -> bool:
    """Return whether `phase` lies before the running one."""
    return _rank(phase) < _rank(running)


def with_plan(seat: Seat, planned: OrdersPlanned) -> Seat:
    """Return `seat` with the lines that were planned, in the order of their phases."""
    others = [one for one in seat.plans if one.phase != planned.phase]
    if planned.lines:
        others.append(Plan(planned.phase, planned.lines, planned.dated))
    return replace(seat, plans=tuple(sorted(others, key=lambda one: _rank(one.phase))))


def _rank(phase: Phase) -> tuple[int, int, int]:
    return phase.year, _SEASONS.index(phase.season), _KINDS.index(phase.kind)
