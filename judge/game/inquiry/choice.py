"""Which of the games that are listed somebody wants to see."""

from collections.abc import Iterable, Iterator
from datetime import timedelta

from judge.game.commands import ListGames
from judge.game.model import Game, Player, Stage
from judge.game.seats import open_powers, roles_of
from judge.game.settings.effect import players_wanted
from judge.game.vision import public_view

_FAST, _SLOW = timedelta(hours=24), timedelta(hours=96)


def chosen(games: Iterable[Game], command: ListGames) -> Iterator[Game]:
    """Yield those of `games` that `command` asks for."""
    for game in games:
        known = {
            "variant": _letters(game.variant.name),
            "press": game.settings.press.value,
            "speed": _speed(game),
        }
        wanted = ((key, _letters(value)) for key, value in command.wanted)
        fits = all(known[key] == value for key, value in wanted)
        if fits and (_has_room(game) or not command.open):
            yield game


def openings_for(games: Iterable[Game], player: Player) -> tuple[Game, ...]:
    """Return those of `games` that have room for `player`, as everybody knows them."""
    return tuple(
        public_view(game) for game in games if _has_room(game) and not roles_of(game, player)
    )


def _has_room(game: Game) -> bool:
    """Return whether somebody may come in as a player."""
    if game.stage is Stage.FORMING:
        return len(game.entrants) < players_wanted(game.variant, game.settings)
    running = game.stage in (Stage.ACTIVE, Stage.PAUSED)
    return running and bool(open_powers(game))


def _speed(game: Game) -> str:
    """Return how fast a game is: a day for moves or less, four days or more."""
    length = game.settings.timing.movement
    return "fast" if length <= _FAST else "slow" if length >= _SLOW else "normal"


def _letters(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())
