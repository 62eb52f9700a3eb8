"""What the templates are told of press."""

from judge.game import ENTRANT, OBSERVER, PressFact, PressSent
from judge.render.facts.pages import Facts, Scene
from judge.render.facts.table import person


def facts_of(event: PressFact, scene: Scene) -> Facts:
    """Return what the template of `event` may use beside its own fields."""
    match event:
        case PressSent():
            return _press_sent(event, scene)


def _press_sent(event: PressSent, scene: Scene) -> Facts:
    many = event.author if event.sender in (OBSERVER, ENTRANT) else None
    told = event.recipients != (scene.reader.role,)
    return {"several": event.broadcast or told, "writer": person(many) if many else ""}
