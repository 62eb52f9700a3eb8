"""What the templates are told of press."""

from judge.game import (
    ENTRANT,
    OBSERVER,
    HeldPress,
    PressFact,
    PressHeld,
    PressRecalled,
    PressReturned,
    PressSent,
)
from judge.render.facts.pages import Facts, Scene
from judge.render.facts.table import person


def facts_of(event: PressFact, scene: Scene) -> Facts:
    """Return what the template of `event` may use beside its own fields."""
    match event:
        case PressSent():
            return _press_sent(event, scene)
        case PressHeld(held):
            known = scene.game.press_held if scene.game else ()
            return {"others": [one for one in known if _is_beside(one, held)]}
        case PressReturned(held):
            return {"mine": held.author.number == scene.reader.player.number}
        case PressRecalled():
            return {}


def _is_beside(one: HeldPress, other: HeldPress) -> bool:
    return one.sender == other.sender and one.number != other.number


def _press_sent(event: PressSent, scene: Scene) -> Facts:
    many = event.author if event.sender in (OBSERVER, ENTRANT) else None
    told = event.recipients != (scene.reader.role,)
    return {"several": event.broadcast or told, "writer": person(many) if many else ""}
