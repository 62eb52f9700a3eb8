"""What the template of each kind of event is told, worked out for one reader."""

from judge.game import (
    ConductFact,
    DeskReply,
    Event,
    FillingFact,
    OrderFact,
    TableFact,
    TimeFact,
)
from judge.render.facts.pages import Facts, Scene
from judge.render.kinds import conduct, desk, filling, orders, replies, table, time


def facts_of(event: Event, scene: Scene) -> Facts:  # noqa: PLR0911 - one case a group
    """Return what the template of `event` may use beside the base facts."""
    if isinstance(event, ConductFact):
        return conduct.facts_of(event, scene)
    if isinstance(event, OrderFact):
        return orders.facts_of(event, scene)
    if isinstance(event, TableFact):
        return table.facts_of(event, scene)
    if isinstance(event, DeskReply):
        return desk.facts_of(event, scene)
    if isinstance(event, TimeFact):
        return time.facts_of(event, scene)
    if isinstance(event, FillingFact):
        return filling.facts_of(event, scene)
    return replies.facts_of(event, scene)
