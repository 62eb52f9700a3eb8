"""A Master who wants to play: he gives up leading his game once it starts."""

from judge.game.model import Game, Player
from judge.game.refusals import GameLed, HasLed, NamesKnown, Refusal
from judge.game.seats import takes_part


def why_he_may_not_play(game: Game, player: Player) -> Refusal | None:
    """Return why who is Master, or was, may not join a game that forms, None if he may.

    He may where it goes on without him, or another Master leads it. In a gunboat game
    he knows who the others are, and of one that has run before what was hidden in it:
    that is dealt again.
    """
    if game.settings.gunboat:
        return NamesKnown()
    if game.forms_again:
        return HasLed()
    leads = any(one.player.number == player.number for one in game.masters)
    return GameLed() if leads and is_needed(game, player) else None


def is_last_master(game: Game, player: Player) -> bool:
    """Return whether nobody would lead the game without the Master `player`."""
    return len(game.masters) == 1 or is_needed(game, player)


def is_needed(game: Game, player: Player) -> bool:
    """Return whether the Master `player` is the only one to lead a moderated game."""
    others = (one.player for one in game.masters if one.player.number != player.number)
    led = any(not takes_part(game, other) for other in others)
    return game.settings.moderated and not led
