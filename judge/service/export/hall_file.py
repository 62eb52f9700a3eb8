"""The games that were won or drawn as one file, for those who keep ratings."""

from judge.engine import supply
from judge.game import Game, HallShown, surviving_powers
from judge.letter import Attachment
from judge.service.export.game_file import as_json

_NAME, _FORMAT = "hall-of-fame.json", "judge hall 1"


def hall_file(event: HallShown) -> Attachment:
    """Return the file of the games in `event`, newest first, as everybody knows them.

    Who played is a name; None is a power that nobody had at the end.
    """
    facts: dict[str, object] = {"format": _FORMAT, "games": list(map(_game, event.games))}
    return Attachment(_NAME, "application/json", as_json(facts))


def _game(game: Game) -> dict[str, object]:
    assert game.position is not None
    winners = game.ending.winners if game.ending else ()
    centers, alive = supply(game.position, game.variant), surviving_powers(game)
    return {
        "game": game.name,
        "variant": game.variant.name,
        "created": game.created.date().isoformat(),
        "ended": game.history[-1].processed.date().isoformat() if game.history else None,
        "phase": str(game.position.phase),
        "result": "solo" if len(winners) == 1 else "draw",
        "powers": [
            {
                "power": seat.power,
                "player": seat.player.name if seat.player else None,
                "won": seat.power in winners,
                "survived": seat.power in alive,
                "centers": centers[seat.power],
            }
            for seat in game.seats
        ],
    }
