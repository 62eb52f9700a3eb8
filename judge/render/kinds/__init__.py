"""What the template of each kind of event is told, worked out for one reader."""

from judge.game import (
    ConductFact,
    DeskReply,
    Event,
    FillingFact,
    FillingReply,
    LeadingFact,
    OrderFact,
    PlainReply,
    PowersExcused,
    PressFact,
    TableFact,
)
from judge.render.facts.pages import Facts, Scene, sheet_now
from judge.render.kinds import conduct, desk, filling, leading, orders, press, replies, table


def facts_of(event: Event, scene: Scene) -> Facts:
    """Return what the template of `event` may use beside the base facts."""
    if isinstance(event, ConductFact):
        return conduct.facts_of(event, scene)
    if isinstance(event, LeadingFact):
        return leading.facts_of(event, scene)
    if isinstance(event, OrderFact):
        return orders.facts_of(event, scene)
    if isinstance(event, PressFact):
        return press.facts_of(event, scene)
    if isinstance(event, TableFact):
        return table.facts_of(event, scene)
    if isinstance(event, DeskReply):
        return desk.facts_of(event, scene)
    if isinstance(event, PowersExcused):
        concerned = scene.reader.role in event.powers
        return {"sheet": sheet_now(scene, scene.reader.role) if concerned else None}
    if isinstance(event, FillingFact | FillingReply):
        return filling.facts_of(event, scene)
    if isinstance(event, PlainReply):
        return replies.facts_of(event, scene)
    return {}
