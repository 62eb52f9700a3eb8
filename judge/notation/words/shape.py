"""What an order looks like on any board: its signs and words, whatever the places."""

import re

from judge.notation.words.elements import VERB_OF
from judge.notation.words.others import said_of_all

# Letters of verbs and of units are words only where nothing else can be meant.
_VERB = "|".join(word for word in VERB_OF if len(word) > 1) + "|[hscdrbtm]"
_KIND = r"(?:army|armies|fleets?|a2|[af](?! [hscdrbtm]\b)\b)\.?"
_NAME = r"[^\W\d_][\w./'()-]*(?: [^\W\d_][\w./'()-]*){0,2}?"
_DASH = r"(?:[-=~]*>+|-+|~+)"
_WHOSE = r"(?:the |my |our |an? )*"
_FIRST = r"(?:move|order|build|remove|disband|retreat|destroy|hold|[br+-])"
# Who begins with `A` and a small word writes prose.
_PROSE = r"(?-i:A (?:[a-z]{4,}|big|new|bad|few|lot|bit|fan|day)\b)"
_SHAPES = (
    rf"{_WHOSE}{_KIND} ?(?:(?:in|at|of|from) )?{_NAME}"
    rf"(?: ?{_DASH}| ?[:=]| (?:{_VERB})\b)",
    rf"{_FIRST} ?{_WHOSE}(?:\d+ )?{_KIND}(?: .*)?$",
    rf"{_NAME} ?{_DASH} ?{_NAME} ?$",
    rf"{_NAME} [sc] {_NAME}(?: ?{_DASH} ?{_NAME})?$",
    r"[af] [a-z]{3}(?:/[nsew]c)?$",
    r"waived?(?: (?:a|one|two|all|the|my|builds?|rest|\d+))*$",
    rf"(?:hold|disband|waive) all$|all(?: {_KIND}| units)? (?:hold|disband|waive)s?$",
)
_SHAPE = re.compile(rf"(?!{_PROSE})(?:{'|'.join(_SHAPES)})", re.IGNORECASE)


def has_shape(text: str) -> bool:
    """Return whether a bare plain sentence looks like an order, whatever its board."""
    return said_of_all(text) is not None or _SHAPE.match(text) is not None
