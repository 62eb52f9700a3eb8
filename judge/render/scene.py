"""To whom something is told and when, and what every template may know of it."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.events import Event, GameCreated, HistoryShown, SummaryShown
from judge.game.model import ENTRANT, MASTER, OBSERVER, Game, Reader, Stage
from judge.render.clock import due_of
from judge.render.table import person
from judge.render.words import phase_text

Facts = dict[str, object]

SEATS = {
    MASTER: "the Master",
    OBSERVER: "an observer",
    ENTRANT: "one of those who joined",
    "": "nobody",
}


@dataclass(frozen=True, slots=True)
class Scene:
    """To whom something is told, and when.

    `answering` says whether it answers a letter of his, `alone` whether the mail tells
    of nothing else.
    """

    reader: Reader
    game: Game | None
    now: datetime
    answering: bool
    alone: bool


def base_facts(scene: Scene) -> Facts:
    """Return what every template may use."""
    reader, game = scene.reader, scene.game
    position = game.position if game else None
    powers = powers_in(game) if game else ()
    return {
        "game": game,
        "now": scene.now,
        "zone": reader.player.zone,
        "reader": reader.player,
        "name": person(reader.player),
        "role": reader.role if game else "",
        "seat_text": SEATS.get(reader.role, reader.role),
        "power": reader.role if reader.role in powers else "",
        "is_master": bool(game) and reader.role == MASTER,
        "is_observer": bool(game) and reader.role == OBSERVER,
        "answering": scene.answering,
        "alone": scene.alone,
        "over": bool(game and game.stage in (Stage.FINISHED, Stage.TERMINATED)),
        "due": due_of(game) if game else None,
        "phase_id": str(position.phase) if position else "",
        "phase": phase_text(position.phase, game.variant) if game and position else "",
    }


def game_of(event: Event) -> Game | None:
    """Return the game that an event itself brings along."""
    match event:
        case GameCreated(game) | SummaryShown(game) | HistoryShown(game):
            return game
        case _:
            return None


def game_in(scene: Scene) -> Game:
    """Return the game of a scene that has one."""
    assert scene.game is not None
    return scene.game


def powers_in(game: Game) -> tuple[str, ...]:
    """Return the names of the powers of `game`."""
    return tuple(power.name for power in game.variant.powers)
