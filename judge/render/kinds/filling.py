"""What the templates are told of seats that want a player, and of who waits for one."""

from judge.game import (
    FillingFact,
    PlayerReturned,
    SeatOffered,
    StandbyJoined,
    SubstituteSought,
)
from judge.render.facts.pages import Facts, Scene, game_in
from judge.render.facts.table import settings_of


def facts_of(event: FillingFact, scene: Scene) -> Facts:
    """Return what the template of `event` may use beside its own fields."""
    match event:
        case SubstituteSought(powers):
            mine = [power for power in powers if power == scene.reader.role]
            return {"mine": mine}
        case StandbyJoined():
            return {"settings": settings_of(game_in(scene))}
        case PlayerReturned() | SeatOffered():
            return {}  # Its own fields are enough.
