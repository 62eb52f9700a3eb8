"""Facts for the templates of events, worked out for one reader."""

from judge.game import Event
from judge.render.facts.pages import Facts, Scene
from judge.render.kinds import conduct, inquiry, inspection, orders, persons, replies, table

_VIEWS = {
    **conduct.VIEWS,
    **inquiry.VIEWS,
    **inspection.VIEWS,
    **orders.VIEWS,
    **persons.VIEWS,
    **replies.VIEWS,
    **table.VIEWS,
}


def facts_of(event: Event, scene: Scene) -> Facts:
    """Return the facts that the template of `event` may use beside the base facts."""
    view = _VIEWS.get(type(event))
    return {} if view is None else view(event, scene)
