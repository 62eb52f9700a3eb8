"""What press makes of a game."""

from dataclasses import replace

from judge.game.events import PressFact, PressHeld, PressRecalled, PressReturned, PressSent
from judge.game.model import Game, HeldPress


def after_press(game: Game, fact: PressFact) -> Game:
    """Return `game` after press."""
    match fact:
        case PressSent(held=number):
            return _without(game, (number,)) if number else game
        case PressHeld(held):
            return replace(game, press_held=(*game.press_held, held))
        case PressRecalled(held):
            return _without(game, tuple(one.number for one in held))
        case PressReturned(held):
            return _without(game, (held.number,))


def _without(game: Game, numbers: tuple[int, ...]) -> Game:
    kept = tuple(one for one in game.press_held if one.number not in numbers)
    return replace(game, press_held=kept)


def phase_over(game: Game) -> tuple[HeldPress, ...]:
    """Return the press that is held, that for the end of the phase leaving now."""
    return tuple(
        replace(one, leaves=one.written) if one.leaves is None else one for one in game.press_held
    )
