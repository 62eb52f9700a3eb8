"""What is played as it stands, but can hardly be meant.

A game on such a variant goes on; who draws the map is told.
"""

from collections.abc import Iterator

from judge.boards.variants.faults import Fault
from judge.boards.variants.rules import options_of, rules_of
from judge.boards.variants.tables import VariantDraft
from judge.engine import Variant


def doubts_of(draft: VariantDraft, variant: Variant) -> Iterator[Fault]:
    """Yield what is odd about a faultless draft: its colors, and its rules."""
    yield from _color_doubts(draft)
    drafts = [*draft.rules, *(rule for one in draft.choices for rule in one.rules)]
    chosen = (rule for o in options_of(draft) for c in o.choices for rule in c.rules)
    for given, rule in zip(drafts, (*rules_of(draft), *chosen), strict=True):
        for key, text in rule.doubts(variant):
            yield Fault((*given.where, key), str(text))


def _color_doubts(draft: VariantDraft) -> Iterator[Fault]:
    taken: dict[str, str] = {}
    for power in draft.powers:
        other = taken.setdefault(power.color.lower(), power.name)
        if other != power.name:
            text = f"{other} has that color already; which is whose cannot be seen"
            yield Fault((*power.where, "color"), text)
