"""Facts for the templates of events, worked out for one reader."""

from judge.game import Event, PlainReply, TableFact
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
    """Return what the template of `event` may use beside the base facts."""
    if view := _VIEWS.get(type(event)):
        return view(event, scene)
    if isinstance(event, TableFact):
        return table.facts_of(event, scene)
    if isinstance(event, PlainReply):
        return replies.facts_of(event, scene)
    return {}
