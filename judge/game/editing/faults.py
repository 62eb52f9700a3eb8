"""Why a board cannot stand as somebody tells it: his mistakes, each in a sentence."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from judge.engine import PhaseKind, Position, Season, dislodged_by
from judge.game.model import Game
from judge.game.orders.planned import is_coming, is_over_by
from judge.game.orders.sheet import may_give_orders
from judge.messages import Message, message
from judge.notation import season_occurs, write_unit


def faults_of(position: Position, game: Game) -> tuple[Message, ...]:
    """Return what keeps `position` from being the board of a running game."""
    return (*_of_places(position, game), *_of_the_phase(position, game))


def _of_places(position: Position, game: Game) -> Iterator[Message]:
    """Yield where two units are in one place, and retreats that are none."""
    geography = game.variant.geography
    places = [geography.province_of[unit.location] for unit in position.units]
    gone = [geography.province_of[one.unit.location] for one in position.dislodged]
    for some in (places, gone):
        for place, count in Counter(some).items():
            if count > 1:
                name = geography.provinces[place].name
                yield message("Two units would be in {place}.", place=name)
    for one in position.dislodged:
        here = geography.province_of[one.unit.location]
        beside = dislodged_by(here, one.unit, position.units, geography).retreats
        for to in one.retreats:
            if to not in beside:
                yield message(
                    "{unit} cannot retreat to {place}.",
                    unit=write_unit(one.unit, geography),
                    place=geography.locations[to].text,
                )


def _of_the_phase(position: Position, game: Game) -> Iterator[Message]:
    """Yield what of the phase does not fit its season, the board or the past."""
    phase = position.phase
    winter = phase.season is Season.WINTER
    if winter is not (phase.kind is PhaseKind.ADJUSTMENT) or not season_occurs(phase, game.variant):
        yield message("The game has no phase {phase}.", phase=str(phase))
    elif game.history and not is_coming(phase, game.history[-1].phase):
        yield message(
            "{phase} is over, or many years ahead: the last phase that was processed "
            "is {last}. Send ROLLBACK {last} first to go back.",
            phase=str(phase),
            last=str(game.history[-1].phase),
        )
    elif is_over_by(phase, game.variant.start.phase):
        first = str(game.variant.start.phase)
        yield message("The game begins with {phase}.", phase=first)
    elif position.dislodged and phase.kind is not PhaseKind.RETREAT:
        yield message(
            "Units are dislodged in a phase of retreats only: write a line with phase for that too."
        )
    elif not _has_orders(position, game):
        yield message("Nobody would have anything to order in {phase}.", phase=str(phase))


def _has_orders(position: Position, game: Game) -> bool:
    """Return whether anything is wanted of anybody in the phase of `position`."""
    then = replace(game, position=position)
    return any(may_give_orders(then, side.name) for side in game.variant.sides)
