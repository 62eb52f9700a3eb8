"""What is played as it stands, but can hardly be meant.

A game on such a variant goes on; who draws the map is told.
"""

import re
from collections.abc import Iterator

from judge.boards.variants.faults import Fault
from judge.boards.variants.rules import options_of, rules_of
from judge.boards.variants.tables import PowerDraft, VariantDraft
from judge.engine import Variant, units_of_players
from judge.notation import is_order_word

# What parts the words of an order, or is read as a doubt about it.
NO_NAME = re.compile(r"[,/:;()#?&=|!<>\[\]*\"]| -|- ")


def doubts_of(draft: VariantDraft, variant: Variant) -> Iterator[Fault]:
    """Yield what is odd about a faultless draft: its powers, names and rules."""
    yield from _power_doubts(draft, variant)
    yield from _color_doubts(draft)
    yield from _word_doubts(draft)
    drafts = [*draft.rules, *(rule for one in draft.choices for rule in one.rules)]
    chosen = (rule for o in options_of(draft) for c in o.choices for rule in c.rules)
    for given, rule in zip(drafts, (*rules_of(draft), *chosen), strict=True):
        for key, text in rule.doubts(variant):
            yield Fault((*given.where, key), str(text))


def _word_doubts(draft: VariantDraft) -> Iterator[Fault]:
    """Yield the names that orders need for something else; abbreviations are given."""
    named = [(one.where, text) for one in draft.sides for text in _names(one)]
    for province in draft.provinces.values():
        named += [(province.where, one) for one in (province.name, *province.aliases)]
    for where, name in named:
        if is_order_word(name):
            text = f'"{name}" is a word of orders, which would be read as this name'
            yield Fault((*where, "name"), text)
        elif odd := NO_NAME.search(name):
            sign = odd[0].strip()
            text = f'"{name}" cannot be written in an order, where {sign} ends a name'
            yield Fault((*where, "name"), text)


def _names(side: PowerDraft) -> set[str]:
    return {side.name, side.adjective}


def _power_doubts(draft: VariantDraft, variant: Variant) -> Iterator[Fault]:
    """Yield the powers that have nothing to begin with."""
    playing = units_of_players(variant.start, variant)
    for power in draft.powers:
        if power.name not in playing:
            text = f"{power.name} begins without a unit and without a center of its own"
            yield Fault((*power.where, "units"), f"{text}, so it is out at once")


def _color_doubts(draft: VariantDraft) -> Iterator[Fault]:
    taken: dict[str, str] = {}
    for power in draft.powers:
        other = taken.setdefault(power.color.lower(), power.name)
        if other != power.name:
            text = f"{other} has that color already; which is whose cannot be seen"
            yield Fault((*power.where, "color"), text)
